"""What lists on the hall's socket add to matches, and which matches are the strongest."""

from collections import OrderedDict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from meadhall.core.game import traits_of
from meadhall.core.refusal import Refused
from meadhall.match import clock
from meadhall.match.facts import Setup
from meadhall.match.ports import Query
from meadhall.ratings.scale import NEW
from meadhall.server.assembly import Hall
from meadhall.server.net.hall_socket import Find
from meadhall.server.protocol.bodies import ClockPlan, MatchCard, MatchList
from meadhall.store.meeting.stored_crowds import SqlCrowds
from meadhall.store.meeting.stored_setups import SqlSetups

KNOWN = 2_000
"""How many matches' setups are remembered."""
LOOKED_AT = 200
"""Of the matches that are being played, the newest ones are compared."""
SHOWN = 9
LIVELY_MS = 5 * 60_000
"""Who has not moved for so long may have left, unless there are days for a turn."""
CROWD_MS = 15_000
"""How long a count of another process holds."""


@dataclass(slots=True)
class ListedMatches:
    """Reads matches for lists."""

    hall: Hall
    process: str
    """A name of this process, which no other has."""
    setups: SqlSetups
    crowds: SqlCrowds
    inner: Find
    """Finds matches with the ratings of their people."""
    _known: OrderedDict[str, Setup] = field(default_factory=OrderedDict)
    _noted: bool = False
    """Whether others know of a crowd here."""

    async def find(self, holder: str, query: Query) -> MatchList:
        """The matches that the query selects, with their options and clocks."""
        found = await self.inner(holder, query)
        await self._learn({one.match for one in found.matches})
        for card in found.matches:
            setup = self._known.get(card.match)
            if setup is not None:
                card.options, card.clock = dict(setup.options), clock_plan(setup.clock)
        return found

    async def strongest(self) -> tuple[MatchCard, ...]:
        """The strongest matches in which something happens; people among themselves come first."""
        query = Query(phases=("playing",), listed=True, guides=False, limit=LOOKED_AT)
        found = (await self.find("", query)).matches
        cards = [card for card in found if not card.locked and card.people != 1]
        lively = await self._lively(cards)
        best = sorted((card for card in cards if card.match in lively), key=_strength)[-SHOWN:]
        watching = await self._watching()
        for card in best:
            card.watching = watching.get(card.match, 0)
        return tuple(reversed(best))

    async def note_crowds(self) -> None:
        """Let other processes know how many watch here."""
        if self.hall.cluster.is_alone:
            return
        here = self._watching_here()
        if here or self._noted:
            now = self.hall.match_loop.clock()
            await self.crowds.note(self.process, here, now, now - 10 * CROWD_MS)
            self._noted = bool(here)

    async def _lively(self, cards: Sequence[MatchCard]) -> frozenset[str]:
        """Those in which something happened lately, as far as spectators know."""
        now = self.hall.match_loop.clock()
        moved = await self.setups.last_moves({card.match for card in cards})
        moved |= await self._late_news(cards, moved, now - self.hall.delayed.behind_ms)
        return frozenset(match for match, at in moved.items() if at >= now - self._quiet_ms(match))

    async def _late_news(
        self, cards: Sequence[MatchCard], moved: Mapping[str, int], until: int
    ) -> dict[str, int]:
        """When something last happened where spectators see it late, as they know it now."""
        late = {
            card.match: card.created
            for card in cards
            if moved.get(card.match, 0) > until and card.people and self._hides(card.match)
        }
        return late | await self.setups.last_moves_before(late, until) if late else {}

    def _hides(self, match: str) -> bool:
        """Whether the match has secrets, as far as that is known."""
        setup = self._known.get(match)
        if setup is None:
            return True
        try:
            game = self.hall.match_loop.games(setup.game)
        except Refused:  # it is no longer installed
            return True
        return traits_of(game, dict(setup.options), setup.seats).hidden

    def _quiet_ms(self, match: str) -> int:
        """How long nothing may happen in the match, for it to be lively."""
        setup = self._known.get(match)
        rule = setup.clock if setup else None
        return rule.days * clock.DAY if isinstance(rule, clock.Daily) else LIVELY_MS

    async def _watching(self) -> dict[str, int]:
        here = self._watching_here()
        if self.hall.cluster.is_alone:
            return here
        since = self.hall.match_loop.clock() - CROWD_MS
        elsewhere = await self.crowds.elsewhere(self.process, since)
        return {match: here.get(match, 0) + elsewhere.get(match, 0) for match in here | elsewhere}

    def _watching_here(self) -> dict[str, int]:
        rooms = self.hall.match_loop.rooms.items()
        counts = {match: room.channel.spectators() for match, room in rooms}
        return {match: count for match, count in counts.items() if count}

    async def _learn(self, matches: Collection[str]) -> None:
        """Look up setups that are not known. They never change."""
        rooms = self.hall.match_loop.rooms
        unknown = {match for match in matches if match not in self._known}
        for match in unknown & rooms.keys():
            self._known[match] = rooms[match].match.setup
        elsewhere = unknown - rooms.keys()
        if elsewhere:
            self._known.update(await self.setups.of(elsewhere))
        while len(self._known) > KNOWN:
            self._known.popitem(last=False)


def clock_plan(rule: clock.Clock) -> ClockPlan:
    """The clock as clients name it."""
    match rule:
        case clock.ByRules():
            return ClockPlan("rules")
        case clock.Untimed():
            return ClockPlan("none")
        case clock.PerTurn():
            return ClockPlan("turn", rule.limit)
        case clock.Fischer():
            return ClockPlan("fischer", rule.bank, rule.increment)
        case clock.Daily():
            return ClockPlan("days", rule.days * clock.DAY)


def _strength(card: MatchCard) -> tuple[bool, float, int]:
    """People among themselves before computers; then by what is sure of the people's ratings."""
    sure = NEW.points - NEW.error
    known = {seat: one.points - one.error for seat, one in enumerate(card.ratings) if one}
    ratings = [known.get(seat, sure) for seat in card.held]
    return card.people > 1, sum(ratings) / max(1, len(ratings)), card.created
