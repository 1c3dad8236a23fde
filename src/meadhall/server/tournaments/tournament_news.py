"""Sends what changes in tournaments over the hall's socket, whichever process has stored it.

Who looks at a tournament's page gets changed lines and matches; a player gets a call when their
next match begins, on any page.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from meadhall.core.refusal import Refused
from meadhall.server.assembly import Hall
from meadhall.server.net.outbox import Outbox
from meadhall.server.protocol.encoding import to_json
from meadhall.server.protocol.tournaments.tournament_bodies import (
    TournamentCall,
    TournamentChange,
    TournamentPairing,
    TournamentPlayer,
)
from meadhall.server.tournaments.organiser import Organiser
from meadhall.server.tournaments.tournament_view import player_lines, shown_pairings, state_of
from meadhall.tournaments.tournament import Tournament

NEWS_SECONDS = 1.0
FAR = 2**52
"""Later than every start."""
K = TypeVar("K")
V = TypeVar("V")


@dataclass(slots=True)
class _Told:
    """What was sent last of a tournament."""

    version: int
    players: dict[int, TournamentPlayer]
    pairings: dict[str, TournamentPairing]


@dataclass(slots=True)
class TournamentNews:
    """Looks for changes in the store, so that it makes no difference who stored them."""

    hall: Hall
    organiser: Organiser
    _told: dict[str, _Told] = field(default_factory=dict)
    _versions: dict[str, int] = field(default_factory=dict)
    _called: set[str] = field(default_factory=set)

    async def send_changes(self) -> int:
        """Send what has changed; returns how many tournaments that were."""
        sockets = self.hall.hall_sockets
        listeners = sockets.everybody()
        if not listeners:
            self._told.clear()
            return 0
        versions = await self.organiser.stored.versions(self.hall.match_loop.clock() + FAR)
        watched = set(sockets.watching.values())
        changed = {id_ for id_, version in versions.items() if self._versions.get(id_) != version}
        # Of a tournament that has just ended there is no version among the unfinished ones.
        changed |= (self._versions.keys() - versions.keys()) | (watched - self._told.keys())
        self._versions = versions
        for id_ in changed:
            try:
                tournament = await self.organiser.load(id_)
            except Refused:
                continue
            self._call(tournament, listeners)
            if id_ in watched:
                self._send(tournament)
        for id_ in self._told.keys() - watched:
            del self._told[id_]
        return len(changed)

    def _call(self, tournament: Tournament, listeners: Iterable[Outbox]) -> None:
        """Call the players of new matches."""
        new = [one for match, one in tournament.playing.items() if match not in self._called]
        matches = {
            tournament.participant(number).player.holder: one.match
            for one in new
            for number in one.seats
        }
        for outbox in listeners:
            match = matches.get(outbox.holder) if outbox.holder else None
            if match is not None:
                plan = tournament.plan
                outbox.put(to_json(TournamentCall(plan.id, plan.title, match)))
        self._called.update(one.match for one in new)
        self._called.difference_update(tournament.results)

    def _send(self, tournament: Tournament) -> None:
        """Send everybody who looks at the tournament what they do not know yet."""
        players = {one.number: one for one in player_lines(tournament)}
        pairings = {one.match: one for one in shown_pairings(tournament)}
        told = self._told.get(tournament.plan.id)
        self._told[tournament.plan.id] = _Told(tournament.version, players, pairings)
        change = TournamentChange(
            id=tournament.plan.id,
            since=told.version if told else 0,
            now=self.hall.match_loop.clock(),
            state=state_of(tournament),
            players=_new(players, told.players if told else {}),
            pairings=_new(pairings, told.pairings if told else {}),
        )
        message = to_json(change)
        for outbox, id_ in self.hall.hall_sockets.watching.items():
            if id_ == tournament.plan.id:
                outbox.put(message)


def _new(after: Mapping[K, V], before: Mapping[K, V]) -> tuple[V, ...]:
    """The values that are new or differ."""
    return tuple(value for key, value in after.items() if before.get(key) != value)
