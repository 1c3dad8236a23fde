"""The rules, as pure functions that take a state and return a new one."""

from meadhall.cli.template.types import MOST, Options, State, Take, Taken
from meadhall.core.game import Step
from meadhall.core.refusal import Refusal, Refused
from meadhall.core.rng import Rng
from meadhall.core.seats import Seat
from meadhall.core.status import Status, ToAct, won_by

TURN = "A turn"


def initial(options: Options, seats: int, rng: Rng) -> State:
    """All stones on the table, seat 1 to move."""
    return State(options.stones, 0)


def status(state: State) -> Status:
    """Over when no stone is left: who took the last one, the seat before, has won."""
    if state.stones == 0:
        return won_by((1 - state.turn,), 2, "lastStone")
    return ToAct((state.turn,))


def legal_actions(state: State, seat: Seat) -> tuple[Take, ...]:
    """One to three stones, as far as there are that many."""
    if seat != state.turn:
        return ()
    return tuple(Take(count) for count in range(1, min(MOST, state.stones) + 1))


def refusal(state: State, seat: Seat, action: Take) -> Refusal | None:
    """Why the seat cannot do that now."""
    if state.stones == 0:
        return Refusal("GAME_OVER", "The match is over.", clause="The end")
    if seat != state.turn:
        return Refusal("NOT_YOUR_TURN", "It is the other seat's turn.", clause=TURN)
    if not 1 <= action.count <= MOST:
        return Refusal("BAD_COUNT", f"Take one to {MOST} stones, not {action.count}.", clause=TURN)
    if action.count > state.stones:
        left = f"That is more than are left: {state.stones}."
        return Refusal("TOO_FEW_STONES", left, clause=TURN)
    return None


def apply(state: State, seat: Seat, action: Take) -> Step[State, Taken]:
    """The state after the action, and what happened."""
    refused = refusal(state, seat, action)
    if refused is not None:
        raise Refused(refused)
    left = state.stones - action.count
    return Step(State(left, 1 - seat), (Taken(seat, action.count, left),))


def default_action(state: State, seat: Seat, rng: Rng) -> Take:
    """A run-out clock takes one stone."""
    return Take(1)


def invariant(state: State) -> list[str]:
    """The promises the state breaks."""
    sound = state.stones >= 0 and state.turn in (0, 1)
    return [] if sound else [f"impossible state: {state}"]
