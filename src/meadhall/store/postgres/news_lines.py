"""What one process tells the others: a line of words on PostgreSQL's NOTIFY channel.

A line names its sender, what kind of news it is, and what it is about. It says only where to look:
receivers read what has changed from the database, so a lost line costs time and nothing else.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Literal, NamedTuple, TypeAlias, cast

import asyncpg  # type: ignore[import-untyped] # it ships no types

from meadhall.match.facts import Fact
from meadhall.match.ports import Append, Damage, DamagedMatch
from meadhall.store.backend import decode_fact
from meadhall.store.postgres.lines import Lines
from meadhall.store.postgres.outages import outages_as_unavailable

CHANNEL = "meadhall"
MOST_BYTES = 7_900
"""PostgreSQL refuses a notification of 8,000 bytes."""
MOST_WORD = 200
"""A longer word is left out: it is found by the sweep."""

Kind: TypeAlias = Literal["facts", "lists", "rights", "seats", "invitation"]
"""About: matches with their versions; holders; people; matches; an old match and the next one."""

# One look at the index for each match. A plain join reads the whole table for four matches, because
# the planner expects a third of each match to be newer than a version that it does not know.
_FACTS_AFTER = (
    "SELECT fact.* FROM unnest($1::text[], $2::int[]) AS known (match, version) CROSS JOIN LATERAL"
    " (SELECT match, version, body, crc FROM facts WHERE facts.match = known.match"
    " AND facts.version > known.version ORDER BY facts.version) AS fact"
)


class NewsItem(NamedTuple):
    """One piece of news."""

    sender: str
    kind: Kind
    text: str

    def words(self) -> list[str]:
        """What it is about."""
        return self.text.split()

    def versions(self) -> tuple[list[str], list[str]]:
        """The matches of news about facts, and the version of each.

        Every process reads what all others store, so this costs next to nothing for each match.
        """
        words = self.text.replace(":", " ").split()
        return words[::2], words[1::2]


def write_lines(sender: str, kind: Kind, words: Iterable[str]) -> list[str]:
    """The news in as many lines as it needs."""
    lines: list[str] = []
    head = line = f"{sender} {kind}"
    for word in words:
        size = len(word.encode())
        if not word or size > MOST_WORD or len(word.split()) != 1:
            continue
        if len(line.encode()) + 1 + size > MOST_BYTES:
            lines.append(line)
            line = head
        line += f" {word}"
    return [*lines, line] if line != head else lines


def read_line(text: str) -> NewsItem:
    """The line that was written so."""
    sender, kind, words = text.split(" ", 2)
    return NewsItem(sender, cast("Kind", kind), words)


def news_of(sender: str, entries: Iterable[Append]) -> list[str]:
    """What to tell of entries that are stored: versions, and the holders of changed summaries."""
    entries = tuple(entries)
    versions = (
        f"{entry.match}:{entry.version + len(entry.facts)}"
        for entry in entries
        if ":" not in entry.match  # no process makes such ids
    )
    summaries = (entry.summary for entry in entries if entry.summary is not None)
    holders = {holder for summary in summaries for holder in ("*", *summary.holders)}
    return [
        *write_lines(sender, "facts", versions),
        *write_lines(sender, "lists", sorted(holders)),
    ]


class News:
    """Sends lines, hears those of others, and reads the facts that they are about."""

    def __init__(self, lines: Lines) -> None:
        self._lines = lines
        self._ear: asyncpg.Connection | None = None

    async def listen(self, hear: Callable[[str], None], lost: Callable[[], None]) -> None:
        """Hear every line from now on, until `lost` is called."""
        await self.close()

        def pass_on(_connection: object, _pid: int, _channel: str, text: str) -> None:
            hear(text)

        with outages_as_unavailable():
            self._ear = await self._lines.connect()
            self._ear.add_termination_listener(lambda _: lost())
            await self._ear.add_listener(CHANNEL, pass_on)

    async def check(self) -> None:
        """Raise `StoreUnavailable` if nothing can be pass_on, though nobody has hung up."""
        with outages_as_unavailable():
            if self._ear is not None:
                await self._ear.fetchval("SELECT 1", timeout=2)

    async def tell(self, lines: Sequence[str]) -> None:
        """Send the lines to everybody."""
        with outages_as_unavailable():
            async with self._lines.line() as database:
                statement = "SELECT pg_notify($1, line) FROM unnest($2::text[]) AS line"
                await database.fetch(statement, CHANNEL, [*lines])

    async def facts_after(
        self, versions: Mapping[str, int]
    ) -> dict[str, tuple[tuple[int, Fact], ...]]:
        """The facts after these versions, each with its own; raises `DamagedMatch`."""
        with outages_as_unavailable():
            async with self._lines.line() as database:
                rows = await database.fetch(_FACTS_AFTER, [*versions], [*versions.values()])
        found: dict[str, list[tuple[int, Fact]]] = {}
        for match, version, body, crc in rows:
            facts = found.setdefault(match, [])
            expected = versions[match] + len(facts) + 1
            fact = decode_fact(match, expected, version, body, crc)
            if isinstance(fact, Damage):
                raise DamagedMatch(fact)
            facts.append((version, fact))
        return {match: tuple(facts) for match, facts in found.items()}

    async def close(self) -> None:
        """Hear nothing more."""
        if self._ear is not None and not self._ear.is_closed():
            self._ear.terminate()
        self._ear = None
