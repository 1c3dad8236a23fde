"""Who is connected, which clocks wait for them, and who takes over a seat."""

from typing import assert_never

from meadhall.core.refusal import Refusal
from meadhall.match import clock
from meadhall.match.commands import (
    ComeBack,
    GoAway,
    Hasten,
    PresenceCommand,
    Reopen,
    SetVacation,
    TakeOver,
    Uncover,
)
from meadhall.match.decide.lobby import name_refusal
from meadhall.match.decide.play import due
from meadhall.match.evolve import apply_facts
from meadhall.match.facts import (
    CameBack,
    Hastened,
    Reopened,
    TakenOver,
    Uncovered,
    VacationSet,
    WentAway,
)
from meadhall.match.match import Match, Outcome, lacks_seat

LONGEST_VACATION = 60 * clock.DAY


def decide(match: Match, command: PresenceCommand, now: int) -> Outcome | Refusal:
    """The outcome of the command, or why it is refused."""
    match command:
        case GoAway() | ComeBack():
            return _presence(match, command, now)
        case Uncover(seat=seat):
            is_covered = seat in match.clock_state.covered
            return apply_facts(match, Uncovered(now, seat)) if is_covered else apply_facts(match)
        case Reopen(since=since):
            closed = max(since, match.at)  # it was open when the last fact happened
            no_change = due(match) is None or closed >= now
            return apply_facts(match) if no_change else apply_facts(match, Reopened(now, closed))
        case Hasten():
            return _hasten(match, command, now)
        case TakeOver():
            return _take_over(match, command, now)
        case SetVacation():
            return _set_vacation(match, command, now)
        case _:
            assert_never(command)


def _presence(match: Match, command: GoAway | ComeBack, now: int) -> Outcome | Refusal:
    """A fact only where it has an effect: where clocks wait or a bot may take over."""
    seat = command.seat
    if lacks_seat(match, seat) or match.players[seat] is None:
        return Refusal("NOBODY_THERE", "Nobody sits there.")
    away = isinstance(command, GoAway)
    matters = bool(match.setup.takeover) or isinstance(match.setup.clock, clock.Paused)
    no_change = (match.away[seat] is not None) == away
    if match.phase != "playing" or not match.is_person(seat) or not matters or no_change:
        return apply_facts(match)
    return apply_facts(match, WentAway(now, seat) if away else CameBack(now, seat))


def _set_vacation(match: Match, command: SetVacation, now: int) -> Outcome | Refusal:
    """A fact only where it has an effect: where a daily clock runs for a person."""
    seat = command.seat
    if lacks_seat(match, seat) or match.players[seat] is None:
        return Refusal("NOBODY_THERE", "Nobody sits there.")
    if command.until - now > LONGEST_VACATION:
        return Refusal("BAD_VACATION", "A vacation has at most 60 days.")
    # Times that have passed are all alike.
    until, before = max(now, command.until), max(now, match.vacations[seat])
    matters = match.phase == "playing" and isinstance(match.setup.clock, clock.Daily)
    if not matters or not match.is_person(seat) or until == before:
        return apply_facts(match)
    return apply_facts(match, VacationSet(now, seat, until))


def _hasten(match: Match, command: Hasten, now: int) -> Outcome | Refusal:
    seat, rules = command.seat, match.setup.tournament
    if lacks_seat(match, seat) or match.players[seat] is None:
        return Refusal("NOBODY_THERE", "Nobody sits there.")
    if rules is None or not rules.haste:
        return Refusal("NO_BERSERK", "Nobody can go berserk in this match.")
    if match.phase != "playing" or any(ply.seat == seat for ply in match.plies):
        return Refusal("TOO_LATE", "You can go berserk only before your first move.")
    if seat in match.clock_state.hasty:
        return apply_facts(match)
    return apply_facts(match, Hastened(now, seat))


def _take_over(match: Match, command: TakeOver, now: int) -> Outcome | Refusal:
    seat = command.seat
    if match.phase != "playing":
        return Refusal("NOT_PLAYING", "A seat can be taken over only during play.")
    if lacks_seat(match, seat) or seat in match.gone:
        return Refusal("NOBODY_THERE", "Nobody is playing in that seat.")
    if not match.setup.takeover:
        return Refusal("NO_TAKEOVER", "Nobody may take over a seat in this match.")
    refused = _owner_keeps(match, command, now) or name_refusal(command.player)
    return refused or apply_facts(match, TakenOver(now, seat, command.player))


def _owner_keeps(match: Match, command: TakeOver, now: int) -> Refusal | None:
    """Why the player on the seat keeps it: losing the connection is not leaving."""
    if not match.is_person(command.seat):
        bot_for_bot = bool(command.player.bot)
        return Refusal("SEAT_TAKEN", "A bot already plays there.") if bot_for_bot else None
    since = match.away[command.seat]
    if match.vacations[command.seat] > now:
        return Refusal("ON_VACATION", "The player on that seat is on vacation.")
    if since is None:
        return Refusal("SEAT_TAKEN", "The player on that seat is not away.")
    if now - since < clock.GRACE:
        return Refusal(
            "BACK_SOON", "A player who lost the connection has two minutes to come back."
        )
    return None
