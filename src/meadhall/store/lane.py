"""What a store asks of a database, and the hot path as both see it: rows, what follows what."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Protocol, TypeAlias, TypeVar
from zlib import crc32

from sqlalchemy import Connection

from meadhall.core.codec import encode
from meadhall.match.ports import Append, Summary

T = TypeVar("T")

FactRow: TypeAlias = tuple[str, int, int, str, str, int]
"""match, version, at, kind, body, crc"""
Row: TypeAlias = Sequence[object]
"""What a query asks for, column by column"""


class Lane(Protocol):
    """Appends facts with plain statements, as fast as the database can make them safe.

    So it looks up what is asked for all the time. Everything else is some work on a connection of
    SQLAlchemy's, which may take its time.
    """

    async def append(self, batch: Sequence[Append]) -> tuple[str, ...]:
        """One transaction for all; returns the matches in conflict."""
        ...

    async def row(self, statement: str, values: Mapping[str, str]) -> Row | None:
        """The one row that a short query finds, if any; `:name` in it stands for a value."""
        ...

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Have something looked up."""
        ...

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Have something else than facts written, in a transaction of its own."""
        ...

    async def close(self) -> None:
        """Finish what is under way and let go of the database."""
        ...


def merged(batch: Iterable[Append]) -> list[Append]:
    """One entry per match: several of one tick become one. A gap between them is an error."""
    entries: dict[str, Append] = {}
    for entry in batch:
        first = entries.get(entry.match)
        if first is not None and first.version + len(first.facts) != entry.version:
            raise ValueError(f"facts of match {entry.match} do not follow each other")
        entries[entry.match] = entry if first is None else _joined(first, entry)
    return list(entries.values())


def fact_rows(entry: Append) -> list[FactRow]:
    """The entry's facts as rows."""
    rows: list[FactRow] = []
    for number, fact in enumerate(entry.facts, entry.version + 1):
        body = encode(fact).decode()
        crc = checksum(entry.match, number, body)
        rows.append((entry.match, number, fact.at, fact.kind, body, crc))
    return rows


def checksum(match: str, version: int, body: str) -> int:
    """Tells a row that was damaged, moved or edited, even where it can still be read."""
    return crc32(f"{match}:{version}:{body}".encode())


def summary_row(summary: Summary, version: int) -> tuple[object, ...]:
    """The summary as a row of `matches`, the id last so that an update can use it too."""
    return (
        version,
        summary.game,
        summary.phase,
        summary.seats,
        sum(not name for name in summary.players),
        summary.created,
        summary.code,
        summary.listed,
        summary.locked,
        summary.result,
        summary.id,
    )


def seat_rows(summary: Summary) -> list[tuple[str, int, str, str]]:
    """The summary's seats as rows of `seats`: only those somebody sits on."""
    pairs = zip(summary.players, summary.holders, strict=True)
    return [(summary.id, seat, name, holder) for seat, (name, holder) in enumerate(pairs) if name]


def _joined(first: Append, then: Append) -> Append:
    summary = then.summary or first.summary
    return Append(first.match, first.version, (*first.facts, *then.facts), summary)
