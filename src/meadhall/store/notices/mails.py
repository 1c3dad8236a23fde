"""The queue of mails. A mail stays in it until a mail server has accepted it."""

import json
from dataclasses import dataclass, field
from uuid import uuid4

from sqlalchemy import Connection, Row, delete, func, insert, select, update

from meadhall.store.backend import Backend
from meadhall.store.notices.notice_tables import MAILS


@dataclass(frozen=True, slots=True)
class Mail:
    """A mail to one person. `headers` are added to the usual ones."""

    to: str
    subject: str
    text: str
    headers: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class QueuedMail:
    """A mail that one process has taken to send it."""

    id: str
    mail: Mail
    tries: int
    """How often it was taken, with this time."""
    until: int
    """When others may take it. Only who knows this time may settle the mail."""


class SqlMails:
    """The mails that have not been sent yet, for all processes."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend

    async def add(self, mail: Mail, at: int) -> None:
        """Put a mail into the queue; it can be taken at once."""
        row = mail_row(mail, at)
        await self._backend.write(lambda database: database.execute(insert(MAILS), row))

    async def take(self, now: int, until: int, most: int) -> list[QueuedMail]:
        """Take mails that are due, so that no other process does before `until`."""
        # SQLite has one writer at a time and ignores the lock. On PostgreSQL a process passes over
        # rows that another one is taking, instead of waiting for them.
        ready = select(MAILS).where(MAILS.c.due <= now).order_by(MAILS.c.due, MAILS.c.id)
        chosen = ready.limit(most).with_for_update(skip_locked=True)

        def claim(database: Connection) -> list[QueuedMail]:
            rows = database.execute(chosen).all()
            change = update(MAILS).where(MAILS.c.id.in_([row.id for row in rows]))
            database.execute(change.values(due=until, tries=MAILS.c.tries + 1))
            return [_queued_mail(row, until) for row in rows]

        return await self._backend.write(claim)

    async def next_due(self) -> int | None:
        """When the next mail can be taken; `None` if there is none."""
        first = select(func.min(MAILS.c.due))
        return await self._backend.read(lambda database: database.scalar(first))

    async def remove(self, taken: QueuedMail) -> None:
        """Take a mail out of the queue for good, unless another process has taken it since."""
        gone = delete(MAILS).where(MAILS.c.id == taken.id, MAILS.c.due == taken.until)
        await self._backend.write(lambda database: database.execute(gone))

    async def postpone(self, taken: QueuedMail, due: int) -> None:
        """Put a mail back until `due`, unless another process has taken it since."""
        later = update(MAILS).where(MAILS.c.id == taken.id, MAILS.c.due == taken.until)
        await self._backend.write(lambda database: database.execute(later.values(due=due)))

    async def forget(self, recipient: str) -> None:
        """Remove all mails to this address."""
        gone = delete(MAILS).where(MAILS.c.recipient == recipient)
        await self._backend.write(lambda database: database.execute(gone))

    async def count(self) -> int:
        """How many mails wait or are being sent."""
        number = select(func.count()).select_from(MAILS)
        return await self._backend.read(lambda database: database.scalar(number)) or 0


def mail_row(mail: Mail, at: int) -> dict[str, object]:
    """The mail as a row of the queue; it can be taken from then on."""
    return {
        "id": uuid4().hex,
        "recipient": mail.to,
        "subject": mail.subject,
        "text": mail.text,
        "headers": json.dumps(mail.headers),
        "due": at,
        "tries": 0,
    }


def _queued_mail(row: Row[tuple[object, ...]], until: int) -> QueuedMail:
    mail = Mail(row.recipient, row.subject, row.text, json.loads(row.headers))
    return QueuedMail(row.id, mail, row.tries + 1, until)
