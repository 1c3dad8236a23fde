"""Files that only the server's own user may read: the database, and the key that signs tokens."""

import os
import secrets
from pathlib import Path

import structlog

from meadhall.store.accounts import SqlAccounts

MODE = 0o600
OTHERS = 0o077
"""The rights of everybody but the owner."""
BESIDE_DATABASE = ("-wal", "-shm")
"""What SQLite writes beside a database file; it creates them with the rights of that file."""
SECRET = "secret"  # noqa: S105 - the name of a setting
SECRET_BYTES = 48

log = structlog.get_logger()


def prepare_database_file(path: Path) -> None:
    """Create the file for its owner only; take others' rights to one that exists."""
    path.parent.mkdir(parents=True, exist_ok=True)
    # SQLite would create it with whatever rights the process gives to new files.
    os.close(os.open(path, os.O_RDONLY | os.O_CREAT, MODE))
    for file in (path, *(path.with_name(path.name + ending) for ending in BESIDE_DATABASE)):
        _make_private(file)


async def signing_secret(accounts: SqlAccounts, path: Path) -> str:
    """The key that signs tokens, from its file, which the first start writes.

    Earlier versions kept the key in the database. It moves to the file, so sessions go on.
    """
    secret = _read_or_write(path, await accounts.find_setting(SECRET))
    await forget_earlier_secret(accounts)
    return secret


async def forget_earlier_secret(accounts: SqlAccounts) -> None:
    """Erase the key that an earlier version kept in the database."""
    if await accounts.find_setting(SECRET) is not None:
        await accounts.erase_setting(SECRET)


def _read_or_write(path: Path, earlier: str | None) -> str:
    _make_private(path)
    # An empty key would let everybody sign tokens.
    if not path.exists() or not path.read_text().strip():
        _write(path, earlier or secrets.token_urlsafe(SECRET_BYTES))
    return path.read_text().strip()


def _write(path: Path, text: str) -> None:
    """Write the whole file or nothing, and wait for the disk: losing the key ends all sessions."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.new")
    draft.unlink(missing_ok=True)
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, MODE), "w") as file:
        file.write(text + "\n")
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)


def _make_private(path: Path) -> None:
    """Let nobody but the owner read the file, and log it if others could."""
    if os.name == "posix" and path.exists() and path.stat().st_mode & OTHERS:
        path.chmod(MODE)
        log.warning("others could read this file; now only its owner can", file=str(path))
