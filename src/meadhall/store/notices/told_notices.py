"""Puts notices into the queues of pushes and mails, each once, as people have chosen."""

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from sqlalchemy import Connection, delete, exists, select
from sqlalchemy.dialects import postgresql, sqlite

from meadhall.match.clock import DAY
from meadhall.store.backend import Backend
from meadhall.store.inbox.inbox_table import INBOX
from meadhall.store.notices.notice_choices import NoticeChoices, read_choices
from meadhall.store.notices.notice_events import Notice, NoticeEvent, Subject
from meadhall.store.notices.notice_tables import (
    DIGEST_LINES,
    PUSH_DEVICES,
    PUSHES,
    TOLD_NOTICES,
)

KEPT_MS = 2 * DAY
"""How long it is remembered what people were told of subjects that are gone."""


@dataclass(frozen=True, slots=True)
class Ways:
    """How the people of some subjects can be told: devices and mail, and what they chose."""

    devices: Mapping[str, Sequence[str]]
    choices: Mapping[str, NoticeChoices]
    mailed: Collection[str]

    def pushes(self, person: str, event: NoticeEvent) -> Sequence[str]:
        """The devices on which the person wants to hear of such an event."""
        wants = event in self.choices[person].push
        return self.devices.get(person, ()) if wants else ()

    def mails(self, person: str, event: NoticeEvent) -> bool:
        """Whether the next mail shall say so."""
        chosen = self.choices[person]
        return person in self.mailed and chosen.hours > 0 and event in chosen.mail


@dataclass(slots=True)
class SqlNotices:
    """Notes what people are told."""

    _backend: Backend = field(repr=False)

    async def settle(self, subjects: Sequence[Subject], mailed: Collection[str], now: int) -> int:
        """Queue what is new; drop what is out of date. Returns how many notices were new.

        `mailed` are the people with an address for mails. Twice does no harm, and two processes at
        once none either.
        """
        if not subjects:
            return 0

        def write(database: Connection) -> int:
            ways = _find_ways(database, {one.person for one in subjects}, mailed)
            # Of others nothing is kept.
            some = [one for one in subjects if ways.devices.get(one.person, one.person in mailed)]
            return sum(_settle(database, one, ways, now) for one in some)

        return await self._backend.write(write)

    async def forget_old(self, now: int) -> None:
        """Forget what people were told of matches that no inbox shows any more."""
        shown = exists().where(
            INBOX.c.holder == TOLD_NOTICES.c.person, INBOX.c.match == TOLD_NOTICES.c.subject
        )
        old = delete(TOLD_NOTICES).where(TOLD_NOTICES.c.at < now - KEPT_MS, ~shown)
        await self._backend.write(lambda database: database.execute(old))


def forget_notices(database: Connection, person: str) -> None:
    """Forget all that is kept about a person's notices."""
    own = select(PUSH_DEVICES.c.id).where(PUSH_DEVICES.c.person == person)
    database.execute(delete(PUSHES).where(PUSHES.c.device.in_(own)))
    for table in (PUSH_DEVICES, DIGEST_LINES, TOLD_NOTICES):
        database.execute(delete(table).where(table.c.person == person))


def _find_ways(database: Connection, people: Collection[str], mailed: Collection[str]) -> Ways:
    wanted = select(PUSH_DEVICES.c.person, PUSH_DEVICES.c.id)
    devices: dict[str, list[str]] = {}
    for person, device in database.execute(wanted.where(PUSH_DEVICES.c.person.in_(people))):
        devices.setdefault(person, []).append(device)
    return Ways(devices, read_choices(database, people), mailed)


def _settle(database: Connection, subject: Subject, ways: Ways, now: int) -> int:
    current = () if subject.seen else tuple(notice.event for notice in subject.notices)
    _drop_others(database, subject, current, ways)
    new = [one for one in subject.notices if _mark(database, subject, one, now)]
    if subject.seen:
        return 0
    for notice in new:
        for device in ways.pushes(subject.person, notice.event):
            _push(database, device, subject, notice, now)
        if ways.mails(subject.person, notice.event):
            _add_line(database, subject, notice, now)
    return len(new)


def _drop_others(
    database: Connection, subject: Subject, current: Collection[str], ways: Ways
) -> None:
    """Drop what waits about the subject and no longer holds."""
    lines, pushes = DIGEST_LINES.c, PUSHES.c
    database.execute(
        delete(DIGEST_LINES).where(
            lines.person == subject.person, lines.subject == subject.id,
            lines.event.not_in(current),
        )
    )  # fmt: skip
    devices = ways.devices.get(subject.person)
    if devices:
        database.execute(
            delete(PUSHES).where(
                pushes.device.in_(devices), pushes.subject == subject.id,
                pushes.event.not_in(current),
            )
        )  # fmt: skip


def _mark(database: Connection, subject: Subject, notice: Notice, now: int) -> bool:
    """Whether the person has not been told yet; from now on the person has."""
    table = TOLD_NOTICES
    row = _insert(database)(table).values(
        person=subject.person, subject=subject.id, event=notice.event, mark=notice.mark, at=now
    )
    told = row.on_conflict_do_update(
        index_elements=[table.c.person, table.c.subject, table.c.event],
        set_={"mark": notice.mark, "at": now},
        where=table.c.mark != notice.mark,
    )
    return database.execute(told).rowcount == 1


def _push(database: Connection, device: str, subject: Subject, notice: Notice, now: int) -> None:
    body = {
        "title": notice.title, "body": notice.text, "path": notice.path, "tag": subject.id,
    }  # fmt: skip
    values = {"event": notice.event, "body": json.dumps(body), "due": now, "tries": 0}
    row = _insert(database)(PUSHES).values(device=device, subject=subject.id, **values)
    newest = row.on_conflict_do_update(
        index_elements=[PUSHES.c.device, PUSHES.c.subject], set_=values
    )
    database.execute(newest)


def _add_line(database: Connection, subject: Subject, notice: Notice, now: int) -> None:
    key = {"person": subject.person, "subject": subject.id, "event": notice.event}
    values = {"text": f"{notice.title} {notice.text}".strip(), "path": notice.path}
    row = _insert(database)(DIGEST_LINES).values(**key, **values, at=now)
    columns = [DIGEST_LINES.c[name] for name in key]
    database.execute(row.on_conflict_do_update(index_elements=columns, set_=values))


def _insert(database: Connection) -> "type[postgresql.Insert | sqlite.Insert]":
    return postgresql.Insert if database.dialect.name == "postgresql" else sqlite.Insert
