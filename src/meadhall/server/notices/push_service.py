"""Hands pushes to push services. Everything here blocks, so it runs in a thread."""

import base64
import ssl
from dataclasses import dataclass
from email.utils import parseaddr
from hashlib import blake2b
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from importlib.util import find_spec
from ipaddress import ip_address
from urllib.parse import urlsplit

from typing_extensions import override

from meadhall.core.refusal import Refused
from meadhall.server.notices.smtp import Delivery
from meadhall.server.protocol.tokens import Tokens
from meadhall.server.settings import Settings
from meadhall.store.notices.push_devices import PushDevice, QueuedPush

SECONDS = 10.0
"""How long a push service may take for any one answer."""
TTL_SECONDS = 24 * 3600
"""For how long a push service keeps what a browser that is off has not fetched."""
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""How many points the curve P-256 has: a private key is smaller."""
PUBLIC_KEY_BYTES, AUTH_BYTES = 65, 16
GONE = (404, 410)
"""The browser takes no pushes any more."""


@dataclass(frozen=True, slots=True)
class PushService:
    """Encrypts pushes, signs them with the hall's key (VAPID, RFC 8292), and sends them.

    The private key follows from the hall's secret, so all its processes have the same, and nothing
    is stored. `anywhere`: also to addresses that only this network can reach, for tests.
    """

    private_key: int
    contact: str
    """Where a push service finds the host, if something is wrong."""
    anywhere: bool = False

    @classmethod
    def of(cls, settings: Settings, tokens: Tokens) -> "PushService | None":
        """The one of this hall; `None` where its libraries are not installed."""
        if find_spec("pywebpush") is None:
            return None
        key = 1 + int.from_bytes(tokens.derive("push", 48)) % (ORDER - 1)
        return cls(key, contact_of(settings))

    def public_key(self) -> str:
        """What browsers need to know which hall may push to them, in URL-safe base64."""
        from cryptography.hazmat.primitives.asymmetric import ec  # noqa: PLC0415 - only with pushes
        from cryptography.hazmat.primitives.serialization import (  # noqa: PLC0415 - the same
            Encoding,
            PublicFormat,
        )

        key = ec.derive_private_key(self.private_key, ec.SECP256R1()).public_key()
        return encode_base64(key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))

    def send(self, push: QueuedPush) -> Delivery:
        """Send one push. A push service that cannot be reached is asked again later."""
        try:
            status = self._post(push)
        except (OSError, HTTPException, ValueError):  # down, not encrypted, or no address at all
            return Delivery.LATER
        if status in GONE:
            return Delivery.REFUSED
        return Delivery.ACCEPTED if status in range(200, 300) else Delivery.LATER

    def _post(self, push: QueuedPush) -> int:
        """The status of the answer."""
        address = urlsplit(push.device.endpoint)
        body, headers = self._encrypt(push)
        line = _Line(address.hostname or "", address.port, self.anywhere)
        try:
            path = address.path + (f"?{address.query}" if address.query else "")
            line.request("POST", path or "/", body, headers)
            return line.getresponse().status
        finally:
            line.close()

    def _encrypt(self, push: QueuedPush) -> tuple[bytes, dict[str, str]]:
        """The body and the headers: encrypted for the browser alone (RFC 8291), and signed."""
        # They load an HTTP client, which takes a third of a second and 20 MB.
        from py_vapid import Vapid02  # type: ignore[import-untyped] # noqa: PLC0415 - see above
        from pywebpush import WebPusher  # type: ignore[import-untyped] # noqa: PLC0415 - see above

        device, address = push.device, urlsplit(push.device.endpoint)
        keys = {"p256dh": device.key, "auth": device.auth}
        pusher = WebPusher({"endpoint": device.endpoint, "keys": keys})
        body: bytes = pusher.encode(push.body.encode())["body"]
        signer = Vapid02.from_raw(encode_base64(self.private_key.to_bytes(32)).encode())
        claims = {"aud": f"https://{address.netloc}", "sub": self.contact}
        signed: dict[str, str] = signer.sign(claims)
        return body, {
            **signed,
            "Content-Type": "application/octet-stream",
            "Content-Encoding": "aes128gcm",
            "TTL": str(TTL_SECONDS),
            # A newer push about the same replaces one that was not fetched.
            "Topic": blake2b(push.subject.encode(), digest_size=16).hexdigest(),
            "Urgency": "high" if push.event == "reminder" else "normal",
        }


class _Line(HTTPSConnection):
    """A connection, but to no machine of the hall's own network: anybody may name endpoints."""

    def __init__(self, host: str, port: int | None, anywhere: bool) -> None:  # noqa: FBT001
        self._own_context = ssl.create_default_context()
        super().__init__(host, port, timeout=SECONDS, context=self._own_context)
        self._anywhere = anywhere

    @override
    def connect(self) -> None:
        HTTPConnection.connect(self)
        peer = self.sock.getpeername()[0]
        if not self._anywhere and not ip_address(peer).is_global:
            raise OSError("this is no address of a push service")
        self.sock = self._own_context.wrap_socket(self.sock, server_hostname=self.host)


def contact_of(settings: Settings) -> str:
    """Where push services reach the host: the sender of mails, or the address of the hall."""
    sender = parseaddr(settings.mail_from)[1]
    if sender:
        return f"mailto:{sender}"
    public = urlsplit(settings.public_url)
    is_public = public.scheme == "https" and "." in (public.hostname or "")
    return f"https://{public.hostname}" if is_public else "mailto:host@localhost"


def check_device(device: PushDevice) -> None:
    """Raise `Refused` for what no browser has sent."""
    sizes = tuple(len(decode_base64(text)) for text in (device.key, device.auth))
    if not _is_endpoint(device.endpoint) or sizes != (PUBLIC_KEY_BYTES, AUTH_BYTES):
        raise Refused.because("BAD_PUSH_DEVICE", "This browser's push service cannot be used.")


def _is_endpoint(text: str) -> bool:
    try:
        address = urlsplit(text)
        # No other port, so that nobody can have the hall knock at doors.
        is_usual = address.scheme == "https" and address.port in {None, 443}
    except ValueError:
        return False
    return is_usual and bool(address.hostname) and text.isascii() and text.isprintable()


def encode_base64(data: bytes) -> str:
    """URL-safe, without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decode_base64(text: str) -> bytes:
    """The bytes; empty for what is none."""
    try:
        return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except ValueError:
        return b""
