"""What every connection under uvicorn passes, with either adapter: the gate, and deadlines.

uvicorn waits for ever for a request that is not finished, and for a reader that does not read.
"""

from asyncio import AbstractEventLoop, BaseTransport, Protocol, TimerHandle, Transport
from http import HTTPStatus
from typing import TYPE_CHECKING, Literal, TypeAlias, cast

import uvicorn
from litestar.types import ASGIApp

from meadhall.core.refusal import Refusal
from meadhall.server.net.gate import Excess, Gate, HealthOnly
from meadhall.server.protocol.encoding import to_json
from meadhall.server.protocol.problem import MEDIA_TYPE, problem_document
from meadhall.server.settings import Settings

if TYPE_CHECKING:
    from uvicorn._types import ASGI3Application
    from uvicorn.protocols.http.flow_control import FlowControl

Part: TypeAlias = Literal["", "head", "body"]
"""The part of a request that is awaited; empty between requests."""
RESERVE_SECONDS = 1
"""How long a connection beyond the limits may take to ask for something."""


class GuardedConfig(uvicorn.Config):
    """uvicorn's configuration, with what our own classes need beside it."""

    settings: Settings
    gate: Gate


class Guard(Protocol):
    """Counts a connection while it is open. Comes before a class of uvicorn."""

    config: uvicorn.Config
    loop: AbstractEventLoop
    app: "ASGI3Application"
    transport: Transport
    excess: Excess | None = None
    """Why it is beyond the limits."""

    @property
    def settings(self) -> Settings:
        """The settings of the server."""
        return cast(GuardedConfig, self.config).settings

    @property
    def gate(self) -> Gate:
        """The gate of the server."""
        return cast(GuardedConfig, self.config).gate

    def connection_made(  # type: ignore[explicit-override] # typing.override needs Python 3.12
        self, transport: BaseTransport
    ) -> None:
        """Count the connection. Beyond the limits it gets answers to health checks only."""
        super().connection_made(transport)
        self.excess = self.gate.enter(self.transport)
        if self.excess is not None:
            narrow = HealthOnly(cast(ASGIApp, self.app), self.excess)
            self.app = cast("ASGI3Application", narrow)

    def connection_lost(  # type: ignore[explicit-override] # the same
        self, exc: Exception | None
    ) -> None:
        """Count the connection no longer."""
        self.gate.leave(self.transport)
        super().connection_lost(exc)


class HttpGuard(Guard):
    """Sets deadlines for requests to be sent and for answers to be read."""

    flow: "FlowControl"
    _awaited: Part = ""
    _deadline: TimerHandle | None = None

    def connection_made(  # type: ignore[explicit-override] # the same
        self, transport: BaseTransport
    ) -> None:
        """Wait for the first request."""
        super().connection_made(transport)
        self._await("head")

    def connection_lost(  # type: ignore[explicit-override] # the same
        self, exc: Exception | None
    ) -> None:
        """Wait for nothing."""
        self._await("")
        super().connection_lost(exc)

    def _await(self, part: Part) -> None:
        """Set the deadline of this part, unless it is set."""
        if part == self._awaited:
            return
        self._awaited = part
        if self._deadline is not None:
            self._deadline.cancel()
        self._deadline = self.loop.call_later(self._seconds(), self._expire) if part else None

    def _seconds(self) -> int:
        if self.excess is not None:
            return RESERVE_SECONDS
        settings = self.settings
        return settings.head_seconds if self._awaited == "head" else settings.body_seconds

    def _expire(self) -> None:
        """Close. A client that has sent a head is told why."""
        late, self._awaited = self._awaited, ""
        if self.flow.read_paused:  # it is we who do not read
            self._await(late)
            return
        if late == "body":
            refusal = Refusal("REQUEST_TIMEOUT", "The request took too long to arrive.")
            self.send_problem(HTTPStatus.REQUEST_TIMEOUT, refusal)
        self.transport.close()

    def send_problem(self, status: HTTPStatus, refusal: Refusal) -> None:
        """Answer with a problem document, like the rest of the server, and close."""
        body = to_json(problem_document(status, refusal))
        lines = (
            f"HTTP/1.1 {status} {status.phrase}",
            f"content-type: {MEDIA_TYPE}",
            f"content-length: {len(body)}",
            "connection: close\r\n\r\n",
        )
        self.transport.write("\r\n".join(lines).encode() + body)
        self.transport.close()

    def pause_writing(self) -> None:  # type: ignore[explicit-override] # the same
        """Watch a client that does not keep up with its answer."""
        super().pause_writing()
        self._watch_reader()

    def on_response_complete(self) -> None:
        """Watch a client that has not read the whole answer yet."""
        super().on_response_complete()  # type: ignore[misc] # uvicorn's classes have it
        self._watch_reader()

    def _watch_reader(self) -> None:
        waiting = self.transport.get_write_buffer_size()
        if waiting:
            self.loop.call_later(self.settings.stall_seconds, self._check_reader, waiting)

    def _check_reader(self, before: int) -> None:
        """Abort if nothing was read since. A polite close would wait for the reader."""
        if self.transport.get_write_buffer_size() >= before:
            self.transport.abort()
        else:
            self._watch_reader()
