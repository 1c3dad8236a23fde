"""Sends what changes in tournaments over the hall's socket, whichever process has stored it.

Who looks at a tournament's page gets changed lines and matches; a player gets a call when their
next match begins, on any page.
"""

from collections.abc import Iterable, Mapping
from contextlib import suppress
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
    _calls: dict[str, dict[str, TournamentCall]] = field(default_factory=dict)
    """By tournament and person: the match that the person is to play now."""
    _called: dict[Outbox, str] = field(default_factory=dict)
    """The match that each connection was called to last."""

    async def send_changes(self) -> int:
        """Send what has changed; returns how many tournaments that were."""
        sockets = self.hall.hall_sockets
        if not sockets.everybody():
            self._told.clear()
            return 0
        versions = await self.organiser.stored.versions(self.hall.match_loop.clock() + FAR)
        watched = set(sockets.watching.values())
        changed = {id_ for id_, version in versions.items() if self._versions.get(id_) != version}
        # Of a tournament that has just ended there is no version among the unfinished ones.
        changed |= (self._versions.keys() - versions.keys()) | (watched - self._told.keys())
        self._versions = versions
        for id_ in changed:
            with suppress(Refused):  # there is no such tournament
                tournament = await self.organiser.load(id_)
                self._calls[id_] = _calls(tournament)
                if id_ in watched:
                    self._send(tournament)
        for id_ in self._told.keys() - watched:
            del self._told[id_]
        self._call(sockets.everybody())
        return len(changed)

    def _call(self, listeners: Iterable[Outbox]) -> None:
        """Call everybody to the match that waits, once on each connection."""
        self._calls = {id_: calls for id_, calls in self._calls.items() if calls}
        waiting = {holder: call for calls in self._calls.values() for holder, call in calls.items()}
        called: dict[Outbox, str] = {}
        for outbox in listeners:
            call = waiting.get(outbox.holder) if outbox.holder else None
            if call is not None:
                called[outbox] = call.match
                if self._called.get(outbox) != call.match:
                    outbox.put(to_json(call))
        self._called = called

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


def _calls(tournament: Tournament) -> dict[str, TournamentCall]:
    """The people with a match to play now, and which."""
    plan = tournament.plan
    if tournament.phase != "running":
        return {}
    return {
        tournament.participant(number).player.holder: TournamentCall(plan.id, plan.title, one.match)
        for one in tournament.playing.values()
        for number in one.seats
    }


def _new(after: Mapping[K, V], before: Mapping[K, V]) -> tuple[V, ...]:
    """The values that are new or differ."""
    return tuple(value for key, value in after.items() if before.get(key) != value)
