"""From one turn to the next: whose turn it is, and what the end of a round brings."""

from collections.abc import Callable

from meadhall.core.game import Step
from meadhall.games.jarls.rules import starvation
from meadhall.games.jarls.rules.ending import finish, next_survivor
from meadhall.games.jarls.rules.legal import can_move
from meadhall.games.jarls.rules.optional import sudden_death
from meadhall.games.jarls.rules.optional.fog import known_board
from meadhall.games.jarls.rules.pieces import jarl
from meadhall.games.jarls.types import (
    Event,
    Result,
    RoundEnded,
    State,
    TurnEnded,
    TurnSkipped,
    TurnState,
)


def then(
    step: Step[State, Event], follow: Callable[[State], Step[State, Event]]
) -> Step[State, Event]:
    """The step followed by what comes of its state, with the events of both."""
    after = follow(step.state)
    return Step(after.state, (*step.events, *after.events))


def next_turn(state: State, *, killed: bool) -> TurnState:
    """The turn after this one; `killed` says that this turn pushed a piece to its death.

    A round goes clockwise from its first seat. The next round begins with the next surviving seat
    or, in a fixed order, with the same one.
    """
    turn, quiet = state.turn, 0 if killed else state.turn.quiet
    # How many seats lie between the mover and the seat that opened the round, clockwise.
    left = (turn.first - turn.mover - 1) % state.seats
    for step in range(1, left + 1):
        seat = (turn.mover + step) % state.seats
        if jarl(seat) in state.board:
            return TurnState(turn.number + 1, turn.round, turn.first, seat, quiet)
    first = turn.first
    if state.order == "rotating" or jarl(first) not in state.board:
        first = next_survivor(state, first)
    return TurnState(turn.number + 1, turn.round + 1, first, first, 0 if killed else quiet + 1)


def end_turn(state: State, *, killed: bool = False) -> Step[State, Event]:
    """The next seat's turn; after the last turn of a round, the next round."""
    turn = next_turn(state, killed=killed)
    events: tuple[Event, ...] = (TurnEnded(state.turn.mover, turn.mover, turn.number),)
    if turn.round != state.turn.round:
        events = (*events, RoundEnded(turn.round, turn.quiet))
    return Step(state.with_turn(turn), events)


def pass_turn(state: State, *, killed: bool = False) -> Step[State, Event]:
    """The next turn of a seat that can move, with what the ends of rounds bring before it."""
    return skip_stuck_seats(_pass_once(state, killed=killed))


def skip_turn(state: State) -> Step[State, Event]:
    """The mover's clock ran out: the turn is lost and nothing else."""
    step: Step[State, Event] = Step(state, (TurnSkipped(state.turn.mover, "clock"),))
    return then(step, pass_turn)


def skip_stuck_seats(step: Step[State, Event]) -> Step[State, Event]:
    """Pass over seats that cannot move, until one can, a famine begins or the match ends."""
    # This ends even if nobody can ever move: such rounds are quiet, and quiet rounds bring a draw
    # or starvation.
    while _is_stuck(step.state):
        seat = step.state.turn.mover
        step = Step(step.state, (*step.events, TurnSkipped(seat, "noMove")))
        step = then(step, _pass_once)
    return step


def _is_stuck(state: State) -> bool:
    mover = state.turn.mover
    return state.phase == "playing" and not can_move(state, known_board(state, mover), mover)


def _pass_once(state: State, *, killed: bool = False) -> Step[State, Event]:
    step = end_turn(state, killed=killed)
    return then(step, end_round) if step.state.turn.round != state.turn.round else step


def end_round(state: State) -> Step[State, Event]:
    """What quiet rounds may bring: a ring that falls, and then starvation or a draw."""
    if sudden_death.is_due(state):
        return then(sudden_death.drop_ring(state), _end_quiet_rounds)
    return _end_quiet_rounds(state)


def _end_quiet_rounds(state: State) -> Step[State, Event]:
    """After too many quiet rounds: starvation in one ruleset, a draw in the other."""
    options, quiet = state.options, state.turn.quiet
    if state.phase == "over":  # the falling ring has ended the match
        return Step(state, ())
    if options.ruleset == "shields" and starvation.is_due(quiet, options):
        return starvation.begin(state)
    if options.ruleset == "holes" and quiet >= options.draw_after_rounds:
        return finish(state, Result((), "quiet"))
    return Step(state, ())
