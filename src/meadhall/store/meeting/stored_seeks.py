"""Seeks: who looks for which match, and who has found each other.

A person has one row, and an encounter takes rows that are in none. Both are decided by the database
in one transaction, so however many processes pair people, nobody is in two encounters.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, RowMapping, delete, func, insert, select, text, update
from sqlalchemy.dialects import postgresql, sqlite

from meadhall.store.backend import Backend
from meadhall.store.meeting.meeting_tables import SEEK_WAITS, SEEKS

# As text, because the tables of people come after these.
_APART = text(
    "SELECT blocks.person, blocks.blocked FROM blocks"
    " JOIN seeks AS one ON one.person = blocks.person"
    " JOIN seeks AS other ON other.person = blocks.blocked"
)
RECENT = 20
"""An estimate is the median of up to this many waits."""
FEWEST = 3
"""Fewer waits are no estimate."""


@dataclass(frozen=True, slots=True)
class Seek:
    """Somebody who looks for a match. Seeks with equal `terms` want the same match."""

    person: str
    name: str
    game: str
    seats: int
    terms: str
    rating: int
    error: int
    since: int
    seen: int
    reserved: str
    share: str
    encounter: str = ""
    """The match that begins if everybody agrees; empty while nobody has been found."""
    until: int = 0
    agreed: bool = False
    match: str = ""
    trouble: str = ""


class SqlSeeks:
    """Keeps seeks while their people are here."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend

    async def start(self, seek: Seek, most: int) -> bool:
        """Begin a seek in place of the person's earlier one; false if `most` are under way.

        A person who is about to play cannot begin another: then nothing changes, as if it had.
        """
        values = {name: getattr(seek, name) for name in Seek.__slots__}

        def change(database: Connection, earlier: Sequence[Seek]) -> bool:
            if (database.scalar(select(func.count()).select_from(SEEKS)) or 0) >= most:
                return False
            if _is_settled(earlier):
                return True
            _part(database, earlier, {seek.person})
            dialect = postgresql if database.dialect.name == "postgresql" else sqlite
            # Nothing to do where the same person has begun another one at this moment.
            database.execute(dialect.insert(SEEKS).values(values).on_conflict_do_nothing())
            return True

        return await self._change_encounter(seek.person, change)

    async def all(self) -> tuple[Seek, ...]:
        """All seeks, the longest first."""
        wanted = select(SEEKS).order_by(SEEKS.c.since, SEEKS.c.person)
        return await self._backend.read(
            lambda database: tuple(map(_seek, database.execute(wanted).mappings()))
        )

    async def of(self, person: str) -> Seek | None:
        """The person's seek."""
        wanted = select(SEEKS).where(SEEKS.c.person == person)
        row = await self._backend.read(lambda database: database.execute(wanted).mappings().first())
        return _seek(row) if row else None

    async def apart(self) -> frozenset[tuple[str, str]]:
        """Pairs of people with seeks of whom one blocks the other."""
        rows = await self._backend.read(lambda database: database.execute(_APART).all())
        return frozenset((row.person, row.blocked) for row in rows)

    async def note_presence(self, people: Collection[str], now: int) -> None:
        """These people are connected now."""
        change = update(SEEKS).where(SEEKS.c.person.in_(people)).values(seen=now)
        await self._backend.write(lambda database: database.execute(change))

    async def meet(self, people: Collection[str], encounter: str, until: int) -> bool:
        """Let these people meet, unless one of them has just gone or met others."""

        def write(database: Connection) -> bool:
            free = [one for one in _lock(database, people) if not (one.encounter or one.trouble)]
            if len(free) != len(set(people)):
                return False
            change = update(SEEKS).where(SEEKS.c.person.in_(people))
            database.execute(change.values(encounter=encounter, until=until, agreed=False))
            return True

        return await self._backend.write(write)

    async def agree(self, person: str, encounter: str, now: int) -> bool:
        """The person comes; false if it is too late, or was not asked that."""

        def write(database: Connection) -> bool:
            met = _lock(database, _people_in(database, encounter)) if encounter else []
            if not any(one.person == person for one in met):
                return False
            if _is_settled(met):
                return True
            if met[0].until <= now:
                return False
            change = update(SEEKS).where(SEEKS.c.person == person)
            database.execute(change.values(agreed=True))
            return True

        return await self._backend.write(write)

    async def end(self, person: str) -> None:
        """The person has come to the match: the seek is over."""
        await self._backend.write(lambda database: forget_seeks(database, person))

    async def cancel(self, person: str) -> bool:
        """End the person's seek; false if everybody has agreed: then the match begins, or has.

        Those whom the person has met look for others.
        """

        def change(database: Connection, met: Sequence[Seek]) -> bool:
            if _is_settled(met):
                return False
            _part(database, met, {person})
            return True

        return await self._change_encounter(person, change)

    async def _change_encounter(
        self, person: str, change: Callable[[Connection, Sequence[Seek]], bool]
    ) -> bool:
        """Change the person's seek together with those of the people met, all of them locked."""

        def write(database: Connection) -> bool | None:
            met = _lock(database, _one(database, person))
            encounter = next((one.encounter for one in met if one.person == person), "")
            known = {one.person for one in met}
            if encounter and not known.issuperset(_people_in(database, encounter)):
                return None
            return change(database, met)

        # Who has met others just before the lock lets go of it, and locks them, too. To lock them
        # in the same transaction would be out of order, and could wait for ever.
        done = await self._backend.write(write)
        while done is None:
            done = await self._backend.write(write)
        return done

    async def part_late(self, encounter: str, now: int) -> bool:
        """End an encounter whose time is up: who has not agreed is gone, the others look on."""

        def write(database: Connection) -> bool:
            met = _lock(database, _people_in(database, encounter))
            if not met or _is_settled(met) or met[0].until > now:
                return False
            _part(database, met, {one.person for one in met if not one.agreed})
            return True

        return await self._backend.write(write)

    async def settle(self, encounter: str, waited: int, now: int) -> None:
        """The match of an encounter has begun. Twice does no harm."""

        def write(database: Connection) -> None:
            met = _lock(database, _people_in(database, encounter))
            if not met or any(one.match for one in met):
                return
            change = update(SEEKS).where(SEEKS.c.encounter == encounter)
            database.execute(change.values(match=encounter))
            wait = {"match": encounter, "terms": met[0].terms, "waited": waited, "at": now}
            database.execute(insert(SEEK_WAITS).values(wait))

        await self._backend.write(write)

    async def fail(self, encounter: str, trouble: str) -> None:
        """No match can begin, for this reason."""
        change = update(SEEKS).where(SEEKS.c.encounter == encounter, SEEKS.c.match == "")
        change = change.values(encounter="", agreed=False, trouble=trouble)
        await self._backend.write(lambda database: database.execute(change))

    async def usual_waits(self) -> dict[str, int]:
        """How long it took lately, by terms: the median of the last few waits."""
        wanted = select(SEEK_WAITS.c.terms, SEEK_WAITS.c.waited)
        wanted = wanted.where(SEEK_WAITS.c.terms.in_(select(SEEKS.c.terms)))
        wanted = wanted.order_by(SEEK_WAITS.c.at.desc()).limit(1_000)
        rows = await self._backend.read(lambda database: database.execute(wanted).all())
        waits: dict[str, list[int]] = {}
        for row in rows:
            waits.setdefault(row.terms, []).append(row.waited)
        recent = {terms: sorted(some[:RECENT]) for terms, some in waits.items()}
        return {
            terms: some[len(some) // 2] for terms, some in recent.items() if len(some) >= FEWEST
        }

    async def forget_old(self, before: int, waits: int) -> None:
        """Forget people who have not been here since `before`, and waits before `waits`.

        Also those whose match has begun since then, and who have not come to it.
        """
        away = (SEEKS.c.seen < before) & (SEEKS.c.encounter == SEEKS.c.match)
        gone = delete(SEEKS).where(away | ((SEEKS.c.match != "") & (SEEKS.c.until < before)))
        old = delete(SEEK_WAITS).where(SEEK_WAITS.c.at < waits)

        def write(database: Connection) -> None:
            database.execute(gone)
            database.execute(old)

        await self._backend.write(write)


def forget_seeks(database: Connection, person: str) -> None:
    """Forget the person's seek. Those whom the person has met wait until time is up."""
    database.execute(delete(SEEKS).where(SEEKS.c.person == person))


def _lock(database: Connection, people: Collection[str]) -> list[Seek]:
    """The seeks of these people, which nobody else changes before this transaction ends."""
    # All take the locks in the same order, so no two transactions wait for each other.
    wanted = select(SEEKS).where(SEEKS.c.person.in_(people)).order_by(SEEKS.c.person)
    return [_seek(row) for row in database.execute(wanted.with_for_update()).mappings()]


def _one(database: Connection, person: str) -> list[str]:
    """The person, and those whom the person has met."""
    encounter = database.scalar(select(SEEKS.c.encounter).where(SEEKS.c.person == person))
    return _people_in(database, encounter) if encounter else [person]


def _people_in(database: Connection, encounter: str) -> list[str]:
    wanted = select(SEEKS.c.person).where(SEEKS.c.encounter == encounter)
    return list(database.scalars(wanted))


def _is_settled(met: Sequence[Seek]) -> bool:
    """Whether everybody in the encounter has agreed, so that the match begins or has begun.

    Who has come to it has no seek any more.
    """
    is_full = bool(met) and len(met) == met[0].seats
    return any(one.match for one in met) or (is_full and all(one.agreed for one in met))


def _part(database: Connection, met: Sequence[Seek], leaving: Collection[str]) -> None:
    """End an encounter: some leave, the others look on."""
    database.execute(delete(SEEKS).where(SEEKS.c.person.in_(leaving)))
    others = [one.person for one in met if one.person not in leaving]
    change = update(SEEKS).where(SEEKS.c.person.in_(others))
    database.execute(change.values(encounter="", agreed=False, until=0))


def _seek(row: RowMapping) -> Seek:
    return Seek(**row)
