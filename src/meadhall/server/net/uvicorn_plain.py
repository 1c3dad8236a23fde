"""The plain adapter under uvicorn: its own classes, with the gate, deadlines and counted frames.

Under another ASGI server none of this applies; that server's own limits do.
"""

from time import monotonic

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from meadhall.server.net.uvicorn_guards import Guard, HttpGuard, Part
from meadhall.server.protocol.close_codes import CLOSE_CODES
from meadhall.server.rate_limits import Bucket

# A frame begins with a byte for its kind and one for its length (RFC 6455, section 5.2). Two values
# of the latter say that the length itself follows, in two bytes or in eight. Then come the mask of
# a client, and the payload.
MASKED, LENGTH = 0x80, 0x7F
IN_TWO, IN_EIGHT = 126, 127
MASK_SIZE = 4

WHOLE_MESSAGES = (0x81, 0x82)
"""How frames begin that are a whole message, of text or binary."""
MESSAGE_PRICE = 0.1
"""A whole message counts little here, because the application counts and answers it."""
FRAMES_PER_MESSAGE = 2
"""How many frames a connection may send where it may send one message."""
BURST_SECONDS = 5
"""A connection that was quiet may send this many seconds' worth of frames at once."""
LINGER_SECONDS = 0.5
"""How long a connection that has been closed may take to read the rest."""


class PlainHttp(HttpGuard, H11Protocol):
    """One HTTP connection, read by h11."""

    def handle_events(self) -> None:  # type: ignore[explicit-override] # needs Python 3.12
        """Read what has come in, and wait for the rest."""
        super().handle_events()
        self._await(self._unfinished_part())

    def _unfinished_part(self) -> Part:
        if self.conn.their_state is h11.SEND_BODY:
            return "body"
        unread, _ = self.conn.trailing_data
        return "head" if self.conn.their_state is h11.IDLE and unread else ""


class PlainSocket(Guard, WebSocketsSansIOProtocol):
    """One WebSocket. Counts its frames, and does not wait for a client that does not read."""

    _unread = b""
    _frames: Bucket | None = None
    _cut = False
    """Whether it was closed for its frames; what still comes in is thrown away."""

    def data_received(  # type: ignore[explicit-override] # the same
        self, data: bytes
    ) -> None:
        """After the handshake, read frame by frame; half a frame waits for the rest of it."""
        if not self.handshake_initiated:
            super().data_received(data)
            return
        # At most one frame of `ws_max_size` waits, so joining it again with each read is cheap.
        if self._unread:
            data, self._unread = self._unread + data, b""
        at = 0
        while at < len(data) and not self._cut and self.conn.parser_exc is None:
            start, end = _payload(data, at)
            if end - start > self.config.ws_max_size:
                super().data_received(data[at:])  # which refuses it without waiting for the rest
                return
            if len(data) < end:
                self._unread = data[at:]
                return
            self._read(data[at:end], start - at)
            at = end

    def _read(self, frame: bytes, start: int) -> None:  # noqa: ARG002 - the fast adapter uses it
        """Count a whole frame and pass it to the library."""
        if self._frames is None:
            rate = self.settings.message_rate * FRAMES_PER_MESSAGE
            self._frames = Bucket(rate, rate * BURST_SECONDS, rate * BURST_SECONDS, monotonic())
        price = MESSAGE_PRICE if frame[0] in WHOLE_MESSAGES else 1
        if self._frames.take(monotonic(), price):
            self._cut_off()
        else:
            super().data_received(frame)

    def _cut_off(self) -> None:
        """Close for too many frames, and let go of the client whatever it does."""
        self._cut = True
        self.conn.fail(4429, CLOSE_CODES[4429])
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.queue.put_nowait({"type": "websocket.disconnect", "code": 4429})
        # Without a timer uvicorn would close at once, and the close frame would be lost on the way
        # to a client that is still sending.
        self.close_timer = self.loop.call_later(LINGER_SECONDS, self.transport.abort)

    async def run_asgi(self) -> None:  # type: ignore[explicit-override] # the same
        """Serve the connection; abort it if the client does not read the rest."""
        await super().run_asgi()
        # No timer for the others: it would keep thousands of closed connections in memory until
        # the garbage collector, which runs rarely, takes a second to find them all.
        if self.transport.get_write_buffer_size():
            self.loop.call_later(LINGER_SECONDS, self._abort_unread)

    def _abort_unread(self) -> None:
        """Drop what the client has not read. A polite close would wait for it for ever."""
        if self.transport.get_write_buffer_size():
            self.transport.abort()

    def keepalive_timeout(self) -> None:  # type: ignore[explicit-override] # the same
        """Do not wait for a client that does not answer pings."""
        super().keepalive_timeout()
        self.transport.abort()


def _payload(data: bytes, at: int) -> tuple[int, int]:
    """Where the payload of a frame begins and ends; beyond the data while that is not known."""
    start = at + 2
    if len(data) < start:
        return start, start
    size = data[at + 1] & LENGTH
    if size >= IN_TWO:
        start += 2 if size == IN_TWO else 8
        size = int.from_bytes(data[at + 2 : start], "big") if len(data) >= start else 0
    if data[at + 1] & MASKED:
        start += MASK_SIZE
    return start, start + size
