"""A WebSocket over plain ASGI: works under every ASGI server and with in-process test clients."""

import asyncio
import contextlib
from collections import deque

from litestar.types import Receive, Send
from litestar.types.asgi_types import WebSocketCloseEvent, WebSocketSendEvent

from meadhall.server.net.connection import ConnectionEnded, Hear
from meadhall.server.protocol.close_codes import CLOSE_CODES

DRAIN_SECONDS = 1.0
"""How long closing waits for what has been sent to be taken."""
BEHIND_SECONDS = 0.3
"""How long closing waits for a reader that is behind."""


class AsgiConnection:
    """One WebSocket. A task of its own writes what is queued, so that `send_text` never waits."""

    def __init__(self, receive: Receive, send: Send, largest: int, backlog: int) -> None:
        self._receive, self._send = receive, send
        self._largest, self._backlog = largest, backlog
        self._queue: deque[bytes] = deque()
        self._waiting = 0
        """Bytes in the queue."""
        self._wake = asyncio.Event()
        self._drained = asyncio.Event()
        self._writer: asyncio.Task[None] | None = None
        self._ended = False

    async def accept(self) -> None:
        """Finish the handshake and begin to write."""
        # ASGI's first event is `websocket.connect`, which says nothing new.
        await self._receive()
        await self._send({"type": "websocket.accept", "subprotocol": None, "headers": []})
        self._writer = asyncio.create_task(self._write())

    async def next_message(self) -> bytes | None:
        """Wait for one message."""
        event = await self._receive()
        if event["type"] == "websocket.disconnect":
            self._end()
            raise ConnectionEnded
        text = event.get("text")
        message = text.encode() if isinstance(text, str) else None
        if message is not None and len(message) > self._largest:  # not every server has a limit
            await self.close(1009, CLOSE_CODES[1009])
            raise ConnectionEnded
        return message

    async def listen(self, hear: Hear) -> None:
        """Call `hear` for every message until the connection has ended."""
        while not self._ended:
            try:
                hear(await self.next_message())
            except ConnectionEnded:
                return

    def send_text(self, text: bytes) -> bool:
        """Queue the message for the writer."""
        if not self._ended:
            self._queue.append(text)
            self._waiting += len(text)
            self._drained.clear()
            self._wake.set()
        return self._waiting <= self._backlog

    async def close(self, code: int, reason: str) -> None:
        """Close after what has been sent; a reader that is behind does not get the rest."""
        if self._queue and self._waiting <= self._backlog:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._drained.wait(), DRAIN_SECONDS)
        if self._ended:
            return
        # First, so that the writer sends nothing after the close frame.
        self._end()
        closing: WebSocketCloseEvent = {
            "type": "websocket.close", "code": code, "reason": reason,
        }  # fmt: skip
        with contextlib.suppress(Exception):  # the other end may be gone already, or not read
            await asyncio.wait_for(self._send(closing), BEHIND_SECONDS)

    async def _write(self) -> None:
        while not self._ended:
            await self._wake.wait()
            self._wake.clear()
            await self._write_queue()
            self._drained.set()

    async def _write_queue(self) -> None:
        while self._queue:
            # It stays in the queue while it is sent, so that `close` waits for it too.
            text = self._queue[0]
            event: WebSocketSendEvent = {
                "type": "websocket.send", "text": text.decode(), "bytes": None,
            }  # fmt: skip
            try:
                await self._send(event)
            except Exception:  # noqa: BLE001 - servers raise different things for a lost line
                self._end()
                return
            self._queue.popleft()
            self._waiting -= len(text)

    def _end(self) -> None:
        self._ended = True
        self._queue.clear()
        self._waiting = 0
        if self._writer is not None:
            self._writer.cancel()
