"""The hall under a path of its host, such as `/hall/`: for proxies that pass addresses unchanged.

Health checks and metrics answer at their plain addresses too, for programs on the same machine.
"""

from http import HTTPStatus
from typing import Final

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from meadhall.core.refusal import Refusal
from meadhall.server.protocol.encoding import to_json
from meadhall.server.protocol.problem import MEDIA_TYPE, problem_document

PLAIN_ADDRESSES: Final = ("/healthz", "/readyz", "/metrics")


class UnderPrefix:
    """An application that sees addresses without the prefix. All others are not found."""

    def __init__(self, app: ASGIApp, prefix: str) -> None:
        self.app, self.prefix = app, prefix

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection."""
        kind: str = scope["type"]
        if kind == "lifespan" or (path := scope["path"]) in PLAIN_ADDRESSES:
            await self.app(scope, receive, send)
        elif path.startswith(f"{self.prefix}/"):
            scope["path"] = path.removeprefix(self.prefix)
            scope["root_path"] = self.prefix
            await self.app(scope, receive, self._own_cookies(send))
        elif kind == ScopeType.WEBSOCKET:
            await send({"type": "websocket.close", "code": 4404, "reason": ""})
        elif path == self.prefix:
            await self._redirect(send)
        else:
            await self._refuse(send)

    def _own_cookies(self, send: Send) -> Send:
        """Send cookies for the prefix alone: the host may have other halls, or other programs."""

        async def send_on(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [self._own(*header) for header in message["headers"]]
            await send(message)

        return send_on

    def _own(self, name: bytes, value: bytes) -> tuple[bytes, bytes]:
        if name.lower() != b"set-cookie":
            return name, value
        return name, value.replace(b"Path=/", f"Path={self.prefix}/".encode())

    async def _redirect(self, send: Send) -> None:
        """Add the slash: the page's own addresses are relative to the folder that it is in."""
        location = (b"location", f"{self.prefix}/".encode())
        await _answer(send, HTTPStatus.PERMANENT_REDIRECT, b"", location)

    async def _refuse(self, send: Send) -> None:
        refusal = Refusal("NOT_FOUND", f"The hall is at {self.prefix}/.")
        body = to_json(problem_document(HTTPStatus.NOT_FOUND, refusal))
        await _answer(send, HTTPStatus.NOT_FOUND, body, (b"content-type", MEDIA_TYPE.encode()))


async def _answer(send: Send, status: int, body: bytes, header: tuple[bytes, bytes]) -> None:
    headers = [header, (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})
