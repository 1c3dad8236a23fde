"""How facts get into a SQLite file: a tick appends them to `fresh`, and now and then they settle.

A tick stores one fact each of many matches. Put where they belong, in `facts` with its index and
with a new version in `matches`, each of them changes pages of its own; at the end of a table
without an index they share a few. When enough have come together, all of them are moved at once.
"""

import sqlite3

from meadhall.match.ports import Append, Summary
from meadhall.store.lane import FactRow, fact_rows, seat_rows, summary_row

BEGIN = "BEGIN IMMEDIATE"
"""Starts a transaction that is going to write, so that it need not wait for that later on."""
_COMMIT = "COMMIT"
"""A statement like the others, which is read once: `Connection.commit` has it read every time."""

_COLUMNS = "match, version, at, kind, body, crc"
_ADD = f"INSERT INTO fresh ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?)"  # noqa: S608 - our own words
_SEEN = "PRAGMA data_version"
_FRESH = (
    "SELECT match, max(max(fresh.version), matches.version), count(*)"
    " FROM fresh JOIN matches ON matches.id = fresh.match GROUP BY match"
)
_VERSION = "SELECT version FROM matches WHERE id = ?"
_SUMMARISE = (
    "INSERT INTO matches (version, game, phase, seats, free, created, code, listed, locked, result,"
    " id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET"
    " version = excluded.version, game = excluded.game, phase = excluded.phase,"
    " seats = excluded.seats, free = excluded.free, created = excluded.created,"
    " code = excluded.code, listed = excluded.listed, locked = excluded.locked,"
    " result = excluded.result"
)
_DELETE_SEATS = "DELETE FROM seats WHERE match = ?"
_INSERT_SEAT = "INSERT INTO seats (match, seat, name, holder) VALUES (?, ?, ?, ?)"

_MOVE_ALL = f"INSERT INTO facts ({_COLUMNS}) SELECT {_COLUMNS} FROM fresh ORDER BY match, version"  # noqa: S608 - our own words
_MOVE_WHAT_FITS = (
    f"INSERT OR IGNORE INTO facts ({_COLUMNS}) SELECT {_COLUMNS} FROM fresh"  # noqa: S608 - our own words
    " WHERE match IN (SELECT id FROM matches) ORDER BY match, version"
)
_RAISE_VERSIONS = (
    "UPDATE matches SET version = new.version FROM (SELECT match, max(version) AS version"
    " FROM fresh GROUP BY match) AS new"
    " WHERE matches.id = new.match AND matches.version < new.version"
)
_EMPTY = "DELETE FROM fresh"
_TRIGGER = (
    f"CREATE TEMP TRIGGER settle INSTEAD OF INSERT ON settling BEGIN {_MOVE_ALL};"
    f" {_RAISE_VERSIONS}; {_EMPTY}; END"
)
_PREPARE = ("CREATE TEMP VIEW settling AS SELECT 0 AS asked", _TRIGGER)
"""Makes one statement of all that settling takes.

The thread that has it carried out needs Python, which others are using, only before and after it.
"""
_SETTLE = "INSERT INTO settling VALUES (1)"
_EMPTY_OF_WHAT_MOVED = (
    "DELETE FROM fresh WHERE EXISTS (SELECT 1 FROM facts WHERE facts.match = fresh.match"
    " AND facts.version = fresh.version AND facts.body = fresh.body AND facts.crc = fresh.crc)"
)


class SqliteWriter:
    """Writes to the file, and remembers which versions its matches are at.

    It knows nothing of threads: whoever calls it sees to it that only one does at a time.
    """

    def __init__(self, database: sqlite3.Connection) -> None:
        self._database = database
        self._cursor = database.cursor()
        for statement in _PREPARE:
            database.execute(statement)
        self._versions: dict[str, int] = {}
        """Of all matches that have facts in `fresh`; of the others `matches` has the version."""
        self._seen: int | None = None
        """Changes when another connection has written: then `_versions` may be wrong."""
        self.waiting = 0
        """How many facts might settle."""

    @property
    def matches(self) -> int:
        """Of how many matches those are."""
        return len(self._versions)

    def append(self, entries: list[Append]) -> tuple[str, ...]:
        """Store all entries but those of matches in conflict, which are returned."""
        self._cursor.execute(BEGIN)
        try:
            self._look_around()
            rows, lost = self._entered(entries)
            self._cursor.executemany(_ADD, rows)
            self._cursor.execute(_COMMIT)
        except BaseException:
            self._database.rollback()
            raise
        self._versions |= {match: version for match, version, *_ in rows}
        self.waiting += len(rows)
        return lost

    def settle(self) -> None:
        """Move all facts from `fresh` to `facts`; what is damaged and fits nowhere stays there.

        Nearly all the time is spent inside SQLite, where it does not keep Python from running.
        """
        self.waiting = 0  # and not when it is done: should it fail, it is not tried all the time
        try:
            self._database.execute(_SETTLE)
        except sqlite3.IntegrityError:
            self._carry_out(_MOVE_WHAT_FITS, _RAISE_VERSIONS, _EMPTY_OF_WHAT_MOVED)
        self._versions.clear()

    def close(self) -> None:
        """Let go of the file."""
        self._database.close()

    def _entered(self, entries: list[Append]) -> tuple[list[FactRow], tuple[str, ...]]:
        """The rows to add, with all summaries written, and the matches in conflict."""
        rows: list[FactRow] = []
        lost: list[str] = []
        for entry in entries:
            if not self._follows(entry):
                lost.append(entry.match)
                continue
            rows += fact_rows(entry)
            if entry.summary is not None:
                self._summarise(entry.summary, entry.version + len(entry.facts))
        return rows, tuple(lost)

    def _look_around(self) -> None:
        """See whether somebody else has written since the last time, and if so, what."""
        (seen,) = self._cursor.execute(_SEEN).fetchone()
        if seen != self._seen:
            fresh = self._database.execute(_FRESH).fetchall()
            self._versions = {match: version for match, version, _ in fresh}
            self.waiting = sum(count for *_, count in fresh)
            self._seen = seen

    def _follows(self, entry: Append) -> bool:
        """Whether the match is at the version which the entry follows."""
        version = self._versions.get(entry.match)
        if version is None:
            row = self._database.execute(_VERSION, (entry.match,)).fetchone()
            if row is None:
                return entry.version == 0 and entry.summary is not None
            (version,) = row
        return version == entry.version

    def _summarise(self, summary: Summary, version: int) -> None:
        self._database.execute(_SUMMARISE, summary_row(summary, version))
        self._database.execute(_DELETE_SEATS, (summary.id,))
        self._database.executemany(_INSERT_SEAT, seat_rows(summary))

    def _carry_out(self, *statements: str) -> None:
        with self._database as database:
            database.execute(BEGIN)
            for statement in statements:
                database.execute(statement)
