"""One match in memory: as it has been decided, and as its people know it."""

import asyncio
from collections import deque
from collections.abc import Callable
from time import perf_counter

from meadhall.core.game import AnyGame
from meadhall.core.refusal import Refused
from meadhall.match.evolve import evolve, new_match
from meadhall.match.facts import Created, Fact
from meadhall.match.match import Match
from meadhall.server.broadcast.channel import Channel
from meadhall.server.broadcast.encoder import Encoder

SLICE_SECONDS = 0.002
"""How long the loading of matches may hold up everybody else at a time; a fifth of a long tick."""


class Room:
    """A match and its channel.

    `match` is ahead of `channel.match` while facts are on their way to the disk: nobody hears of
    them before they are stored.
    """

    __slots__ = ("channel", "dropped", "game", "id", "is_stored", "match", "used")

    def __init__(self, match: Match, encoder: Encoder) -> None:
        self.id = match.setup.id
        self.game = match.game
        self.match = match
        self.channel = Channel(match, encoder)
        self.dropped = False
        """Whether `match` may not be what is stored, so that nothing can go on from it."""
        self.is_stored = True
        """Whether it has been stored: a new match may turn out to exist already."""
        self.used = match.at
        """When something last happened here, for unloading idle rooms."""

    @property
    def in_commit(self) -> bool:
        """Whether facts are on their way to the disk: the matches differ until they are there."""
        return self.match is not self.channel.match


def game_of(first: Fact, games: Callable[[str], AnyGame]) -> AnyGame:
    """The game of the match that begins with this fact; raises `Refused` if it is not installed."""
    slug = _creation(first).setup.game
    try:
        return games(slug)
    except Refused:
        sentence = f"This is a match of {slug!r}, a game that is not installed here."
        raise Refused.because("GAME_NOT_INSTALLED", sentence, "game") from None


async def load_room(
    game: AnyGame, facts: tuple[Fact, ...], encoder: Encoder, turn: asyncio.Lock
) -> Room:
    """The room of a stored match, with its log and chat.

    It is rebuilt in slices, between which the event loop serves everybody else. All rooms that are
    being loaded share `turn`, and take turns: one slice of one of them at a time.
    """
    first, *rest = facts
    room, waiting = Room(new_match(game, _creation(first)), encoder), deque(rest)
    while waiting:
        async with turn:
            _apply_slice(room, waiting)
            await asyncio.sleep(0)
    room.channel.match = room.match
    return room


def _creation(first: Fact) -> Created:
    if not isinstance(first, Created):
        raise TypeError(f"a match begins with its creation, not with {first!r:.80}")
    return first


def _apply_slice(room: Room, waiting: deque[Fact]) -> None:
    """Apply facts for as long as a slice lasts, but at least one."""
    end = perf_counter() + SLICE_SECONDS
    while waiting:
        before, fact = room.match, waiting.popleft()
        room.match, events = evolve(before, fact)
        room.channel.record(before, room.match, fact, events)
        if perf_counter() >= end:
            return
