"""Before the start: people and bots sit down, say that they are ready, and begin."""

from typing import assert_never

from meadhall.core.seats import seat_name
from meadhall.match.commands import Close, LobbyCommand, Ready, Sit, StandUp, Start
from meadhall.match.evolve import carried
from meadhall.match.facts import Abandoned, Player, Readied, Seated, Started, Unseated
from meadhall.match.match import Match, Outcome, Rejected, no_such_seat

LONGEST_NAME = 40


def judged(match: Match, command: LobbyCommand, now: int) -> Outcome | Rejected:
    """What becomes of the command."""
    rejected = _not_now(match, command)
    if rejected is not None:
        return rejected
    match command:
        case Sit():
            return _sit(match, command, now)
        case StandUp():
            return _stand_up(match, command, now)
        case Ready():
            return _ready(match, command, now)
        case Start():
            return _start(match, now)
        case Close():
            return _close(match, command, now)
        case _:
            assert_never(command)


def bad_name(player: Player) -> Rejected | None:
    """Why nobody can be called that."""
    name = player.name
    if name.strip() == name and name.isprintable() and 1 <= len(name) <= LONGEST_NAME:
        return None
    return Rejected("BAD_NAME", f"A name has 1 to {LONGEST_NAME} printable characters.")


def too_late(match: Match) -> Rejected | None:
    """Why nobody gathers at this table any more."""
    if match.phase == "over":
        return Rejected("MATCH_OVER", "The match is over.")
    if match.phase == "playing":
        return Rejected("ALREADY_STARTED", "The match has already started.")
    return None


def _not_now(match: Match, command: LobbyCommand) -> Rejected | None:
    rejected = too_late(match)
    if rejected is not None:
        return rejected
    if not isinstance(command, Start | Close) and no_such_seat(match, command.seat):
        return Rejected("NO_SUCH_SEAT", f"This table has {match.setup.seats} seats.")
    return None


def _sit(match: Match, command: Sit, now: int) -> Outcome | Rejected:
    if match.players[command.seat] is not None:
        return Rejected("SEAT_TAKEN", f"Somebody already sits on {seat_name(command.seat)}.")
    return bad_name(command.player) or carried(match, Seated(now, command.seat, command.player))


def _stand_up(match: Match, command: StandUp, now: int) -> Outcome | Rejected:
    if match.players[command.seat] is None:
        return Rejected("SEAT_FREE", f"Nobody sits on {seat_name(command.seat)}.")
    return carried(match, Unseated(now, command.seat))


def _ready(match: Match, command: Ready, now: int) -> Outcome | Rejected:
    if not match.is_person(command.seat):
        return Rejected("NOBODY_THERE", f"No person sits on {seat_name(command.seat)}.")
    if match.ready[command.seat] == command.ready:
        return carried(match)
    return carried(match, Readied(now, command.seat, command.ready))


def _start(match: Match, now: int) -> Outcome | Rejected:
    if None in match.players:
        free = match.players.index(None)
        return Rejected("SEATS_OPEN", f"{seat_name(free).capitalize()} is still free.")
    waiting = [s for s, ready in enumerate(match.ready) if match.is_person(s) and not ready]
    if waiting:
        return Rejected("NOT_READY", f"{seat_name(waiting[0]).capitalize()} is not ready yet.")
    return carried(match, Started(now))


def _close(match: Match, command: Close, now: int) -> Outcome | Rejected:
    if match.at >= command.since:
        return Rejected("IN_USE", "Somebody has been at this table since then.")
    return carried(match, Abandoned(now))
