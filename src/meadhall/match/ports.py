"""What a store of matches has to offer. `meadhall.store` implements it for two databases."""

from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from meadhall.core.value import value
from meadhall.match.decide.play import due
from meadhall.match.facts import Fact
from meadhall.match.match import Match, Phase


@dataclass(frozen=True, slots=True)
class Summary:
    """A match as lists show it: enough to display, filter and find it without its facts.

    `players` has a name for each seat, empty if the seat is free; `holders` has who holds it. No
    clock of the match runs out before `due`; it is `None` where no clock runs.
    """

    id: str
    game: str
    phase: Phase
    seats: int
    players: tuple[str, ...]
    holders: tuple[str, ...]
    created: int
    code: str
    listed: bool
    locked: bool
    result: str
    secrets_known: bool
    guided: bool
    rated: bool
    due: int | None


@value()
class Append:
    """New facts of one match, to be stored after its first `version` facts.

    `summary` is the match's new summary, or `None` if it has not changed.
    """

    match: str
    version: int
    facts: tuple[Fact, ...]
    summary: Summary | None = None


@dataclass(frozen=True, slots=True)
class Query:
    """Which matches to list, newest first. A field that is empty or `None` does not filter.

    Without `guides`, guided matches are left out.
    `before` continues a list: it is the creation time and the id of the last match listed.
    """

    phases: tuple[Phase, ...] = ()
    game: str = ""
    code: str = ""
    holder: str = ""
    listed: bool | None = None
    free_seat: bool = False
    guides: bool = True
    rated: bool | None = None
    before: tuple[int, str] | None = None
    limit: int = 50


@dataclass(frozen=True, slots=True)
class Damage:
    """A stored fact that cannot be read: where it is, and what is wrong with it."""

    match: str
    version: int
    text: str


class DamagedMatch(Exception):
    """Raised for a match whose stored facts cannot be read."""

    def __init__(self, damage: Damage) -> None:
        super().__init__(f"match {damage.match}, fact {damage.version}: {damage.text}")
        self.damage = damage


class StoreUnavailable(Exception):
    """Raised while the store cannot be used: it is unreachable, full or read-only, say."""


class MatchStore(Protocol):
    """Keeps the facts of all matches."""

    async def append(self, batch: Sequence[Append]) -> tuple[str, ...]:
        """Store everything in one transaction, and return once it is on disk.

        Returns the ids of matches in conflict: their stored version is not the expected one.
        Nothing of theirs is stored; the others are not affected.
        """
        ...

    async def facts(self, match: str) -> tuple[Fact, ...]:
        """All facts of the match in order; none if there is no such match.

        Raises `DamagedMatch`.
        """
        ...

    async def find(self, query: Query) -> tuple[Summary, ...]:
        """The matches that fit the query, newest first."""
        ...

    async def count_unfinished(self, holder: str) -> int:
        """How many matches that are not over the person has a seat in."""
        ...

    async def due_before(self, instant: int) -> tuple[str, ...]:
        """The matches in play in which a clock may run out before that time."""
        ...

    async def note_due(self, dues: Mapping[str, int | None]) -> None:
        """Remember when a clock of each of these matches may run out; `None`: none does."""
        ...

    def scan(self, query: Query) -> AsyncIterator[tuple[str, tuple[Fact, ...]] | Damage]:
        """All matches that fit the query, with their facts or, if unreadable, their damage.

        The query's limit is ignored.
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
        secrets_known=match.has_known_secrets,
        guided=setup.guided,
        rated=setup.rated,
        # Later moves do not change it: time that is used up is time that has passed, so whatever
        # is played, no clock runs out before the first one would have.
        due=due(match),
    )


def append_of(before: Match | None, after: Match, facts: tuple[Fact, ...]) -> Append:
    """What to store when these facts led from `before` to `after`; `None` for a new match."""
    if before is None:
        return Append(after.setup.id, 0, facts, summary_of(after))
    # Of the status, a summary shows only the phase and how it ended. Comparing the statuses
    # themselves would write a summary with every move, because `ToAct` names the next seat.
    changed = before.players != after.players or type(before.status) is not type(after.status)
    # Who comes back earlier has less time than the stored summary says.
    changed = changed or before.vacations is not after.vacations
    return Append(after.setup.id, before.version, facts, summary_of(after) if changed else None)
