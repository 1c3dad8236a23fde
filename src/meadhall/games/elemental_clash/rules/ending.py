"""Whom the match waits for, and how it ends.

A base falls, both bases fall, all cards are played, the turn limit is reached, or a player leaves.
"""

from typing import Final, Literal, TypeAlias

from meadhall.core.rng import Rng
from meadhall.core.seats import Seat, seat_name
from meadhall.core.status import DRAW, LOSS, WIN, Finished, Status, ToAct
from meadhall.games.elemental_clash.cards import PAYOUT
from meadhall.games.elemental_clash.rules.selection import choosers
from meadhall.games.elemental_clash.types import (
    ENDLESS_TURNS,
    SEATS,
    SIEGE_TURNS,
    Result,
    State,
)

ANTI_WAR_MESSAGES: Final = (
    "In war, there are no winners—only survivors. You didn't survive.",
    "An eye for an eye makes the whole world blind.",
    "The greatest victory is the battle not fought. You both failed.",
    "War does not determine who is right—only who is left. Neither of you.",
    "Every war is a defeat for humanity. Today, humanity lost twice.",
)
"""The author's messages for when both bases fall in the same turn; one is drawn at random."""

Ending: TypeAlias = Literal["base", "exhaustion", "turnLimit"]
Finding: TypeAlias = Ending | Literal["open", "siege"]


def status(state: State) -> Status:
    """The outcome, or the seats that have still to pick or choose."""
    if state.outcome is not None:
        return Finished(state.outcome.payoffs, state.outcome.reason)
    return ToAct(state.sealed.waiting(choosers(state)))


def check_ending(state: State) -> Finding:
    """Why the battle is over, or whether it goes on as a siege or as usual (`open`)."""
    if any(side.hp <= 0 for side in state.sides):
        return "base"
    if not any(side.hand or side.deck_size for side in state.sides):
        return "siege" if _siege_goes_on(state) else "exhaustion"
    if state.options.endless and state.turn >= ENDLESS_TURNS:
        return "turnLimit"
    return "open"


def _siege_goes_on(state: State) -> bool:
    # Without a bot that attacks, HP cannot change any more.
    hostile = any(side.miner is not None and side.miner.type in PAYOUT for side in state.sides)
    return hostile and state.siege < SIEGE_TURNS and not state.options.strict


def battle_outcome(state: State, ending: Ending) -> tuple[Result, Rng]:
    """Who wins: the side with more HP. Both lose if both bases have fallen."""
    if all(side.hp <= 0 for side in state.sides):
        message, rng = state.rng.choice(ANTI_WAR_MESSAGES)
        return Result((LOSS, LOSS), "doubleLoss", message), rng
    first, second = (side.hp for side in state.sides)
    if first == second:
        message = "Nobody wins: the bases stand equal."
        return Result((DRAW, DRAW), ending, message), state.rng
    return _win(0 if first > second else 1, ending), state.rng


def _win(winner: Seat, ending: Ending) -> Result:
    payoffs = tuple(WIN if seat == winner else LOSS for seat in SEATS)
    return Result(payoffs, ending, f"{seat_name(winner).capitalize()} wins!")


def leave_outcome(seat: Seat) -> Result:
    """The seat leaves and loses."""
    payoffs = tuple(LOSS if other == seat else WIN for other in SEATS)
    message = f"{seat_name(seat).capitalize()} left; {seat_name(1 - seat)} wins."
    return Result(payoffs, "left", message)
