"""HTTP read by httptools, which takes a third of the time that h11 takes, and is as careful.

uvicorn's class for it reads heads without end, takes what follows a body for headers, and the body
of somebody who asks for another protocol for the next request. What is rare is left to h11.
"""

from asyncio import Protocol
from typing import cast

from httptools import HttpParserError, HttpParserUpgrade
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from meadhall.core.refusal import Refusal
from meadhall.server.frames import to_json
from meadhall.server.problems import MEDIA_TYPE, document

LONGEST = 1 << 16
"""Bytes that a head may have while its end has not come, and so may anything else but a body."""
QUEUE = 50
"""Requests that may wait for the answer to the one before."""


class Http(HttpToolsProtocol):
    """One connection."""

    _unread = 0
    """How many bytes have come in that are neither a whole head nor of a body."""
    _in_head = False

    def data_received(  # type: ignore[explicit-override] # typing.override needs Python 3.12
        self, data: bytes
    ) -> None:
        """Read it; refuse what is no request, or has no end."""
        self._unset_keepalive_if_required()
        self._unread += len(data)
        try:
            self.parser.feed_data(data)
        except HttpParserUpgrade as upgrade:
            self._hand_over(data[upgrade.args[0] :])
        except HttpParserError:
            self.send_400_response("That is no HTTP request which this server takes.")
        else:
            if self._unread > LONGEST:
                self.send_400_response("The head of the request is too long.")

    def send_400_response(self, msg: str) -> None:  # type: ignore[explicit-override] # the same
        """Refuse in the way that all of the server refuses, and hang up."""
        body = to_json(document(400, Refusal("BAD_HTTP", msg)))
        headers = [
            *self.server_state.default_headers,
            (b"content-type", MEDIA_TYPE.encode()),
            (b"content-length", str(len(body)).encode()),
            (b"connection", b"close"),
        ]
        head = [b"HTTP/1.1 400 Bad Request", *(b": ".join(header) for header in headers), b"", b""]
        self.transport.write(b"\r\n".join(head) + body)
        self.transport.close()

    def on_message_begin(self) -> None:  # type: ignore[explicit-override] # the same
        """Refuse to be sent request after request while nobody waits for the answers."""
        if len(self.pipeline) >= QUEUE:
            raise HttpParserError("too many requests at once")
        self._unread, self._in_head = 0, True
        super().on_message_begin()

    def on_header(  # type: ignore[explicit-override] # the same
        self, name: bytes, value: bytes
    ) -> None:
        """Take in headers of the head only: those after a body could belie them."""
        if self._in_head:
            super().on_header(name, value)

    def on_headers_complete(self) -> None:  # type: ignore[explicit-override] # the same
        """Refuse a request that does not say, once, which host it is for."""
        self._unread, self._in_head = 0, False
        hosts = sum(name == b"host" for name, _ in self.headers)
        if hosts > 1 or (hosts == 0 and self.parser.get_http_version() != "1.0"):
            raise HttpParserError("a request is for one host")
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:  # type: ignore[explicit-override] # the same
        """There is more to come, for as long as the application wants it."""
        self._unread = 0
        super().on_body(body)

    def _should_upgrade(self) -> bool:  # type: ignore[explicit-override] # the same
        """Somebody else reads on after any request for another protocol."""
        last = self.cycle
        if last is not None and not last.response_complete:  # type: ignore[redundant-expr] # at first
            raise HttpParserError("an answer is due in this protocol")
        return True

    def _hand_over(self, rest: bytes) -> None:
        """To our WebSocket; where it is yet another protocol, to h11, which stays with HTTP."""
        foreign = self._get_upgrade() != b"websocket"
        if foreign:
            self.ws_protocol_class = H11Protocol
        self.handle_websocket_upgrade()
        del self.parser  # which knows us: the two would stay in memory
        if foreign and rest:
            cast(Protocol, self.transport.get_protocol()).data_received(rest)
