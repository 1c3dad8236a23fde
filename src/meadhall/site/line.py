"""A connection between the page and a table, or the hall, over messages between workers."""

import asyncio
from collections.abc import Callable

from meadhall.server.net.connection import ConnectionEnded, Hear

Deliver = Callable[[str], None]
"""Takes a message to the page."""
Hangup = Callable[[int, str], None]
"""Tells the page that the line is closed, with its code and why."""


class Line:
    """One connection. Nothing waits on it, so no reader is ever behind."""

    def __init__(self, deliver: Deliver, hang_up: Hangup) -> None:
        self._deliver, self._hang_up = deliver, hang_up
        self._said: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._hear: Hear | None = None
        self._ended = asyncio.Event()

    def say(self, text: str) -> None:
        """Take a message of the page."""
        if self._hear is not None:
            self._hear(text.encode())
        else:
            self._said.put_nowait(text.encode())

    def end(self) -> None:
        """Note that the page has closed the line."""
        self._ended.set()
        self._said.put_nowait(None)

    async def accept(self) -> None:
        """The page is connected already."""

    async def next_message(self) -> bytes | None:
        """Wait for one message."""
        text = await self._said.get()
        if text is None:
            raise ConnectionEnded
        return text

    async def listen(self, hear: Hear) -> None:
        """Call `hear` for every message until the line has ended."""
        while not self._said.empty():
            text = self._said.get_nowait()
            if text is not None:
                hear(text)
        self._hear = hear
        await self._ended.wait()

    def send_text(self, text: bytes) -> bool:
        """Send a message to the page."""
        if not self._ended.is_set():
            self._deliver(text.decode())
        return True

    async def close(self, code: int, reason: str) -> None:
        """Close the line from this end."""
        if not self._ended.is_set():
            self._ended.set()
            self._hang_up(code, reason)
