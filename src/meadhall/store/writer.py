"""Writes facts to a SQLite file: to the table `incoming` at once, to `facts` later, in bulk.

Why two tables. A tick stores one fact each of many matches. In `facts` every one of them changes
pages of its own: one of the index, and one of `matches` for the new version. At the end of
`incoming`, which has no index, they share a few pages. A tick of fifty facts changes 5 pages, not
38; a commit takes about half as long, and the server makes 4 to 14 % more moves. When enough facts
have collected, one flush moves all of them. Readers read both tables.

How to measure it. `./dev bench server` gives the moves per second at 10, 100 and 500 matches,
`./dev bench matches` the facts stored per second. Compare two versions by turns, as
docs/decisions/store-incoming-facts.md did, which also has the figures.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from meadhall.match.ports import Append, Summary
from meadhall.store.backend import FactRow, fact_rows, seat_rows, summary_row

BEGIN = "BEGIN IMMEDIATE"
"""Begins a transaction with the write lock, so that a later statement cannot fail to get it."""
_COMMIT = "COMMIT"
# Executed as a statement, not by `Connection.commit`, which prepares it again for every tick.

_COLUMNS = "match, version, at, kind, body, crc"
_ADD = f"INSERT INTO incoming ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?)"  # noqa: S608 - our own words
_DATA_VERSION = "PRAGMA data_version"
_SET_PATIENCE = "PRAGMA busy_timeout = {}"
# The inner `max` is the aggregate, the outer one compares two numbers. `matches` is ahead where a
# damaged fact was left behind in `incoming`.
_INCOMING = (
    "SELECT match, max(max(incoming.version), matches.version), count(*)"
    " FROM incoming JOIN matches ON matches.id = incoming.match GROUP BY match"
)
_VERSION = "SELECT version FROM matches WHERE id = ?"
_SUMMARISE = (
    "INSERT INTO matches (version, game, phase, seats, free, created, code, listed, locked, result,"
    " secrets_known, guided, rated, due, id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
    " ON CONFLICT (id) DO UPDATE SET"
    " version = excluded.version, game = excluded.game, phase = excluded.phase,"
    " seats = excluded.seats, free = excluded.free, created = excluded.created,"
    " code = excluded.code, listed = excluded.listed, locked = excluded.locked,"
    " result = excluded.result, secrets_known = excluded.secrets_known,"
    " guided = excluded.guided, rated = excluded.rated, due = excluded.due"
)
_DELETE_SEATS = "DELETE FROM seats WHERE match = ?"
_INSERT_SEAT = "INSERT INTO seats (match, seat, name, holder) VALUES (?, ?, ?, ?)"

# Sorted, so that facts of one match lie together in the table and come to its index in order.
_MOVE_ALL = (
    f"INSERT INTO facts ({_COLUMNS}) SELECT {_COLUMNS} FROM incoming"  # noqa: S608 - our own words
    " ORDER BY match, version"
)
_RAISE_VERSIONS = (
    "UPDATE matches SET version = new.version FROM (SELECT match, max(version) AS version"
    " FROM incoming GROUP BY match) AS new"
    " WHERE matches.id = new.match AND matches.version < new.version"
)
_DELETE_ALL = "DELETE FROM incoming"

# A flush takes three statements. A thread that runs them one by one waits for the interpreter lock
# after each, and is not done before the next commit. So they are the body of a trigger, and one
# INSERT into a view that holds nothing runs them all. View and trigger are temporary: they belong
# to the connection, and the file holds tables only.
_CREATE_VIEW = "CREATE TEMP VIEW flush_requests AS SELECT 0 AS requested"
_CREATE_TRIGGER = (
    "CREATE TEMP TRIGGER flush INSTEAD OF INSERT ON flush_requests"
    f" BEGIN {_MOVE_ALL}; {_RAISE_VERSIONS}; {_DELETE_ALL}; END"
)
_FLUSH = "INSERT INTO flush_requests VALUES (1)"

# What a flush does where a damaged row has no match, or a key that is in `facts` already.
_MOVE_WHAT_FITS = (
    f"INSERT OR IGNORE INTO facts ({_COLUMNS}) SELECT {_COLUMNS} FROM incoming"  # noqa: S608 - our own words
    " WHERE match IN (SELECT id FROM matches) ORDER BY match, version"
)
_DELETE_WHAT_MOVED = (
    "DELETE FROM incoming WHERE EXISTS (SELECT 1 FROM facts WHERE facts.match = incoming.match"
    " AND facts.version = incoming.version AND facts.body = incoming.body"
    " AND facts.crc = incoming.crc)"
)


class SqliteWriter:
    """Writes to the file, and remembers the versions of matches with incoming facts.

    Not thread-safe: the caller makes sure that only one thread uses it at a time.
    """

    def __init__(self, database: sqlite3.Connection, patience: int) -> None:
        self._database = database
        self._patience = patience
        """How many milliseconds `append` and `flush` wait while another process writes."""
        self._cursor = database.cursor()
        # `try_append` runs on the event loop, where nothing may wait.
        database.execute(_SET_PATIENCE.format(0))
        # The tables need not exist yet: SQLite looks for them when the trigger fires.
        database.execute(_CREATE_VIEW)
        database.execute(_CREATE_TRIGGER)
        self.versions: dict[str, int] = {}
        """Of every match with facts in `incoming`; for the others see `matches.version`."""
        # Unknown at first, so the first append reads what a killed process left in `incoming`.
        self._data_version: int | None = None
        """SQLite changes this number when another connection has written."""
        self.incoming_facts = 0
        """How many facts the next flush may move."""

    def append(self, entries: list[Append]) -> tuple[str, ...]:
        """The same as `try_append`, but waits while another process is writing."""
        with self._waiting():
            conflicts = self.try_append(entries)
        if conflicts is None:
            raise sqlite3.OperationalError("the database is locked by another process")
        return conflicts

    def try_append(self, entries: list[Append]) -> tuple[str, ...] | None:
        """Store the entries in one transaction; returns the matches in conflict, left out of it.

        Returns `None` if another process is writing: then nothing has been stored.
        """
        try:
            self._cursor.execute(BEGIN)
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
                raise
            return None
        try:
            # Inside the transaction: from here on no other connection can write.
            self._notice_other_writers()
            rows, conflicts = self._accept(entries)
            self._cursor.executemany(_ADD, rows)
            self._cursor.execute(_COMMIT)
        except BaseException:
            self._database.rollback()
            raise
        # Only now, because a rollback stores nothing. Of a match's rows the last one counts.
        self.versions |= {match: version for match, version, *_ in rows}
        self.incoming_facts += len(rows)
        return conflicts

    def flush(self) -> None:
        """Move all facts from `incoming` to `facts`, except damaged ones that do not fit there.

        Nearly all of the time is spent inside SQLite, without the interpreter lock.
        """
        self.incoming_facts = 0  # first: a flush that fails is not tried again at every tick
        with self._waiting():
            try:
                self._database.execute(_FLUSH)
            except sqlite3.IntegrityError:
                self._run_in_transaction(_MOVE_WHAT_FITS, _RAISE_VERSIONS, _DELETE_WHAT_MOVED)
        # Not reached if the flush failed: `matches.version` is behind then, and these are needed.
        self.versions.clear()

    def close(self) -> None:
        """Close the connection."""
        self._database.close()

    @contextmanager
    def _waiting(self) -> Iterator[None]:
        """Wait for other processes inside; only for threads other than the event loop's."""
        self._database.execute(_SET_PATIENCE.format(self._patience))
        try:
            yield
        finally:
            self._database.execute(_SET_PATIENCE.format(0))

    def _accept(self, entries: list[Append]) -> tuple[list[FactRow], tuple[str, ...]]:
        """Write the summaries; returns the rows to add and the matches in conflict."""
        rows: list[FactRow] = []
        conflicts: list[str] = []
        for entry in entries:
            if not self._follows(entry):
                conflicts.append(entry.match)
                continue
            rows += fact_rows(entry)
            if entry.summary is not None:
                self._summarise(entry.summary, entry.version + len(entry.facts))
        return rows, tuple(conflicts)

    def _notice_other_writers(self) -> None:
        """Read `incoming` again if another connection has written since the last transaction."""
        (data_version,) = self._cursor.execute(_DATA_VERSION).fetchone()
        if data_version != self._data_version:
            incoming = self._database.execute(_INCOMING).fetchall()
            self.versions = {match: version for match, version, _ in incoming}
            self.incoming_facts = sum(count for *_, count in incoming)
            self._data_version = data_version

    def _follows(self, entry: Append) -> bool:
        """Whether the match is at the version that the entry follows."""
        version = self.versions.get(entry.match)
        if version is None:
            row = self._database.execute(_VERSION, (entry.match,)).fetchone()
            if row is None:
                # The summary makes the row of `matches`; facts without one would be lost.
                return entry.version == 0 and entry.summary is not None
            (version,) = row
        return version == entry.version

    def _summarise(self, summary: Summary, version: int) -> None:
        self._database.execute(_SUMMARISE, summary_row(summary, version))
        self._database.execute(_DELETE_SEATS, (summary.id,))
        self._database.executemany(_INSERT_SEAT, seat_rows(summary))

    def _run_in_transaction(self, *statements: str) -> None:
        with self._database as database:
            database.execute(BEGIN)
            for statement in statements:
                database.execute(statement)
