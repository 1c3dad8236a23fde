"""HTTP over httptools, which needs a third of h11's time, with checks that uvicorn leaves out.

uvicorn's class sets no limit to the size of headers, takes trailers for headers, and after an
upgrade request reads the body as the next request. The first two are refused here; a request for a
protocol that we do not speak is handed over to h11.
"""

from asyncio import Protocol
from http import HTTPStatus
from typing import cast

from httptools import HttpParserError, HttpParserUpgrade
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from meadhall.core.refusal import Refusal
from meadhall.server.net.uvicorn_guards import HttpGuard, Part
from meadhall.server.net.uvicorn_plain import PlainHttp

LONGEST = 1 << 16
"""Most bytes of a request line with headers, and of anything else that is not a body."""
QUEUE = 50
"""Pipelined requests that may wait for the answer to the one before."""


class UvicornHttp(HttpGuard, HttpToolsProtocol):
    """One HTTP connection. Overrides the callbacks of the parser where uvicorn is too lenient."""

    _unread = 0
    """Bytes received that belong neither to a complete head nor to a body."""
    _part: Part = ""
    """The part of a request that has begun and not ended."""

    def data_received(  # type: ignore[explicit-override] # typing.override needs Python 3.12
        self, data: bytes
    ) -> None:
        """Feed the parser; answer 400 to malformed and endless requests."""
        self._unset_keepalive_if_required()
        # The callbacks set this to 0 at any place in the data, and the rest of the data is then not
        # counted. So a head may exceed the limit by what one read brings.
        self._unread += len(data)
        try:
            self.parser.feed_data(data)
        except HttpParserUpgrade as upgrade:
            self._hand_over(data[upgrade.args[0] :])
        except HttpParserError:
            self.send_400_response("This is not a valid HTTP request.")
        else:
            if self._unread > LONGEST:
                self.send_400_response("The headers are too long.")
            # Bytes between requests begin a head, too.
            self._await(self._part or ("head" if self._unread else ""))

    def send_400_response(self, msg: str) -> None:  # type: ignore[explicit-override] # the same
        """Answer with a problem document, like the rest of the server, and close."""
        self.send_problem(HTTPStatus.BAD_REQUEST, Refusal("BAD_HTTP", msg))

    def on_message_begin(self) -> None:  # type: ignore[explicit-override] # the same
        """Refuse clients that send requests without reading the answers."""
        if len(self.pipeline) >= QUEUE:
            raise HttpParserError("too many pipelined requests")
        self._unread, self._part = 0, "head"
        super().on_message_begin()

    def on_header(  # type: ignore[explicit-override] # the same
        self, name: bytes, value: bytes
    ) -> None:
        """Ignore trailers: they could contradict headers that have been checked."""
        if self._part == "head":
            super().on_header(name, value)

    def on_headers_complete(self) -> None:  # type: ignore[explicit-override] # the same
        """Refuse a request without exactly one `Host`; HTTP/1.0 may leave it out."""
        self._unread, self._part = 0, "body"
        hosts = sum(name == b"host" for name, _ in self.headers)
        if hosts > 1 or (hosts == 0 and self.parser.get_http_version() != "1.0"):
            raise HttpParserError("expected one Host header")
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:  # type: ignore[explicit-override] # the same
        """Bodies do not count towards `LONGEST`: the application limits them."""
        self._unread = 0
        super().on_body(body)

    def on_message_complete(self) -> None:  # type: ignore[explicit-override] # the same
        """Wait for nothing until the next request begins."""
        self._unread, self._part = 0, ""
        super().on_message_complete()

    def _should_upgrade(self) -> bool:  # type: ignore[explicit-override] # the same
        """Let another class read on after any upgrade request.

        uvicorn says no to protocols it does not know, and the parser then takes the body for the
        next request.
        """
        last = self.cycle
        if last is not None and not last.response_complete:  # type: ignore[redundant-expr] # at first
            raise HttpParserError("an upgrade while an answer is pending")
        return True

    def _hand_over(self, rest: bytes) -> None:
        """Hand the connection to our WebSocket class; other upgrades to h11, which ignores them."""
        self._await("")
        foreign = self._get_upgrade() != b"websocket"
        if foreign:
            self.ws_protocol_class = PlainHttp
        self.handle_websocket_upgrade()
        del self.parser  # it refers back to us, so both would stay in memory as long as the socket
        # A WebSocket client must wait for the answer before it sends more (RFC 6455, section 4.1).
        if foreign and rest:
            cast(Protocol, self.transport.get_protocol()).data_received(rest)
