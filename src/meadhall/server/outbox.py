"""One connection as a room knows it: a queue of messages, and a writer that empties it."""

import asyncio

from litestar.types import Send
from litestar.types.asgi_types import WebSocketCloseEvent, WebSocketSendEvent

from meadhall.core.seats import Seat
from meadhall.server.protocol import CLOSE_CODES
from meadhall.server.room import Show

BACKLOG = 2000  # messages that may wait for a slow reader


class Outbox:
    """Takes messages without waiting. A reader too slow for them is hung up, and may come back."""

    __slots__ = ("_code", "_frames", "_send", "_waiter", "holder", "name", "seats", "show")

    def __init__(self, send: Send) -> None:
        self.seats: tuple[Seat, ...] = ()
        self.show: Show = "scene"
        self.holder = ""
        self.name = ""
        self._send = send
        self._frames: list[bytes] = []
        self._waiter: asyncio.Future[None] | None = None
        self._code: int | None = None

    def put(self, frame: bytes) -> None:
        """Send the message when the line is free."""
        if len(self._frames) >= BACKLOG:
            self.hang_up(4503)
            return
        self._frames.append(frame)
        self._ring()

    def hang_up(self, code: int) -> None:
        """Send what is queued, then close with that code."""
        if self._code is None:
            self._code = code
        self._ring()

    async def write(self) -> None:
        """Send message after message until the line is closed."""
        while self._code is None or self._frames:
            frames, self._frames = self._frames, []
            for frame in frames:
                await self._send(_message(frame))
            if not self._frames and self._code is None:
                self._waiter = asyncio.get_running_loop().create_future()
                await self._waiter
        await self._send(_close(self._code))

    def _ring(self) -> None:
        waiter, self._waiter = self._waiter, None
        if waiter is not None and not waiter.done():
            waiter.set_result(None)


def _message(frame: bytes) -> WebSocketSendEvent:
    return {"type": "websocket.send", "bytes": None, "text": frame.decode()}


def _close(code: int) -> WebSocketCloseEvent:
    return {"type": "websocket.close", "code": code, "reason": CLOSE_CODES[code]}
