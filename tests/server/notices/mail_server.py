"""A real mail server on this machine, and a certificate that it can show."""

import ssl
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from pathlib import Path

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session
from ports import free_port

NAME, PASSWORD = "hall", "m3ad"


class Inbox:
    """What a mail server has accepted; `answers` are given first, one for each recipient."""

    def __init__(self) -> None:
        self.mails: list[EmailMessage] = []
        self.answers: list[str] = []
        self.asked: list[str] = []

    async def handle_RCPT(  # noqa: N802 - aiosmtpd's name and arguments
        self, _server: SMTP, _session: Session, envelope: Envelope, address: str,
        _options: list[str],
    ) -> str:  # fmt: skip
        self.asked.append(address)
        if self.answers:
            return self.answers.pop(0)
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(  # noqa: N802 - aiosmtpd's name
        self, _server: SMTP, _session: Session, envelope: Envelope
    ) -> str:
        assert isinstance(envelope.content, bytes)
        self.mails.append(message_from_bytes(envelope.content, policy=default))
        return "250 OK"


def _knows(
    _server: object, _session: object, _envelope: object, _mechanism: str, given: object
) -> AuthResult:
    right = isinstance(given, LoginPassword) and given == LoginPassword(
        NAME.encode(), PASSWORD.encode()
    )
    return AuthResult(success=right, handled=False)


@contextmanager
def mail_server(inbox: Inbox, port: int = 0, certificate: Path | None = None) -> Iterator[int]:
    """Run a mail server; with a certificate it wants encryption and a password. Yields the port."""
    context = None
    if certificate is not None:
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        context.load_cert_chain(certificate, certificate.with_suffix(".key"))
    controller = Controller(
        inbox,
        hostname="127.0.0.1",
        port=port or free_port(),
        tls_context=context,
        require_starttls=context is not None,
        authenticator=_knows,
        auth_required=context is not None,
    )
    controller.start()
    try:
        yield controller.port
    finally:
        controller.stop()


def make_certificate(folder: Path) -> Path:
    """A certificate for 127.0.0.1 with its key beside it."""
    made = folder / "mail.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256",
         "-nodes", "-keyout", made.with_suffix(".key"), "-out", made, "-days", "2",
         "-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1"],
        check=True, capture_output=True,
    )  # fmt: skip
    return made
