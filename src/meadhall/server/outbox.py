"""One connection as a room knows it: takes messages, and is hung up when it has to end."""

import asyncio
import contextlib

from litestar.types import Send
from litestar.types.asgi_types import WebSocketCloseEvent

from meadhall.core.seats import Seat
from meadhall.server.protocol import CLOSE_CODES
from meadhall.server.room import Show
from meadhall.server.wire import FREE, Wire

BACKLOG = 1 << 20  # bytes that may wait for a slow reader


class Outbox:
    """Takes messages without waiting. A reader too slow for them is hung up, and may come back."""

    __slots__ = ("_goodbye", "_send", "_wire", "closing", "holder", "name", "seats", "show")

    def __init__(self, wire: Wire, send: Send) -> None:
        self.seats: tuple[Seat, ...] = ()
        self.show: Show = "scene"
        self.holder = ""
        self.name = ""
        self.closing = False
        """Whether it has been hung up."""
        self._wire, self._send = wire, send
        self._goodbye: asyncio.Task[None] | None = None

    def put(self, frame: bytes) -> None:
        """Send the message, unless the line is closed by now."""
        wire = self._wire
        wire.tell(frame)
        if wire.writable is not FREE and wire.unsent > BACKLOG:
            self.hang_up(4503)

    def hang_up(self, code: int) -> None:
        """Send what this moment still brings, then close with that code."""
        if not self.closing:
            self.closing = True
            self._goodbye = asyncio.create_task(self._close(code))

    async def gone(self) -> None:
        """Until whoever was hung up has been told so."""
        if self._goodbye is not None:
            await self._goodbye

    async def _close(self, code: int) -> None:
        await asyncio.sleep(0)
        with contextlib.suppress(Exception):  # whoever is gone cannot be told
            await self._send(_closed(code))


def _closed(code: int) -> WebSocketCloseEvent:
    return {"type": "websocket.close", "code": code, "reason": CLOSE_CODES[code]}
