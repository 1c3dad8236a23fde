"""Makes one mail of all that a person has not been told, no more often than the person wants."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from sqlalchemy import Connection, case, delete, func, insert, select

from meadhall.store.backend import Backend
from meadhall.store.notices.mails import Mail, mail_row
from meadhall.store.notices.notice_choices import USUAL_HOURS, read_choices, write_choices
from meadhall.store.notices.notice_events import EVENTS
from meadhall.store.notices.notice_tables import DIGEST_LINES, MAILS, NOTICE_CHOICES

HOUR = 3_600_000
GATHER_MS = HOUR // 4
"""How long the first line waits for others, unless time runs out somewhere."""
AT_ONCE = 100


@dataclass(frozen=True, slots=True)
class DigestLine:
    """One thing that a mail says, and where the page shows it."""

    event: str
    text: str
    path: str


Compose: TypeAlias = Callable[[str, str, Sequence[DigestLine]], Mail]
"""(person, address, lines): the mail."""


class SqlDigests:
    """The lines that wait for the next mail to each person."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend

    async def waiting(self, now: int) -> list[str]:
        """Some people to whom a mail is due now."""
        return await self._backend.read(lambda database: _waiting(database, now))

    async def send(self, addresses: Mapping[str, str], compose: Compose, now: int) -> int:
        """Queue a mail to each of these people, or to nobody; returns how many there are.

        Lines leave together with the mail that has them, so none is lost and none comes twice.
        Who has no address any more gets none.
        """

        def write(database: Connection) -> int:
            due = [person for person in _waiting(database, now) if person in addresses]
            for person in due:
                mail = compose(person, addresses[person], _take_lines(database, person))
                database.execute(insert(MAILS), mail_row(mail, now))
                chosen = replace(read_choices(database, [person])[person], mailed=now)
                write_choices(database, person, chosen)
            return len(due)

        return await self._backend.write(write)

    async def drop(self, people: Sequence[str]) -> None:
        """Drop the lines of people to whom no mail can be sent."""
        gone = delete(DIGEST_LINES).where(DIGEST_LINES.c.person.in_(people))
        await self._backend.write(lambda database: database.execute(gone))


def _waiting(database: Connection, now: int) -> list[str]:
    lines, chosen = DIGEST_LINES.c, NOTICE_CHOICES.c
    hurries = func.max(case((lines.event == "reminder", 1), else_=0))
    first = func.min(lines.at)
    # Time that runs out does not wait for hours, but it is no reason for a flood either.
    hours = case((hurries == 1, 1), else_=func.coalesce(func.max(chosen.hours), USUAL_HOURS))
    mailed = func.coalesce(func.max(chosen.mailed), 0)
    wanted = (
        select(lines.person)
        .join_from(DIGEST_LINES, NOTICE_CHOICES, chosen.person == lines.person, isouter=True)
        .group_by(lines.person)
        .having(first + (1 - hurries) * GATHER_MS <= now, mailed + hours * HOUR <= now)
        .order_by(first, lines.person)
        .limit(AT_ONCE)
    )
    return list(database.scalars(wanted))


def _take_lines(database: Connection, person: str) -> list[DigestLine]:
    own = DIGEST_LINES.c.person == person
    rows = database.execute(select(DIGEST_LINES).where(own).order_by(DIGEST_LINES.c.at)).all()
    database.execute(delete(DIGEST_LINES).where(own))
    lines = [DigestLine(row.event, row.text, row.path) for row in rows]
    order = ("reminder", *(event for event in EVENTS if event != "reminder"))
    return sorted(lines, key=lambda line: order.index(line.event))
