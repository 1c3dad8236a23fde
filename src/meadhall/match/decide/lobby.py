"""Before the start: people and bots sit down, people say that they are ready, and play starts."""

from typing import assert_never

from meadhall.core.refusal import Refusal
from meadhall.core.seats import seat_name
from meadhall.core.seed_proof import SHARE
from meadhall.match.commands import Close, LobbyCommand, Ready, Sit, StandUp, Start
from meadhall.match.decide.rated import seat_refusal
from meadhall.match.evolve import apply_facts
from meadhall.match.facts import Abandoned, Player, Readied, Seated, Started, Unseated
from meadhall.match.match import Match, Outcome, lacks_seat

LONGEST_NAME = 40


def decide(match: Match, command: LobbyCommand, now: int) -> Outcome | Refusal:
    """The outcome of the command, or why it is refused."""
    refused = _refusal(match, command)
    if refused is not None:
        return refused
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


def name_refusal(player: Player) -> Refusal | None:
    """Why a player cannot have that name."""
    name = player.name
    if name.strip() == name and name.isprintable() and 1 <= len(name) <= LONGEST_NAME:
        return None
    return Refusal("BAD_NAME", f"A name has 1 to {LONGEST_NAME} printable characters.")


def share_refusal(share: str) -> Refusal | None:
    """Why a seat cannot add that to the seed."""
    if SHARE.fullmatch(share):
        return None
    return Refusal("BAD_SHARE", "A seat adds up to 64 hexadecimal digits (0-9, a-f) to the seed.")


def lobby_refusal(match: Match) -> Refusal | None:
    """Why nobody can sit down or get ready here any more."""
    if match.phase == "over":
        return Refusal("MATCH_OVER", "The match is over.")
    if match.phase == "playing":
        return Refusal("ALREADY_STARTED", "The match has already started.")
    return None


def _refusal(match: Match, command: LobbyCommand) -> Refusal | None:
    refused = lobby_refusal(match)
    if refused is not None:
        return refused
    if not isinstance(command, Start | Close) and lacks_seat(match, command.seat):
        return Refusal("NO_SUCH_SEAT", f"This table has {match.setup.seats} seats.")
    return None


def _sit(match: Match, command: Sit, now: int) -> Outcome | Refusal:
    if match.players[command.seat] is not None:
        return Refusal("SEAT_TAKEN", f"{seat_name(command.seat).capitalize()} is taken.")
    return (
        name_refusal(command.player)
        or share_refusal(command.share)
        or seat_refusal(match, command.player)
        or apply_facts(match, Seated(now, command.seat, command.player, command.share))
    )


def _stand_up(match: Match, command: StandUp, now: int) -> Outcome | Refusal:
    if match.players[command.seat] is None:
        return Refusal("SEAT_FREE", f"{seat_name(command.seat).capitalize()} is free already.")
    return apply_facts(match, Unseated(now, command.seat))


def _ready(match: Match, command: Ready, now: int) -> Outcome | Refusal:
    if not match.is_person(command.seat):
        return Refusal("NOBODY_THERE", f"No person sits on {seat_name(command.seat)}.")
    if match.ready[command.seat] == command.ready:
        return apply_facts(match)
    return apply_facts(match, Readied(now, command.seat, command.ready))


def _start(match: Match, now: int) -> Outcome | Refusal:
    if None in match.players:
        free = match.players.index(None)
        return Refusal("SEATS_OPEN", f"{seat_name(free).capitalize()} is still free.")
    waiting = [s for s, ready in enumerate(match.ready) if match.is_person(s) and not ready]
    if waiting:
        return Refusal("NOT_READY", f"{seat_name(waiting[0]).capitalize()} is not ready yet.")
    return apply_facts(match, Started(now))


def _close(match: Match, command: Close, now: int) -> Outcome | Refusal:
    if match.at >= command.since:
        return Refusal("IN_USE", "This table has been used since then.")
    return apply_facts(match, Abandoned(now))
