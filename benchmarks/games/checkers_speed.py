"""How fast Chinese Checkers runs: the fast lane compared with C, the pure rules and OpenSpiel.

Playouts have two players, `rest = free` and at most 220 plies; a ply is one (start, end), drawn
uniformly among all distinct ones. The C program plays the same matches. Everything on one thread is
measured in processor time, which other programs disturb least, and the best of several runs counts.
"""

import random
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import perf_counter, thread_time

import numpy as np

from meadhall.bots.bot import Budget, Turn
from meadhall.bots.deadline import Deadline
from meadhall.bots.players.search_bot import SearchBot
from meadhall.bots.search.buffers import NODES
from meadhall.bots.search.lanes import lane_of, loops_for
from meadhall.bots.search.search_setup import set_up_search
from meadhall.cli.bench.figures import Figure
from meadhall.core.fast_lane import Array, FastLane
from meadhall.core.game import start
from meadhall.core.rng import Rng
from meadhall.games.chinese_checkers import GAME
from meadhall.games.chinese_checkers.types import Options, State

TITLE = "Chinese Checkers: how fast it runs"
CAP = 220
MATCHES = 2000
SEED = 1
RUNS = 5
SHORT, SHORT_RUNS = 250, 20
PERFT_FIVE = {2: 3_188_520, 3: 1_618_400, 4: 958_384, 6: 571_130}
"""Leaves at depth 5 by number of players, as two other implementations count them."""


def measure() -> list[Figure]:
    """Playouts, perft and search."""
    lane = lane_of(GAME)
    if lane is None:
        print("Numba is not installed: there is no fast lane to measure.")
        return []
    figures = _playouts(lane)
    figures += [_perft(lane, seats) for seats in PERFT_FIVE]
    return [*figures, _search()]


def _first(seats: int = 2) -> State:
    state: State = start(GAME, Options("free"), seats, Rng("x"))
    return state


def _best(rate: Callable[[], float]) -> float:
    return max(rate() for _ in range(RUNS))


def _playouts(lane: FastLane[State]) -> list[Figure]:
    _fast(lane, 1)  # loads what is on disk, or compiles
    programs = _compile_c()
    rates = [(_fast(lane, MATCHES), *map(_c, programs.values())) for _ in range(RUNS)]
    fast, *plain_c = (max(column) for column in zip(*rates, strict=True))
    pure = _best(_pure)
    figures = [Figure("fast lane, one thread", fast, "plies/s")]
    figures += [
        Figure(f"plain C, cc {flag}", rate, "plies/s", fast / rate, "", "lane / C >= 0.8")
        for flag, rate in zip(programs, plain_c, strict=True)
    ]
    figures.append(Figure("pure rules", pure, "plies/s", fast / pure, "", "lane / pure >= 25"))
    two = _two_threads(lane)
    figures.append(Figure("two threads / one", two, "times", two, "one thread", ">= 1.7"))
    spiel = _openspiel()
    if spiel:
        name = "OpenSpiel's C++ rollouts, hop by hop"
        figures.append(Figure(name, spiel, "turns/s", fast / spiel, "", "for the reader"))
    return figures


def _fast(lane: FastLane[State], matches: int) -> float:
    array, moves = lane.pack(_first()), np.empty(lane.most_moves, np.int64)
    began = thread_time()
    plies = loops_for(lane).playouts(array, moves, SEED, CAP, matches)
    return plies / (thread_time() - began)


def _two_threads(lane: FastLane[State]) -> float:
    """How much faster two threads are than one, by wall clock; the best short runs count."""
    with ThreadPoolExecutor(2) as pool:
        pairs = [(_threads(lane, pool, 1), _threads(lane, pool, 2)) for _ in range(SHORT_RUNS)]
    one, two = (max(column) for column in zip(*pairs, strict=True))
    return two / one


def _threads(lane: FastLane[State], pool: ThreadPoolExecutor, threads: int) -> float:
    """Plies per second of that many threads together."""

    def work(_: int) -> int:
        array, moves = lane.pack(_first()), np.empty(lane.most_moves, np.int64)
        return loops_for(lane).playouts(array, moves, SEED, CAP, SHORT)

    began = perf_counter()
    plies = sum(pool.map(work, range(threads)))
    return plies / (perf_counter() - began)


def _compile_c() -> dict[str, Path]:
    """The compiled C program, by optimisation flag."""
    compiler = shutil.which("cc")
    if compiler is None:
        print("There is no C compiler here: the comparison with plain C is left out.")
        return {}
    source, folder = Path(__file__).with_name("playouts.c"), Path(tempfile.mkdtemp())
    programs = {flag: folder / f"playouts{flag}" for flag in ("-O2", "-O3")}
    for flag, program in programs.items():
        subprocess.run([compiler, flag, "-o", program, source], check=True)  # noqa: S603 - ours
    return programs


def _c(program: Path) -> float:
    command = [str(program), str(MATCHES), str(SEED)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)  # noqa: S603 - ours
    plies, nanoseconds, _ = map(int, done.stdout.split())
    return plies * 1e9 / nanoseconds


def _pure() -> float:
    chooser, plies, began = random.Random(SEED), 0, thread_time()  # noqa: S311 - not a secret
    while thread_time() - began < 1:
        state = _first()
        for _ in range(CAP):
            if state.result is not None:
                break
            move = chooser.choice(GAME.legal_actions(state, state.turn))
            state = GAME.apply(state, state.turn, move).state
            plies += 1
    return plies / (thread_time() - began)


def _openspiel() -> float:
    try:
        import pyspiel  # noqa: PLC0415 - it may be absent
    except ImportError:
        print("OpenSpiel is not installed: its rollouts are left out.")
        return 0
    game = pyspiel.load_game("chinese_checkers", {"players": 2, "max_moves": CAP})
    rollouts, simulations = 25, 4
    evaluator = pyspiel.RandomRolloutEvaluator(rollouts, SEED)
    bot = pyspiel.MCTSBot(game, evaluator, 2.0, simulations, 100, False, SEED, False)  # noqa: FBT003 - theirs
    began = thread_time()
    bot.step(game.new_initial_state())
    return rollouts * simulations * CAP / (thread_time() - began)


def _perft(lane: FastLane[State], seats: int) -> Figure:
    array, moves = lane.pack(_first(seats)), np.empty((6, lane.most_moves), np.int64)
    loops_for(lane).perft(array, moves, 1)  # loads what is on disk, or compiles
    began = thread_time()
    found = loops_for(lane).perft(array, moves, 5)
    rate = found / (thread_time() - began)
    if found != PERFT_FIVE[seats]:
        raise AssertionError(f"perft of {seats} players to depth 5 is {found:,}")
    return Figure(f"perft depth 5, {seats} players: {found:,}", rate, "leaves/s", target="exact")


def _search() -> Figure:
    """Nodes per second of a full search to depth 5, thirty plies into a match."""
    state, bot = _first(), SearchBot({"depth": 2})
    for ply in range(30):
        state = GAME.apply(
            state, state.turn, bot.choose(_turn(state), Budget(), Rng(str(ply))).action
        ).state

    def rate() -> float:
        setup = set_up_search(_turn(state), state, Deadline(Budget()), 1 << 60)
        began = thread_time()
        for depth in range(1, 6):
            setup.search(setup.array, setup.buffers, setup.roots, depth)
        nodes: Array = setup.buffers.control[NODES]
        return float(nodes) / (thread_time() - began)

    name, target = "search, one thread", ">= 3,000,000"
    return Figure(name, _best(rate), "nodes/s", target=target)


def _turn(state: State) -> Turn:
    return Turn.of(GAME, state, state.turn, state.seats)
