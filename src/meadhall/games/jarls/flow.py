"""From a command to the next decision: what follows what, until somebody has to choose again."""

from collections.abc import Callable

from meadhall.core.game import Step
from meadhall.core.seats import Seat
from meadhall.games.jarls import starvation, sudden_death
from meadhall.games.jarls.fog import known_board
from meadhall.games.jarls.moves import can_move
from meadhall.games.jarls.pieces import jarl
from meadhall.games.jarls.push import March, carry_out, march
from meadhall.games.jarls.shield_draft import next_placer
from meadhall.games.jarls.turns import end_turn
from meadhall.games.jarls.types import (
    Eliminated,
    Event,
    Move,
    Result,
    State,
    TurnSkipped,
)
from meadhall.games.jarls.victory import (
    check_last_standing,
    check_throne,
    eliminate_player,
    finish,
)


def then(
    step: Step[State, Event], follow: Callable[[State], Step[State, Event]]
) -> Step[State, Event]:
    """What follows from the step's state, with the events of both."""
    after = follow(step.state)
    return Step(after.state, (*step.events, *after.events))


def play(state: State, move: Move) -> Step[State, Event]:
    """A legal command carried out, with everything that comes of it."""
    order = march(state, move)
    step = carry_out(state, order)
    fallen = _fallen(step.events)
    if fallen is not None and jarl(fallen.seat) not in step.state.board:
        step = then(step, lambda after: eliminate_player(after, fallen.seat, fallen.cause))
    result = check_win(step.state, order, someone_fell=fallen is not None)
    if result is not None:
        return then(step, lambda after: finish(after, result))
    return then(step, lambda after: pass_turn(after, killed=fallen is not None))


def check_win(state: State, order: March, *, someone_fell: bool) -> Result | None:
    """Whether the command has decided the match; the Throne goes before the last one standing."""
    result = check_throne(state, order)
    if result is None and someone_fell:
        return check_last_standing(state)
    return result


def _fallen(events: tuple[Event, ...]) -> Eliminated | None:
    return next((event for event in events if isinstance(event, Eliminated)), None)


def skip_turn(state: State) -> Step[State, Event]:
    """The mover's clock ran out: the turn is lost, nothing else."""
    step: Step[State, Event] = Step(state, (TurnSkipped(state.turn.mover, "clock"),))
    return then(step, pass_turn)


def pass_turn(state: State, *, killed: bool = False) -> Step[State, Event]:
    """The next turn begins, with whatever the end of a round brings before it."""
    return settle(_one_turn(state, killed=killed))


def _one_turn(state: State, *, killed: bool = False) -> Step[State, Event]:
    step = end_turn(state, killed=killed)
    return then(step, end_round) if step.state.turn.round != state.turn.round else step


def end_round(state: State) -> Step[State, Event]:
    """What a quiet round may bring: a ring that falls, and then hunger or a draw."""
    if sudden_death.falls(state):
        return then(sudden_death.shrink(state), _end_of_quiet)
    return _end_of_quiet(state)


def _end_of_quiet(state: State) -> Step[State, Event]:
    """After too many quiet rounds: a draw in one ruleset, hunger in the other."""
    options, quiet = state.options, state.turn.quiet
    if state.phase == "over":
        return Step(state, ())
    if options.ruleset == "shields" and starvation.triggered(quiet, options):
        return starvation.begin(state)
    if options.ruleset == "holes" and quiet >= options.draw_after_rounds:
        return finish(state, Result((), "quiet"))
    return Step(state, ())


def settle(step: Step[State, Event]) -> Step[State, Event]:
    """Pass over seats that cannot move, until one can or something else comes first."""
    while _is_stuck(step.state):
        seat = step.state.turn.mover
        step = Step(step.state, (*step.events, TurnSkipped(seat, "noMove")))
        step = then(step, _one_turn)
    return step


def _is_stuck(state: State) -> bool:
    mover = state.turn.mover
    return state.phase == "playing" and not can_move(state, known_board(state, mover), mover)


def leave(state: State, seat: Seat) -> Step[State, Event]:
    """The seat gives up: its pieces go, and the others play on if there are any."""
    if state.phase == "over" or jarl(seat) not in state.board:
        return Step(state, ())
    step = eliminate_player(state, seat, "left")
    result = check_last_standing(step.state)
    if result is not None:
        return then(step, lambda after: finish(after, result))
    return then(step, lambda after: _without(after, seat))


def _without(state: State, seat: Seat) -> Step[State, Event]:
    """The match goes on without the seat, whatever it was that had been asked of it."""
    if state.famine is not None:
        return settle(starvation.go_on(state, state.famine.without(seat)))
    if seat != state.turn.mover:
        return Step(state, ())
    return Step(next_placer(state), ()) if state.phase == "placing" else pass_turn(state)
