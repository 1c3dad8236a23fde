"""Who is there, and what the clocks do about it."""

from typing import assert_never

from meadhall.match import clock
from meadhall.match.commands import ComeBack, GoAway, PresenceCommand, Reopen, TakeOver
from meadhall.match.evolve import carried
from meadhall.match.facts import CameBack, Reopened, TakenOver, WentAway
from meadhall.match.gathering import bad_name
from meadhall.match.match import Match, Outcome, Rejected, no_such_seat
from meadhall.match.play import due


def judged(match: Match, command: PresenceCommand, now: int) -> Outcome | Rejected:
    """What becomes of the command."""
    match command:
        case GoAway() | ComeBack():
            return _presence(match, command, now)
        case Reopen(since=since):
            closed = max(since, match.at)
            idle = due(match) is None or closed >= now
            return carried(match) if idle else carried(match, Reopened(now, closed))
        case TakeOver():
            return _take_over(match, command, now)
        case _:
            assert_never(command)


def _presence(match: Match, command: GoAway | ComeBack, now: int) -> Outcome | Rejected:
    """Written down only where it matters: where a clock waits or a bot may take over."""
    seat = command.seat
    if no_such_seat(match, seat) or match.players[seat] is None:
        return Rejected("NOBODY_THERE", "Nobody sits there.")
    away = isinstance(command, GoAway)
    matters = bool(match.setup.takeover) or isinstance(match.setup.clock, clock.Paused)
    known = (match.away[seat] is not None) == away
    if match.phase != "playing" or not match.is_person(seat) or not matters or known:
        return carried(match)
    return carried(match, WentAway(now, seat) if away else CameBack(now, seat))


def _take_over(match: Match, command: TakeOver, now: int) -> Outcome | Rejected:
    seat = command.seat
    if match.phase != "playing":
        return Rejected("NOT_PLAYING", "Seats are taken over in the middle of a match only.")
    if no_such_seat(match, seat) or seat in match.gone:
        return Rejected("NOBODY_THERE", "Nobody plays on that seat.")
    if not match.setup.takeover:
        return Rejected("NO_TAKEOVER", "In this match seats are not taken over.")
    rejected = _still_theirs(match, command, now) or bad_name(command.player)
    return rejected or carried(match, TakenOver(now, seat, command.player))


def _still_theirs(match: Match, command: TakeOver, now: int) -> Rejected | None:
    """Why whoever sits there keeps the seat: a lost connection is not leaving."""
    if not match.is_person(command.seat):
        both = bool(command.player.bot)
        return Rejected("SEAT_TAKEN", "A bot plays there already.") if both else None
    since = match.away[command.seat]
    if since is None:
        return Rejected("SEAT_TAKEN", "Somebody sits there and is not away.")
    if now - since < clock.GRACE:
        return Rejected("BACK_SOON", "Who lost the connection has two minutes to come back.")
    return None
