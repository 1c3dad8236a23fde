"""Records in files: written completely or not at all, and saved while a match is running."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from meadhall.core.record import Record, read_record, write_record
from meadhall.core.refusal import Refused


def write_atomically(path: Path, text: str) -> None:
    """Write the text into the file; if that fails, the file stays as it was."""
    with replace_file(path) as file:
        file.write(text)


@contextmanager
def replace_file(path: Path) -> Iterator[IO[str]]:
    """A file to write into, which replaces the old one if the block ends without an error.

    A file that cannot be written is refused with the system's reason.
    """
    try:
        if path.exists() and not path.is_file():  # a pipe or a device is written as it is
            with path.open("w", encoding="utf-8") as file:
                yield file
        else:
            # Resolved: a symbolic link stays, and the file that it points at is replaced.
            yield from _replace_regular_file(path.resolve())
    except OSError as error:
        raise Refused.because(
            "CANNOT_WRITE", f"{path} cannot be written: {error.strerror}.", str(path)
        ) from None


def _replace_regular_file(path: Path) -> Iterator[IO[str]]:
    path.parent.mkdir(parents=True, exist_ok=True)
    # In the same folder: a file can only be replaced atomically by one of the same file system.
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with temporary.open("w", encoding="utf-8") as file:
            yield file
            file.flush()
            # Without it, a power failure after the renaming could leave an empty file.
            os.fsync(file.fileno())
        temporary.replace(path)
    # Ctrl-C, too, must leave no temporary file behind.
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def save(path: Path, record: Record) -> None:
    """Write the record into the file."""
    write_atomically(path, write_record(record))


def load(path: Path) -> Record:
    """The record in the file; a damaged one is refused with the file and the place."""
    try:
        return read_record(path.read_bytes())
    except OSError as error:
        raise Refused.because(
            "CANNOT_READ", f"{path} cannot be read: {error.strerror}.", str(path)
        ) from None
    except Refused as error:
        reason = error.refusal
        raise Refused.because(reason.code, f"{path}: {reason.sentence}", *reason.objects) from None


class Autosave:
    """The running match's file in the user's state folder, one per process."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or state_folder() / "running"
        self.path = self.folder / f"{os.getpid()}.json"

    def keep(self, record: Record) -> None:
        """Save the match as it stands; if that fails, play goes on."""
        with suppress(Refused):
            save(self.path, record)

    def drop(self) -> None:
        """Delete the file: the match is over, saved elsewhere or given up."""
        self.path.unlink(missing_ok=True)

    def interrupted_files(self) -> Iterator[Path]:
        """Matches whose process has ended without dropping them, the latest first."""
        if not self.folder.is_dir():
            return
        files = sorted(self.folder.glob("*.json"), key=lambda p: p.stat().st_mtime, reverse=True)
        yield from (path for path in files if not _alive(path.stem))


def state_folder() -> Path:
    """The folder for Meadhall's state, by the XDG convention."""
    base = os.environ.get("XDG_STATE_HOME")
    return (Path(base) if base else Path.home() / ".local" / "state") / "meadhall"


def _alive(stem: str) -> bool:
    if not stem.isdecimal():
        return False
    try:
        os.kill(int(stem), 0)  # signal 0 only checks whether the process exists
    except ProcessLookupError:
        return False
    # The process is another user's, or cannot be checked: leave its file alone.
    except (PermissionError, OverflowError):
        return True
    return True
