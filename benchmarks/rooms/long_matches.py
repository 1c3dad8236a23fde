"""The cost of a late move on the server compared with an early one; nothing is sent."""

import time
from collections.abc import Sequence
from statistics import median

from meadhall import registry
from meadhall.cli.bench.figures import Figure
from meadhall.core.game import AnyGame
from meadhall.core.rng import Rng
from meadhall.match.commands import Act
from meadhall.match.decide.handle import handle
from meadhall.match.facts import Player, Setup
from meadhall.match.fork import open_match
from meadhall.server.broadcast.channel import Show
from meadhall.server.broadcast.encoder import Encoder
from meadhall.server.broadcast.publish import publish
from meadhall.server.broadcast.stored_change import StoredChange
from meadhall.server.live.match_loop import raise_if_refused
from meadhall.server.live.room import Room

TITLE = "Long matches: what a move of Chinese Checkers costs the server, late and early"
ROOMS = 40
EARLY, LATE, MOVES = 10, 200, 50


def measure() -> list[Figure]:
    """Measure early and late moves by turns, because a machine's speed changes by the second."""
    game = registry.game("chinese-checkers")
    encoder = Encoder(game)
    new, old = (
        [_room(encoder, game, f"{age} {n}") for n in range(ROOMS)] for age in ("new", "old")
    )
    for rooms, begin in ((new, EARLY), (old, LATE)):
        for _ in range(begin):
            _round(rooms)
    early, late = map(median, zip(*[(_round(new), _round(old)) for _ in range(MOVES)], strict=True))
    name = f"cost of moves {LATE} to {LATE + MOVES} of a match"
    against = f"moves {EARLY} to {EARLY + MOVES}: {early:.0f} µs"
    return [Figure(name, late, "µs", late / early, against, "1: it does not grow")]


class _Watcher:
    """A connection that discards what is sent to it."""

    show: Show = "scene"
    holder = name = "load"
    closing = False

    def __init__(self, seat: int) -> None:
        self.seats = (seat,)

    def put(self, frame: bytes) -> None:
        """Discard the frame."""

    def hang_up(self, code: int) -> None:
        """Do nothing."""


def _room(encoder: Encoder, game: AnyGame, seed: str) -> Room:
    version = game.spec.rules_version
    setup = Setup(id=seed, game=game.spec.slug, rules_version=version, seats=2, seed=seed)
    players = Player("Ann", "load"), Player("Bob", "load")
    made = raise_if_refused(open_match(game, setup, players, 0))
    room = Room(made.match, encoder)
    for seat in range(2):
        room.channel.enter(_Watcher(seat))
    return room


def _round(rooms: Sequence[Room]) -> float:
    """Play a move in every running match; returns the processor time per move in microseconds."""
    commands = [_any_move(room) for room in rooms if room.match.result is None]
    began = time.process_time()
    for room, command in commands:
        before = room.match
        outcome = raise_if_refused(handle(before, command, 0))
        room.match = outcome.match
        publish([StoredChange(room.channel, before, outcome)], 0)
    return (time.process_time() - began) / len(commands) * 1e6


def _any_move(room: Room) -> tuple[Room, Act]:
    match = room.match
    seat = match.asked[0]
    rng = Rng(match.setup.seed).fork(str(match.version))
    action, _ = rng.choice(match.game.legal_actions(match.state, seat))
    return room, Act(seat, action, match.turn, str(match.version))
