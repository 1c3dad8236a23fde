"""Headers that every answer has: what a browser may do with it."""

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
ONLY_HTTPS = (b"strict-transport-security", b"max-age=31536000")
"""For a year browsers ask this host over https only."""


def security_headers(*, https: bool) -> BeforeMessageSendHookHandler:
    """Adds the headers to every answer, errors included."""
    headers = [*HEADERS, ONLY_HTTPS] if https else HEADERS

    async def add_headers(message: Message, scope: Scope) -> None:
        if message["type"] == "http.response.start":
            offline = f"{scope['path']}/".startswith(f"/{OFFLINE}/")
            policy = OFFLINE_POLICY if offline else CONTENT_SECURITY_POLICY
            said = (b"content-security-policy", policy)
            message["headers"] = [*message["headers"], said, *headers]

    return add_headers
