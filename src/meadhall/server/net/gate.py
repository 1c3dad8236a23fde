"""Counts open connections. Beyond the limits, a connection gets answers to health checks only."""

import sys
from asyncio import Transport
from dataclasses import dataclass, field
from typing import Final

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Receive, Scope, Send

from meadhall.core.refusal import Refusal
from meadhall.server.net.admission import network_of
from meadhall.server.protocol.encoding import to_json
from meadhall.server.protocol.problem import MEDIA_TYPE, problem_document
from meadhall.server.rate_limits import OpenCounter
from meadhall.server.settings import Settings

HEALTH: Final = ("/healthz", "/readyz")
RETRY_SECONDS: Final = 10


@dataclass(frozen=True, slots=True)
class Excess:
    """Why a connection is beyond the limits."""

    status: int
    refusal: Refusal


ADDRESS_FULL: Final = Excess(
    429, Refusal("TOO_MANY_CONNECTIONS", "Your address has too many open connections.")
)
SERVER_FULL: Final = Excess(
    503, Refusal("SERVER_FULL", "The server has too many open connections. Try again later.")
)


@dataclass(slots=True)
class Gate:
    """The open connections of a server.

    There are at most `limit`, and `per_address` from one address. Further ones are held in reserve:
    at most `reserve` at a time, of which the oldest makes room for the next.
    """

    limit: int
    per_address: int
    reserve: int
    _admitted: dict[Transport, str] = field(default_factory=dict)
    """The address of each connection within the limits."""
    _in_reserve: dict[Transport, Excess] = field(default_factory=dict)
    _addresses: OpenCounter = field(init=False)

    def __post_init__(self) -> None:
        self._addresses = OpenCounter(self.per_address)

    @property
    def open(self) -> int:
        """How many connections are open."""
        return len(self._admitted) + len(self._in_reserve)

    def enter(self, transport: Transport) -> Excess | None:
        """Count a connection, unless it has been counted. Gives why it is beyond the limits."""
        if transport in self._admitted:
            return None
        if transport not in self._in_reserve:
            address = network_of(str((transport.get_extra_info("peername") or [""])[0]))
            full = len(self._admitted) >= self.limit
            if not full and self._addresses.enter(address):
                self._admitted[transport] = address
                return None
            self._hold(transport, SERVER_FULL if full else ADDRESS_FULL)
        return self._in_reserve[transport]

    def leave(self, transport: Transport) -> None:
        """Count a connection no longer."""
        address = self._admitted.pop(transport, None)
        if address is None:
            self._in_reserve.pop(transport, None)
        else:
            self._addresses.leave(address)

    def _hold(self, transport: Transport, excess: Excess) -> None:
        if len(self._in_reserve) >= self.reserve:
            oldest = next(iter(self._in_reserve))
            del self._in_reserve[oldest]
            oldest.abort()
        self._in_reserve[transport] = excess


def gate_of(settings: Settings) -> Gate:
    """The gate of a server with these settings, in a process with these file descriptors."""
    limit = max(1, descriptors() - settings.reserve)
    # An address may have as many connections for HTTP as for sockets. Behind a proxy all have one.
    per_address = limit if settings.proxy else 2 * settings.sockets
    return Gate(limit, per_address, max(1, settings.reserve // 2))


def descriptors() -> int:
    """How many file descriptors this process may have."""
    try:
        import resource  # noqa: PLC0415 - Windows has none, and no such limit
    except ImportError:
        return sys.maxsize
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return sys.maxsize if soft == resource.RLIM_INFINITY else soft


@dataclass(frozen=True, slots=True)
class HealthOnly:
    """The application as a connection beyond the limits sees it."""

    app: ASGIApp
    excess: Excess

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass health checks on, refuse everything else."""
        if scope["type"] != ScopeType.HTTP:
            # Before the handshake is finished, so clients see 1006 and come back later.
            await send({"type": "websocket.close", "code": 1013, "reason": ""})
        elif scope["path"] in HEALTH:
            await self.app(scope, receive, send)
        else:
            await self._refuse(send)

    async def _refuse(self, send: Send) -> None:
        status = self.excess.status
        body = to_json(problem_document(status, self.excess.refusal))
        headers = [
            (b"content-type", MEDIA_TYPE.encode()),
            (b"content-length", str(len(body)).encode()),
            (b"retry-after", str(RETRY_SECONDS).encode()),
            (b"connection", b"close"),
        ]
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": body, "more_body": False})
