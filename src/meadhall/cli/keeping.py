"""Records in files: written whole or not at all, and kept safe while a match is running."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from meadhall.core.record import Record, read_record, write_record
from meadhall.core.refusal import Refused


def write_atomically(path: Path, text: str) -> None:
    """The text in the file, or the file as it was: never half of either."""
    with rewritten(path) as file:
        file.write(text)


@contextmanager
def rewritten(path: Path) -> Iterator[IO[str]]:
    """A file to write into, which takes the place of the old one if the block ends well.

    A place that cannot be written is refused with the system's reason.
    """
    try:
        if path.exists() and not path.is_file():  # a pipe or a device is written as it is
            with path.open("w", encoding="utf-8") as file:
                yield file
        else:
            yield from _replacing(path.resolve())
    except OSError as error:
        raise Refused.because(
            "CANNOT_WRITE", f"{path} cannot be written: {error.strerror}.", str(path)
        ) from None


def _replacing(path: Path) -> Iterator[IO[str]]:
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with beside.open("w", encoding="utf-8") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise


def save(path: Path, record: Record) -> None:
    """Write the record into the file."""
    write_atomically(path, write_record(record))


def load(path: Path) -> Record:
    """The record in the file; what is no sound record is refused with the file and the place."""
    try:
        return read_record(path.read_bytes())
    except OSError as error:
        raise Refused.because(
            "CANNOT_READ", f"{path} cannot be read: {error.strerror}.", str(path)
        ) from None
    except Refused as error:
        found = error.refusal
        raise Refused.because(found.code, f"{path}: {found.sentence}", *found.objects) from None


class Autosave:
    """The running match's file in the user's state folder, one per process."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or state_folder() / "running"
        self.path = self.folder / f"{os.getpid()}.json"

    def keep(self, record: Record) -> None:
        """Write down how far the match has come; where that fails, play goes on all the same."""
        with suppress(Refused):
            save(self.path, record)

    def drop(self) -> None:
        """The match is over, saved or given up."""
        self.path.unlink(missing_ok=True)

    def left_behind(self) -> Iterator[Path]:
        """Matches whose process ended without a word, the latest first."""
        if not self.folder.is_dir():
            return
        files = sorted(self.folder.glob("*.json"), key=lambda p: p.stat().st_mtime, reverse=True)
        yield from (path for path in files if not _alive(path.stem))


def state_folder() -> Path:
    """Where this user's programs keep what they want to find again."""
    base = os.environ.get("XDG_STATE_HOME")
    return (Path(base) if base else Path.home() / ".local" / "state") / "meadhall"


def _alive(stem: str) -> bool:
    if not stem.isdecimal():
        return False
    try:
        os.kill(int(stem), 0)
    except ProcessLookupError:
        return False
    except (PermissionError, OverflowError):
        return True
    return True
