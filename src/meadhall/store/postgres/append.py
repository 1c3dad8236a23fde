"""The one statement that stores a tick: check versions, raise them, add facts, tell the others.

One statement is one round trip and one transaction. Rows are locked in the order of their ids, so
that two processes cannot wait for each other.
"""

from collections.abc import Sequence

import asyncpg  # type: ignore[import-untyped] # it ships no types

from meadhall.match.ports import Append, Summary
from meadhall.store.backend import fact_rows, seat_rows, summary_row

_COLUMNS = (
    "version, game, phase, seats, free, created, code, listed, locked, result, secrets_known,"
    " guided, rated, due, id"
)
_TYPES = (
    "int", "text", "text", "int", "int", "bigint", "text", "bool", "bool", "text", "bool",
    "bool", "bool", "bigint", "text",
)  # fmt: skip
_FIRST_SUMMARY = 12
"""The number of the first parameter that has a column of the summaries."""
_SUMMARY_IDS = f"${_FIRST_SUMMARY + len(_TYPES) - 1}"
_CHANGES = ", ".join(
    f"{name} = summary.{name}" for name in _COLUMNS.split(", ") if name not in ("id", "created")
)


def _unnest(first: int, types: Sequence[str]) -> str:
    columns = (f"${number}::{type_}[]" for number, type_ in enumerate(types, first))
    return f"unnest({', '.join(columns)})"


_SUMMARIES = f"{_unnest(_FIRST_SUMMARY, _TYPES)} AS summary ({_COLUMNS})"
_SEATS = (
    _unnest(_FIRST_SUMMARY + len(_TYPES), ("text", "int", "text", "text"))
    + " AS seat (match, seat, name, holder)"
)

_LOCKED = (
    "WITH locked AS MATERIALIZED"
    " (SELECT id, version FROM matches WHERE id = ANY($1::text[]) ORDER BY id FOR UPDATE)"
)
_GIVEN = "unnest($1::text[], $2::int[], $3::int[]) AS given (id, before, after)"
_FITS = (
    f" SELECT given.id, given.after FROM {_GIVEN}"  # noqa: S608 - our own words
    " JOIN locked ON locked.id = given.id AND locked.version = given.before"
)
_ADDED = (
    ", added AS (INSERT INTO facts (match, version, at, kind, body, crc) SELECT fact.*"  # noqa: S608 - the same
    f" FROM {_unnest(4, ('text', 'int', 'bigint', 'text', 'text', 'bigint'))}"
    " AS fact (match, version, at, kind, body, crc) JOIN fits ON fits.id = fact.match)"
    ", told AS MATERIALIZED (SELECT pg_notify($10, part) FROM unnest($11::text[]) AS part"
    " WHERE EXISTS (SELECT 1 FROM fits))"
    " SELECT id, (SELECT count(*) FROM told) FROM fits"
)
_RAISED = ", raised AS (UPDATE matches SET version = after FROM fits WHERE matches.id = fits.id"

PLAIN = f"{_LOCKED}, fits AS MATERIALIZED ({_FITS}){_RAISED}){_ADDED}"
"""Stores facts that change no summary: nearly every move."""

SUMMARISE = (
    f"{_LOCKED}, made AS (INSERT INTO matches ({_COLUMNS}) SELECT summary.* FROM {_SUMMARIES}"  # noqa: S608 - the same
    f" JOIN {_GIVEN} ON given.id = summary.id AND given.before = 0"
    " ON CONFLICT DO NOTHING RETURNING id)"
    f", fits AS MATERIALIZED ({_FITS} WHERE given.before > 0"
    f" UNION ALL SELECT given.id, given.after FROM {_GIVEN} JOIN made ON made.id = given.id)"
    f"{_RAISED} AND matches.id <> ALL({_SUMMARY_IDS}::text[]))"
    f", changed AS (UPDATE matches SET {_CHANGES} FROM {_SUMMARIES} JOIN fits"
    " ON fits.id = summary.id WHERE matches.id = summary.id)"
    f", left_seats AS (DELETE FROM seats USING fits WHERE seats.match = fits.id"
    f" AND seats.match = ANY({_SUMMARY_IDS}::text[]) AND NOT EXISTS"
    f" (SELECT 1 FROM {_SEATS} WHERE seat.match = seats.match AND seat.seat = seats.seat))"
    f", taken_seats AS (INSERT INTO seats (match, seat, name, holder) SELECT seat.* FROM {_SEATS}"
    " JOIN fits ON fits.id = seat.match ON CONFLICT (match, seat)"
    " DO UPDATE SET name = excluded.name, holder = excluded.holder)"
    f"{_ADDED}"
)
"""Stores facts together with the summaries that they change, and new matches."""


async def append(
    database: asyncpg.Connection, entries: Sequence[Append], channel: str, news: Sequence[str]
) -> set[str]:
    """Store the entries that follow the stored versions, and send the news; returns their ids."""
    # Without a summary there is no row to refer to: such an entry is in conflict.
    given = [entry for entry in entries if entry.version > 0 or entry.summary is not None]
    if not given:
        return set()
    summaries = [
        (entry.summary, entry.version + len(entry.facts))
        for entry in given
        if entry.summary is not None
    ]
    versions = [(one.match, one.version, one.version + len(one.facts)) for one in given]
    facts = [row for entry in given for row in fact_rows(entry)]
    values = (*_columns(versions, 3), *_columns(facts, 6), channel, [*news])
    if summaries:
        values = (*values, *_summary_columns(summaries))
    rows = await database.fetch(SUMMARISE if summaries else PLAIN, *values)
    return {row[0] for row in rows}


def _summary_columns(summaries: Sequence[tuple[Summary, int]]) -> list[list[object]]:
    rows = [summary_row(summary, version) for summary, version in summaries]
    seats = [row for summary, _ in summaries for row in seat_rows(summary)]
    return [*_columns(rows, len(_TYPES)), *_columns(seats, 4)]


def _columns(rows: Sequence[Sequence[object]], width: int) -> list[list[object]]:
    """One list for each column of the rows."""
    return (
        [list(column) for column in zip(*rows, strict=True)] if rows else [[] for _ in range(width)]
    )
