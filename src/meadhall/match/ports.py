"""What a match asks of a store. Whoever keeps these promises can keep the matches."""

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from meadhall.core.value import value
from meadhall.match.facts import Fact
from meadhall.match.match import Match, Phase


@dataclass(frozen=True, slots=True)
class Summary:
    """A match in a list: all that is needed to show, filter and find it without its facts.

    `players` has a name per seat, empty where the seat is free; `holders` who holds each seat.
    """

    id: str
    game: str
    phase: Phase
    seats: int
    players: tuple[str, ...]
    holders: tuple[str, ...]
    created: int
    code: str = ""
    listed: bool = True
    locked: bool = False
    result: str = ""


@value()
class Append:
    """New facts of one match, to follow its first `version` ones.

    `summary` is the match's new summary, or `None` where it has not changed.
    """

    match: str
    version: int
    facts: tuple[Fact, ...]
    summary: Summary | None = None


@dataclass(frozen=True, slots=True)
class Query:
    """Which matches to list, the youngest first. What is empty or `None` does not matter.

    `before` continues a list: only what comes after the match created then, with that id.
    """

    phases: tuple[Phase, ...] = ()
    game: str = ""
    code: str = ""
    holder: str = ""
    listed: bool | None = None
    free_seat: bool = False
    before: tuple[int, str] | None = None
    limit: int = 50


@dataclass(frozen=True, slots=True)
class Damage:
    """A stored fact that cannot be read: where it is and what is wrong with it."""

    match: str
    version: int
    text: str


class DamagedMatch(Exception):
    """Raised where a match is asked for whose stored facts cannot be read."""

    def __init__(self, damage: Damage) -> None:
        super().__init__(f"match {damage.match}, fact {damage.version}: {damage.text}")
        self.damage = damage


class MatchStore(Protocol):
    """Keeps the facts of all matches."""

    async def append(self, batch: Sequence[Append]) -> tuple[str, ...]:
        """Store everything in one transaction and return when it is safe on disk.

        Returns the matches in conflict: those whose stored version is not the one expected. Nothing
        of theirs is stored; the others are not affected.
        """
        ...

    async def facts(self, match: str) -> tuple[Fact, ...]:
        """All facts of the match, in order; none if there is no such match.

        Raises `DamagedMatch`.
        """
        ...

    async def find(self, query: Query) -> tuple[Summary, ...]:
        """The matches that the query describes, the youngest first."""
        ...

    async def unfinished(self, holder: str) -> int:
        """In how many matches that are not over the person holds a seat."""
        ...

    def scan(self, query: Query) -> AsyncIterator[tuple[str, tuple[Fact, ...]] | Damage]:
        """All such matches with their facts, and in place of each unreadable one its damage.

        The query's limit does not count here.
        """
        ...


def summary_of(match: Match) -> Summary:
    """The match as it appears in lists."""
    setup, players = match.setup, match.players
    return Summary(
        id=setup.id,
        game=setup.game,
        phase=match.phase,
        seats=setup.seats,
        players=tuple(player.name if player else "" for player in players),
        holders=tuple(player.holder if player else "" for player in players),
        created=match.created,
        code=setup.code,
        listed=setup.listed,
        locked=bool(setup.lock),
        result=match.result.reason if match.result else "",
    )


def append_of(before: Match | None, after: Match, facts: tuple[Fact, ...]) -> Append:
    """What to store when these facts led from one match to the other; `None`: it is new."""
    if before is None:
        return Append(after.setup.id, 0, facts, summary_of(after))
    changed = before.players != after.players or type(before.status) is not type(after.status)
    return Append(after.setup.id, before.version, facts, summary_of(after) if changed else None)
