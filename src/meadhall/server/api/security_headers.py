"""Headers that every answer has: what a browser may do with it."""

import re
from collections.abc import Callable
from functools import lru_cache

from litestar.types import BeforeMessageSendHookHandler, Message, Scope

from meadhall.server.api.static_files import OFFLINE

CONTENT_SECURITY_POLICY = (
    b"default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:;"
    b" connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self';"
    b" frame-ancestors 'none'"
)
OFFLINE_POLICY = CONTENT_SECURITY_POLICY + b"; script-src 'self' 'wasm-unsafe-eval'"
"""For the hall without a server: Python is WebAssembly."""
HEADERS = [
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
]
_PLACE = re.compile(r"http(s?://[\w.:\[\]-]+)/?")
ONLY_HTTPS = (b"strict-transport-security", b"max-age=31536000")
"""For a year browsers ask this host over https only."""


def security_headers(
    *, https: bool, places: Callable[[], tuple[str, ...]] = tuple
) -> BeforeMessageSendHookHandler:
    """Adds the headers to every answer, errors included.

    `places` gives the addresses of processes that the page may open sockets at.
    """
    headers = [*HEADERS, ONLY_HTTPS] if https else HEADERS

    async def add_headers(message: Message, scope: Scope) -> None:
        if message["type"] == "http.response.start":
            offline = f"{scope['path']}/".startswith(f"/{OFFLINE}/")
            policy = OFFLINE_POLICY if offline else _policy(places())
            said = (b"content-security-policy", policy)
            message["headers"] = [*message["headers"], said, *headers]

    return add_headers


@lru_cache
def _policy(places: tuple[str, ...]) -> bytes:
    known = filter(None, map(_PLACE.fullmatch, places))
    sources = "".join(f" ws{found[1]}" for found in known)
    own = b"connect-src 'self'"
    return CONTENT_SECURITY_POLICY.replace(own, own + sources.encode())
