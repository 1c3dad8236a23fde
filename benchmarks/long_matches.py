"""What a late move costs the server against an early one, decided and told but not sent."""

import time
from collections.abc import Sequence
from statistics import median

from meadhall import registry
from meadhall.cli.figures import Figure
from meadhall.core.game import AnyGame
from meadhall.core.rng import Rng
from meadhall.match.commands import Act
from meadhall.match.facts import Player, Setup
from meadhall.match.fork import opened
from meadhall.match.judge import handle
from meadhall.server.hub import accepted
from meadhall.server.publish import News, publish
from meadhall.server.room import Room, Show, load
from meadhall.server.scribe import Scribe

TITLE = "Long matches: what a move of Chinese Checkers costs the server, late and early"
ROOMS = 40
EARLY, LATE, MOVES = 10, 200, 50


def measure() -> list[Figure]:
    """The two kinds of matches move by turns, for a machine's speed changes by the second."""
    game = registry.game("chinese-checkers")
    scribe = Scribe(game)
    new, old = ([_room(scribe, game, f"{age} {n}") for n in range(ROOMS)] for age in ("new", "old"))
    for rooms, begin in ((new, EARLY), (old, LATE)):
        for _ in range(begin):
            _round(rooms)
    early, late = map(median, zip(*[(_round(new), _round(old)) for _ in range(MOVES)], strict=True))
    name = f"cost of moves {LATE} to {LATE + MOVES} of a match"
    against = f"moves {EARLY} to {EARLY + MOVES}: {early:.0f} µs"
    return [Figure(name, late, "µs", late / early, against, "1: it does not grow")]


class _Watcher:
    """A connection that swallows what it is sent."""

    show: Show = "scene"
    holder = "load"

    def __init__(self, seat: int) -> None:
        self.seats = (seat,)

    def put(self, frame: bytes) -> None:
        """Send nothing."""

    def hang_up(self, code: int) -> None:
        """Nobody is there."""


def _room(scribe: Scribe, game: AnyGame, seed: str) -> Room:
    version = game.spec.rules_version
    setup = Setup(id=seed, game=game.spec.slug, rules_version=version, seats=2, seed=seed)
    made = accepted(opened(game, setup, (Player("Ann", "load"), Player("Bob", "load")), 0))
    room = load(game, made.facts, scribe)
    for seat in range(2):
        room.enter(_Watcher(seat))
    return room


def _round(rooms: Sequence[Room]) -> float:
    """A move in every match that still runs; processor time per move in microseconds."""
    commands = [_any_move(room) for room in rooms if room.match.result is None]
    began = time.process_time()
    for room, command in commands:
        before = room.match
        outcome = accepted(handle(before, command, 0))
        room.match = outcome.match
        publish([News(room, before, outcome)], 0)
    return (time.process_time() - began) / len(commands) * 1e6


def _any_move(room: Room) -> tuple[Room, Act]:
    match = room.match
    seat = match.asked[0]
    rng = Rng(match.setup.seed).fork(str(match.version))
    action, _ = rng.choice(match.game.legal_actions(match.state, seat))
    return room, Act(seat, action, match.turn, str(match.version))
