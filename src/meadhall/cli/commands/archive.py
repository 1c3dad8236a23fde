"""`meadhall export-matches` and `import-matches`: all matches of a hall as records in a file."""

import asyncio
import sys
import time
from collections import Counter
from pathlib import Path
from typing import IO

from sqlalchemy.exc import DBAPIError

from meadhall import registry
from meadhall.cli.terminal.save_files import replace_file
from meadhall.cli.terminal.screen import ERRORS
from meadhall.core.refusal import Refused
from meadhall.match.ports import Damage
from meadhall.store import Store, open_store
from meadhall.store.archive import GameMissing, ImportReport, export, restore


def export_matches(file: Path, *, db: str = "meadhall.db") -> None:
    """Write every match that has started into a file, one record per line.

    Fails if any match is damaged, or if its game is not installed.

    Args:
        file: The file to write. It will hold the secrets of matches that are still being played.
        db: SQLite file, or a postgresql:// address.
    """
    if "://" not in db and not Path(db).is_file():
        raise _no_hall(db, "there is no such file")
    with replace_file(file) as lines:
        is_whole = asyncio.run(_export(lines, db))
    if not is_whole:
        sys.exit(1)


def import_matches(file: Path, *, db: str = "meadhall.db") -> None:
    """Import every match of a file that the hall does not have yet; fails if any was skipped.

    Args:
        file: What `meadhall export-matches` wrote.
        db: SQLite file, or a postgresql:// address.
    """
    try:
        # A byte that is not UTF-8 then damages its own line only, not the whole file.
        with file.open(encoding="utf-8", errors="surrogateescape") as lines:
            report = asyncio.run(_import(lines, db))
    except OSError as error:
        raise Refused.because("CANNOT_READ", f"{file}: {error.strerror}.", "file") from None
    for damage in report.skipped:
        _complain(damage)
    ERRORS.print(f"{len(report.kept)} matches kept, {len(report.skipped)} skipped")
    if report.skipped:
        sys.exit(1)


async def _store(db: str) -> Store:
    try:
        return await open_store(db)
    except (Refused, ModuleNotFoundError):
        raise
    except OSError as error:
        raise _no_hall(db, error.strerror or str(error)) from None
    except DBAPIError as error:
        raise _no_hall(db, str(error.orig)) from None
    except Exception as error:  # noqa: BLE001 - drivers raise errors of their own for bad addresses
        raise _no_hall(db, str(error)) from None


def _no_hall(db: str, reason: str) -> Refused:
    return Refused.because("NO_HALL", f"There is no hall in {db!r}: {reason}.", "db")


async def _export(lines: IO[str], db: str) -> bool:
    """Write the records; returns whether all matches are among them."""
    store = await _store(db)
    counts = Counter[type]()
    async for record in export(store.matches, registry.game):
        counts[type(record)] += 1
        if isinstance(record, str):
            lines.write(f"{record}\n")
        else:
            _complain(record)
    await store.close()
    missing = f", {counts[GameMissing]} of games not installed" if counts[GameMissing] else ""
    ERRORS.print(f"{counts[str]} matches written, {counts[Damage]} damaged{missing}")
    return not counts.keys() - {str}


async def _import(lines: IO[str], db: str) -> ImportReport:
    store = await _store(db)
    report = await restore(store.matches, registry.game, lines, time.time_ns() // 1_000_000)
    await store.close()
    return report


def _complain(damage: Damage | GameMissing) -> None:
    if isinstance(damage, GameMissing):
        ERRORS.print(f"{damage.match}: its game {damage.game!r} is not installed here.")
        return
    place = f"{damage.match}, fact {damage.version}" if damage.version else damage.match
    ERRORS.print(f"{place}: {damage.text}", style="bold red")
