"""How a battle ends: a fallen base, two fallen bases, no cards left, or too many turns."""

from typing import Final, Literal, TypeAlias

from meadhall.core.rng import Rng
from meadhall.core.seats import Seat, seat_name
from meadhall.core.status import DRAW, LOSS, WIN
from meadhall.games.elemental_clash.cards import PAYOUT
from meadhall.games.elemental_clash.types import (
    ENDLESS_TURNS,
    SEATS,
    SIEGE_TURNS,
    Outcome,
    State,
)

ANTI_WAR_MESSAGES: Final = (
    "In war, there are no winners—only survivors. You didn't survive.",
    "An eye for an eye makes the whole world blind.",
    "The greatest victory is the battle not fought. You both failed.",
    "War does not determine who is right—only who is left. Neither of you.",
    "Every war is a defeat for humanity. Today, humanity lost twice.",
)
"""Said when both bases fall in the same turn."""

Ending: TypeAlias = Literal["base", "exhaustion", "turnLimit"]
Finding: TypeAlias = Ending | Literal["open", "siege"]


def verdict_of(state: State) -> Finding:
    """Whether the battle is over and why, goes on as a siege, or is simply open."""
    if any(side.hp <= 0 for side in state.sides):
        return "base"
    if not any(side.hand or side.deck_size for side in state.sides):
        return "siege" if _siege_goes_on(state) else "exhaustion"
    if state.options.endless and state.turn >= ENDLESS_TURNS:
        return "turnLimit"
    return "open"


def _siege_goes_on(state: State) -> bool:
    hostile = any(side.miner is not None and side.miner.type in PAYOUT for side in state.sides)
    return hostile and state.siege < SIEGE_TURNS and not state.options.strict


def outcome_of(state: State, ending: Ending) -> tuple[Outcome, Rng]:
    """How it ends: the last base standing wins, or the one with more HP."""
    if all(side.hp <= 0 for side in state.sides):
        message, rng = state.rng.choice(ANTI_WAR_MESSAGES)
        return Outcome((LOSS, LOSS), "doubleLoss", message), rng
    first, second = (side.hp for side in state.sides)
    if first == second:
        message = "Nobody wins: the bases stand equal."
        return Outcome((DRAW, DRAW), ending, message), state.rng
    return _won(0 if first > second else 1, ending), state.rng


def _won(winner: Seat, ending: Ending) -> Outcome:
    payoffs = tuple(WIN if seat == winner else LOSS for seat in SEATS)
    return Outcome(payoffs, ending, f"{seat_name(winner).capitalize()} wins!")
