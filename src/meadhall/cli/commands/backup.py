"""`meadhall backup` and `restore`: a whole hall in one file, and back."""

import asyncio
import time
from collections.abc import Coroutine
from pathlib import Path
from typing import TypeVar

from meadhall.cli.terminal.screen import SCREEN
from meadhall.core.refusal import Refused
from meadhall.store.backup import make_backup, restore_backup
from meadhall.store.health import first_line, is_outage

T = TypeVar("T")


def backup(file: Path, *, db: str = "meadhall.db") -> None:
    """Save everything in a new file, while the server runs. The signing key is not in it.

    Args:
        file: The file to write, for you alone to read. It must not exist yet.
        db: SQLite file, or a postgresql:// address.
    """
    made = time.strftime("%Y-%m-%d %H:%M:%S UTC", time.gmtime())
    saved = _run(make_backup(db, file, made))
    SCREEN.print(f"{saved.matches} matches with {saved.facts} facts saved in {file}.")


def restore(file: Path, *, db: str = "meadhall.db") -> None:
    """Make a hall from a backup, in a new SQLite file or an empty PostgreSQL database.

    Args:
        file: What `meadhall backup` wrote, on either kind of database.
        db: SQLite file, or a postgresql:// address.
    """
    saved = _run(restore_backup(file, db))
    SCREEN.print(f"{saved.matches} matches with {saved.facts} facts as of {saved.made} restored.")


def _run(work: Coroutine[object, object, T]) -> T:
    try:
        return asyncio.run(work)
    except Exception as error:
        if not is_outage(error):
            raise
        reason = f"The database cannot be used: {first_line(error)}."
        raise Refused.because("NO_HALL", reason, "db") from None
