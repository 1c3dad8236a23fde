"""The way in: every command gets an answer, which is facts or a refusal with its reason."""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias, get_args  # noqa: TID251 - see `Decider`

from meadhall.core.game import AnyGame
from meadhall.core.refusal import Refusal, Refused
from meadhall.core.status import ToAct
from meadhall.match import clock
from meadhall.match.clock import Clock, Daily, Fischer, PerTurn
from meadhall.match.commands import (
    Act,
    Command,
    LobbyCommand,
    Named,
    PlayCommand,
    PresenceCommand,
    ProposalCommand,
    Say,
)
from meadhall.match.decide import lobby, play, presence, proposals, rated, talk
from meadhall.match.evolve import first_state, new_match
from meadhall.match.facts import Acted, Created, Fact, Setup
from meadhall.match.match import SPECTATORS, Match, Outcome, lacks_seat
from meadhall.match.recent import RECENT

LONGEST_ID = 64
REPEATED_MS = 600_000
"""For how long a repeated message is recognised, however many came after it."""
LONGEST_CLOCK = 60 * clock.DAY

Decider: TypeAlias = Callable[[Match, Any, int], Outcome | Refusal]
"""Decides some kinds of command: no type can say that each is called with its own kinds only."""
DECIDERS: Mapping[type[Command], Decider] = {
    **dict.fromkeys(get_args(PlayCommand), play.decide),
    **dict.fromkeys(get_args(LobbyCommand), lobby.decide),
    **dict.fromkeys(get_args(PresenceCommand), presence.decide),
    **dict.fromkeys(get_args(ProposalCommand), proposals.decide),
    # After `PlayCommand`, which includes it: of two entries for one key the later one counts.
    Act: play.decide_act,
    Say: talk.decide,
}
"""The function that decides each kind of command. A lookup is faster than a chain of tests."""


def create(game: AnyGame, setup: Setup, now: int) -> Outcome | Refusal:
    """A new match; refused where its options, seats, clock or starting position are wrong."""
    if not _is_valid(setup.clock):
        return Refusal("BAD_CLOCK", "A clock must give some time, and at most 60 days.")
    try:
        # The state is only a trial, to refuse a bad setup here; `Started` makes it again.
        status = game.status(first_state(game, setup))
        fact = Created(now, setup)
        match = new_match(game, fact)
    except Refused as error:
        return error.refusal
    if not isinstance(status, ToAct):
        return Refusal("NOTHING_TO_PLAY", "The match would be over before it starts.")
    refused = rated.setup_refusal(match)
    if refused is not None:
        return refused
    return Outcome(match, (fact,), (), match.version)


def handle(match: Match, command: Command, now: int) -> Outcome | Refusal:
    """The facts that the command leads to and the match after them, or why it is refused.

    `now` is the time of day in milliseconds.
    """
    now = max(now, match.at)  # the system clock may have been set back
    # Before anything else is checked: by now a repeated action would be refused as stale.
    if isinstance(command, Named) and command.id:
        earlier = _earlier_answer(match, command)
        if earlier is not None:
            return earlier
    return DECIDERS[type(command)](match, command, now)


def decide(match: Match, command: Command, now: int) -> tuple[Fact, ...] | Refusal:
    """The facts that the command leads to; none if it was carried out before."""
    outcome = handle(match, command, now)
    return outcome if isinstance(outcome, Refusal) else outcome.facts


def _earlier_answer(match: Match, command: Named) -> Outcome | Refusal | None:
    """The answer to a command whose id was used before or cannot be used; `None` for a new one."""
    name = command.id
    if len(name) > LONGEST_ID or not name.isprintable():
        return Refusal("BAD_ID", f"An id has at most {LONGEST_ID} printable characters.")
    # The decider refuses it. Here -1 would be taken for `SPECTATORS`.
    if command.seat is not None and lacks_seat(match, command.seat):
        return None
    recent = match.recent[SPECTATORS if command.seat is None else command.seat]
    if not recent.knows(name):
        # Before that many none is forgotten.
        return _older_answer(match, command) if len(recent.done) == RECENT else None
    version = recent.version(name, _content(match, command))
    if version is not None:
        return Outcome(match, (), (), version)
    if command.seat is None:
        return None  # spectators share one list: another one may have chosen the same id
    return Refusal("ID_USED", "That id was already used for another command.")


def _older_answer(match: Match, command: Named) -> Outcome | None:
    """The answer to a command that comes once more after many others.

    It may have waited at a process that stood still, while its sender went on elsewhere. A question
    can have many answers of one seat. With the next question they are stale.
    """
    if isinstance(command, Say):
        return _earlier_message(match, command)
    for ply in match.plies.backwards():
        if ply.turn != match.turn:
            break
        if not isinstance(ply, Acted) or (ply.seat, ply.id) != (command.seat, command.id):
            continue
        if ply.action == _content(match, command):
            return Outcome(match, (), (), match.version)
    return None


def _earlier_message(match: Match, command: Say) -> Outcome | None:
    """Of a message: no turn makes it stale."""
    for said in match.messages.backwards():
        if said.at < match.at - REPEATED_MS:
            break
        if (said.seat, said.id, said.text) == (command.seat, command.id, command.text.strip()):
            return Outcome(match, (), (), match.version)
    return None


def _content(match: Match, command: Named) -> str:
    """What is compared to tell a repeated command from a new one with a used id."""
    if isinstance(command, Say):
        return command.text.strip()
    writable = isinstance(command.action, match.game.types.action)
    return match.game.notation.write(command.action) if writable else ""


def _is_valid(rule: Clock) -> bool:
    match rule:
        case PerTurn(limit):
            return 0 < limit <= LONGEST_CLOCK
        case Fischer(bank, increment):
            return 0 < bank <= LONGEST_CLOCK and 0 <= increment <= LONGEST_CLOCK
        case Daily(days):
            return 0 < days * clock.DAY <= LONGEST_CLOCK
        case _:
            return True
