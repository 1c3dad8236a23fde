"""What moderators may do, and how it takes effect."""

from contextlib import suppress
from dataclasses import dataclass, replace

from meadhall.core.refusal import Refused
from meadhall.match.clock import DAY
from meadhall.match.commands import Abandon, Close
from meadhall.server.api.lobby import parse_bookmark
from meadhall.server.assembly import Hall
from meadhall.server.people.profiles import Profiles
from meadhall.server.protocol.bodies import Person
from meadhall.server.protocol.people.moderation_cards import (
    ActCard,
    ActList,
    Dismissal,
    LiftedSanction,
    NewSanction,
    SanctionCard,
    SanctionList,
    TableClosing,
)
from meadhall.server.protocol.tokens import random_id
from meadhall.store.people.moderation.stored_acts import ActKind, ModerationAct, SqlModeration
from meadhall.store.people.moderation.stored_reports import SqlReports, StoredReport

PAGE = 50
AT_ONCE = 20
WORK_SECONDS = 2.0
"""How often acts are looked for that were logged elsewhere: at the command line, say."""


@dataclass(frozen=True, slots=True)
class Moderators:
    """Acts of people with the right. Each is logged before it takes effect."""

    hall: Hall
    profiles: Profiles
    stored: SqlModeration
    reports: SqlReports

    async def check_right(self, person: Person) -> None:
        """Raise `Refused` for a person who is not a moderator. Every request asks anew."""
        if not person.account or not await self.stored.is_moderator(person.id):
            raise Refused.because("NOT_MODERATOR", "Only moderators may do that.")

    async def sanction(self, moderator: Person, wanted: NewSanction) -> None:
        """Mute or ban somebody for some days."""
        report = await self._report(wanted.report)
        who = await self._person(wanted.name, report)
        if await self.stored.is_moderator(who.id):
            raise Refused.because("IS_MODERATOR", "Only the host can act against a moderator.")
        until = self.hall.match_loop.clock() + wanted.days * DAY
        act = self._act(moderator, wanted.reason, report)
        act = replace(act, kind=wanted.kind, person=who.id, name=who.name, until=until)
        await self._do(act)

    async def lift(self, moderator: Person, wanted: LiftedSanction) -> None:
        """End a mute or a ban now."""
        running = {
            (one.person, one.kind): one.name
            for one in await self.stored.of_person(wanted.person, self.hall.match_loop.clock())
        }
        name = running.get((wanted.person, wanted.kind))
        if name is None:
            raise Refused.because("NO_SUCH_PERSON", "That has ended already.")
        act = self._act(moderator, wanted.reason, None)
        kind: ActKind = "unmute" if wanted.kind == "mute" else "unban"
        await self._do(replace(act, kind=kind, person=wanted.person, name=name))

    async def close(self, moderator: Person, wanted: TableClosing) -> None:
        """Close a table."""
        await self.hall.match_loop.room(wanted.match)  # raises where there is none
        report = await self._report(wanted.report)
        act = self._act(moderator, wanted.reason, report)
        await self._do(replace(act, kind="close", match=wanted.match))

    async def dismiss(self, moderator: Person, id_: str, wanted: Dismissal) -> None:
        """Answer a report without doing anything else."""
        report = await self._report(id_)
        if report is None:
            raise _no_report()
        act = self._act(moderator, wanted.reason, report)
        await self._do(replace(act, kind="dismiss", person=report.person, name=report.name))

    async def list_sanctions(self, after: str) -> SanctionList:
        """Who is muted or banned now."""
        now = self.hall.match_loop.clock()
        found = await self.stored.sanctions(now, parse_bookmark(after), PAGE)
        cards = tuple(
            SanctionCard(one.person, one.name, one.kind, one.until, one.reason) for one in found
        )
        last = f"{found[-1].until}-{found[-1].person}" if len(found) == PAGE else None
        return SanctionList(cards, last)

    async def list_acts(self, before: str) -> ActList:
        """The log."""
        found = await self.stored.log(parse_bookmark(before), PAGE)
        cards = tuple(
            ActCard(
                one.at, one.moderator, one.kind, one.name, one.match, one.until, one.reason
            )
            for one in found
        )  # fmt: skip
        return ActList(cards, f"{found[-1].at}-{found[-1].id}" if len(found) == PAGE else None)

    async def carry_out_some(self) -> None:
        """Let acts take effect that were logged elsewhere."""
        for act in await self.stored.open_acts(AT_ONCE):
            await self._carry_out(act)

    async def _do(self, act: ModerationAct) -> None:
        await self.stored.act(act)
        await self._carry_out(act)

    async def _carry_out(self, act: ModerationAct) -> None:
        """Let a logged act take effect. Doing it twice does no harm."""
        match act.kind:
            case "ban":
                self.hall.rights.end_all_sessions(act.person)
            case "mute" | "unmute":
                await self.hall.rights.note_conduct(act.person)
            case "close":
                await self._close_table(act.match)
            case "unban" | "dismiss" | "grant" | "revoke":
                """The next request is answered from the store."""
        await self.stored.finish(act.id)

    async def _close_table(self, match: str) -> None:
        with suppress(Refused):  # it is over, or cannot be read
            room = await self.hall.match_loop.room(match)
            is_open = room.match.phase == "lobby"
            command = Close(self.hall.match_loop.clock() + 1) if is_open else Abandon()
            await self.hall.match_loop.carry_out(room, command)

    async def _report(self, id_: str) -> StoredReport | None:
        if not id_:
            return None
        report = await self.reports.by_id(id_)
        if report is None or report.settled is not None:
            raise _no_report()
        return report

    async def _person(self, name: str, report: StoredReport | None) -> Person:
        if report is not None:
            return Person(report.person, report.name, account=False)
        account = await self.profiles.find(name)
        return Person(account.id, account.name, account=True)

    def _act(self, moderator: Person, reason: str, report: StoredReport | None) -> ModerationAct:
        return ModerationAct(
            id=random_id(), at=self.hall.match_loop.clock(), moderator=moderator.name,
            kind="dismiss", reason=" ".join(reason.split()), report=report.id if report else "",
            match=report.match if report else "",
        )  # fmt: skip


def _no_report() -> Refused:
    return Refused.because("NO_SUCH_REPORT", "There is no such report, or it has been answered.")
