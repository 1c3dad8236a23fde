"""Who is on vacation, and how many days of the last year they were."""

from sqlalchemy import Connection, delete, insert, select, update

from meadhall.match.clock import DAY
from meadhall.store.backend import Backend
from meadhall.store.notices.notice_tables import VACATIONS

YEAR = 365 * DAY


class SqlVacations:
    """The vacations of all people. A day that has begun counts as a whole one."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend

    async def until(self, person: str, now: int) -> int:
        """Until when the person is on vacation; 0 if they are not."""
        running = select(VACATIONS.c.until).where(
            VACATIONS.c.person == person, VACATIONS.c.until > now
        )
        return await self._backend.read(lambda database: database.scalar(running)) or 0

    async def count_days(self, person: str, now: int) -> int:
        """How many days of the year until now, and of the running vacation, are taken."""
        return await self._backend.read(lambda database: _count_days(database, person, now))

    async def begin(self, person: str, now: int, days: int, most: int) -> int:
        """Begin a vacation, or let the running one end then; returns until when, 0: too long.

        Together with those of the last year it may have `most` days.
        """

        def write(database: Connection) -> int:
            if _count_days(database, person, now, upto=now) + days > most:
                return 0
            _end(database, person, now)
            until = now + days * DAY
            row = {"person": person, "began": now, "until": until}
            database.execute(insert(VACATIONS), row)
            return until

        return await self._backend.write(write)

    async def end(self, person: str, now: int) -> None:
        """End the running vacation, if there is one. Days that have not begun are free again."""
        await self._backend.write(lambda database: _end(database, person, now))

    async def running(self, now: int, most: int) -> dict[str, int]:
        """Until when people are on vacation, for those whose vacation ends first."""
        rows = (
            select(VACATIONS.c.person, VACATIONS.c.until)
            .where(VACATIONS.c.until > now)
            .order_by(VACATIONS.c.until)
            .limit(most)
        )
        found = await self._backend.read(lambda database: database.execute(rows).all())
        return {str(person): int(until) for person, until in found}

    async def forget_old(self, now: int) -> None:
        """Forget vacations that ended more than a year ago."""
        old = delete(VACATIONS).where(VACATIONS.c.until < now - YEAR)
        await self._backend.write(lambda database: database.execute(old))


def _count_days(database: Connection, person: str, now: int, upto: int | None = None) -> int:
    rows = select(VACATIONS.c.began, VACATIONS.c.until).where(
        VACATIONS.c.person == person, VACATIONS.c.until > now - YEAR
    )
    lengths = (
        (until if upto is None else min(until, upto)) - began
        for began, until in database.execute(rows)
    )
    return sum(-(-length // DAY) for length in lengths)


def _end(database: Connection, person: str, now: int) -> None:
    # One that begins in the same millisecond is replaced: the time is a part of the key.
    empty = delete(VACATIONS).where(VACATIONS.c.person == person, VACATIONS.c.began == now)
    database.execute(empty)
    running = update(VACATIONS).where(VACATIONS.c.person == person, VACATIONS.c.until > now)
    database.execute(running.values(until=now))


def forget_vacations(database: Connection, person: str) -> None:
    """Forget the vacations of a person."""
    database.execute(delete(VACATIONS).where(VACATIONS.c.person == person))
