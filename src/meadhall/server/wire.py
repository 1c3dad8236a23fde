"""A table's WebSocket without detours.

ASGI hands every message over a queue from task to task. At a table that takes longer than reading
and writing it, so uvicorn's WebSocket here offers an extension: whoever asks for it is called for
every message as it comes in, and writes to the line directly. Everything else stays uvicorn's.
"""

from collections.abc import Callable
from typing import TypeAlias

from litestar.types import Scope
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.protocol import State

Listener: TypeAlias = Callable[[bytes | None], None]
"""Called with the text of every message; with nothing for one that is no text."""
EXTENSION = "meadhall.wire"


class Wire(WebSocketsSansIOProtocol):
    """One connection."""

    listener: Listener | None = None
    _unsaid: tuple[bytes, ...] = ()

    def handle_connect(  # type: ignore[explicit-override] # typing.override needs Python 3.12
        self, event: Request
    ) -> None:
        """Let the application know that there is a direct way."""
        super().handle_connect(event)
        if not self.close_sent:
            (self.scope["extensions"] or {})[EXTENSION] = {"wire": self}

    def send_receive_event_to_app(  # type: ignore[explicit-override] # the same
        self,
    ) -> None:
        """Give the message to whoever listens; before anybody does, to ASGI's queue."""
        if self.listener is None or self.close_sent:
            super().send_receive_event_to_app()
            return
        message, self.frames = b"".join(self.frames), []
        self.listener(message if self.curr_msg_data_type == "text" else None)

    @property
    def quiet(self) -> bool:
        """Whether no message waits in ASGI's queue."""
        return self.queue.empty()

    @property
    def unsent(self) -> int:
        """How many bytes the other end has not taken yet."""
        return self.transport.get_write_buffer_size()

    def tell(self, text: bytes) -> None:
        """Write the message when the moment's work is done; nobody is told who has gone.

        Everybody is written to in one go, as it costs more to wake each reader from its sleep.
        """
        if not self._unsaid:
            self.loop.call_soon(self._say)
        self._unsaid += (text,)

    def _say(self) -> None:
        texts, self._unsaid = self._unsaid, ()
        if self.conn.state is State.OPEN and not self.disconnected:
            for text in texts:
                self.conn.send_text(text)
            self.transport.write(b"".join(self.conn.data_to_send()))


def wire_of(scope: Scope) -> Wire:
    """The direct way of a connection; only a server that runs as `running` says has one."""
    wire = (scope["extensions"] or {})[EXTENSION]["wire"]
    if not isinstance(wire, Wire):
        raise TypeError(f"no wire of ours: {wire!r}")
    return wire
