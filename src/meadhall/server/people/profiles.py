"""Profiles: what the hall shows of a person."""

from dataclasses import dataclass, replace

from meadhall.core.refusal import Refused
from meadhall.server.assembly import Hall
from meadhall.server.protocol.bodies import Person
from meadhall.server.protocol.people.person_pages import (
    GameResults,
    HistoryList,
    HistoryRow,
    PersonProfile,
    ProfileSettings,
    Rival,
)
from meadhall.store.account import FORMER, Account
from meadhall.store.people.played_matches import BOT
from meadhall.store.people.stored_profiles import (
    HistoryEntry,
    HistoryQuery,
    RivalTally,
    ShownProfile,
    SqlProfiles,
)

RECENT = 6
RIVALS = 10
PAGE = 30


@dataclass(frozen=True, slots=True)
class Profiles:
    """Shows people to each other, as far as they want it."""

    hall: Hall
    stored: SqlProfiles

    async def show(self, name: str, viewer: Person | None) -> PersonProfile:
        """The profile of the account with this name, as the viewer may see it."""
        account = await self.find(name)
        shown, public = await self._profile(account, viewer)
        profile = PersonProfile(
            account.name, account.created, not public, shown.about,
            ProfileSettings(shown.about, shown.results, shown.matches, shown.here),
        )  # fmt: skip
        if shown.results or not public:
            profile.rated_as = account.id
            await self._add_results(profile, account.id, public=public)
        if shown.matches or not public:
            query = HistoryQuery(account.id, public=public, limit=RECENT)
            profile.recent = tuple(map(self._row, await self.stored.history(query)))
        return profile

    async def change(self, person: Person, settings: ProfileSettings) -> None:
        """Change what the person says and shows."""
        if not person.account:
            raise Refused.because("NO_ACCOUNT", "Create an account first: guests have no profile.")
        about = " ".join(settings.about.split())
        if not about.isprintable():
            raise Refused.because("BAD_TEXT", "Use printable characters only.", "about")
        shown = ShownProfile(about, settings.results, settings.matches, settings.here)
        await self.stored.show(person.id, shown)

    async def history(self, name: str, viewer: Person | None, query: HistoryQuery) -> HistoryList:
        """A part of the person's history."""
        account = await self.find(name)
        shown, public = await self._profile(account, viewer)
        if public and not shown.matches:
            raise Refused.because("NOT_SHOWN", f"{account.name} does not show past matches.")
        return await self.history_of(account.id, query, public=public)

    async def history_of(self, person: str, query: HistoryQuery, *, public: bool) -> HistoryList:
        """A part of the history of the person with this id."""
        wanted = replace(query, person=person, public=public, limit=PAGE)
        found = await self.stored.history(wanted)
        more = len(found) == wanted.limit
        bookmark = f"{found[-1].ended}-{found[-1].match}" if more else None
        return HistoryList(tuple(map(self._row, found)), bookmark)

    async def opponent_key(self, name: str) -> str:
        """The key of an opponent: a person's name, or `bot:` and a level."""
        if not name or name.startswith(BOT):
            return name
        return (await self.find(name)).id

    async def find(self, name: str) -> Account:
        """The account with this name; raises `Refused` if there is none."""
        account = await self.hall.store.accounts.by_name(name.strip())
        if account is None:
            raise Refused.because("NO_SUCH_PERSON", f"Nobody here has an account called {name!r}.")
        return account

    async def _profile(self, account: Account, viewer: Person | None) -> tuple[ShownProfile, bool]:
        """What the person shows, and whether the viewer is somebody else."""
        return await self.stored.profile(account.id), viewer is None or viewer.id != account.id

    async def _add_results(self, profile: PersonProfile, person: str, *, public: bool) -> None:
        tallies = await self.stored.tallies(person, public=public)
        profile.results = tuple(
            GameResults(
                row.game, self.hall.lobby.title(row.game), row.seats, row.seat, row.won, row.lost,
                row.drawn,
            )
            for row in tallies
            if row.won + row.lost + row.drawn
        )  # fmt: skip
        rivals = await self.stored.rivals(person, RIVALS, public=public)
        profile.rivals = tuple(map(_rival, rivals))
        profile.streak, profile.streak_length = await self.stored.streak(person, public=public)

    def _row(self, entry: HistoryEntry) -> HistoryRow:
        return HistoryRow(
            entry.match, entry.code, entry.game, self.hall.lobby.title(entry.game), entry.ended,
            entry.seat, entry.outcome, entry.plies, entry.players, entry.accounts,
        )  # fmt: skip


def _rival(tally: RivalTally) -> Rival:
    bot = tally.key.removeprefix(BOT) if tally.key.startswith(BOT) else ""
    name = tally.name or bot or FORMER
    return Rival(name, bot, tally.account, tally.won, tally.lost, tally.drawn)
