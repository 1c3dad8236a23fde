"""What a move costs the server in each game, by players, options and spectators.

A server plays random matches over real sockets, one kind of table after the other; a generator in a
second process plays every seat on a socket of its own. What counts is the processor time of the
server process: reading, deciding, storing, sending. Each ratio is to two-player Chinese Checkers in
the same run.
"""

import json
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from meadhall import registry
from meadhall.cli.bench.figures import Figure
from meadhall.cli.bench.server_process import serving
from meadhall.core.options import Value
from meadhall.core.rng import Rng
from meadhall.core.seats import Seat
from meadhall.match.commands import Act
from meadhall.match.decide.handle import handle
from meadhall.match.facts import Player, Setup
from meadhall.match.fork import open_match
from meadhall.server.live.match_loop import raise_if_refused

TITLE = "A move in each game: processor time of the whole server"
MATCHES, MOVES, REPEATS = 10, 30, 5
SPECTATORS = (0, 1, 10)
SPECTATOR_TARGET = "<= 10"
LOAD = Path(__file__).with_name("load")
LIMITS = {"MESSAGE_RATE": 10**6, "REQUEST_RATE": 10**6, "SOCKETS": 10**6}


@dataclass(frozen=True, slots=True)
class Table:
    """A kind of table. `target` is for its ratio to two-player Chinese Checkers."""

    game: str
    seats: int
    options: tuple[tuple[str, Value], ...] = ()
    target: str = ""

    def __str__(self) -> str:
        chosen = [key if value is True else str(value) for key, value in self.options]
        return ", ".join([self.game, f"{self.seats} players", *chosen])


FOG = (("fog", True),)
SHIELDS = (("ruleset", "shields"),)
CHECKERS = Table("chinese-checkers", 2)
TABLES = (
    CHECKERS,
    Table("chinese-checkers", 6),
    Table("jarls", 2, target="<= 2"),
    Table("jarls", 2, FOG),
    Table("jarls", 6, target="<= 5"),
    Table("jarls", 6, SHIELDS, target="<= 5"),
    Table("jarls", 6, FOG, target="<= 5"),
    Table("jarls", 6, SHIELDS + FOG, target="<= 5"),
    Table("elemental-clash", 2, target="<= 2"),
    Table("secret-toaster", 2, target="<= 4"),
    Table("secret-toaster", 6, target="<= 8"),
)


@dataclass(frozen=True, slots=True)
class Script:
    """A match to play: its seed, and its moves as seat, turn and notation."""

    seed: str
    moves: tuple[tuple[Seat, int, str], ...]


class Side:
    """A server, and the generator that plays on it."""

    def __init__(self, server: int, generator: "subprocess.Popen[str]") -> None:
        self.generator = generator
        # Linux: the processor clock of another process, which counts nanoseconds.
        self.clock = ~server << 3 | 2

    def play(self, table: Table, spectators: int, scripts: Sequence[Script]) -> float:
        """Play the matches side by side; returns the microseconds per move."""
        line = {
            "game": table.game, "seats": table.seats, "options": dict(table.options),
            "spectators": spectators, "scripts": [asdict(script) for script in scripts],
        }  # fmt: skip
        self._ask(json.dumps(line))
        began = time.clock_gettime(self.clock)
        self._ask("")
        spent = time.clock_gettime(self.clock) - began
        return spent / sum(len(script.moves) for script in scripts) * 1e6

    def _ask(self, line: str) -> None:
        assert self.generator.stdin is not None
        assert self.generator.stdout is not None
        print(line, file=self.generator.stdin, flush=True)
        if not self.generator.stdout.readline():
            raise RuntimeError("the generator has ended")


def measure() -> list[Figure]:
    """The costs of all tables, with and without spectators."""
    return list(figures(measure_costs(MATCHES, MOVES, REPEATS)))


def measure_costs(matches: int, moves: int, repeats: int) -> dict[tuple[Table, int], float]:
    """Microseconds per move for each table and number of spectators.

    The tables are measured by turns, because the speed of a machine changes by the second; the
    median of the repeats counts. Every repeat plays new matches: those that were played before
    would find their parts in caches that real matches do not find warm.
    """
    costs: dict[tuple[Table, int], list[float]] = {
        (table, watching): [] for table in TABLES for watching in SPECTATORS
    }
    with _side() as side:
        for repeat in range(repeats):
            for (table, watching), spent in costs.items():
                seeds = [f"match {number} of {repeat}, {watching}" for number in range(matches)]
                scripts = [write_script(table, seed, moves) for seed in seeds]
                spent.append(side.play(table, watching, scripts))
    return {key: median(spent) for key, spent in costs.items()}


def figures(costs: Mapping[tuple[Table, int], float]) -> Iterator[Figure]:
    """A row for each table, and for what spectators add to it."""
    unit = costs[CHECKERS, 0]
    against = f"{CHECKERS}: {unit:.0f} µs"
    for table in TABLES:
        alone, *watched = (costs[table, watching] for watching in SPECTATORS)
        yield Figure(str(table), alone, "µs", alone / unit, against, table.target)
        for watching, cost in zip(SPECTATORS[1:], watched, strict=True):
            who = "the only spectator" if watching == 1 else f"each of {watching} spectators"
            each = (cost - alone) / watching
            yield Figure(f"{table}: {who}", each, "µs", each / unit, against, SPECTATOR_TARGET)


def write_script(table: Table, seed: str, moves: int) -> Script:
    """Random moves of one match, fewer where it ends sooner."""
    game = registry.game(table.game)
    setup = Setup(
        id=seed,
        game=table.game,
        rules_version=game.spec.rules_version,
        seats=table.seats,
        seed=seed,
        options=table.options,
    )
    players = tuple(Player(f"Player {seat + 1}", "load") for seat in range(table.seats))
    match = raise_if_refused(open_match(game, setup, players, 0)).match
    played, rng = list[tuple[Seat, int, str]](), Rng(seed).fork("moves")
    while match.result is None and len(played) < moves:
        seat, rng = rng.choice(match.asked)
        action, rng = rng.choice(game.legal_actions(match.state, seat))
        played.append((seat, match.turn, game.notation.write(action)))
        act = Act(seat, action, match.turn, str(match.version))
        match = raise_if_refused(handle(match, act, 0)).match
    return Script(seed, tuple(played))


@contextmanager
def _side() -> Iterator[Side]:
    """A server over a new file, and its generator."""
    limits = {f"MEADHALL_{limit}": str(value) for limit, value in LIMITS.items()}
    with TemporaryDirectory() as folder:
        database = f"sqlite:///{folder}/hall.db"
        command = [sys.executable, "-m", "meadhall", "serve", "--db", database, "--port"]
        with serving(command, limits, "readyz") as (process, port):
            words = [sys.executable, str(LOAD), "scripts", str(port)]
            pipe = subprocess.PIPE
            with subprocess.Popen(words, stdin=pipe, stdout=pipe, text=True) as generator:
                yield Side(process, generator)
