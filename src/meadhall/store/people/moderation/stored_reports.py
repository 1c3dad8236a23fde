"""Reports about people, with what the reporter had seen."""

from dataclasses import dataclass

from sqlalchemy import Connection, Row, delete, func, insert, select, tuple_

from meadhall.store.backend import Backend
from meadhall.store.people.moderation.moderation_tables import REPORTS

DAY_MS = 86_400_000


@dataclass(frozen=True, slots=True)
class StoredReport:
    """A report. `settled` is when a moderator answered it; `None` while it waits."""

    id: str
    at: int
    reporter: str
    reporter_name: str
    person: str
    name: str
    match: str
    kind: str
    text: str
    context: str
    settled: int | None = None
    settled_by: str = ""
    note: str = ""


class SqlReports:
    """Takes reports in and lists them."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend

    async def add(self, report: StoredReport, most: int) -> bool:
        """Store the report; returns `False` for a reporter who made `most` within a day.

        A second one of the same reporter about the same person and match replaces the first.
        """
        column = REPORTS.c
        mine = (column.reporter == report.reporter) & (column.at > report.at - DAY_MS)
        same = (column.person == report.person) & (column.match == report.match)
        waits = column.settled.is_(None)
        names = [column.name for column in REPORTS.c]
        row = {name: getattr(report, name) for name in names}

        def write(database: Connection) -> bool:
            database.execute(delete(REPORTS).where(mine & same & waits))
            count = select(func.count()).select_from(REPORTS).where(mine)
            if (database.scalar(count) or 0) >= most:
                return False
            database.execute(insert(REPORTS).values(**row))
            return True

        return await self._backend.write(write)

    async def by_id(self, id_: str) -> StoredReport | None:
        """The report with that id."""
        wanted = select(REPORTS).where(REPORTS.c.id == id_)
        row = await self._backend.read(lambda database: database.execute(wanted).first())
        return _stored_report(row) if row else None

    async def waiting(self, after: tuple[int, str] | None, limit: int) -> tuple[StoredReport, ...]:
        """Reports that nobody has answered, the oldest first."""
        column = REPORTS.c
        wanted = select(REPORTS).where(column.settled.is_(None))
        if after is not None:
            wanted = wanted.where(tuple_(column.at, column.id) > tuple_(*after))
        wanted = wanted.order_by(column.at, column.id).limit(limit)
        rows = await self._backend.read(lambda database: database.execute(wanted).all())
        return tuple(map(_stored_report, rows))

    async def forget_old(self, until: int) -> None:
        """Forget reports that were answered before then."""
        old = delete(REPORTS).where(REPORTS.c.settled < until)
        await self._backend.write(lambda database: database.execute(old))


def _stored_report(row: Row[tuple[object, ...]]) -> StoredReport:
    return StoredReport(
        row.id, row.at, row.reporter, row.reporter_name, row.person, row.name, row.match,
        row.kind, row.text, row.context, row.settled, row.settled_by, row.note,
    )  # fmt: skip
