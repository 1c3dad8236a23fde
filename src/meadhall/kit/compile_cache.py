"""A disk cache for compiled functions that several processes may fill at the same time.

Numba first writes which file belongs to a signature, and then that file. Two processes that compile
different signatures of one function can give both the same file, and a third would load the wrong
code. So only one process at a time reads or writes the code in a folder.
"""

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from filelock import FileLock
from numba.core.dispatcher import Dispatcher

P = ParamSpec("P")
T = TypeVar("T")


def keep_on_disk(compiled: "Dispatcher[Callable[..., object]]") -> None:
    """Make the function load its code from the disk, or write it there after compiling."""
    compiled.enable_caching()
    # Numba offers no public way to its cache.
    cache = compiled._cache  # type: ignore[attr-defined]  # noqa: SLF001
    lock = f"{cache.cache_path}/compiled.lock"
    cache.load_overload = _alone(cache.load_overload, lock)
    cache.save_overload = _alone(cache.save_overload, lock)


def _alone(function: Callable[P, T], lock: str) -> Callable[P, T]:
    """The function, run by one process at a time. The system frees the lock of one that dies."""

    @wraps(function)
    def run(*args: P.args, **names: P.kwargs) -> T:
        with FileLock(lock):
            return function(*args, **names)

    return run
