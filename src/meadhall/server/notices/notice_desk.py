"""Opens the room of notices for a running hall."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from meadhall.server.assembly import Hall
from meadhall.server.notices.host_notices import HostNotices, open_services
from meadhall.server.notices.mail_queue import MailQueue
from meadhall.server.notices.smtp import SmtpServer
from meadhall.server.notices.troubles import Troubles, Watched
from meadhall.server.notices.vacations import Vacations
from meadhall.store.notices.mails import SqlMails
from meadhall.store.notices.vacations import SqlVacations


@dataclass(frozen=True, slots=True)
class NoticeDesk:
    """What other rooms may use of this one."""

    mail: MailQueue
    vacations: Vacations
    host: HostNotices


@asynccontextmanager
async def open_notices(hall: Hall) -> AsyncIterator[NoticeDesk]:
    """The notices of a hall that has started; they end before the hall does."""
    settings, backend = hall.settings, hall.store.backend
    server = SmtpServer.of(settings) if settings.smtp_host else None
    mail = MailQueue(SqlMails(backend), hall.match_loop.clock, server)
    vacations = Vacations(SqlVacations(backend), hall.match_loop, settings.vacation_days)
    host = HostNotices(open_services(settings.host_notices))
    mail.start()
    host.start()
    work = (vacations.keep(), _troubles(hall, mail, host).keep())
    tasks = [asyncio.create_task(one) for one in work]
    try:
        yield NoticeDesk(mail, vacations, host)
    finally:
        for task in tasks:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task
        await host.stop()
        await mail.stop()


def _troubles(hall: Hall, mail: MailQueue, host: HostNotices) -> Troubles:
    database = hall.settings.db_without_password()
    return Troubles(
        host,
        (
            Watched(f"Database {database}", lambda: hall.store.health.problem, 10),
            Watched(f"Mail server {hall.settings.smtp_host}", lambda: mail.problem, 600),
        ),
    )
