"""Opens the room of notices for a running hall."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from meadhall.server.assembly import Hall
from meadhall.server.notices.digest_mails import DigestMails
from meadhall.server.notices.host_notices import HostNotices, open_services
from meadhall.server.notices.inbox_notices import InboxNotices
from meadhall.server.notices.mail_queue import MailQueue
from meadhall.server.notices.notice_choosing import NoticeChoosing
from meadhall.server.notices.push_queue import PushQueue
from meadhall.server.notices.push_service import PushService
from meadhall.server.notices.smtp import SmtpServer
from meadhall.server.notices.troubles import Concerns, Troubles, Watched
from meadhall.server.notices.vacations import Vacations
from meadhall.store.notices.digests import SqlDigests
from meadhall.store.notices.inbox_changes import SqlInboxChanges
from meadhall.store.notices.mails import SqlMails
from meadhall.store.notices.notice_choices import SqlNoticeChoices
from meadhall.store.notices.push_devices import SqlPushDevices
from meadhall.store.notices.told_notices import SqlNotices
from meadhall.store.notices.vacations import SqlVacations
from meadhall.store.people.friends.stored_challenges import SqlChallenges
from meadhall.store.people.moderation.stored_reports import SqlReports
from meadhall.store.people.sign_in.stored_recovery import SqlRecovery
from meadhall.store.ratings.stored_ratings import SqlRatings


@dataclass(frozen=True, slots=True)
class NoticeDesk:
    """What other rooms may use of this one."""

    mail: MailQueue
    vacations: Vacations
    host: HostNotices
    choosing: NoticeChoosing
    inbox: InboxNotices
    digests: DigestMails


@asynccontextmanager
async def open_notices(hall: Hall) -> AsyncIterator[NoticeDesk]:
    """The notices of a hall that has started; they end before the hall does."""
    settings = hall.settings
    service = PushService.of(settings, hall.rights.tokens)
    pushes = PushQueue(SqlPushDevices(hall.store.backend), hall.match_loop.clock, service)
    server = SmtpServer.of(settings) if settings.smtp_host else None
    mail = MailQueue(SqlMails(hall.store.backend), hall.match_loop.clock, server)
    host = HostNotices(open_services(settings.host_notices), settings.told_host_events())
    desk = _desk(hall, mail, host, pushes, service)
    for queue in (mail, host, pushes):
        queue.start()
    ratings, reports = SqlRatings(hall.store.backend), SqlReports(hall.store.backend)
    work = (
        desk.vacations.keep(), _troubles(hall, mail, host).keep(), desk.inbox.work(),
        desk.digests.work(), Concerns(hall, host, ratings, reports).keep(),
    )  # fmt: skip
    tasks = [asyncio.create_task(one) for one in work]
    try:
        yield desk
    finally:
        for task in tasks:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task
        for queue in (host, pushes, mail):
            await queue.stop()


def _desk(
    hall: Hall, mail: MailQueue, host: HostNotices, pushes: PushQueue, service: PushService | None
) -> NoticeDesk:
    backend, settings = hall.store.backend, hall.settings
    devices, addresses = SqlPushDevices(backend), SqlRecovery(backend).addresses_of
    return NoticeDesk(
        mail,
        Vacations(SqlVacations(backend), hall.match_loop, settings.vacation_days),
        host,
        NoticeChoosing(hall, SqlNoticeChoices(backend), devices, service, pushes, mail, addresses),
        InboxNotices(
            hall,
            SqlInboxChanges(backend),
            SqlNotices(backend),
            pushes,
            addresses,
            SqlChallenges(backend),
        ),
        DigestMails(hall, SqlDigests(backend), mail, addresses),
    )


def _troubles(hall: Hall, mail: MailQueue, host: HostNotices) -> Troubles:
    database = hall.settings.db_without_password()
    server = f"Mail server {hall.settings.smtp_host}"
    return Troubles(
        host,
        (
            Watched("database", f"Database {database}", lambda: hall.store.health.problem, 10),
            Watched("mail", server, lambda: mail.problem, 600),
        ),
    )
