"""Everybody who is connected to a table, and what has been sent to them."""

from array import array
from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import blake2b
from typing import Literal, Protocol, TypeAlias

from meadhall.core.seats import Seat, Viewer
from meadhall.match.decide.talk import opens_messages
from meadhall.match.evolve import evolve
from meadhall.match.facts import Acted, Fact, Left, Ply, Said, TimedOut, Undone
from meadhall.match.match import Match, Outcome
from meadhall.server.broadcast.encoder import Encoder, Offered
from meadhall.server.broadcast.viewer import LogEntry, ViewerPosition, viewer_positions
from meadhall.server.protocol.messages import AudienceCard
from meadhall.server.protocol.tokens import SeatToken
from meadhall.server.rate_limits import Bucket

Show: TypeAlias = Literal["scene", "view"]


class Listener(Protocol):
    """A connection, as a table knows it."""

    seats: tuple[Seat, ...]
    holder: str
    claims: tuple[SeatToken, ...]
    """The tokens of its seats, all of one holder."""
    name: str
    show: Show
    glances: bool
    """Whether it only looks in from a list of matches."""
    muted: int
    """Until when its person may not write."""
    ignored: frozenset[str]
    """The ids and names of those whom its person blocks."""
    talk: Bucket
    """How much its person may write."""
    closing: bool
    """Whether it has been hung up; what it still sends is ignored."""

    def put(self, frame: bytes) -> None:
        """Send the message; never waits."""
        ...

    def hang_up(self, code: int) -> None:
        """Close with that code, after what has been put."""
        ...


@dataclass(frozen=True, slots=True)
class ChatMessage:
    """Something that was said, with a number that no other message has."""

    number: int
    said: Said


class Channel:
    """A match as its people know it, with its log, its chat and their connections.

    Facts come here only once they are stored.
    """

    __slots__ = (
        "audience", "behind", "chat", "elsewhere", "encoder", "events", "followers", "match",
        "offered",
        "offered_audiences", "opened", "shown", "undone", "version", "versions",
    )  # fmt: skip

    def __init__(self, match: Match, encoder: Encoder) -> None:
        self.match = match
        self.encoder = encoder
        self.version = match.version - len(match.messages)
        """How many facts there are, without messages: the version that clients are sent.

        If messages counted, everybody could count the letters that others send each other."""
        self.events: list[tuple[object, ...]] = []
        """What each ply in force led to; the plies themselves are in the match."""
        # Four bytes per ply; a list would hold an object for each.
        self.versions = array("I")
        """The version that each of them came with."""
        self.chat: list[ChatMessage] = []
        self.undone = 0
        """The version at which plies were last taken back."""
        self.opened = 0
        """The version at which old messages last became readable to more people."""
        self.audience: dict[tuple[Viewer, Show], list[Listener]] = {}
        self.elsewhere: frozenset[Seat] = frozenset()
        """The seats whose people are connected to other processes of the hall."""
        self.behind = 0
        """How many seconds late its spectators see the match."""
        self.followers = 0
        """How many watch with a delay."""
        self.shown: dict[Viewer, ViewerPosition] = {}
        """The position that was last sent to each viewer."""
        self.offered: dict[Viewer, Offered] = {}
        """The legal moves that were last sent to each viewer."""
        self.offered_audiences: dict[Viewer, tuple[AudienceCard, ...]] = {}
        """The groups that each viewer can write to, as they were last sent."""

    def enter(self, listener: Listener) -> None:
        """Add a connection."""
        for viewer in viewers_of(listener):
            self.audience.setdefault((viewer, listener.show), []).append(listener)
            if viewer not in self.shown and self.match.state is not None:
                self.shown[viewer] = self._position(viewer)

    def _position(self, viewer: Viewer) -> ViewerPosition:
        """The position for a newcomer: where nothing is hidden, the one that all others see."""
        if self.shown and not self.match.traits.hidden:
            return next(iter(self.shown.values()))
        return viewer_positions(self.match, (viewer,))[viewer]

    def exit(self, listener: Listener) -> None:
        """Remove a connection. Removing one that is not here is a no-op."""
        for viewer in viewers_of(listener):
            group = self.audience.get((viewer, listener.show), [])
            if listener not in group:
                continue
            group.remove(listener)
            if not group:
                del self.audience[viewer, listener.show]
            if (viewer, "scene") not in self.audience and (viewer, "view") not in self.audience:
                self.shown.pop(viewer, None)
                self.offered.pop(viewer, None)
                self.offered_audiences.pop(viewer, None)

    def listeners(self) -> Iterable[Listener]:
        """Every connection, once, however many seats it holds."""
        return {id(one): one for group in self.audience.values() for one in group}.values()

    def size(self) -> int:
        """How many viewers are connected."""
        return sum(map(len, self.audience.values()))

    def seats_here(self) -> set[Seat]:
        """The seats whose people are connected, to this process or another."""
        return self.local_seats() | self.elsewhere

    def has_people(self) -> bool:
        """Whether somebody is connected, to this process or another."""
        return bool(self.audience or self.elsewhere)

    def local_seats(self) -> set[Seat]:
        """The seats whose people are connected to this process."""
        return {viewer for viewer, _ in self.audience if viewer is not None}

    def spectators(self) -> int:
        """How many watch without a seat, at the table itself."""
        groups = (self.audience.get((None, show), ()) for show in ("scene", "view"))
        here = sum(not listener.glances for group in groups for listener in group)
        return here + self.followers

    def absorb(self, before: Match, outcome: Outcome) -> list[LogEntry]:
        """Take in what has been stored; the plies that are new."""
        self.match = outcome.match
        if len(outcome.facts) == 1:  # nearly always, and then nothing has to be computed again
            return self.record(before, outcome.match, outcome.facts[0], outcome.events)
        # The outcome has the events of all facts together, so they are made again fact by fact.
        entries: list[LogEntry] = []
        match = before
        for fact in outcome.facts:
            after, events = evolve(match, fact)
            entries += self.record(match, after, fact, events)
            match = after
        return entries

    def record(
        self, before: Match, after: Match, fact: Fact, events: tuple[object, ...]
    ) -> list[LogEntry]:
        """Add one fact to the log or the chat; the ply, if it was one."""
        if isinstance(fact, Said):
            self.chat.append(ChatMessage(_message_number(fact), fact))
            return []
        self.version += 1
        if self.chat and opens_messages(before, after):
            self.opened = self.version
        if isinstance(fact, Ply):
            self.events.append(events)
            self.versions.append(self.version)
            return [_log_entry(len(self.events), fact, events)]
        if isinstance(fact, Undone):
            del self.events[fact.to_ply :]
            del self.versions[fact.to_ply :]
            self.undone = self.version
        return []

    def log_since(self, version: int) -> tuple[int, list[LogEntry]]:
        """How many plies are known to a client of that version, and the plies after them."""
        # A client from before an undo may know plies that no longer count, so it gets all.
        start = bisect_right(self.versions, version) if version >= self.undone else 0
        return start, self.log(start)

    def log(self, start: int) -> list[LogEntry]:
        """The plies in force from number `start` on, counted from 0."""
        pairs = zip(self.match.plies.after(start), self.events[start:], strict=True)
        return [_log_entry(number, *pair) for number, pair in enumerate(pairs, start + 1)]


def viewers_of(listener: Listener) -> tuple[Viewer, ...]:
    """The viewers that a connection stands for: its seats, or a spectator."""
    return listener.seats or (None,)


def holds(match: Match, seat: Seat, holder: str) -> bool:
    """Whether the person holds the seat now."""
    player = match.players[seat] if 0 <= seat < match.setup.seats else None
    return player is not None and not player.bot and player.holder == holder


# Made from the message alone, without its readers: a count would show how many messages others
# have sent each other. 48 bits, because JavaScript reads whole numbers of up to 53 bits.
def _message_number(said: Said) -> int:
    own = repr((said.at, said.seat, said.name, said.text, said.id)).encode()
    return int.from_bytes(blake2b(own, digest_size=6).digest())


def _log_entry(number: int, ply: Ply, events: tuple[object, ...]) -> LogEntry:
    match ply:
        case Acted():
            return LogEntry(number, ply.seat, ply.action, "played", events)
        case TimedOut():
            return LogEntry(number, ply.seat, ply.action, "clock", events)
        case Left():
            return LogEntry(number, ply.seat, "", "left", events)
