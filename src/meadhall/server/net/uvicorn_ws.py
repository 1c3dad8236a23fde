"""A WebSocket over uvicorn's own class, without the detour through ASGI.

ASGI passes every message through a queue, from task to task, and uvicorn's library reads and writes
a frame with several generators and objects. At a table that takes longer than the move itself:
`./dev bench server` shows what this adapter saves. Handshake, pings, closing, fragmented messages
and protocol errors stay with uvicorn and its library.

It depends on internals of both. Where `unknown_versions` finds a version that it was not tested
with, the plain adapter serves.
"""

from asyncio import AbstractEventLoop, Event, Future
from importlib.metadata import version
from struct import Struct
from typing import cast

from websockets.frames import apply_mask  # type: ignore[attr-defined] # in C where it can be
from websockets.http11 import Request
from websockets.protocol import Protocol, State

from meadhall.server.net.connection import EXTENSION, ConnectionEnded, Hear
from meadhall.server.net.uvicorn_plain import IN_EIGHT, IN_TWO, MASK_SIZE, MASKED, PlainSocket

KNOWN = {"uvicorn": ((0, 53), (0, 54)), "websockets": ((16, 0), (17, 99))}
"""The first and the last release of each library that this adapter has been tested with."""

_WHOLE_TEXT = 0x81
_LONG, _VERY_LONG = Struct("!BBH"), Struct("!BBQ")

FREE = Event()
"""Shared by all connections whose write buffer is not full: always set. Two thousand idle sockets
would need an event each otherwise."""
FREE.set()


def unknown_versions() -> list[str]:
    """The libraries whose installed version this adapter does not know, as `name version`."""
    return [
        f"{name} {version(name)}"
        for name, (first, last) in KNOWN.items()
        if not first <= tuple(map(int, version(name).split(".")[:2])) <= last
    ]


class UvicornSocket(PlainSocket):
    """One connection: uvicorn's protocol, which is also the `Connection` of the application."""

    _hear: Hear | None = None
    _ending: "_Ending | None" = None

    def handle_connect(  # type: ignore[explicit-override] # typing.override needs Python 3.12
        self, event: Request
    ) -> None:
        """Offer the connection to the application."""
        super().handle_connect(event)
        if not self.close_sent:
            (self.scope["extensions"] or {})[EXTENSION] = {"connection": self}

    async def accept(self) -> None:
        """Finish the handshake."""
        await self.receive()
        await self.send({"type": "websocket.accept", "subprotocol": None, "headers": []})

    async def next_message(self) -> bytes | None:
        """Wait for one message."""
        event = await self.receive()
        if event["type"] == "websocket.disconnect":
            raise ConnectionEnded
        text = event.get("text")
        return text.encode() if isinstance(text, str) else None

    async def listen(self, hear: Hear) -> None:
        """Call `hear` for every message, as its bytes come in, until the connection has ended."""
        try:
            while not self.queue.empty():  # what came in before anybody listened
                hear(await self.next_message())
        except ConnectionEnded:
            return
        # No `await` since the queue was empty, so no message is left in it.
        self._hear = hear
        self._ending = _Ending(self.loop, live=self._is_open())
        self.queue = self._ending  # type: ignore[assignment] # all it is used for from now on
        self._release_handshake()
        await self._ending.reached

    def send_text(self, text: bytes) -> bool:
        """Write the message, unless the connection has ended; false for a reader far behind."""
        ending = self._ending
        if ending.live if ending is not None else self._is_open():
            # Past the library, which remembers nothing about whole messages that were sent.
            self.transport.write(_head(len(text)) + text)
        return self.writable is FREE or not self._is_behind()

    async def close(self, code: int, reason: str) -> None:
        """Close after what has been written."""
        self.writable = FREE  # the close frame does not wait for a reader that may never read
        await self.send({"type": "websocket.close", "code": code, "reason": reason})

    def _release_handshake(self) -> None:
        """Release what only the handshake and ASGI need: half of a connection's memory."""
        del self.request, self.response
        cast("dict[str, object]", self.scope).clear()
        if self.conn.state is State.OPEN:
            self.conn.parser = Protocol.parse(self.conn)  # the one that read the request keeps it
        if self.writable.is_set():
            self.writable = FREE

    def pause_writing(  # type: ignore[explicit-override] # the same
        self,
    ) -> None:
        """Give this connection an event of its own: few ever need one."""
        # Not `clear`: the event may be `FREE`, which all connections share.
        self.writable = Event()

    def _read(  # type: ignore[explicit-override] # the same
        self, frame: bytes, start: int
    ) -> None:
        """Pass a whole text message on; everything else is counted and goes to the library.

        The library is given whole frames only. If it had half of one, it would take the next frame
        for the rest.
        """
        conn = self.conn
        # `current_size` is a number between the first and the last piece of a fragmented message. A
        # frame without a mask is an error (RFC 6455, section 5.1), which the library answers.
        alone = conn.current_size is None and conn.state is State.OPEN
        plain = alone and frame[0] == _WHOLE_TEXT and frame[1] & MASKED
        if plain and self._hear is not None:
            self._hear(apply_mask(frame[start:], frame[start - MASK_SIZE : start]))
        else:
            super()._read(frame, start)

    def send_receive_event_to_app(  # type: ignore[explicit-override] # the same
        self,
    ) -> None:
        """Pass on a message that came in pieces or is binary; before `listen`, to ASGI's queue."""
        if self._hear is None or self.close_sent:
            super().send_receive_event_to_app()
            return
        message, self.frames = b"".join(self.frames), []
        self._hear(message if self.curr_msg_data_type == "text" else None)

    def keepalive_timeout(  # type: ignore[explicit-override] # the same
        self,
    ) -> None:
        """Stop writing after a keepalive timeout.

        uvicorn reports every other kind of close through the queue, but not this one.
        """
        super().keepalive_timeout()
        if self._ending is not None:
            self._ending.live = self._is_open()

    def _is_behind(self) -> bool:
        waiting = self.transport.get_write_buffer_size()
        return waiting > self.settings.backlog_bytes

    def _is_open(self) -> bool:
        return self.conn.state is State.OPEN and not self.disconnected


class _Ending:
    """Replaces ASGI's queue once only the end of the connection will be put into it."""

    __slots__ = ("live", "reached")

    def __init__(self, loop: AbstractEventLoop, *, live: bool) -> None:
        self.live = live
        """Whether the connection can still be written to; asked for every message."""
        self.reached: Future[object] = loop.create_future()

    def put_nowait(self, event: object) -> None:
        """Note the end. uvicorn may report it twice, and before its own close frame."""
        self.live = False
        if not self.reached.done():
            self.reached.set_result(event)


def _head(size: int) -> bytes:
    """What comes before a text of that size; a server does not mask."""
    if size < IN_TWO:
        return bytes((_WHOLE_TEXT, size))
    if size < 1 << 16:
        return _LONG.pack(_WHOLE_TEXT, IN_TWO, size)
    return _VERY_LONG.pack(_WHOLE_TEXT, IN_EIGHT, size)
