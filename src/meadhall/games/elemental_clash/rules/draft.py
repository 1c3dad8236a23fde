"""The draft: six rounds in a fixed order with the same offers for both seats, then the deal."""

from dataclasses import replace

from meadhall.core.game import Step
from meadhall.core.rng import Rng
from meadhall.core.seats import Seat
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
from meadhall.games.elemental_clash.rules import combat
from meadhall.games.elemental_clash.rules.events import CardsDrawn, Event, Offered
from meadhall.games.elemental_clash.rules.phases import open_turn
from meadhall.games.elemental_clash.rules.transitions import next_stage
from meadhall.games.elemental_clash.types import NOTHING_SEALED, SEATS, Side, State


def draw_wildcards(rng: Rng) -> tuple[tuple[Face, ...], Rng]:
    """Four random faces of four different subtypes, in the order of the card table."""
    subtypes, rng = rng.shuffle(SUBTYPES)
    drawn = []
    for subtype in subtypes[:OPTIONS_PER_ROUND]:
        face, rng = rng.choice([face for face in FACES if face.subtype == subtype])
        drawn.append(face)
    return tuple(sorted(drawn, key=FACES.index)), rng


def offers(round_: int, wildcards: tuple[Face, ...]) -> tuple[Card, ...]:
    """The four cards on offer in the round."""
    faces = wildcards if round_ == WILDCARD_ROUND else faces_in(CATEGORIES[round_ - 1])
    return tuple(Card(face, round_) for face in faces)


def close_round(state: State) -> Step[State, Event]:
    """The state after both seats have picked: the next round or, after the last, the battle."""
    picks = tuple((*state.picks[seat], _sealed_pick(state, seat)) for seat in SEATS)
    state = replace(state, picks=picks, sealed=NOTHING_SEALED)
    if state.round <= DRAFT_ROUNDS:
        return Step(state, (Offered(state.round),))
    deal_step = deal(state)
    first_turn = open_turn(deal_step.state)
    return Step(first_turn.state, (*deal_step.events, *first_turn.events))


def deal(state: State) -> Step[State, Event]:
    """The state with both decks shuffled, for the only time, and four cards dealt to each seat."""
    rng, sides = state.rng, []
    for picks in state.picks:
        deck, rng = rng.shuffle(picks)
        sides.append(combat.refill(Side(deck=deck)))
    events = tuple(CardsDrawn(seat, len(side.hand), side.hand) for seat, side in enumerate(sides))
    stage = next_stage(state.stage, "battle")
    return Step(replace(state, rng=rng, stage=stage, sides=tuple(sides)), events)


def _sealed_pick(state: State, seat: Seat) -> Card:
    card = state.sealed.choice(seat)
    assert card is not None  # noqa: S101 - a round closes when both seats have picked
    return card
