"""Which notices people want."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import cast

from sqlalchemy import Connection, delete, insert, select

from meadhall.store.backend import Backend
from meadhall.store.notices.notice_events import EVENTS, NoticeEvent
from meadhall.store.notices.notice_tables import DIGEST_LINES, NOTICE_CHOICES

USUAL_HOURS = 4


@dataclass(frozen=True, slots=True)
class NoticeChoices:
    """The events of which a person wants pushes and mails.

    There is at most one mail in so many `hours`, none at all with 0. `mailed` is when the last one
    was made.
    """

    push: tuple[NoticeEvent, ...] = EVENTS
    mail: tuple[NoticeEvent, ...] = EVENTS
    hours: int = USUAL_HOURS
    mailed: int = 0


class SqlNoticeChoices:
    """The choices of everybody."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend

    async def show(self, person: str) -> NoticeChoices:
        """What the person has chosen, or the usual."""
        return (await self._backend.read(lambda database: read_choices(database, [person])))[person]

    async def change(
        self,
        person: str,
        push: Collection[NoticeEvent],
        mail: Collection[NoticeEvent],
        hours: int,
    ) -> None:
        """Choose. What waits for a mail and is not wanted any more is dropped."""
        unwanted = delete(DIGEST_LINES).where(DIGEST_LINES.c.person == person)
        if hours:
            unwanted = unwanted.where(DIGEST_LINES.c.event.not_in(mail))

        def write(database: Connection) -> None:
            mailed = read_choices(database, [person])[person].mailed
            write_choices(database, person, NoticeChoices(tuple(push), tuple(mail), hours, mailed))
            database.execute(unwanted)

        await self._backend.write(write)

    async def end_mails(self, person: str) -> None:
        """Send the person no notices by mail any more, also not what waits."""
        chosen = await self.show(person)
        await self.change(person, chosen.push, chosen.mail, 0)


def read_choices(database: Connection, people: Collection[str]) -> Mapping[str, NoticeChoices]:
    """What each of these people has chosen, or the usual."""
    wanted = select(NOTICE_CHOICES).where(NOTICE_CHOICES.c.person.in_(people))
    found = {
        row.person: NoticeChoices(
            _others(row.push_off), _others(row.mail_off), row.hours, row.mailed
        )
        for row in database.execute(wanted)
    }
    return {person: found.get(person, NoticeChoices()) for person in people}


def write_choices(database: Connection, person: str, chosen: NoticeChoices) -> None:
    """Store what the person has chosen."""
    database.execute(delete(NOTICE_CHOICES).where(NOTICE_CHOICES.c.person == person))
    row = {
        "person": person,
        # What is off, so that events of later versions are on.
        "push_off": " ".join(_others(" ".join(chosen.push))),
        "mail_off": " ".join(_others(" ".join(chosen.mail))),
        "hours": chosen.hours,
        "mailed": chosen.mailed,
    }
    database.execute(insert(NOTICE_CHOICES), row)


def forget_choices(database: Connection, person: str) -> None:
    """Forget what a person has chosen."""
    database.execute(delete(NOTICE_CHOICES).where(NOTICE_CHOICES.c.person == person))


def _others(events: str) -> tuple[NoticeEvent, ...]:
    """All events but these."""
    given = cast("list[NoticeEvent]", events.split())
    return tuple(event for event in EVENTS if event not in given)
