"""Mails reach a real mail server, whatever happens to it."""

import asyncio
import smtplib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from ports import free_port
from tests.server.notices.mail_server import NAME, PASSWORD, Inbox, mail_server, make_certificate

from meadhall.core.refusal import Refused
from meadhall.server.app import make_site
from meadhall.server.notices import mail_queue, smtp
from meadhall.server.notices.mail_queue import MailQueue, pause
from meadhall.server.notices.smtp import SmtpServer
from meadhall.server.settings import Settings
from meadhall.store import open_store
from meadhall.store.notices.mails import Mail, SqlMails

pytestmark = pytest.mark.anyio

LETTER = Mail("anna@b.example", "Thy tûrn\nBcc: eve@c.example", "Your move, Änna.", {"X-Kind": "t"})


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


class Clock:
    now = 1_000

    def __call__(self) -> int:
        return self.now


def server(port: int, tls: str = "none", password: str = "") -> SmtpServer:
    user = NAME if password else ""
    return SmtpServer("127.0.0.1", port, tls, user, password, "Hall <hall@hall.example>")


@asynccontextmanager
async def queue(
    folder: Path, sends_to: SmtpServer | None, clock: Clock | None = None
) -> AsyncIterator[tuple[MailQueue, SqlMails]]:
    store = await open_store(str(folder / "hall.db"))
    mails = SqlMails(store.backend)
    made = MailQueue(mails, clock or Clock(), sends_to)
    made.start()
    yield made, mails
    await made.stop()
    await store.close()


async def until_empty(mails: SqlMails) -> None:
    while await mails.count():
        await asyncio.sleep(0.01)


async def test_a_mail_arrives_once_and_whole(tmp_path: Path) -> None:
    inbox = Inbox()
    with mail_server(inbox) as port:
        async with queue(tmp_path, server(port)) as (mail, mails):
            await mail.put(LETTER)
            await until_empty(mails)
    [got] = inbox.mails
    assert got["To"] == "anna@b.example"
    assert got["From"] == "Hall <hall@hall.example>"
    assert got["Subject"] == "Thy tûrn Bcc: eve@c.example"
    assert got["Bcc"] is None
    assert (got["X-Kind"], got["Auto-Submitted"]) == ("t", "auto-generated")
    assert got["Message-ID"].endswith("@hall.example>")
    assert got.get_content().strip() == "Your move, Änna."


async def test_nothing_is_lost_while_the_mail_server_is_down(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mail_queue, "FIRST_PAUSE_MS", 0)
    inbox, port = Inbox(), free_port()
    async with queue(tmp_path, server(port)) as (mail, mails):
        await asyncio.wait_for(mail.put(LETTER), 5)
        await mail.put(LETTER)
    # The hall was stopped; the mails are in the database, and another process sends them.
    async with queue(tmp_path, server(port)) as (_, mails):
        assert await mails.count() == 2
        with mail_server(inbox, port):
            await until_empty(mails)
    assert len(inbox.mails) == 2


async def test_a_mail_that_is_put_off_waits_longer_each_time(tmp_path: Path) -> None:
    inbox, clock = Inbox(), Clock()
    inbox.answers = ["451 not now", "451 not now"]
    with mail_server(inbox) as port:
        async with queue(tmp_path, server(port), clock) as (mail, mails):
            await mail.put(LETTER)
            for tried in (1, 2):
                while await mails.next_due() != clock.now + pause(tried):
                    await asyncio.sleep(0.01)
                clock.now += pause(tried)
                mail._wake.set()
            await until_empty(mails)
    assert (len(inbox.asked), len(inbox.mails)) == (3, 1)
    assert [pause(n) for n in (1, 2, 3, 99)] == [15_000, 30_000, 60_000, 900_000]


async def test_an_address_that_does_not_exist_stops_no_other_mail(tmp_path: Path) -> None:
    inbox = Inbox()
    inbox.answers = ["550 nobody of that name"]
    with mail_server(inbox) as port:
        async with queue(tmp_path, server(port)) as (mail, mails):
            await mail.put(Mail("nobody@b.example", "Hello", ""))
            await mail.put(Mail("line\nbreak@b.example", "Hello", ""))
            await mail.put(LETTER)
            await until_empty(mails)
    assert [got["To"] for got in inbox.mails] == ["anna@b.example"]


async def test_mails_are_encrypted_for_a_server_that_can_be_trusted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    inbox, certificate = Inbox(), make_certificate(tmp_path)
    with mail_server(inbox, certificate=certificate) as port:
        known = server(port, "starttls", PASSWORD)
        with pytest.raises(smtp.TROUBLES, match="certificate verify failed"):
            known.connect()
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
        with pytest.raises(smtplib.SMTPAuthenticationError):
            server(port, "starttls", "guessed").connect()
        async with queue(tmp_path, known) as (mail, mails):
            await mail.put(LETTER)
            await until_empty(mails)
    assert len(inbox.mails) == 1


async def test_a_running_hall_sends_mails_if_it_has_a_mail_server(tmp_path: Path) -> None:
    inbox, place = Inbox(), str(tmp_path / "hall.db")
    (tmp_path / "password").write_text("m3ad\n", "utf-8")
    common = Settings(db=place, bots=1, compile_ahead=False)
    site = make_site(common)
    async with site.lifespan():
        assert not site.state.notices.mail.is_on
        with pytest.raises(Refused, match="NO_MAIL"):
            await site.state.notices.mail.put(LETTER)
    with mail_server(inbox) as port:
        site = make_site(
            Settings(
                db=place, bots=1, compile_ahead=False, smtp_host="127.0.0.1", smtp_port=port,
                smtp_tls="none", mail_from="a@b.example", public_url="https://b.example/hall/",
            )
        )  # fmt: skip
        async with site.lifespan():
            assert site.state.notices.mail.is_on
            await site.state.notices.mail.put(LETTER)
            while not inbox.mails:
                await asyncio.sleep(0.01)
    asked = Settings(smtp_host="h", smtp_password_file=str(tmp_path / "password"))
    assert SmtpServer.of(asked).password == "m3ad"
