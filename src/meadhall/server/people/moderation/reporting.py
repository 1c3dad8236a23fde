"""Takes reports in, with what the reporter could see, and shows them to moderators."""

from dataclasses import dataclass, field
from time import monotonic

import msgspec
from litestar.types import Scope

from meadhall.core.refusal import Refused
from meadhall.match.decide.talk import hears
from meadhall.match.match import Match
from meadhall.server.api.guards import check_entry
from meadhall.server.api.lobby import parse_bookmark
from meadhall.server.api.seat_access import seats_of
from meadhall.server.assembly import Hall
from meadhall.server.net.admission import address_of
from meadhall.server.people.profiles import Profiles
from meadhall.server.protocol.bodies import Person
from meadhall.server.protocol.encoding import to_json
from meadhall.server.protocol.people.moderation_cards import (
    NewReport,
    ReportCard,
    ReportList,
    SaidLine,
    SuspicionCard,
    SuspicionList,
)
from meadhall.server.protocol.problem import TooMany
from meadhall.server.protocol.tokens import random_id
from meadhall.server.rate_limits import Limiter
from meadhall.store.people.moderation.stored_reports import SqlReports, StoredReport
from meadhall.store.ratings.stored_ratings import SqlRatings

A_DAY = 10
"""Reports that one person may make."""
AN_HOUR = 20
"""Reports from one address, which may have many guests."""
LINES = 30
"""Messages that a report keeps."""
PAGE = 30
_lines = msgspec.json.Decoder(tuple[SaidLine, ...])


def _hourly() -> Limiter:
    return Limiter(AN_HOUR / 3600, AN_HOUR)


@dataclass(frozen=True, slots=True)
class Reporting:
    """Reports of people about people."""

    hall: Hall
    profiles: Profiles
    stored: SqlReports
    ratings: SqlRatings
    addresses: Limiter = field(default_factory=_hourly)

    async def report(self, scope: Scope, reporter: Person, new: NewReport) -> None:
        """Take a report in. Raises `Refused` or `TooMany` for too many."""
        wait = self.addresses.take(address_of(scope, self.hall.settings), monotonic())
        if wait:
            raise TooMany(wait)
        match = await self._match(scope, new.match) if new.match else None
        who = await self._person_at(match, new)
        if who.id == reporter.id:
            raise Refused.because("YOURSELF", "You cannot report yourself.")
        lines = _lines_for(match, reporter) if match else ()
        report = StoredReport(
            random_id(), self.hall.match_loop.clock(), reporter.id, reporter.name, who.id,
            who.name, new.match, new.kind, new.text.strip(), to_json(lines).decode(),
        )  # fmt: skip
        if not await self.stored.add(report, A_DAY):
            raise Refused.because(
                "TOO_MANY_REPORTS", f"You can make {A_DAY} reports a day. Tell the host instead."
            )

    async def list_waiting(self, after: str) -> ReportList:
        """Reports that no moderator has answered."""
        found = await self.stored.waiting(parse_bookmark(after), PAGE)
        cards = tuple([await self._card(one) for one in found])
        return ReportList(cards, f"{found[-1].at}-{found[-1].id}" if len(found) == PAGE else None)

    async def list_suspicions(self, before: str) -> SuspicionList:
        """Rated matches of two guests of one address."""
        found = await self.ratings.suspicions(parse_bookmark(before), PAGE)
        title = self.hall.lobby.title
        cards = tuple(SuspicionCard(one.match, one.at, title(one.game), one.names) for one in found)
        last = f"{found[-1].at}-{found[-1].match}" if len(found) == PAGE else None
        return SuspicionList(cards, last)

    async def _match(self, scope: Scope, id_: str) -> Match:
        await check_entry(scope, self.hall, id_)
        return (await self.hall.match_loop.room(id_)).match

    async def _person_at(self, match: Match | None, new: NewReport) -> Person:
        if match is None or new.seat is None:
            account = await self.profiles.find(new.name)
            return Person(account.id, account.name, account=True)
        known = 0 <= new.seat < match.setup.seats
        player = match.players[new.seat] if known else None
        if player is None or not player.holder:
            raise Refused.because("NOBODY_THERE", "No person sits there.", "seat")
        return Person(player.holder, player.name, account=False)

    async def _card(self, report: StoredReport) -> ReportCard:
        account = await self.hall.store.accounts.by_id(report.person)
        return ReportCard(
            report.id, report.at, report.reporter_name, report.person,
            account.name if account else report.name, account is not None, report.match,
            report.kind, report.text, _lines.decode(report.context),
        )  # fmt: skip


def _lines_for(match: Match, reporter: Person) -> tuple[SaidLine, ...]:
    """The last messages that the reporter can read."""
    viewers = seats_of(match, reporter) or (None,)
    read = [
        said for said in match.messages if any(hears(match, said, viewer) for viewer in viewers)
    ]
    return tuple(SaidLine(said.name, said.text, said.at) for said in read[-LINES:])
