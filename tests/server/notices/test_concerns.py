"""The host hears of suspicions and reports, once."""

from typing import Any

from serving import Served, served
from typing_extensions import override

from meadhall.server.notices.host_notices import HostNotices
from meadhall.server.notices.troubles import Concerns
from meadhall.store.people.moderation.stored_reports import SqlReports, StoredReport
from meadhall.store.ratings.rating_tables import SUSPICIONS
from meadhall.store.ratings.stored_ratings import SqlRatings


class Heard(HostNotices):
    def __init__(self) -> None:
        super().__init__(None, ())
        self.titles: list[str] = []

    @override
    def tell(self, event: str, title: str, text: str) -> None:
        self.titles.append(f"{event}: {title}")


@served()
async def test_new_suspicions_and_reports_are_told_once(hall: Served) -> None:
    backend, heard = hall.hall.store.backend, Heard()
    reports = SqlReports(backend)
    concerns = Concerns(hall.hall, heard, SqlRatings(backend), reports)
    await concerns.look()
    assert heard.titles == []
    now = hall.hall.match_loop.clock() + 1
    row = {"match": "m-concerns", "at": now, "game": "g", "names": "A and B"}
    await backend.write(lambda database: database.execute(SUSPICIONS.insert().values(**row)))
    await reports.add(report(now), 9)
    await concerns.look()
    await concerns.look()
    assert heard.titles == ["ratings: Rated matches to look at: 1", "reports: New reports: 1"]


def report(at: int) -> StoredReport:
    given: dict[str, Any] = {
        "id": "r-concerns", "at": at, "reporter": "a", "reporter_name": "A", "person": "b",
        "name": "B", "match": "", "kind": "name", "text": "", "context": "[]", "settled": None,
        "settled_by": "", "note": "",
    }  # fmt: skip
    return StoredReport(**{name: given[name] for name in StoredReport.__dataclass_fields__})
