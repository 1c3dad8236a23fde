"""Whether the database works: notices failures, reports them sparingly, and knows recovery."""

import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from time import monotonic
from typing import TypeVar

import structlog
from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError, IntegrityError, ProgrammingError, SQLAlchemyError

from meadhall.match.ports import StoreUnavailable
from meadhall.store.backend import Backend, Row

T = TypeVar("T")
LOG_SECONDS = 1.0
"""At most one line is logged in this time, however many requests fail."""
BAD_DATA = "22"
"""The class of PostgreSQL's errors for values that it cannot store."""

log = structlog.get_logger()


class StoreHealth:
    """What the last attempts to use the database showed."""

    def __init__(self) -> None:
        self.problem = ""
        """Why the database cannot be used; empty while it can."""
        self._began = self._silent_until = 0.0

    def fail(self, error: Exception) -> None:
        """Note a failure. A bug is logged with its traceback, an outage in a sentence."""
        now = monotonic()
        if not self.problem:
            self._began = now
        self.problem = first_line(error)
        if now >= self._silent_until:
            self._silent_until = now + LOG_SECONDS
            traceback = None if is_outage(error) else error
            log.error("the database cannot be used", why=self.problem, exc_info=traceback)

    def recover(self) -> None:
        """Note that the database works again."""
        log.warning("the database works again", after=f"{self.seconds():.1f} s")
        self.problem = ""

    def seconds(self) -> float:
        """How long the database has not worked."""
        return monotonic() - self._began


class WatchedBackend:
    """A backend whose failures count in its health, and are raised as `StoreUnavailable`.

    Except those of `append`, the hot path: its only caller, the match loop, handles any error, and
    reports it to the health itself.
    """

    def __init__(self, backend: Backend, health: StoreHealth) -> None:
        self._backend, self._health = backend, health
        self.append = backend.append
        self.close = backend.close

    async def row(self, statement: str, values: Mapping[str, str]) -> Row | None:
        """The row that a short query selects, if any."""
        with self._watch():
            return await self._backend.row(statement, values)

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Run a function that reads."""
        with self._watch():
            return await self._backend.read(work)

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Run a function that writes."""
        with self._watch():
            return await self._backend.write(work)

    async def claim(self) -> bool:
        """Become the only server of the database."""
        with self._watch():
            return await self._backend.claim()

    @contextmanager
    def _watch(self) -> Iterator[None]:
        try:
            yield
        except Exception as error:
            if not is_outage(error):
                raise
            self._health.fail(error)
            raise StoreUnavailable(first_line(error)) from error


def is_outage(error: Exception) -> bool:
    """Whether the database is to blame: not the values it was given, and not our statements."""
    if isinstance(error, DBAPIError):
        is_ours = isinstance(error, (IntegrityError, ProgrammingError))
        return not is_ours and not str(getattr(error.orig, "sqlstate", "")).startswith(BAD_DATA)
    outages = (OSError, SQLAlchemyError, sqlite3.OperationalError, StoreUnavailable)
    return isinstance(error, outages) or type(error) is sqlite3.DatabaseError


def first_line(error: Exception) -> str:
    """The reason in one line, without SQLAlchemy's name of the driver's class."""
    cause = error.orig if isinstance(error, DBAPIError) and error.orig else error
    return str(cause).partition("\n")[0] or type(cause).__name__
