"""How fast learning environments run on one core, ours beside those of other libraries.

All seats choose at random from the mask; a step has mask and observation. Everything runs on the
same core, and seconds are processor seconds. Ours and the others run by turns, and the best of a
few rounds counts. Only the rows of two threads use two cores and the time on the wall, in many
short rounds. Beside them is what two free cores would give: the processor time of one thread over
that of the busier of two, which shows how evenly the work is split, whatever else runs.

The other libraries are installed in environments of their own, on first use. Where that fails,
their rows are left out.
"""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter, process_time, thread_time
from typing import Any

import numpy as np

from meadhall import envs, registry
from meadhall.cli.bench.figures import Figure
from meadhall.core.game import start, to_act
from meadhall.core.refusal import Refused
from meadhall.core.rng import Rng

sys.path.append(str(Path(__file__).parent))

from own_python import CannotInstall, python_with

TITLE = "Learning environments, random play for two, on one core"
SECONDS = 1.0
ROUNDS = 3
SHORT_SECONDS, MANY_ROUNDS = 0.1, 20
BATCH, LARGE_BATCH = 256, 2048
BATCHES = {  # the name of a batch: its game, the numbers of its actions, the wanted steps a second
    "jarls": ("jarls", "plain", 200_000),
    "chinese-checkers": ("chinese-checkers", "plain", 200_000),
    "chinese-checkers, compact numbers": ("chinese-checkers", "compact", 200_000),
    "elemental-clash": ("elemental-clash", "plain", 50_000),
    "secret-toaster": ("secret-toaster", "compact", 50_000),
}
OTHERS = {  # the name of another library's game: how it is run, and what it needs
    "Pgx's Hex": ("pgx", 512, ("jax==0.10.2", "pgx==2.6.0")),
    "EnvPool's Hex": ("envpool", 128, ("envpool==1.2.5",)),
    "OpenSpiel's Chinese Checkers in C++": ("openspiel", 1, ()),
    "PettingZoo's Connect Four": ("pettingzoo", 1, ("pettingzoo==1.27.0", "pygame")),
}
TIMES_ENVPOOL, TIMES_TWO_THREADS = 10, 1.7

Steps = Iterator[None]


def measure() -> list[Figure]:
    """All figures: the batches beside other libraries, two threads, one match at a time."""
    cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(cores)})  # for the programs that are started, too
    try:
        beside = _beside_others()
        slow = [figure for slug in registry.slugs() for figure in _one_by_one(slug)]
    finally:
        os.sched_setaffinity(0, cores)
    return [*beside, *_threads(), *slow]


def _beside_others() -> list[Figure]:
    """Our batches and the games of other libraries, by turns."""
    ours = {name: _Batch(slug, kind) for name, (slug, kind, _) in BATCHES.items()}
    others = {name: run for name, (*how, needs) in OTHERS.items() if (run := _other(*how, needs))}
    best = dict.fromkeys([*ours, *others], 0.0)
    for _ in range(ROUNDS):
        for name, batch in ours.items():
            best[name] = max(best[name], batch.rate(process_time))
        for name, run in others.items():
            best[name] = max(best[name], run())
    figures = [Figure(name, best[name], "steps/s") for name in others]
    for name, (_, _, wanted) in BATCHES.items():
        rate = best[name]
        title = f"{name}: {BATCH} matches at once"
        figures.append(Figure(title, rate, "steps/s", target=f"{wanted:,} or more"))
        for other in others:
            target = {"Pgx's Hex": "1 or more", "EnvPool's Hex": f"{TIMES_ENVPOOL} or more"}
            ratio = rate / best[other]
            figures.append(
                Figure(f"{title} / {other}", ratio, "", ratio, other, target.get(other, ""))
            )
    return figures


def _other(library: str, matches: int, needs: tuple[str, ...]) -> Callable[[], float] | None:
    """Runs another library's game and returns its steps a second; `None` if it is not to be had."""
    try:
        python = python_with(*needs) if needs else sys.executable
    except CannotInstall as reason:
        print(f"{library} is left out: {reason}")
        return None
    script = str(Path(__file__).with_name("others.py"))
    command = [python, script, library, str(matches), str(SECONDS)]
    return lambda: float(subprocess.run(command, check=True, capture_output=True).stdout)


class _Batch:
    """Many matches at once, which play at random."""

    def __init__(self, slug: str, kind: Any, count: int = BATCH, threads: int = 1) -> None:
        self.env = envs.vector(slug, count, seats=2, actions=kind, boards=32, threads=threads)
        self.env.reset(seed=1)
        for _ in range(20):  # compiles, and leaves the openings behind
            self.env.step(self.env.sample())

    def rate(self, clock: Callable[[], float], seconds: float = SECONDS) -> float:
        """Steps per second, with mask, observation and the random choice."""
        count, began = 0, clock()
        while (taken := clock() - began) < seconds:
            self.env.step(self.env.sample())
            count += self.env.num_envs
        return count / taken

    def busiest(self) -> float:
        """The processor seconds of a step in the thread that works most."""
        steps, began = 8, self._thread_times()
        for _ in range(steps):
            self.env.step(self.env.sample())
        return max(b - a for a, b in zip(began, self._thread_times(), strict=True)) / steps

    def _thread_times(self) -> tuple[float, float]:
        """The processor seconds of this thread and of the one that helps it."""
        return thread_time(), self.env._pool.submit(thread_time).result()  # noqa: SLF001 - its only thread


def _threads() -> Iterator[Figure]:
    """Two threads beside one, by turns."""
    for name, (slug, kind, _) in BATCHES.items():
        one, two = (_Batch(slug, kind, LARGE_BATCH, threads) for threads in (1, 2))
        rates, shares = [], []
        for _ in range(MANY_ROUNDS):
            rates.append([each.rate(perf_counter, SHORT_SECONDS) for each in (one, two)])
            shares.append(one.busiest() / two.busiest())
        alone, together = map(max, zip(*rates, strict=True))
        title = f"{name}: {LARGE_BATCH:,} matches at once, two threads"
        wanted = f"{TIMES_TWO_THREADS} or more"
        ratio, split = together / alone, median(shares)
        yield Figure(title, together, "steps/s", ratio, "one thread", wanted)
        yield Figure(f"{title}, by processor time", split, "", split, "one thread", wanted)


def _one_by_one(slug: str) -> Iterator[Figure]:
    """The environments that play one match at a time, beside the pure rules."""
    pure = _rate(lambda: _rules(slug))
    ways = {
        "PettingZoo AEC": _aec,
        "PettingZoo parallel": _parallel,
        "Gymnasium, a random bot's replies included": _single,
        "OpenSpiel": _openspiel,
    }
    yield Figure(f"{slug}: pure rules", pure, "actions/s")
    for name, steps in ways.items():
        try:
            rate = _rate(partial(steps, slug))
        except Refused:  # a game without plain numbers has no such environment
            continue
        yield Figure(f"{slug}: {name}", rate, "steps/s", rate / pure, "the pure rules")


def _rate(steps: Callable[[], Steps]) -> float:
    """Steps per second, one match after the other."""
    best = 0.0
    for _ in range(ROUNDS):
        count, run = 0, steps()
        next(run)  # whatever is compiled or loaded first
        began = process_time()
        while (taken := process_time() - began) < SECONDS:
            next(run)
            count += 1
        best = max(best, count / taken)
    return best


def _rules(slug: str) -> Steps:
    game, dice, match = registry.game(slug), _dice(), 0
    while True:
        match += 1
        state = start(game, game.types.options(), 2, Rng(str(match)))
        while asked := to_act(game, state):
            action = dice.choice(game.legal_actions(state, asked[0]))
            state = game.apply(state, asked[0], action).state
            yield


def _aec(slug: str) -> Steps:
    env, dice = envs.aec(slug, seats=2), _dice()
    while True:
        env.reset()
        while not any(env.terminations.values()):
            observation, *_ = env.last()
            env.step(_choose(observation["action_mask"], dice))
            yield


def _parallel(slug: str) -> Steps:
    env, dice = envs.parallel(slug, seats=2), _dice()
    while True:
        seen, _ = env.reset()
        while env.agents:
            actions = {agent: _choose(part["action_mask"], dice) for agent, part in seen.items()}
            seen, *_ = env.step(actions)
            yield


def _single(slug: str) -> Steps:
    env, dice = envs.single(slug, seats=2), _dice()
    while True:
        (_, info), over = env.reset(), False
        while not over:
            _, _, over, _, info = env.step(_choose(info["action_mask"], dice))
            yield


def _openspiel(slug: str) -> Steps:
    game, dice = envs.openspiel(slug, seats=2), _dice()
    while True:
        state = game.new_initial_state()
        state.apply_action(dice.randrange(game.deals))
        while not state.is_terminal():
            state.apply_action(dice.choice(state.legal_actions()))
            yield


def _choose(mask: Any, dice: Random) -> int:
    return int(dice.choice(np.flatnonzero(mask)))


def _dice() -> Random:
    return Random(1)  # noqa: S311 - speed is measured, not chance
