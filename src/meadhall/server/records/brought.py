"""Matches that were played without the server, on their way into an account.

What a browser sends may be made up. All that is taken from it is a record, which is replayed by
the rules; the facts that are stored are made anew from that.
"""

from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256

from msgspec import Struct

from meadhall.core.codec import decode
from meadhall.core.refusal import Refused
from meadhall.match.clock import Untimed
from meadhall.match.evolve import fold
from meadhall.match.facts import Created, Fact, Player, Seated
from meadhall.match.match import Match
from meadhall.match.ports import Append, append_of
from meadhall.match.records import facts_of, record_of
from meadhall.server.protocol.tokens import ALPHABET
from meadhall.server.records.work import Games

ID_LENGTH = 16


class Bringer(Struct, frozen=True):
    """Into whose account a match comes, and when."""

    id: str
    name: str
    now: int


def bring_match(games: Games, lines: tuple[str, ...], whose: Bringer, code: str) -> Append:
    """What to store to keep the match in the account. The same match always has the same id."""
    played = _read_match(games, lines)
    if played.phase == "lobby":
        raise Refused.because("NOT_STARTED", "Nothing has been played yet.")
    if played.setup.guided:
        raise Refused.because("GUIDED", "A guided first match stays where it was played.")
    over = played.phase == "over"
    # A match in play begins now: one that looked deserted would be ended.
    at = max(0, min(played.created, whose.now)) if over else whose.now
    made = facts_of(played.game, record_of(played), _id_here(played, whose), at)
    facts = tuple(_at_this_table(fact, played, whose, code) for fact in made)
    return append_of(None, fold(played.game, facts), facts)


def _read_match(games: Games, lines: tuple[str, ...]) -> Match:
    facts: tuple[Fact, ...] = tuple(decode(Fact, line) for line in lines)
    if not facts or not isinstance(facts[0], Created):
        raise Refused.because("NOT_A_MATCH", "There is no match in it.")
    return fold(games(facts[0].setup.game), facts)


def _id_here(played: Match, whose: Bringer) -> str:
    """The match's id in the account; another one once it is over, because it may go on there."""
    text = "\n".join((whose.id, played.setup.id, "over" if played.phase == "over" else "playing"))
    return "".join(_letters(sha256(text.encode()).digest()))


def _letters(digest: bytes) -> Iterator[str]:
    number = int.from_bytes(digest)
    for _ in range(ID_LENGTH):
        number, letter = divmod(number, len(ALPHABET))
        yield ALPHABET[letter]


def _at_this_table(fact: Fact, played: Match, whose: Bringer, code: str) -> Fact:
    """The fact with the person's own seats, at a table without a clock that no list shows."""
    if isinstance(fact, Created):
        setup = replace(fact.setup, listed=False, clock=Untimed(), code=code)
        return replace(fact, setup=setup)
    if isinstance(fact, Seated):
        return replace(fact, player=_player(played, fact, whose))
    return fact


def _player(played: Match, seated: Seated, whose: Bringer) -> Player:
    """The bot that played here, or the person. On a shared device every seat keeps its name."""
    there = played.players[seated.seat]
    if there is not None and there.bot:
        return Player(seated.player.name, bot=there.bot)
    people = sum(played.is_person(seat) for seat in range(played.setup.seats))
    return Player(seated.player.name if people > 1 else whose.name, whose.id)
