"""One match in memory, with its log and everybody who is connected to it."""

from array import array
from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias

from meadhall.core.game import AnyGame
from meadhall.core.seats import Seat, Viewer
from meadhall.match.evolve import evolve, found
from meadhall.match.facts import Acted, Created, Fact, Left, Ply, Said, TimedOut, Undone
from meadhall.match.match import Match, Outcome
from meadhall.match.talk import opens
from meadhall.server.frames import Played, Sight, sights
from meadhall.server.scribe import Scribe

Show: TypeAlias = Literal["scene", "view"]


class Outlet(Protocol):
    """A connection, as a room knows it."""

    seats: tuple[Seat, ...]
    holder: str
    show: Show

    def hang_up(self, code: int) -> None:
        """Send what is queued, then close with that code."""
        ...

    def put(self, frame: bytes) -> None:
        """Send the message when the line is free; never waits."""
        ...


@dataclass(frozen=True, slots=True)
class Heard:
    """A message of the match with the version it came with."""

    version: int
    number: int
    said: Said


class Room:
    """A match as it has been decided (`match`) and as people know it (`public`).

    The two differ while facts are on their way to the disk: nobody hears of them before.
    """

    __slots__ = (
        "audience", "cut", "events", "game", "id", "match", "opened", "public", "scribe", "shown",
        "talk", "used", "versions",
    )  # fmt: skip

    def __init__(self, match: Match, scribe: Scribe) -> None:
        self.id = match.setup.id
        self.game = match.game
        self.match = match
        self.public = match
        self.scribe = scribe
        self.events: list[tuple[object, ...]] = []
        """What each ply in force led to; the plies themselves are in the match."""
        self.versions = array("I")
        """The version that each of them came with."""
        self.talk: list[Heard] = []
        self.cut = 0
        """The version at which plies were last taken back."""
        self.opened = 0
        """The version at which old messages last became readable to more people."""
        self.audience: dict[tuple[Viewer, Show], list[Outlet]] = {}
        self.shown: dict[Viewer, Sight] = {}
        self.used = match.at

    def enter(self, outlet: Outlet) -> None:
        """Somebody connects."""
        for viewer in viewers(outlet):
            self.audience.setdefault((viewer, outlet.show), []).append(outlet)
            if viewer not in self.shown and self.public.state is not None:
                self.shown[viewer] = self._sight(viewer)

    def _sight(self, viewer: Viewer) -> Sight:
        """What the viewer sees: in an open game what others have seen already."""
        if self.shown and not self.game.spec.hidden:
            return next(iter(self.shown.values()))
        return sights(self.game, self.public.state, (viewer,))[viewer]

    def exit(self, outlet: Outlet) -> None:
        """Somebody's connection is gone, or its seats are; of one that is not here, nothing is."""
        for viewer in viewers(outlet):
            group = self.audience.get((viewer, outlet.show), [])
            if outlet not in group:
                continue
            group.remove(outlet)
            if not group:
                del self.audience[viewer, outlet.show]
            if not self.watched_by(viewer):
                self.shown.pop(viewer, None)

    def watched_by(self, viewer: Viewer) -> bool:
        """Whether somebody with these eyes is connected."""
        return (viewer, "scene") in self.audience or (viewer, "view") in self.audience

    def here(self) -> set[Seat]:
        """The seats whose people are connected."""
        return {viewer for viewer, _ in self.audience if viewer is not None}

    def watching(self) -> int:
        """How many watch without a seat."""
        return sum(len(self.audience.get((None, show), ())) for show in ("scene", "view"))

    def size(self) -> int:
        """How many pairs of eyes are connected."""
        return sum(map(len, self.audience.values()))

    def outlets(self) -> Iterable[Outlet]:
        """Everybody who is connected, each once."""
        return {id(outlet): outlet for group in self.audience.values() for outlet in group}.values()

    def absorb(self, before: Match, outcome: Outcome) -> list[Played]:
        """Enter what has been stored into the log; the plies that are new."""
        self.public = outcome.match
        if len(outcome.facts) == 1:
            return self._enter(before, outcome.match, outcome.facts[0], outcome.events)
        fresh: list[Played] = []
        match = before
        for fact in outcome.facts:
            after, events = evolve(match, fact)
            fresh += self._enter(match, after, fact, events)
            match = after
        return fresh

    def _enter(
        self, before: Match, match: Match, fact: Fact, events: tuple[object, ...]
    ) -> list[Played]:
        if self.talk and opens(before, match):
            self.opened = match.version
        if isinstance(fact, Ply):
            self.events.append(events)
            self.versions.append(match.version)
            return [_played(len(self.events), fact, events)]
        if isinstance(fact, Undone):
            del self.events[fact.to_ply :]
            del self.versions[fact.to_ply :]
            self.cut = match.version
        elif isinstance(fact, Said):
            self.talk.append(Heard(match.version, len(self.talk), fact))
        return []

    def log_since(self, version: int) -> tuple[int, list[Played]]:
        """How many plies one knows who was there at that version, and the plies after them."""
        start = bisect_right(self.versions, version) if version >= self.cut else 0
        return start, self.log(start)

    def log(self, start: int) -> list[Played]:
        """All plies in force but the first so many."""
        pairs = zip(self.public.plies.after(start), self.events[start:], strict=True)
        return [_played(number, *pair) for number, pair in enumerate(pairs, start + 1)]

    def talk_since(self, version: int) -> list[Heard]:
        """The messages after that version; all, where older ones have been opened since."""
        start = version if version >= self.opened else 0
        return [heard for heard in self.talk if heard.version > start]


def load(game: AnyGame, facts: tuple[Fact, ...], scribe: Scribe) -> Room:
    """The room of a stored match, with its log."""
    first, *rest = facts
    if not isinstance(first, Created):
        raise TypeError(f"a match begins with its creation, not with {first!r:.80}")
    room = Room(found(game, first), scribe)
    for fact in rest:
        before = room.match
        room.match, events = evolve(before, fact)
        room._enter(before, room.match, fact, events)  # noqa: SLF001 - the same class, built up
    room.public = room.match
    return room


def viewers(outlet: Outlet) -> tuple[Viewer, ...]:
    """The eyes that a connection sees with."""
    return outlet.seats or (None,)


def holds(match: Match, seat: Seat, holder: str) -> bool:
    """Whether the person still holds the seat."""
    player = match.players[seat] if 0 <= seat < match.setup.seats else None
    return player is not None and not player.bot and player.holder == holder


def _played(number: int, ply: Ply, events: tuple[object, ...]) -> Played:
    match ply:
        case Acted():
            return Played(number, ply.seat, ply.action, "played", events)
        case TimedOut():
            return Played(number, ply.seat, ply.action, "clock", events)
        case Left():
            return Played(number, ply.seat, "", "left", events)
