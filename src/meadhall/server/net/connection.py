"""The port between a socket and the tables: what the rest of the server knows of a connection."""

from collections.abc import Callable
from typing import Protocol, TypeAlias, cast

from litestar.types import Scope

Hear: TypeAlias = Callable[[bytes | None], None]
"""Called with the text of every message; with `None` for a binary one."""


class Connection(Protocol):
    """One WebSocket, from its opening to its end."""

    async def accept(self) -> None:
        """Finish the handshake."""
        ...

    async def next_message(self) -> bytes | None:
        """Wait for one message; raises `ConnectionEnded` where none comes any more."""
        ...

    async def listen(self, hear: Hear) -> None:
        """Call `hear` for every message, in order, until the connection has ended."""
        ...

    def send_text(self, text: bytes) -> bool:
        """Send a text message; never waits. To a connection that has ended it is a no-op.

        False where more than the setting `backlog_bytes` wait for the reader by now.
        """
        ...

    async def close(self, code: int, reason: str) -> None:
        """Close after what has been sent."""
        ...


EXTENSION = "meadhall.connection"
"""The ASGI extension under which a server may offer a connection of its own."""


def offered_connection(scope: Scope) -> Connection | None:
    """The connection that the server offers; `None` where plain ASGI must do."""
    offered = (scope.get("extensions") or {}).get(EXTENSION, {})
    return cast("Connection | None", offered.get("connection"))


class ConnectionEnded(Exception):
    """Raised where a message was expected from a connection that has ended."""
