"""Connections for short statements, without SQLAlchemy and without a query to clean each of them.

asyncpg's own pool resets a connection whenever it is given back, which takes a round trip.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import asyncpg  # type: ignore[import-untyped] # it ships no types

CONNECT_SECONDS = 5
"""How long to wait for a server that does not answer."""
STATEMENT_SECONDS = 10
"""How long a statement may take: a cut cable gives no error."""
MOST_LINES = 8


class Lines:
    """A few connections, made when they are needed."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._idle: list[asyncpg.Connection] = []
        self._free = asyncio.Semaphore(MOST_LINES)

    async def connect(self) -> asyncpg.Connection:
        """A connection of its own, for who keeps it."""
        return await asyncpg.connect(
            self.address, timeout=CONNECT_SECONDS, command_timeout=STATEMENT_SECONDS
        )

    @asynccontextmanager
    async def line(self) -> AsyncIterator[asyncpg.Connection]:
        """A connection for a statement or a transaction."""
        async with self._free:
            connection = await self._take()
            try:
                yield connection
            except (asyncio.CancelledError, TimeoutError):
                connection.terminate()  # something may still be on its way
                raise
            finally:
                if not connection.is_closed():
                    self._idle.append(connection)

    async def close(self) -> None:
        """Close the connections that nobody uses."""
        for connection in self._idle:
            await connection.close(timeout=CONNECT_SECONDS)
        self._idle.clear()

    async def _take(self) -> asyncpg.Connection:
        while self._idle:
            connection = self._idle.pop()
            if not connection.is_closed():
                return connection
        return await self.connect()
