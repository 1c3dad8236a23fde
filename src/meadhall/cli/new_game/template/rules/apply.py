"""What an action leads to."""

from meadhall.cli.new_game.template.rules.refusals import refusal
from meadhall.cli.new_game.template.types import State, Take, Taken
from meadhall.core.game import Step
from meadhall.core.refusal import Refused
from meadhall.core.rng import Rng
from meadhall.core.seats import Seat


def apply(state: State, seat: Seat, action: Take) -> Step[State, Taken]:
    """The state after the action, and what happened; raises what `refusal` returns."""
    reason = refusal(state, seat, action)
    if reason is not None:
        raise Refused(reason)
    left = state.stones - action.count
    return Step(State(left, turn=1 - seat), (Taken(seat, action.count, left),))


def default_action(state: State, seat: Seat, rng: Rng) -> Take:
    """What is played for a seat whose time is up: take one stone (choice S1)."""
    return Take(1)
