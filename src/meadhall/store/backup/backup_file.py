"""The file of a backup: what marks it as one, and whether it can be used."""

import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from meadhall.core.refusal import Refused
from meadhall.store.migrate import refuse_newer

MARK = "meadhall_backup"
"""The table that only backups have. It counts what was saved, so that a loss is noticed."""
_CREATE = f"CREATE TABLE {MARK} (made TEXT, step TEXT, matches INTEGER, facts INTEGER)"
_COUNTS = "SELECT (SELECT count(*) FROM matches), (SELECT count(*) FROM facts)"


@dataclass(frozen=True, slots=True)
class Saved:
    """What a backup holds, and when it was made."""

    made: str
    step: str
    """The last migration of the database that it was made from."""
    matches: int
    facts: int


def mark(database: sqlite3.Connection, made: str) -> Saved:
    """Mark a complete copy as a backup."""
    (step,) = database.execute("SELECT version_num FROM alembic_version").fetchone()
    saved = Saved(made, step, *database.execute(_COUNTS).fetchone())
    database.execute(_CREATE)
    row = (saved.made, saved.step, saved.matches, saved.facts)
    database.execute(f"INSERT INTO {MARK} VALUES (?, ?, ?, ?)", row)  # noqa: S608 - our own word
    database.commit()
    return saved


def read_mark(path: Path) -> Saved:
    """What the backup says of itself. Raises `Refused` for other files, and for broken ones."""
    if not path.is_file():
        raise not_a_backup(path, "there is no such file")
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as database:
            return _read(path, database)
    except sqlite3.DatabaseError as error:
        raise not_a_backup(path, str(error)) from None


def _read(path: Path, database: sqlite3.Connection) -> Saved:
    tables = {name for (name,) in database.execute("SELECT name FROM sqlite_master")}
    if MARK not in tables:
        what = "a hall itself" if "alembic_version" in tables else "another database"
        raise not_a_backup(path, f"it is {what}")
    saved = Saved(*database.execute(f"SELECT * FROM {MARK}").fetchone())  # noqa: S608 - our own word
    (sound,) = database.execute("PRAGMA quick_check(1)").fetchone()
    if sound != "ok" or database.execute(_COUNTS).fetchone() != (saved.matches, saved.facts):
        raise not_a_backup(path, "it is damaged")
    refuse_newer(saved.step, str(path))
    return saved


def not_a_backup(path: Path, why: str) -> Refused:
    """The refusal for a file that cannot be restored."""
    return Refused.because("NOT_A_BACKUP", f"{path} is no backup that can be used: {why}.", "file")
