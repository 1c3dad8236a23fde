"""Tables of the ends of races, kept in the user's cache folder."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from meadhall.core.fast_lane import Array, EndTable, FastLane


def cache_folder() -> Path:
    """The folder for what can be made again: `MEADHALL_CACHE`, else by the XDG convention."""
    chosen = os.environ.get("MEADHALL_CACHE")
    if chosen:
        return Path(chosen)
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "meadhall"


def load_end_table(lane: FastLane[Any]) -> Array | None:
    """The lane's table, if it has been made; its pages are read from the disk when needed."""
    wanted = lane.end_table
    if wanted is None:
        return None
    import numpy as np  # noqa: PLC0415 - a fast lane brings it along

    path = _path(wanted)
    try:
        if path.stat().st_size != wanted.size:
            return None
        return np.memmap(path, np.uint8, "r")
    except OSError:
        return None


def make_end_table(lane: FastLane[Any]) -> Iterator[int]:
    """Makes the lane's table unless it is there; yields how many of its entries are written.

    It is put in its place when it is whole, so a process that dies leaves no half of one.
    """
    wanted = lane.end_table
    if wanted is None or load_end_table(lane) is not None:
        return
    import numpy as np  # noqa: PLC0415 - a fast lane brings it along

    table = np.empty(wanted.size, np.uint8)
    yield from wanted.fill(table)
    path = _path(wanted)
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        temporary.write_bytes(table.tobytes())
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)


def _path(table: EndTable) -> Path:
    return cache_folder() / f"{table.name}.bin"
