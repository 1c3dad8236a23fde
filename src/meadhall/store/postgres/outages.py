"""Which errors of the driver mean that the database fails, and which are mistakes of ours."""

from collections.abc import Iterator
from contextlib import contextmanager

import asyncpg  # type: ignore[import-untyped] # it ships no types

from meadhall.match.ports import StoreUnavailable

OUTAGES = ("08", "25", "53", "55", "57", "58", "XX")
"""Classes of PostgreSQL's errors: connections, read-only, resources, locks, shutdown, damage."""


@contextmanager
def outages_as_unavailable() -> Iterator[None]:
    """Raise `StoreUnavailable` for errors inside that the database is to blame for."""
    try:
        yield
    except asyncpg.PostgresError as error:
        if str(error.sqlstate or "")[:2] not in OUTAGES:
            raise
        raise StoreUnavailable(str(error)) from error
    # The driver's own mistakes, such as values that no column can hold, are `ValueError`s too.
    except asyncpg.InterfaceError as error:
        if isinstance(error, ValueError):
            raise
        raise StoreUnavailable(str(error)) from error
    # asyncpg's answer where the server has said goodbye to a connection that nobody was using.
    except (OSError, TimeoutError, asyncpg.InternalClientError) as error:
        raise StoreUnavailable(str(error) or type(error).__name__) from error
