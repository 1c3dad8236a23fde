"""The server under load: Chinese Checkers over WebSocket, a load generator in a second process.

Every move is stored before it is acknowledged, and the next player gets the legal moves with it.
The reference is boardgame.io 0.50 with the same rules and a view per player, which keeps everything
in memory and stores nothing, as measured on this kind of machine with both cores to itself.
"""

import json
import os
import resource
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from meadhall import registry
from meadhall.cli.figures import Figure
from meadhall.core.game import AnyGame
from meadhall.core.rng import Rng
from meadhall.match.commands import Act
from meadhall.match.facts import Player, Setup
from meadhall.match.fork import opened
from meadhall.match.judge import handle
from meadhall.server.frames import Moves
from meadhall.server.hub import accepted
from meadhall.server.publish import News, publish
from meadhall.server.room import Room, Show, load

TITLE = "Server: Chinese Checkers over WebSocket, every move stored before its acknowledgement"
REFERENCE = {10: 2190, 100: 2430, 500: 2410}
REFERENCE_P99_MS = 89
SECONDS = 6
IDLE = 2000
ROOMS = 40
EARLY, LATE = slice(10, 60), slice(200, 250)
FILES = 20_000
PORT = 8719
LOAD = Path(__file__).with_name("_load.py")
LIMITS = {"MESSAGE_RATE": 10**6, "REQUEST_RATE": 10**6, "SOCKETS": 10**6}


def measure() -> list[Figure]:
    """Moves a second, their latency, and what they cost, at 10, 100 and 500 matches."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (FILES, FILES))
    figures: list[Figure] = []
    for matches in REFERENCE:
        figures += _under_load(matches)
    figures.append(long_matches())
    figures.append(_safe_from_power_cuts())
    figures.append(_idle())
    return figures


def _under_load(matches: int) -> list[Figure]:
    with _server() as server:
        result, cost = _load(server, matches)
        memory = _megabytes(server)
    rate, p99 = result["moves"], result["p99"]
    reference = f"boardgame.io, in memory: {REFERENCE[matches]}/s"
    figures = [
        Figure(
            f"moves at {matches} matches", rate, "1/s", rate / REFERENCE[matches], reference, ">= 2"
        ),
        Figure(f"processor time per move at {matches} matches", cost, "µs"),
    ]
    if matches == 100:
        reference = f"boardgame.io: {REFERENCE_P99_MS} ms"
        figures.append(
            Figure(
                "99 % of moves acknowledged within",
                p99,
                "ms",
                p99 / REFERENCE_P99_MS,
                reference,
                "<= 0.5",
            )
        )
    if matches == max(REFERENCE):
        figures.append(Figure(f"memory at {matches} matches", memory, "MiB", target="< 120"))
    return figures


def _safe_from_power_cuts() -> Figure:
    with _server("?synchronous=full") as server:
        rate = _load(server, 100)[0]["moves"]
    reference = "boardgame.io, in memory: 2430/s"
    return Figure(
        "moves at 100 matches, each commit on the disk", rate, "1/s", rate / 2430, reference
    )


def long_matches() -> Figure:
    """What a late move costs against an early one, decided and told but not sent."""
    game = registry.game("chinese-checkers")
    moves = Moves(game)
    rooms = [_room(moves, game, str(number)) for number in range(ROOMS)]
    costs = [_round(rooms) for _ in range(LATE.stop)]
    early, late = median(costs[EARLY]), median(costs[LATE])
    reference = f"moves {EARLY.start} to {EARLY.stop}: {early:.0f} µs"
    name = f"cost of moves {LATE.start} to {LATE.stop} of a match"
    return Figure(name, late, "µs", late / early, reference, "1: it does not grow")


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


def _room(moves: Moves, game: AnyGame, seed: str) -> Room:
    version = game.spec.rules_version
    setup = Setup(id=seed, game=game.spec.slug, rules_version=version, seats=2, seed=seed)
    made = accepted(opened(game, setup, (Player("Ann", "load"), Player("Bob", "load")), 0))
    room = load(game, made.facts, moves)
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


def _idle() -> Figure:
    with _server() as server, _generator("idle", IDLE) as generator:
        assert generator.stdout is not None
        welcomed = json.loads(generator.stdout.readline())
        assert welcomed["welcomed"] == IDLE, welcomed
        memory = _megabytes(server)
    return Figure(f"memory with {IDLE} idle sockets", memory, "MiB", target="< 120")


@contextmanager
def _server(how: str = "") -> Iterator[int]:
    """A server of its own process over a new file; its process id."""
    with TemporaryDirectory() as folder:
        command = [
            sys.executable, "-m", "meadhall", "serve", "--port", str(PORT),
            "--db", f"sqlite:///{folder}/hall.db{how}",
        ]  # fmt: skip
        environment = {f"MEADHALL_{name}": str(value) for name, value in LIMITS.items()}
        process = subprocess.Popen(command, env={**os.environ, **environment})
        try:
            _wait()
            yield process.pid
        finally:
            process.send_signal(signal.SIGINT)
            process.wait()


def _wait() -> None:
    for _ in range(600):
        try:
            _get("/readyz")
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise TimeoutError("the server does not come up")


def _get(path: str) -> str:
    with urllib.request.urlopen(f"http://127.0.0.1:{PORT}{path}") as answer:
        return str(answer.read().decode())


@contextmanager
def _generator(mode: str, count: int) -> Iterator["subprocess.Popen[str]"]:
    command = [sys.executable, str(LOAD), mode, str(PORT), str(count), str(SECONDS)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def _load(server: int, matches: int) -> tuple[dict[str, float], float]:
    """What the generator found, and the server's processor time per move in microseconds."""
    with _generator("play", matches) as generator:
        assert generator.stdout is not None
        generator.stdout.readline()  # from here on it counts
        time_before, moves_before = _cpu_seconds(server), _moves()
        result: dict[str, float] = json.loads(generator.stdout.readline())
        moves = _moves() - moves_before
        cost = (_cpu_seconds(server) - time_before) / max(1, moves) * 1e6
    assert not result["failed"], result
    return result, cost


def _moves() -> int:
    line = next(
        line for line in _get("/metrics").splitlines() if line.startswith("meadhall_moves_t")
    )
    return int(float(line.split()[1]))


def _cpu_seconds(process: int) -> float:
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _megabytes(process: int) -> float:
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20
