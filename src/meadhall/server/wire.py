"""A table's WebSocket without detours.

ASGI hands every message over a queue from task to task, and reading and writing one in general
takes several generators and objects. At a table that is longer than the move itself takes, so
uvicorn's WebSocket here offers an extension: whoever asks for it is called for every message as it
comes in, and writes to the line directly. All else stays with uvicorn and its library: handshake,
pings, closing, messages in pieces, and whatever breaks the rules.
"""

from asyncio import AbstractEventLoop, Event, Future
from collections.abc import Callable
from struct import Struct
from typing import TypeAlias, cast

from litestar.types import Scope
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import apply_mask  # type: ignore[attr-defined] # in C where it can be
from websockets.http11 import Request
from websockets.protocol import Protocol, State

Listener: TypeAlias = Callable[[bytes | None], None]
"""Called with the text of every message; with nothing for one that is no text."""
EXTENSION = "meadhall.wire"

# A frame begins with a byte for its kind and one for its length (RFC 6455, section 5.2). Two values
# of the latter say that the length itself follows, in two bytes or in eight. Then come the mask of
# a client, and the payload.
_WHOLE_TEXT = 0x81
_MASKED, _LENGTH = 0x80, 0x7F
_IN_TWO, _IN_EIGHT = 126, 127
_MASK_SIZE = 4
_LONG, _VERY_LONG = Struct("!BBH"), Struct("!BBQ")

FREE = Event()
"""Of all lines on which nothing waits to be written: always set."""
FREE.set()


class Wire(WebSocketsSansIOProtocol):
    """One connection."""

    _listener: Listener | None = None
    _ending: "_Ending | None" = None
    _unread = b""

    def handle_connect(  # type: ignore[explicit-override] # typing.override needs Python 3.12
        self, event: Request
    ) -> None:
        """Let the application know that there is a direct way."""
        super().handle_connect(event)
        if not self.close_sent:
            (self.scope["extensions"] or {})[EXTENSION] = {"wire": self}

    def data_received(  # type: ignore[explicit-override] # the same
        self, data: bytes
    ) -> None:
        """After the handshake, read frame by frame; half a frame waits for the rest of it."""
        if not self.handshake_initiated:
            super().data_received(data)
            return
        if self._unread:
            data, self._unread = self._unread + data, b""
        while data and self.conn.parser_exc is None:
            start, end = _payload(data)
            if end - start > self.config.ws_max_size:
                super().data_received(data)  # which refuses it without waiting for the rest
                return
            if len(data) < end:
                self._unread = data
                return
            self._read(data[:end], start)
            data = data[end:]

    def listen(self, listener: Listener) -> Future[object]:
        """Call the listener for every message until the line is closed, which can be waited for."""
        self._listener = listener
        self._ending = _Ending(self.loop, live=self._is_open())
        self.queue = self._ending  # type: ignore[assignment] # all it is used for
        self._forget_the_handshake()
        return self._ending.reached

    def _forget_the_handshake(self) -> None:
        """Let go of what only the handshake and ASGI need: half of a line's memory."""
        del self.request, self.response
        cast("dict[str, object]", self.scope).clear()
        if self.conn.state is State.OPEN:
            self.conn.parser = Protocol.parse(self.conn)  # the one that read the request keeps it
        if self.writable.is_set():
            self.writable = FREE

    def pause_writing(  # type: ignore[explicit-override] # the same
        self,
    ) -> None:
        """Whoever writes by way of ASGI has to wait; few lines ever need an event for that."""
        self.writable = Event()

    def _read(self, frame: bytes, start: int) -> None:
        """Hear a plain message; all else is the library's business, which sees whole frames only.

        If it were left with half of a frame, it would look for the rest in what is read here.
        """
        conn = self.conn
        alone = conn.current_size is None and conn.state is State.OPEN
        plain = alone and frame[0] == _WHOLE_TEXT and frame[1] & _MASKED
        if plain and self._listener is not None:
            self._listener(apply_mask(frame[start:], frame[start - _MASK_SIZE : start]))
        else:
            super().data_received(frame)

    def send_receive_event_to_app(  # type: ignore[explicit-override] # the same
        self,
    ) -> None:
        """Give the message to whoever listens; before anybody does, to ASGI's queue."""
        if self._listener is None or self.close_sent:
            super().send_receive_event_to_app()
            return
        message, self.frames = b"".join(self.frames), []
        self._listener(message if self.curr_msg_data_type == "text" else None)

    @property
    def quiet(self) -> bool:
        """Whether no message waits in ASGI's queue."""
        return self.queue.empty()

    @property
    def unsent(self) -> int:
        """How many bytes the other end has not taken yet."""
        return self.transport.get_write_buffer_size()

    def tell(self, text: bytes) -> None:
        """Write the message; nobody is told who has gone."""
        ending = self._ending
        if ending.live if ending is not None else self._is_open():
            self.transport.write(_head(len(text)) + text)

    def keepalive_timeout(  # type: ignore[explicit-override] # the same
        self,
    ) -> None:
        """Write no more to who is silent: the one end that uvicorn does not put into the queue."""
        super().keepalive_timeout()
        if self._ending is not None:
            self._ending.live = self._is_open()

    def _is_open(self) -> bool:
        return self.conn.state is State.OPEN and not self.disconnected


class _Ending:
    """In place of ASGI's queue, once nothing but the end of the line will be put into it."""

    __slots__ = ("live", "reached")

    def __init__(self, loop: AbstractEventLoop, *, live: bool) -> None:
        self.live = live
        """Whether anything can still be written: that is soon looked up, and often."""
        self.reached: Future[object] = loop.create_future()

    def put_nowait(self, event: object) -> None:
        """It has ended; uvicorn says so once or twice, and before it says goodbye itself."""
        self.live = False
        if not self.reached.done():
            self.reached.set_result(event)


def _payload(data: bytes) -> tuple[int, int]:
    """Where the first frame's payload begins and ends; beyond the data while that is not known."""
    if len(data) < 2:  # noqa: PLR2004 - the two bytes that every frame begins with
        return 2, 2
    size, start = data[1] & _LENGTH, 2
    if size >= _IN_TWO:
        start += 2 if size == _IN_TWO else 8
        size = int.from_bytes(data[2:start], "big") if len(data) >= start else 0
    if data[1] & _MASKED:
        start += _MASK_SIZE
    return start, start + size


def _head(size: int) -> bytes:
    """What comes before a text of that size; a server does not mask."""
    if size < _IN_TWO:
        return bytes((_WHOLE_TEXT, size))
    if size < 1 << 16:
        return _LONG.pack(_WHOLE_TEXT, _IN_TWO, size)
    return _VERY_LONG.pack(_WHOLE_TEXT, _IN_EIGHT, size)


def wire_of(scope: Scope) -> Wire:
    """The direct way of a connection; only a server that runs as `running` says has one."""
    wire = (scope["extensions"] or {})[EXTENSION]["wire"]
    if not isinstance(wire, Wire):
        raise TypeError(f"no wire of ours: {wire!r}")
    return wire
