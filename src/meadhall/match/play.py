"""Play itself: actions, clocks that run out, and giving up."""

from sys import intern
from typing import assert_never

from meadhall.core.refusal import Refused
from meadhall.core.rng import Rng
from meadhall.core.seats import Seat, seat_name
from meadhall.core.status import ToAct
from meadhall.match import clock
from meadhall.match.commands import Abandon, Act, Leave, PlayCommand, Resign, Tick
from meadhall.match.evolve import carried, played
from meadhall.match.facts import Abandoned, Acted, Left, Player, TakenOver, TimedOut, Unseated
from meadhall.match.match import Match, Outcome, Rejected, no_such_seat, rejection

_OVER = Rejected("MATCH_OVER", "The match is over.")
_NOT_STARTED = Rejected("NOT_STARTED", "The match has not started yet.")


def judged(match: Match, command: PlayCommand, now: int) -> Outcome | Rejected:
    """What becomes of the command."""
    match command:
        case Act():
            return _act(match, command, now)
        case Tick():
            return _tick(match, now)
        case Abandon():
            return _not_playing(match) or carried(match, Abandoned(now))
        case Resign() | Leave():
            return _give_up(match, command, now)
        case _:
            assert_never(command)


def due(match: Match) -> int | None:
    """The time of day when the next clock runs out, if nothing happens before."""
    if not clock.counts(match.face):
        return None
    instants = (clock.runs_out(match.face, seat) for seat in match.asked)
    return min((instant for instant in instants if instant is not None), default=None)


def _act(match: Match, command: Act, now: int) -> Outcome | Rejected:
    rejected = _not_now(match, command, now) or _no_action(match, command)
    if rejected is not None:
        return rejected
    seat, game = command.seat, match.game
    try:
        step = game.apply(match.state, seat, command.action)
    except Refused as error:
        return rejection(error.refusal)
    text = intern(game.notation.write(command.action))  # once for all matches in memory
    left = clock.left(match.face, seat, now) if clock.counts(match.face) else None
    fact = Acted(now, seat, text, command.turn, command.id, left)
    after, events = played(match, fact, step)
    return Outcome(after, (fact,), events, after.version)


def _not_now(match: Match, command: Act, now: int) -> Rejected | None:
    """Why the action is not even shown to the rules."""
    if not isinstance(match.status, ToAct):
        return _not_playing(match)
    if no_such_seat(match, command.seat):
        return Rejected("NO_SUCH_SEAT", f"This table has {match.setup.seats} seats.")
    if command.turn != match.turn:
        return Rejected("STALE_TURN", "The position has changed since you chose that; look again.")
    if clock.counts(match.face):
        deadline = clock.runs_out(match.face, command.seat)
        if deadline is not None and deadline <= now:
            return Rejected("TIME_IS_UP", "Your time had run out before that arrived.")
    return None


def _not_playing(match: Match) -> Rejected | None:
    if match.status is None:
        return _NOT_STARTED
    return _OVER if match.phase == "over" else None


def _no_action(match: Match, command: Act) -> Rejected | None:
    types = match.game.types
    if not isinstance(command.action, types.action):
        return Rejected("BAD_ACTION", f"That is no action of {match.game.spec.title}.")
    if isinstance(command.action, types.clock_only):
        return Rejected("CLOCK_ONLY", "Only a clock that has run out plays that.")
    return None


def _tick(match: Match, now: int) -> Outcome:
    """Play for all whose time is up. The first default may end the question for the others."""
    ends = {seat: clock.runs_out(match.face, seat) for seat in match.asked}
    outcome = Outcome(match, (), (), match.version)
    for seat, end in ends.items():
        if end is not None and end <= now and seat in outcome.match.asked:
            outcome = _run_out(outcome, seat, now)
    return outcome


def _run_out(sofar: Outcome, seat: Seat, now: int) -> Outcome:
    match = sofar.match
    rng = Rng(match.setup.seed).fork(f"clock {match.version}")
    action = match.game.default_action(match.state, seat, rng)
    step = match.game.apply(match.state, seat, action)
    fact = TimedOut(now, seat, match.game.notation.write(action), match.turn)
    after, events = played(match, fact, step)
    return Outcome(after, (*sofar.facts, fact), (*sofar.events, *events), after.version)


def _give_up(match: Match, command: Resign | Leave, now: int) -> Outcome | Rejected:
    seat = command.seat
    if no_such_seat(match, seat) or match.players[seat] is None:
        return Rejected("NOBODY_THERE", "Nobody sits there.")
    if match.phase == "over":
        return _OVER
    if seat in match.gone:
        return Rejected("ALREADY_LEFT", f"{seat_name(seat).capitalize()} has already left.")
    leaves = isinstance(command, Leave)
    if match.phase == "lobby":
        return carried(match, Unseated(now, seat)) if leaves else _NOT_STARTED
    level = match.setup.takeover
    if leaves and level and match.is_person(seat):
        return carried(match, TakenOver(now, seat, Player(level, bot=level)))
    return carried(match, Left(now, seat, match.turn))
