"""What moderators do: each act is applied and logged in one transaction."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from sqlalchemy import Connection, Row, delete, insert, or_, select, tuple_, update

from meadhall.store.backend import Backend
from meadhall.store.people.moderation.moderation_tables import ACTS, MODERATORS, REPORTS, SANCTIONS
from meadhall.store.schema import ACCOUNTS

ActKind: TypeAlias = Literal[
    "mute", "unmute", "ban", "unban", "close", "dismiss", "grant", "revoke"
]
HOST = "the host"
"""Who acts at the command line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ModerationAct:
    """Something that a moderator does. What does not apply is empty."""

    id: str
    at: int
    moderator: str
    kind: ActKind
    person: str = ""
    name: str = ""
    match: str = ""
    report: str = ""
    until: int = 0
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Sanction:
    """Somebody is muted or banned."""

    person: str
    name: str
    kind: Literal["mute", "ban"]
    until: int
    reason: str


class SqlModeration:
    """Who moderates, who is muted or banned, and the log."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend

    async def act(self, act: ModerationAct) -> None:
        """Apply the act, log it, and settle the report that it answers."""

        def write(database: Connection) -> None:
            _apply(database, act)
            database.execute(insert(ACTS).values(done=False, **_values(act)))
            if act.report:
                _settle(database, act)

        await self._backend.write(write)

    async def open_acts(self, limit: int) -> tuple[ModerationAct, ...]:
        """Acts that no server has carried out yet, the oldest first."""
        wanted = select(ACTS).where(~ACTS.c.done).order_by(ACTS.c.at, ACTS.c.id).limit(limit)
        rows = await self._backend.read(lambda database: database.execute(wanted).all())
        return tuple(map(_act, rows))

    async def finish(self, act: str) -> None:
        """Note that the act has been carried out."""
        done = update(ACTS).where(ACTS.c.id == act).values(done=True)
        await self._backend.write(lambda database: database.execute(done))

    async def log(self, before: tuple[int, str] | None, limit: int) -> tuple[ModerationAct, ...]:
        """The log, the newest act first."""
        wanted = select(ACTS).order_by(ACTS.c.at.desc(), ACTS.c.id.desc()).limit(limit)
        if before is not None:
            wanted = wanted.where(tuple_(ACTS.c.at, ACTS.c.id) < tuple_(*before))
        rows = await self._backend.read(lambda database: database.execute(wanted).all())
        return tuple(map(_act, rows))

    async def is_moderator(self, person: str) -> bool:
        """Whether the person has the right."""
        wanted = select(MODERATORS.c.since).where(MODERATORS.c.person == person)
        found = await self._backend.read(lambda database: database.scalar(wanted))
        return found is not None

    async def moderators(self) -> tuple[str, ...]:
        """The names of all who have the right."""
        wanted = select(ACCOUNTS.c.name).join(MODERATORS, MODERATORS.c.person == ACCOUNTS.c.id)
        wanted = wanted.order_by(ACCOUNTS.c.key)
        return await self._backend.read(lambda database: tuple(database.scalars(wanted)))

    async def sanctions(
        self, now: int, after: tuple[int, str] | None, limit: int
    ) -> tuple[Sanction, ...]:
        """Who is muted or banned now, those first whose time is up first."""
        column = SANCTIONS.c
        wanted = select(SANCTIONS).where(column.until > now)
        if after is not None:
            wanted = wanted.where(tuple_(column.until, column.person) > tuple_(*after))
        wanted = wanted.order_by(column.until, column.person, column.kind).limit(limit)
        rows = await self._backend.read(lambda database: database.execute(wanted).all())
        return tuple(map(_sanction, rows))

    async def of_person(self, person: str, now: int) -> tuple[Sanction, ...]:
        """How the person is muted or banned now."""
        mine = (SANCTIONS.c.person == person) & (SANCTIONS.c.until > now)
        wanted = select(SANCTIONS).where(mine)
        rows = await self._backend.read(lambda database: database.execute(wanted).all())
        return tuple(map(_sanction, rows))

    async def forget_old(self, now: int) -> None:
        """Forget mutes and bans that are over."""
        old = delete(SANCTIONS).where(SANCTIONS.c.until <= now)
        await self._backend.write(lambda database: database.execute(old))


def _apply(database: Connection, act: ModerationAct) -> None:
    column = SANCTIONS.c
    match act.kind:
        case "mute" | "ban" | "unmute" | "unban":
            kind = act.kind.removeprefix("un")
            same = (column.person == act.person) & (column.kind == kind)
            database.execute(delete(SANCTIONS).where(same))
            if kind == act.kind:
                row = {"person": act.person, "kind": kind, "name": act.name}
                row |= {"until": act.until, "reason": act.reason}  # type: ignore[dict-item] # a number
                database.execute(insert(SANCTIONS).values(**row))
        case "grant" | "revoke":
            database.execute(delete(MODERATORS).where(MODERATORS.c.person == act.person))
            if act.kind == "grant":
                database.execute(insert(MODERATORS).values(person=act.person, since=act.at))
        case "close" | "dismiss":
            """There is nothing stored about it but the log."""


def _settle(database: Connection, act: ModerationAct) -> None:
    waits = (REPORTS.c.id == act.report) & REPORTS.c.settled.is_(None)
    note = f"{act.kind}: {act.reason}" if act.reason else act.kind
    values = {"settled": act.at, "settled_by": act.moderator, "note": note}
    database.execute(update(REPORTS).where(waits).values(**values))


def _values(act: ModerationAct) -> dict[str, object]:
    names = ("id", "at", "moderator", "kind", "person", "name", "match", "report", "until")
    return {name: getattr(act, name) for name in (*names, "reason")}


def _act(row: Row[tuple[object, ...]]) -> ModerationAct:
    return ModerationAct(
        id=row.id, at=row.at, moderator=row.moderator, kind=row.kind, person=row.person,
        name=row.name, match=row.match, report=row.report, until=row.until, reason=row.reason,
    )  # fmt: skip


def _sanction(row: Row[tuple[object, ...]]) -> Sanction:
    return Sanction(row.person, row.name, row.kind, row.until, row.reason)


def forget_moderation(database: Connection, person: str) -> None:
    """Forget the person's right, sanctions, and the reports by and about the person.

    The log keeps what moderators did, without the name.
    """
    database.execute(delete(MODERATORS).where(MODERATORS.c.person == person))
    gone = or_(REPORTS.c.reporter == person, REPORTS.c.person == person)
    database.execute(delete(REPORTS).where(gone))
    database.execute(delete(SANCTIONS).where(SANCTIONS.c.person == person))
    nameless = update(ACTS).where(ACTS.c.person == person).values(name="a former member", person="")
    database.execute(nameless)
