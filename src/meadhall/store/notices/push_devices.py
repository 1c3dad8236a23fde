"""The browsers that take pushes, and the queue of pushes."""

import json
from dataclasses import dataclass
from uuid import uuid4

from sqlalchemy import ColumnElement, Connection, Row, delete, func, insert, select, tuple_, update

from meadhall.store.backend import Backend
from meadhall.store.notices.notice_tables import PUSH_DEVICES, PUSHES

MOST_DEVICES = 10
"""Devices of one person; with one more the oldest is dropped."""


@dataclass(frozen=True, slots=True)
class PushDevice:
    """A browser that takes pushes: where its push service is, and the keys for it."""

    id: str
    person: str
    endpoint: str
    key: str
    auth: str
    name: str
    added: int
    failing: int | None = None
    """Since when it has taken nothing; `None` if it does."""


@dataclass(frozen=True, slots=True)
class QueuedPush:
    """A push that one process has taken to send it."""

    device: PushDevice
    subject: str
    event: str
    body: str
    tries: int
    """How often it was taken, with this time."""
    until: int
    """When others may take it. Only who knows this time may settle the push."""


class SqlPushDevices:
    """The devices of everybody, and what is on its way to them."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend

    async def add(self, device: PushDevice) -> PushDevice:
        """Add a device, or what has changed of it: an endpoint belongs to one person."""

        def write(database: Connection) -> PushDevice:
            same = PUSH_DEVICES.c.endpoint == device.endpoint
            known = database.scalar(select(PUSH_DEVICES.c.id).where(same))
            if known is not None:
                _drop(database, known)
            added = PushDevice(
                known or uuid4().hex, device.person, device.endpoint, device.key, device.auth,
                device.name, device.added,
            )  # fmt: skip
            for old in _of(database, device.person)[MOST_DEVICES - 1 :]:
                _drop(database, old.id)
            database.execute(insert(PUSH_DEVICES), _row(added))
            return added

        return await self._backend.write(write)

    async def of(self, person: str) -> list[PushDevice]:
        """The devices of a person, the newest first."""
        return await self._backend.read(lambda database: _of(database, person))

    async def remove(self, person: str, device: str) -> None:
        """Send nothing more to this device of the person."""

        def write(database: Connection) -> None:
            if any(own.id == device for own in _of(database, person)):
                _drop(database, device)

        await self._backend.write(write)

    async def drop(self, device: PushDevice) -> None:
        """Drop a device that takes nothing any more."""
        await self._backend.write(lambda database: _drop(database, device.id))

    async def put(self, person: str, subject: str, body: object, now: int) -> None:
        """Queue a push to all devices of a person, without asking for any choice."""
        text = json.dumps(body)

        def write(database: Connection) -> None:
            for device in _of(database, person):
                key = (PUSHES.c.device == device.id) & (PUSHES.c.subject == subject)
                database.execute(delete(PUSHES).where(key))
                row = {"device": device.id, "subject": subject, "event": "", "body": text}
                database.execute(insert(PUSHES), {**row, "due": now, "tries": 0})

        await self._backend.write(write)

    async def take(self, now: int, until: int, most: int) -> list[QueuedPush]:
        """Take pushes that are due, so that no other process does before `until`."""
        # As with mails: a process passes over what another one is taking.
        ready = (
            select(*PUSHES.c, *(column.label(f"of_{column.name}") for column in PUSH_DEVICES.c))
            .join(PUSH_DEVICES, PUSH_DEVICES.c.id == PUSHES.c.device)
            .where(PUSHES.c.due <= now)
            .order_by(PUSHES.c.due, PUSHES.c.device, PUSHES.c.subject)
            .limit(most)
            .with_for_update(skip_locked=True, of=PUSHES)
        )

        def claim(database: Connection) -> list[QueuedPush]:
            rows = database.execute(ready).all()
            keys = [(row.device, row.subject) for row in rows]
            taken = update(PUSHES).where(tuple_(PUSHES.c.device, PUSHES.c.subject).in_(keys))
            database.execute(taken.values(due=until, tries=PUSHES.c.tries + 1))
            return [_queued_push(row, until) for row in rows]

        return await self._backend.write(claim)

    async def next_due(self) -> int | None:
        """When the next push can be taken; `None` if there is none."""
        first = select(func.min(PUSHES.c.due))
        return await self._backend.read(lambda database: database.scalar(first))

    async def finish(self, taken: QueuedPush) -> None:
        """Take a push out of the queue, unless a newer one has taken its place: it arrived."""

        def write(database: Connection) -> None:
            database.execute(delete(PUSHES).where(_same(taken)))
            _note_failure(database, taken.device, None)

        await self._backend.write(write)

    async def postpone(self, taken: QueuedPush, now: int, due: int) -> None:
        """Put a push back until `due`, unless a newer one has taken its place: it failed."""

        def write(database: Connection) -> None:
            database.execute(update(PUSHES).where(_same(taken)).values(due=due))
            _note_failure(database, taken.device, now)

        await self._backend.write(write)


def _same(taken: QueuedPush) -> ColumnElement[bool]:
    columns = PUSHES.c
    return (
        (columns.device == taken.device.id)
        & (columns.subject == taken.subject)
        & (columns.due == taken.until)
    )


def _of(database: Connection, person: str) -> list[PushDevice]:
    wanted = select(PUSH_DEVICES).where(PUSH_DEVICES.c.person == person)
    newest = wanted.order_by(PUSH_DEVICES.c.added.desc(), PUSH_DEVICES.c.id)
    return [_device(row, "") for row in database.execute(newest)]


def _note_failure(database: Connection, device: PushDevice, since: int | None) -> None:
    own = PUSH_DEVICES.c.id == device.id
    if since is not None:
        own &= PUSH_DEVICES.c.failing.is_(None)
    elif device.failing is None:
        return
    database.execute(update(PUSH_DEVICES).where(own).values(failing=since))


def _drop(database: Connection, device: str) -> None:
    database.execute(delete(PUSHES).where(PUSHES.c.device == device))
    database.execute(delete(PUSH_DEVICES).where(PUSH_DEVICES.c.id == device))


def _row(device: PushDevice) -> dict[str, object]:
    return {
        "id": device.id,
        "person": device.person,
        "endpoint": device.endpoint,
        "key": device.key,
        "auth": device.auth,
        "name": device.name,
        "added": device.added,
    }


def _device(row: Row[tuple[object, ...]], prefix: str) -> PushDevice:
    columns = row._mapping  # noqa: SLF001 - SQLAlchemy's public name for it
    names = ("id", "person", "endpoint", "key", "auth", "name", "added", "failing")
    return PushDevice(**{name: columns[prefix + name] for name in names})


def _queued_push(row: Row[tuple[object, ...]], until: int) -> QueuedPush:
    return QueuedPush(_device(row, "of_"), row.subject, row.event, row.body, row.tries + 1, until)
