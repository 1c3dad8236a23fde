"""Commands become facts, or are rejected with a reason. Every command gets an answer."""

from meadhall.core.game import AnyGame
from meadhall.core.refusal import Refused
from meadhall.core.status import ToAct
from meadhall.match import clock, gathering, play, presence, table, talk
from meadhall.match.clock import Clock, Daily, Fischer, PerTurn
from meadhall.match.commands import (
    Command,
    LobbyCommand,
    Named,
    PlayCommand,
    PresenceCommand,
    Say,
)
from meadhall.match.evolve import first_state, found
from meadhall.match.facts import Created, Fact, Setup
from meadhall.match.match import Match, Outcome, Rejected, rejection

LONGEST_ID = 64
LONGEST_CLOCK = 60 * clock.DAY


def create(game: AnyGame, setup: Setup, now: int) -> Outcome | Rejected:
    """A new match, if its options, seats, clock and starting position are in order."""
    if not _sensible(setup.clock):
        return Rejected("BAD_CLOCK", "A clock gives more than no time and at most 60 days.")
    try:
        status = game.status(first_state(game, setup))
        fact = Created(now, setup)
        match = found(game, fact)
    except Refused as error:
        return rejection(error.refusal)
    if not isinstance(status, ToAct):
        return Rejected("NOTHING_TO_PLAY", "The match is over in the position it would start from.")
    return Outcome(match, (fact,), (), match.version)


def handle(match: Match, command: Command, now: int) -> Outcome | Rejected:
    """Judge the command and carry it out. `now` is the time of day in milliseconds."""
    now = max(now, match.at)  # a clock that was set back must not make time run backwards
    if isinstance(command, Named) and command.id:
        known = _known(match, command)
        if known is not None:
            return known
    return _judged(match, command, now)


def decide(match: Match, command: Command, now: int) -> tuple[Fact, ...] | Rejected:
    """The facts that the command leads to; none if it had been carried out before."""
    outcome = handle(match, command, now)
    return outcome if isinstance(outcome, Rejected) else outcome.facts


def _judged(match: Match, command: Command, now: int) -> Outcome | Rejected:
    if isinstance(command, PlayCommand):
        return play.judged(match, command, now)
    if isinstance(command, LobbyCommand):
        return gathering.judged(match, command, now)
    if isinstance(command, PresenceCommand):
        return presence.judged(match, command, now)
    if isinstance(command, Say):
        return talk.judged(match, command, now)
    return table.judged(match, command, now)


def _known(match: Match, command: Named) -> Outcome | Rejected | None:
    """The answer to a command that has been carried out before, or whose id is no good."""
    name = command.id
    if len(name) > LONGEST_ID or not name.isprintable():
        return Rejected("BAD_ID", f"An id has at most {LONGEST_ID} printable characters.")
    place = match.place(command.seat)
    if not 0 <= place < len(match.recent) or not match.recent[place].knows(name):
        return None
    version = match.recent[place].version(name, _what(match, command))
    if version is not None:
        return Outcome(match, (), (), version)
    if command.seat is None:
        return None  # another spectator's, who has chosen the same id
    return Rejected("ID_USED", "Something else was sent under that id.")


def _what(match: Match, command: Named) -> str:
    if isinstance(command, Say):
        return command.text.strip()
    known = isinstance(command.action, match.game.types.action)
    return match.game.notation.write(command.action) if known else ""


def _sensible(rule: Clock) -> bool:
    match rule:
        case PerTurn(limit):
            return 0 < limit <= LONGEST_CLOCK
        case Fischer(bank, increment):
            return 0 < bank <= LONGEST_CLOCK and 0 <= increment <= LONGEST_CLOCK
        case Daily(days):
            return 0 < days * clock.DAY <= LONGEST_CLOCK
        case _:
            return True
