"""How many watch which match, at all processes."""

from collections.abc import Mapping

from sqlalchemy import Connection, delete, func, insert, select

from meadhall.store.backend import Backend
from meadhall.store.meeting.meeting_tables import CROWDS


class SqlCrowds:
    """Keeps for each process how many watch there. A process that has died is soon forgotten."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend

    async def note(self, process: str, counts: Mapping[str, int], now: int, old: int) -> None:
        """Note how many watch at this process; forget what was noted before `old`."""
        rows = [
            {"match": match, "process": process, "count": count, "seen": now}
            for match, count in sorted(counts.items())
        ]

        def write(database: Connection) -> None:
            gone = (CROWDS.c.process == process) | (CROWDS.c.seen < old)
            database.execute(delete(CROWDS).where(gone))
            if rows:
                database.execute(insert(CROWDS), rows)

        await self._backend.write(write)

    async def elsewhere(self, process: str, since: int) -> dict[str, int]:
        """How many watch at other processes, as noted since then."""
        wanted = select(CROWDS.c.match, func.sum(CROWDS.c.count).label("count"))
        wanted = wanted.where(CROWDS.c.process != process, CROWDS.c.seen >= since)
        wanted = wanted.group_by(CROWDS.c.match)
        rows = await self._backend.read(lambda database: database.execute(wanted).all())
        return {row.match: int(row[1]) for row in rows}
