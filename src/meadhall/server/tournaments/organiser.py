"""Runs tournaments: pairs rounds, opens their matches, counts results, all from stored facts.

A tournament is its log, as a match is, and the append's version check is the only authority: of two
processes that pair a round, one is stored, and the other one reads it. The ids of the matches are
part of the pairing, so whichever process opens them, each is opened once.
"""

import asyncio
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from meadhall.core.refusal import Refusal, Refused
from meadhall.match.ports import DamagedMatch, StoreUnavailable
from meadhall.ratings.rate import size_of
from meadhall.server.assembly import Hall
from meadhall.server.live.match_loop import ALREADY_OPEN, NOT_STORED
from meadhall.server.metrics import log
from meadhall.server.protocol.tokens import random_id
from meadhall.server.tournaments.round_matches import RoundMatches
from meadhall.store.ratings.stored_ratings import SqlRatings
from meadhall.store.tournaments.stored_tournaments import SqlTournaments
from meadhall.tournaments.due_facts import DrawId, due_facts, is_due, start_facts
from meadhall.tournaments.entering import Facts, start_refusal
from meadhall.tournaments.tournament import Tournament, apply_to_tournament, fold_tournament
from meadhall.tournaments.tournament_facts import (
    Number,
    Pairing,
    PairingResult,
    Scored,
    TournamentPlan,
)

LOOK_SECONDS = 0.5
"""How often the organiser looks what is due, while a tournament is going on."""
IDLE_SECONDS = 2.0
"""How often it looks whether one has started."""
TRIES = 30
"""How often a change is decided again while others are quicker."""
MOST_KNOWN = 50
"""How many tournaments stay in memory."""
PASSING = {ALREADY_OPEN.code, NOT_STORED.code}
"""Why a match may not be opened now, though it can be played."""
Decision = Callable[[Tournament, int], Facts | Refusal]
Due = Callable[[Tournament, int, Collection[Number], DrawId], Facts]


@dataclass(slots=True)
class Organiser:
    """Of several processes the first one looks what is due; two at once do no harm."""

    hall: Hall
    stored: SqlTournaments
    matches: RoundMatches = field(init=False)
    _known: dict[str, Tournament] = field(default_factory=dict)
    _opened: set[str] = field(default_factory=set)
    """Matches in play that are known to be stored."""

    def __post_init__(self) -> None:
        self.matches = RoundMatches(self.hall)

    async def load(self, id_: str) -> Tournament:
        """The tournament as it is stored now; raises `Refused` where there is none."""
        known = self._known.pop(id_, None)
        try:
            facts = await self.stored.facts(id_, known.version if known else 0)
        except DamagedMatch as error:
            log.error("a tournament cannot be read", tournament=id_, why=str(error))
            raise Refused.because(
                "DAMAGED_TOURNAMENT", "This tournament can no longer be opened."
            ) from None
        if known is None and not facts:
            raise Refused.because("NO_SUCH_TOURNAMENT", "There is no such tournament.")
        tournament = apply_to_tournament(known, facts) if known else fold_tournament(facts)
        self._known[id_] = tournament  # as the last one: the first ones were not used for longest
        while len(self._known) > MOST_KNOWN:
            del self._known[next(iter(self._known))]
        return tournament

    async def announce(self, facts: Facts) -> Tournament:
        """Store a new tournament."""
        tournament = fold_tournament(facts)
        await self.stored.append(None, tournament, facts)
        return tournament

    async def change(self, id_: str, decide: Decision) -> Tournament:
        """Store what the decision leads to; raises `Refused`."""
        for _ in range(TRIES):
            tournament = await self.load(id_)
            facts = decide(tournament, self.hall.match_loop.clock())
            if isinstance(facts, Refusal):
                raise Refused(facts)
            if not facts:
                return tournament
            after = apply_to_tournament(tournament, facts)
            answer = await self.stored.append(tournament, after, facts)
            if answer == "stored":
                return await self.load(id_)
            if answer == "engaged":
                raise Refused.because("PLAYS_ELSEWHERE", PLAYS_ELSEWHERE)
        raise Refused.because("BUSY", "Many people enter at once. Try again in a moment.")

    async def work(self) -> None:
        """Look what is due, for ever."""
        going = 0
        while True:
            await asyncio.sleep(LOOK_SECONDS if going else IDLE_SECONDS)
            if self.hall.cluster.is_first():
                going = await self.tend_all()

    async def tend_all(self) -> int:
        """Do what is due in all tournaments; returns how many are going on."""
        found: Collection[str] = ()
        with suppress(StoreUnavailable):  # the store has logged it
            # What has not started yet is looked at when it starts.
            found = await self.stored.versions(self.hall.match_loop.clock() + 1)
            for id_ in found:
                try:
                    await self.tend(id_)
                except (StoreUnavailable, asyncio.CancelledError):
                    raise
                except Exception:  # noqa: BLE001 - the others go on, and this one is tried again
                    log.exception("a tournament does not go on", tournament=id_)
        return len(found)

    async def tend(self, id_: str) -> None:
        """Do what is due in a tournament: results, the next round, the tables of its matches."""
        tournament = await self._score(await self.load(id_))
        if is_due(tournament, self.hall.match_loop.clock()):
            tournament = await self._pair(tournament)
        await self._open_tables(tournament)

    async def start(self, id_: str, holder: str) -> Tournament:
        """Start the tournament before its time, for its host; raises `Refused`."""
        while (tournament := await self.load(id_)).phase == "announced":
            refused = start_refusal(tournament, holder)
            if refused is not None:
                raise Refused(refused)
            await self._pair(tournament, start_facts)
        await self._open_tables(tournament)
        return await self.load(id_)

    async def _pair(self, tournament: Tournament, due: Due = due_facts) -> Tournament:
        """Store what is due now, unless another process was quicker."""
        now = self.hall.match_loop.clock()
        elsewhere = await self._numbers_elsewhere(tournament)
        # Pairing many players takes a second: not on the event loop.
        facts = await asyncio.to_thread(due, tournament, now, elsewhere, random_id)
        if facts:
            after = apply_to_tournament(tournament, facts)
            await self.stored.append(tournament, after, facts)
        return await self.load(tournament.plan.id)

    async def _numbers_elsewhere(self, tournament: Tournament) -> set[Number]:
        """Who plays in another tournament, and cannot start in this one."""
        if tournament.phase != "announced" or not tournament.plan.is_live:
            return set()
        holders = {one.player.holder: one.number for one in tournament.present if one.player.holder}
        found = await self.stored.find_engaged([*holders], tournament.plan.id)
        return {holders[holder] for holder in found}

    async def strength(self, plan: TournamentPlan, person: str) -> int:
        """The person's rating in the game; 0 where there is none that can be compared."""
        for one in await SqlRatings(self.hall.store.backend).of_player(person):
            is_here = (one.pool.game, one.pool.size) == (plan.game, size_of(plan.size))
            if is_here and not one.rating.provisional:
                return one.rating.points
        return 0

    async def _score(self, tournament: Tournament) -> Tournament:
        if not tournament.playing:
            return tournament
        ended = await self.stored.find_over([*tournament.playing])
        found = [await self.matches.result(tournament.playing[match]) for match in ended]
        self._opened.difference_update(ended)
        return await self._note(tournament, [result for result in found if result is not None])

    async def _open_tables(self, tournament: Tournament) -> None:
        new = [match for match in tournament.playing if match not in self._opened]
        missing = await self.stored.missing(new) if new else frozenset()
        opening = [tournament.playing[match] for match in new if match in missing]
        failed = await asyncio.gather(*(self._open(tournament, one) for one in opening))
        self._opened.update(match for match in new if match not in missing)
        await self._note(tournament, [result for result in failed if result is not None])
        for pairing in tournament.playing.values():
            if tournament.phase == "over":
                await self.matches.call_off(pairing)
            elif not all(tournament.participant(n).is_present for n in pairing.seats):
                await self.matches.give_up(tournament, pairing)

    async def _open(self, tournament: Tournament, pairing: Pairing) -> PairingResult | None:
        """Open a match. One that cannot be played at all counts as a draw."""
        try:
            await self.matches.open(tournament, pairing)
        except Refused as error:
            if error.refusal.code in PASSING:
                return None
            log.warning("a match of a tournament is refused", match=pairing.match, why=str(error))
            return PairingResult(pairing.match, (0,) * len(pairing.seats))
        return None

    async def _note(self, tournament: Tournament, results: Sequence[PairingResult]) -> Tournament:
        """Store results, unless another process was quicker."""
        if not results:
            return tournament
        facts = (Scored(self.hall.match_loop.clock(), tuple(results)),)
        await self.stored.append(tournament, apply_to_tournament(tournament, facts), facts)
        return await self.load(tournament.plan.id)


PLAYS_ELSEWHERE = "You are playing in another tournament. Leave it, or come back when it is over."
