"""What the store needs from a database, and the rows that both databases write."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Protocol, TypeAlias, TypeVar
from zlib import crc32

from sqlalchemy import Connection

from meadhall.core.codec import decode, encode
from meadhall.core.refusal import Refused
from meadhall.match.facts import Fact
from meadhall.match.ports import Append, Damage, Summary

T = TypeVar("T")
NUL = "\0"
"""No text in PostgreSQL has this character, and it refuses queries with it."""

FactRow: TypeAlias = tuple[str, int, int, str, str, int]
"""match, version, at, kind, body, crc"""
Row: TypeAlias = Sequence[object]
"""The columns that a query selects, in order."""


class Backend(Protocol):
    """A database: SQLite or PostgreSQL.

    `append` and `row` are the hot path and run plain SQL. Everything else is a function that gets
    a SQLAlchemy connection.
    """

    async def append(self, batch: Sequence[Append]) -> tuple[str, ...]:
        """Store the batch in one transaction; returns the matches in conflict."""
        ...

    async def row(self, statement: str, values: Mapping[str, str]) -> Row | None:
        """The row that a short query selects, if any; `:name` in it stands for a value."""
        ...

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Run a function that reads; returns its result."""
        ...

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Run a function that writes anything but facts, in a transaction; returns its result."""
        ...

    async def claim(self) -> bool:
        """Become the only server of the database; returns whether no other server is.

        The claim ends with `close` or with the process. Claiming again renews one that was lost
        with a connection.
        """
        ...

    async def close(self) -> None:
        """Finish pending work, give up the claim and close all connections."""
        ...


def merge(batch: Iterable[Append]) -> list[Append]:
    """The batch with one entry per match. Raises `ValueError` if versions leave a gap."""
    # A tick may carry out several commands of one match. The store checks only the first version
    # of them, so the others have to follow it without a gap.
    entries: dict[str, Append] = {}
    for entry in batch:
        first = entries.get(entry.match)
        if first is not None and first.version + len(first.facts) != entry.version:
            raise ValueError(f"facts of match {entry.match} do not follow each other")
        entries[entry.match] = entry if first is None else _join(first, entry)
    return list(entries.values())


def fact_rows(entry: Append) -> list[FactRow]:
    """The entry's facts as rows of `facts`."""
    rows: list[FactRow] = []
    for number, fact in enumerate(entry.facts, entry.version + 1):
        body = encode(fact).decode()
        crc = checksum(entry.match, number, body)
        rows.append((entry.match, number, fact.at, fact.kind, body, crc))
    return rows


def checksum(match: str, version: int, body: str) -> int:
    """A checksum over the key as well, so that a row moved to another match is noticed too."""
    return crc32(f"{match}:{version}:{body}".encode())


def decode_fact(match: str, expected: int, version: int, body: str, crc: int) -> Fact | Damage:
    """The fact of a row that should be of version `expected`, or what is wrong with it."""
    if version == expected - 1:
        return Damage(match, version, "The fact is there twice.")
    if version != expected:
        return Damage(match, expected, "The fact is missing.")
    if checksum(match, expected, body) != crc:
        return Damage(match, expected, "The fact is not as it was written.")
    try:
        return decode(Fact, body)
    except Refused as error:
        return Damage(match, expected, error.refusal.sentence)


def summary_row(summary: Summary, version: int) -> tuple[object, ...]:
    """The summary as a row of `matches`, with the id last: an UPDATE needs it there."""
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
        summary.secrets_known,
        summary.guided,
        summary.rated,
        summary.due,
        summary.id,
    )


def seat_rows(summary: Summary) -> list[tuple[str, int, str, str]]:
    """The taken seats of the summary as rows of `seats`."""
    pairs = zip(summary.players, summary.holders, strict=True)
    return [(summary.id, seat, name, holder) for seat, (name, holder) in enumerate(pairs) if name]


def _join(first: Append, second: Append) -> Append:
    summary = second.summary or first.summary
    return Append(first.match, first.version, (*first.facts, *second.facts), summary)
