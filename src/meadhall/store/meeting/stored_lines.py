"""The lines of the hall's chat."""

from dataclasses import dataclass

from sqlalchemy import Connection, delete, insert, select

from meadhall.store.backend import Backend
from meadhall.store.meeting.meeting_tables import HALL_LINES


@dataclass(frozen=True, slots=True)
class HallLine:
    """Something that somebody wrote in the hall."""

    id: str
    at: int
    person: str
    name: str
    text: str


class SqlHallLines:
    """Keeps the newest lines."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend

    async def add(self, line: HallLine) -> None:
        """Store a line."""
        values = {name: getattr(line, name) for name in HallLine.__slots__}
        row = insert(HALL_LINES).values(values)
        await self._backend.write(lambda database: database.execute(row))

    async def newest(self, limit: int, since: int = 0) -> tuple[HallLine, ...]:
        """The newest lines that were written since then, the oldest first."""
        column = HALL_LINES.c
        wanted = select(HALL_LINES).where(column.at >= since)
        wanted = wanted.order_by(column.at.desc(), column.id.desc()).limit(limit)
        rows = await self._backend.read(lambda database: database.execute(wanted).all())
        return tuple(
            HallLine(row.id, row.at, row.person, row.name, row.text) for row in reversed(rows)
        )

    async def keep_newest(self, most: int) -> None:
        """Forget all but the newest lines."""
        column = HALL_LINES.c
        newest = (
            select(column.at).order_by(column.at.desc(), column.id.desc()).offset(most).limit(1)
        )

        def write(database: Connection) -> None:
            oldest = database.scalar(newest)
            if oldest is not None:
                database.execute(delete(HALL_LINES).where(column.at <= oldest))

        await self._backend.write(write)


def forget_hall_lines(database: Connection, person: str) -> None:
    """Forget what the person wrote in the hall."""
    database.execute(delete(HALL_LINES).where(HALL_LINES.c.person == person))
