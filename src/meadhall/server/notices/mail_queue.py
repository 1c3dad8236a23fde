"""Keeps mails in the database until a mail server has accepted them, and sends them by and by."""

import asyncio
import contextlib
import smtplib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from meadhall.core.refusal import Refused
from meadhall.match.ports import StoreUnavailable
from meadhall.server.metrics import log
from meadhall.server.notices.smtp import TROUBLES, Delivery, SmtpServer, close
from meadhall.store.notices.mails import Mail, QueuedMail, SqlMails

T = TypeVar("T")
BATCH = 20
"""Mails that are taken at once, and sent over one connection."""
LEASE_MS = 15 * 60_000
"""After that another process may take a mail whose sender has not said what became of it."""
POLL_MS = 30_000
"""How often mails of other processes, or of one that died, are looked for."""
FIRST_PAUSE_MS, LONGEST_PAUSE_MS = 15_000, 15 * 60_000
"""A mail that cannot be sent is tried again after these, each pause twice the one before."""
STOP_SECONDS = 5.0
"""How long a stopping server waits for the mail that is being sent."""


def pause(tries: int) -> int:
    """Milliseconds until a mail is tried again that was tried that often."""
    return int(min(FIRST_PAUSE_MS * 2 ** min(tries - 1, 10), LONGEST_PAUSE_MS))


class MailQueue:
    """The mails of a hall. Without a mail server there are none."""

    def __init__(
        self, mails: SqlMails, clock: Callable[[], int], server: SmtpServer | None
    ) -> None:
        self._mails, self._clock, self._server = mails, clock, server
        # Its own thread: a mail server that does not answer holds up nothing but mails.
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="meadhall-mail")
        self._wake, self._stopping = asyncio.Event(), False
        self._task: asyncio.Task[None] | None = None
        self.problem = ""
        """Why the mail server took no mails the last time; empty if it did."""

    @property
    def is_on(self) -> bool:
        """Whether the hall can send mails."""
        return self._server is not None

    async def put(self, mail: Mail) -> None:
        """Store a mail; it is sent in the background. Raises `Refused` if the hall sends none."""
        if self._server is None:
            raise Refused.because("NO_MAIL", "This hall sends no mails.")
        await self._mails.add(mail, self._clock())
        self._wake.set()

    def wake(self) -> None:
        """Look for new mails now."""
        self._wake.set()

    async def forget(self, address: str) -> None:
        """Remove all mails to this address that have not been sent."""
        await self._mails.forget(address)

    def start(self) -> None:
        """Begin to send."""
        if self._server is not None:
            self._task = asyncio.create_task(self._run(self._server))

    async def stop(self) -> None:
        """Finish the mail that is being sent; the others stay in the queue."""
        self._stopping = True
        self._wake.set()
        if self._task is not None:
            done, _ = await asyncio.wait((self._task,), timeout=STOP_SECONDS)
            if not done:
                self._task.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await self._task
        self._thread.shutdown(wait=False)

    async def _run(self, server: SmtpServer) -> None:
        while not self._stopping:
            self._wake.clear()
            wait = POLL_MS
            try:
                wait = await self._send_due(server)
            except StoreUnavailable:
                """The store has logged it."""
            except Exception:  # noqa: BLE001 - the next round tries again
                log.exception("cannot send mails")
            if not self._stopping:
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self._wake.wait(), wait / 1000)

    async def _send_due(self, server: SmtpServer) -> int:
        """Send what is due; returns the milliseconds until there may be more."""
        while not self._stopping:
            now = self._clock()
            taken = await self._mails.take(now, now + LEASE_MS, BATCH)
            if not taken:
                break
            await self._send(server, taken)
        due = await self._mails.next_due()
        return POLL_MS if due is None else max(0, min(POLL_MS, due - self._clock()))

    async def _send(self, server: SmtpServer, taken: list[QueuedMail]) -> None:
        line: smtplib.SMTP | None = None
        left = list(taken)
        try:
            line = await self._in_thread(server.connect)
            self.problem = ""
            while left and not self._stopping:
                delivery = await self._in_thread(server.send, line, left[0])
                await self._settle(left.pop(0), delivery)
        except TROUBLES as error:
            self.problem = str(error)
            log.warning("the mail server fails; mails wait", host=server.host, why=self.problem)
        finally:
            if line is not None:
                await self._in_thread(close, line)
            for mail in left:
                wait = 0 if self._stopping else pause(mail.tries)
                await self._mails.postpone(mail, self._clock() + wait)

    async def _settle(self, mail: QueuedMail, delivery: Delivery) -> None:
        match delivery:
            case Delivery.ACCEPTED:
                await self._mails.remove(mail)
            case Delivery.REFUSED:
                domain = mail.mail.to.rpartition("@")[2]
                log.warning("the mail server refuses a mail for good", domain=domain)
                await self._mails.remove(mail)
            case Delivery.LATER:
                await self._mails.postpone(mail, self._clock() + pause(mail.tries))

    async def _in_thread(self, work: Callable[..., T], *args: object) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work, *args)
