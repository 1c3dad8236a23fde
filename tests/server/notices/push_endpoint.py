"""A push service on this machine, and a browser that can read what comes there."""

import base64
import json
import os
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import http_ece  # type: ignore[import-untyped] # it ships no types
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02  # type: ignore[import-untyped] # the same
from typing_extensions import override

from meadhall.store.notices.push_devices import PushDevice


class Browser:
    """The keys of one push subscription."""

    def __init__(self) -> None:
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._secret = os.urandom(16)
        point = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.key, self.auth = _text(point), _text(self._secret)

    def device(self, endpoint: str, person: str = "anna") -> PushDevice:
        return PushDevice("", person, endpoint, self.key, self.auth, "Fox", 1)

    def read(self, body: bytes) -> dict[str, Any]:
        """What only this browser can read."""
        text = http_ece.decrypt(
            body, private_key=self._key, auth_secret=self._secret, version="aes128gcm"
        )
        read: dict[str, Any] = json.loads(text)
        return read


def claims_of(authorization: str) -> tuple[dict[str, Any], str]:
    """The claims of a VAPID header and the public key, once the signature is checked."""
    assert Vapid02.verify(authorization)
    parts = dict(part.split("=", 1) for part in authorization.removeprefix("vapid ").split(","))
    payload = parts["t"].split(".")[1]
    claims: dict[str, Any] = json.loads(base64.urlsafe_b64decode(payload + "=="))
    return claims, parts["k"]


class PushEndpoint(ThreadingHTTPServer):
    """Takes pushes; `answers` are given first."""

    def __init__(self, certificate: Path) -> None:
        super().__init__(("127.0.0.1", 0), PushRequest)
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        context.load_cert_chain(certificate, certificate.with_suffix(".key"))
        self.socket = context.wrap_socket(self.socket, server_side=True)
        self.pushes: list[tuple[dict[str, str], bytes]] = []
        self.answers: list[int] = []
        self.asked = 0

    def address(self, browser: str = "1") -> str:
        return f"https://127.0.0.1:{self.server_port}/send/{browser}?v=1"


class PushRequest(BaseHTTPRequestHandler):
    server: PushEndpoint  # type: ignore[mutable-override] # the server that is always its server

    def do_POST(self) -> None:
        assert self.path.startswith("/send/")
        assert self.path.endswith("?v=1")
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.asked += 1
        code = self.server.answers.pop(0) if self.server.answers else 201
        if code == 201:
            headers = {name.lower(): value for name, value in self.headers.items()}
            self.server.pushes.append((headers, body))
        self.send_response(code)
        self.end_headers()

    @override
    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def push_endpoint(certificate: Path) -> Iterator[PushEndpoint]:
    """Run a push service that shows this certificate."""
    with PushEndpoint(certificate) as running:
        thread = threading.Thread(target=running.serve_forever)
        thread.start()
        try:
            yield running
        finally:
            running.shutdown()
            thread.join()


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()
