"""Restores a backup to a place where there is no hall yet; everything, or nothing."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import URL, Connection, Engine, create_engine, select, text

from meadhall.core.refusal import Refused
from meadhall.store.backup.backup_file import MARK, Saved, read_mark
from meadhall.store.backup.save import copy_table
from meadhall.store.migrate import migrate
from meadhall.store.private_files import MODE
from meadhall.store.schema import METADATA
from meadhall.store.store import database_url


async def restore_backup(source: Path, place: str) -> Saved:
    """Make the hall of the backup at this place; raises `Refused` and then changes nothing."""
    saved = read_mark(source)
    url = database_url(place)
    if url.get_backend_name() == "sqlite":
        _restore_file(source, Path(url.database or ""))
    else:
        await _restore_postgres(source, url)
    return saved


def _restore_file(source: Path, target: Path) -> None:
    if target.exists() and target.stat().st_size:
        raise _not_empty(str(target))
    try:
        with _hall_of(source, target) as (_, draft):
            draft.replace(target)
    except OSError as error:
        sentence = f"{target} cannot be written: {error.strerror}."
        raise Refused.because("CANNOT_WRITE", sentence, "db") from None


async def _restore_postgres(source: Path, url: URL) -> None:
    from meadhall.store.postgres import PostgresBackend  # noqa: PLC0415 - only where it is used

    backend = PostgresBackend(url)
    try:
        with _hall_of(source, source) as (engine, _), engine.connect() as copy:
            # One transaction: what is refused, or stopped, leaves the database as it was.
            await backend.write(lambda hall: _fill(hall, copy))
    finally:
        await backend.close()


@contextmanager
def _hall_of(source: Path, beside: Path) -> Iterator[tuple[Engine, Path]]:
    """The backup as a hall of today, in a file of its own that is gone afterwards."""
    draft = beside.with_name(f".{beside.name}.restoring")
    try:
        os.close(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, MODE))
        shutil.copyfile(source, draft)
        engine = create_engine(URL.create("sqlite", database=str(draft)))
        with engine.begin() as database:
            database.execute(text(f"DROP TABLE {MARK}"))
            migrate(database)
        engine.dispose()
        yield engine, draft
        engine.dispose()
    finally:
        draft.unlink(missing_ok=True)


def _fill(hall: Connection, copy: Connection) -> None:
    migrate(hall)
    if any(hall.execute(select(table).limit(1)).first() for table in METADATA.sorted_tables):
        raise _not_empty("the database")
    for table in METADATA.sorted_tables:
        copy_table(table, copy, hall)


def _not_empty(place: str) -> Refused:
    return Refused.because(
        "HALL_NOT_EMPTY",
        f"There is a hall in {place} already: restore to a new file or an empty database.",
        "db",
    )
