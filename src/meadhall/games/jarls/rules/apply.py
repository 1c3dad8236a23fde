"""What an action leads to, what happens when time runs out, and what leaving leads to."""

from meadhall.core.game import Step
from meadhall.core.refusal import Refused
from meadhall.core.rng import Rng
from meadhall.core.seats import Seat
from meadhall.games.jarls.rules import starvation
from meadhall.games.jarls.rules.ending import (
    check_win,
    eliminate_player,
    finish,
    remove_player,
    survivors,
)
from meadhall.games.jarls.rules.legal import legal_actions
from meadhall.games.jarls.rules.optional import shield_draft, swap
from meadhall.games.jarls.rules.optional.fog import add_seers
from meadhall.games.jarls.rules.pieces import jarl
from meadhall.games.jarls.rules.push import move_pieces, route_of
from meadhall.games.jarls.rules.refusals import refusal
from meadhall.games.jarls.rules.turns import pass_turn, skip_stuck_seats, skip_turn, then
from meadhall.games.jarls.types import (
    Action,
    Eliminated,
    Event,
    Move,
    Place,
    Skip,
    Starve,
    State,
    Swap,
)


def apply(state: State, seat: Seat, action: object) -> Step[State, Event]:
    """The state after the action, and what happened."""
    refused = refusal(state, seat, action)
    if refused is not None:
        raise Refused(refused)
    if isinstance(action, Move):
        return add_seers(state, play_move(state, action))
    if isinstance(action, Place):
        return skip_stuck_seats(shield_draft.place(state, seat, action))
    if isinstance(action, Swap):
        return then(swap.swap_sides(state, seat), pass_turn)
    if isinstance(action, Starve) and state.famine is not None:
        return skip_stuck_seats(starvation.choose(state, state.famine, seat, action.piece))
    return skip_turn(state)


def play_move(state: State, move: Move) -> Step[State, Event]:
    """A legal move and everything that follows from it."""
    route = route_of(state, move)
    step = move_pieces(state, route)
    death = _first_death(step.events)
    # This may be the mover's own Jarl: a chain can hold pieces of any owner.
    if death is not None and jarl(death.seat) not in step.state.board:
        step = then(step, lambda after: remove_player(after, death.seat, death.cause))
    result = check_win(step.state, route, someone_fell=death is not None)
    if result is not None:
        return then(step, lambda after: finish(after, result))
    return then(step, lambda after: pass_turn(after, killed=death is not None))


def _first_death(events: tuple[Event, ...]) -> Eliminated | None:
    # A push kills at most one piece, the last of its chain.
    return next((event for event in events if isinstance(event, Eliminated)), None)


def default_action(state: State, seat: Seat, rng: Rng) -> Action:
    """When time runs out, a turn is skipped; a Shield's hex or the piece to starve is drawn."""
    action: Action = Skip()
    if state.phase != "playing":
        action, _ = rng.choice(legal_actions(state, seat))
    return action


def time_limit(state: State) -> int | None:
    """Milliseconds for a turn or a choice, if the match has a timer."""
    seconds = state.options.turn_timer
    return None if seconds is None else 1000 * seconds


def leave(state: State, seat: Seat) -> Step[State, Event]:
    """The seat gives up: its pieces go, and the others play on if two sides are left."""
    if state.phase == "over" or seat not in survivors(state):
        return Step(state, ())
    step = eliminate_player(state, seat, "left")
    if step.state.phase == "over":
        return step
    return then(step, lambda after: _continue_without(after, seat))


def _continue_without(state: State, seat: Seat) -> Step[State, Event]:
    """The match continues; whatever was asked of the seat is asked no more."""
    if state.famine is not None:
        return skip_stuck_seats(starvation.resume(state, state.famine.without(seat)))
    if seat != state.turn.mover:
        return Step(state, ())
    if state.phase == "placing":
        return Step(shield_draft.pass_draft(state), ())
    return pass_turn(state)
