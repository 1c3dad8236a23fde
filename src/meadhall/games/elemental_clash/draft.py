"""The draft: six rounds in a fixed order, the same offers for both seats, then shuffle and deal."""

from dataclasses import replace

from meadhall.core.game import Step
from meadhall.core.rng import Rng
from meadhall.core.seats import Seat
from meadhall.games.elemental_clash import combat
from meadhall.games.elemental_clash.cards import (
    CATEGORIES,
    DRAFT_ROUNDS,
    FACES,
    OPTIONS_PER_ROUND,
    SUBTYPES,
    WILDCARD_ROUND,
    Card,
    Face,
    faces_in,
)
from meadhall.games.elemental_clash.events import Drew, Event, Offered
from meadhall.games.elemental_clash.machines import next_stage
from meadhall.games.elemental_clash.phases import open_turn
from meadhall.games.elemental_clash.types import NOTHING_SEALED, SEATS, Side, State


def wildcards(rng: Rng) -> tuple[tuple[Face, ...], Rng]:
    """Four faces of four different subtypes, in the order of the card table."""
    subtypes, rng = rng.shuffled(SUBTYPES)
    drawn = []
    for subtype in subtypes[:OPTIONS_PER_ROUND]:
        face, rng = rng.choice([face for face in FACES if face.subtype == subtype])
        drawn.append(face)
    return tuple(sorted(drawn, key=FACES.index)), rng


def offers(round_: int, wild: tuple[Face, ...]) -> tuple[Card, ...]:
    """The four cards on offer in the round."""
    faces = wild if round_ == WILDCARD_ROUND else faces_in(CATEGORIES[round_ - 1])
    return tuple(Card(face, round_) for face in faces)


def close_round(state: State) -> Step[State, Event]:
    """Both picks go to their decks; the next round opens, or after the last the battle."""
    picks = tuple((*state.picks[seat], _picked(state, seat)) for seat in SEATS)
    state = replace(state, picks=picks, sealed=NOTHING_SEALED)
    if state.round <= DRAFT_ROUNDS:
        return Step(state, (Offered(state.round),))
    dealt = deal(state)
    begun = open_turn(dealt.state)
    return Step(begun.state, (*dealt.events, *begun.events))


def deal(state: State) -> Step[State, Event]:
    """The decks are shuffled, this once, and four cards each are dealt."""
    rng, sides = state.rng, []
    for picks in state.picks:
        deck, rng = rng.shuffled(picks)
        sides.append(combat.refill(Side(deck=deck)))
    events = tuple(Drew(seat, len(side.hand), side.hand) for seat, side in enumerate(sides))
    stage = next_stage(state.stage, "battle")
    return Step(replace(state, rng=rng, stage=stage, sides=tuple(sides)), events)


def _picked(state: State, seat: Seat) -> Card:
    card = state.sealed.choice(seat)
    assert card is not None  # noqa: S101 - a round closes when both have picked
    return card
