"""What a tab has instead of logs, metrics, a process for records, and passwords."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from traceback import format_exc
from typing import Concatenate, ParamSpec, TypeAlias, TypeVar

from meadhall.core.game import AnyGame
from meadhall.core.refusal import Refused

P = ParamSpec("P")
T = TypeVar("T")
Games: TypeAlias = Callable[[str], AnyGame]


class ConsoleLog:
    """Writes to the browser's console what a server would write to its log."""

    def info(self, event: str, **more: object) -> None:
        """Nobody reads these in a tab."""

    def warning(self, event: str, **more: object) -> None:
        """Write one line."""
        print(event, more)  # noqa: T201 - that is the console

    error = warning

    def exception(self, event: str, **more: object) -> None:
        """Write one line and where it happened."""
        print(event, more, format_exc())  # noqa: T201 - that is the console


log = ConsoleLog()


class Uncounted:
    """A metric that nobody reads."""

    def _ignore(self, *_: object) -> None:
        """Count nothing."""

    inc = dec = set = observe = set_function = _ignore

    @contextmanager
    def track_inprogress(self) -> Iterator[None]:
        """Count nothing meanwhile."""
        yield


class Metrics:
    """All metrics of a server, uncounted."""

    matches = sockets = moves = refused = latency = commit = queue = thinking = Uncounted()
    bot_failures = conflicts = lag = hibernated = claimed = processes = Uncounted()


class RecordDesk:
    """Works on records, one after the other, between what else the worker does."""

    def __init__(self, games: Games) -> None:
        self._games = games

    async def run(
        self, work: Callable[Concatenate[Games, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """The result of a function of `server/records/work`. Raises `Refused`."""
        await asyncio.sleep(0)
        try:
            return work(self._games, *args, **kwargs)
        except Refused:
            raise
        except Exception:
            log.exception("the rules crashed on a record")
            raise Refused.because("BAD_RECORD", "This record cannot be replayed.") from None

    async def stop(self) -> None:
        """There is no process to end."""


class Passwords:
    """There are none: who has the device has its matches."""

    async def hash(self, password: str) -> str:
        """Refuse."""
        raise Refused.because("NO_PASSWORDS", "Accounts and passwords need a server.", "password")

    async def matches(self, hashed: str, password: str) -> bool:
        """No password is right."""
        return False
