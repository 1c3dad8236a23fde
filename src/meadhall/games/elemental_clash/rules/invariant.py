"""Validators: each lists everything that is wrong with its subject; empty when it is sound.

`invariant` combines them for a whole state.
"""

from collections import Counter
from collections.abc import Sequence

from meadhall.core.seats import Seat
from meadhall.games.elemental_clash.cards import (
    CATEGORIES,
    DECK_SIZE,
    DRAFT_ROUNDS,
    FACES,
    HAND_SIZE,
    INTERVAL,
    OPTIONS_PER_ROUND,
    WALL_HP,
    Card,
    faces_in,
)
from meadhall.games.elemental_clash.rules import draft
from meadhall.games.elemental_clash.rules.selection import choices, choosers, explain, faults
from meadhall.games.elemental_clash.rules.transitions import PHASES
from meadhall.games.elemental_clash.types import (
    BASE_HP,
    MAX_ENERGY,
    SEATS,
    SIEGE_TURNS,
    Miner,
    Side,
    State,
    Wall,
)


def validate_energy(side: Side) -> list[str]:
    """Energy is between 0 and the maximum."""
    errors = []
    if side.energy < 0:
        errors.append(f"energy {side.energy} is negative")
    if side.energy > MAX_ENERGY:
        errors.append(f"energy {side.energy} exceeds {MAX_ENERGY}")
    return errors


def validate_hand(side: Side) -> list[str]:
    """A hand holds at most four cards; all of them exist, and none is held twice."""
    errors = []
    if len(side.hand) > HAND_SIZE:
        errors.append(f"hand of {len(side.hand)} exceeds {HAND_SIZE}")
    errors += [f"no such card: {card.id}" for card in side.hand if not _exists(card)]
    counted = Counter((*side.hand, *side.deck, *side.under))
    errors += [f"duplicate card: {card.id}" for card, count in counted.items() if count > 1]
    return errors


def validate_wall(wall: Wall | None) -> list[str]:
    """A wall has between 0 and 12 HP."""
    if wall is None:
        return []
    errors = []
    if wall.hp < 0:
        errors.append(f"wall HP {wall.hp} is negative")
    if wall.hp > WALL_HP:
        errors.append(f"wall HP {wall.hp} exceeds {WALL_HP}")
    return errors


def validate_miner(miner: Miner | None) -> list[str]:
    """A miner is of a known type and counts down within its interval."""
    if miner is None:
        return []
    if miner.type not in INTERVAL:
        return [f"no such miner: {miner.type}"]
    errors = []
    if miner.countdown < 0:
        errors.append(f"miner countdown {miner.countdown} is negative")
    if miner.countdown > INTERVAL[miner.type]:
        errors.append(f"miner countdown {miner.countdown} exceeds {INTERVAL[miner.type]}")
    return errors


def validate_player(side: Side) -> list[str]:
    """Everything that is wrong with one side."""
    errors = []
    if side.hp > BASE_HP:
        errors.append(f"base HP {side.hp} exceeds {BASE_HP}")
    errors += validate_energy(side)
    errors += validate_hand(side)
    errors += validate_wall(side.wall)
    errors += validate_miner(side.miner)
    return errors


def validate_draft_round(round_: int, options: Sequence[Card], selected: Card) -> list[str]:
    """A pick is one of four options and of the round's category."""
    errors = []
    if not 1 <= round_ <= DRAFT_ROUNDS:
        errors.append(f"there is no draft round {round_}")
    if len(options) != OPTIONS_PER_ROUND:
        errors.append(f"{len(options)} options instead of {OPTIONS_PER_ROUND}")
    if selected not in options:
        errors.append(f"{selected.id} is not among the options")
    if 1 <= round_ <= DRAFT_ROUNDS and selected.face not in faces_in(CATEGORIES[round_ - 1]):
        errors.append(f"{selected.id} does not belong to the {CATEGORIES[round_ - 1]} round")
    return errors


def validate_draft(deck: Sequence[Card]) -> list[str]:
    """A finished deck has six cards with at least one of every fixed category."""
    errors = []
    if len(deck) != DECK_SIZE:
        errors.append(f"deck of {len(deck)} instead of {DECK_SIZE}")
    faces = {card.face for card in deck}
    missing = (name for name in CATEGORIES[:-1] if not faces & set(faces_in(name)))
    return errors + [f"deck without a {name}" for name in missing]


def validate_selection(side: Side, card: Card) -> list[str]:
    """The card is in hand and can be paid for, and its place is free."""
    return [explain(fault, card, side.energy) for fault in faults(side, card)]


def validate_action(state: State, seat: Seat, card: Card) -> list[str]:
    """The seat may choose the card now, and it would have an effect."""
    errors = []
    if state.stage != "battle":
        errors.append(f"no card is played in stage {state.stage}")
    if state.turn_state != "waiting":
        errors.append(f"no card is chosen while the turn is {state.turn_state}")
    return errors + validate_selection(state.sides[seat], card)


def invariant(state: State) -> list[str]:
    """Everything that is wrong with a state: its sides, counters, decks and sealed choices."""
    errors = [error for side in state.sides for error in validate_player(side)]
    if state.turn < 1:
        errors.append(f"turn {state.turn} is before the first")
    if state.phase not in PHASES:
        errors.append(f"no such phase: {state.phase}")
    if not 0 <= state.siege <= SIEGE_TURNS:
        errors.append(f"siege turn {state.siege} is out of range")
    if (state.outcome is not None) != (state.stage == "game_over"):
        errors.append(f"stage {state.stage} does not fit outcome {state.outcome}")
    return errors + _deck_errors(state) + _choice_errors(state)


def _deck_errors(state: State) -> list[str]:
    errors = []
    if len({len(picks) for picks in state.picks}) != 1:
        errors.append("the seats are in different draft rounds")
    if state.stage == "battle":
        errors += [error for picks in state.picks for error in validate_draft(picks)]
    for side, picks in zip(state.sides, state.picks, strict=True):
        strays = [card.id for card in (*side.hand, *side.deck, *side.under) if card not in picks]
        errors += [f"card {stray} was never drafted" for stray in strays]
    return errors


def _choice_errors(state: State) -> list[str]:
    """Between actions a seat has still to choose, and what is sealed is legal.

    While a turn resolves, the choices are open and are not checked.
    """
    resolving = state.stage == "battle" and state.turn_state != "waiting"
    if resolving or state.stage == "game_over":
        return []
    sealed = {seat: state.sealed.choice(seat) for seat in SEATS}
    errors = [
        f"seat {seat} has sealed {card.id}, which is not legal"
        for seat, card in sealed.items()
        if card is not None and card not in _legal_cards(state, seat)
    ]
    if not state.sealed.waiting(choosers(state)):
        errors.append("all seats have chosen, but the choices are still sealed")
    return errors


def _legal_cards(state: State, seat: Seat) -> tuple[Card, ...]:
    if state.stage == "draft":
        return draft.offers(state.round, state.wildcards)
    return choices(state.sides[seat])


def _exists(card: Card) -> bool:
    return card.face in FACES and 1 <= card.number <= DRAFT_ROUNDS
