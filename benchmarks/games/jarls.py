"""How fast Jarls is on one core, both rulesets: the pure rules and the compiled fast lane.

Seconds are processor seconds of this process, so that other work on the machine counts less.
"""

from collections.abc import Callable
from random import Random
from time import perf_counter_ns, process_time

import numpy as np

from meadhall.bots.search.lanes import lane_of, loops_for
from meadhall.cli.bench.figures import Figure
from meadhall.core.game import start
from meadhall.core.rng import Rng
from meadhall.games.jarls import GAME
from meadhall.games.jarls.options import Options, Ruleset
from meadhall.games.jarls.types import Action, State

TITLE = "Jarls, one core: 2 players on radius 3 where nothing else is said"
SECONDS = 2.0
ROUNDS = 3
TYPESCRIPT_PLIES, NAIVE_PLIES, WANTED_PLIES = 18_000, 9_000, 15_000
WANTED_LANE = 30
"""How many times faster than the TypeScript engine the fast lane should be."""
LONGEST_MS = 1.0
RULESETS: tuple[Ruleset, ...] = ("holes", "shields")


def measure() -> list[Figure]:
    """All figures; the best of a few rounds counts."""
    figures = [figure for ruleset in RULESETS for figure in _of(ruleset)]
    return [*figures, _longest_call()]


def _of(ruleset: Ruleset) -> list[Figure]:
    games, plies = max((_random_play(ruleset) for _ in range(ROUNDS)), key=lambda rate: rate[1])
    sample = _sample(ruleset)
    legal = _rate(lambda: [len(GAME.legal_actions(state, seat)) for state, seat, _ in sample])
    applied = _rate(lambda: [len(GAME.apply(*each).events) for each in sample])
    moves = sum(len(GAME.legal_actions(state, seat)) for state, seat, _ in sample)
    return [
        Figure(
            f"{ruleset}: random plies", plies, "per s", plies / TYPESCRIPT_PLIES,
            f"a TypeScript engine, {TYPESCRIPT_PLIES:,} (a naive Python one: {NAIVE_PLIES:,})",
            f"at least {WANTED_PLIES:,}",
        ),
        Figure(f"{ruleset}: random games", games, "per s"),
        Figure(f"{ruleset}: legal moves", legal * moves, "per s"),
        Figure(f"{ruleset}: lists of legal moves", legal * len(sample), "per s"),
        Figure(f"{ruleset}: applies", applied * len(sample), "per s"),
        *_of_lane(ruleset, plies),
    ]  # fmt: skip


def _of_lane(ruleset: Ruleset, pure: float) -> list[Figure]:
    """The fast lane for every number of players, compared with a stated rate and the pure rules."""
    rates = {seats: _lane_play(ruleset, seats) for seats in GAME.spec.players}
    fewest = min(rates)
    return [
        Figure(
            f"{ruleset}: random plies, fast lane", rates[fewest], "per s",
            rates[fewest] / TYPESCRIPT_PLIES, f"the same TypeScript engine, {TYPESCRIPT_PLIES:,}",
            f"at least {WANTED_LANE} times",
        ),
        Figure(
            f"{ruleset}: random plies, fast lane", rates[fewest], "per s", rates[fewest] / pure,
            "the pure rules, in this run",
        ),
        *(
            Figure(f"{ruleset}: the same, {seats} players", rate, "per s")
            for seats, rate in rates.items()
            if seats != fewest
        ),
    ]  # fmt: skip


def _lane_play(ruleset: Ruleset, seats: int) -> float:
    """Plies per second of random play on the fast lane."""
    lane = lane_of(GAME)
    if lane is None:
        return 0.0
    first = lane.pack(start(GAME, Options(ruleset=ruleset), seats, Rng("lane")))
    moves, best = np.zeros(lane.most_moves, np.int64), 0.0
    playouts, cap, games = loops_for(lane).playouts, GAME.spec.max_plies, 1000
    playouts(first, moves, 0, cap, 1)  # compiles, so that compiling is not measured
    for number in range(ROUNDS):
        began = process_time()
        plies = playouts(first, moves, number * games, cap, games)
        best = max(best, plies / (process_time() - began))
    return best


def _random_play(ruleset: Ruleset) -> tuple[float, float]:
    """Games and plies per second of uniformly random play, set-up included."""
    chooser, games, plies = Random(1), 0, 0  # noqa: S311 - speed is measured, not chance
    began = process_time()
    while (taken := process_time() - began) < SECONDS:
        state = start(GAME, Options(ruleset=ruleset), 2, Rng(str(games)))
        games += 1
        while state.result is None:
            seat = GAME.status(state).seats[0]  # type: ignore[union-attr]  # it is not over
            action = chooser.choice(GAME.legal_actions(state, seat))
            state = GAME.apply(state, seat, action).state
            plies += 1
    return games / taken, plies / taken


def _sample(ruleset: Ruleset) -> list[tuple[State, int, Action]]:
    """Positions of random games, each with an action that was played there."""
    chooser, sample = Random(2), []  # noqa: S311 - the same
    for game in range(20):
        state = start(GAME, Options(ruleset=ruleset), 2, Rng(f"sample {game}"))
        while state.result is None and state.famine is None:
            action = chooser.choice(GAME.legal_actions(state, state.turn.mover))
            sample.append((state, state.turn.mover, action))
            state = GAME.apply(state, state.turn.mover, action).state
    return sample


def _rate(work: Callable[[], object]) -> float:
    """How often per second the work can be done."""
    best = 0.0
    for _ in range(ROUNDS):
        times, began = 0, process_time()
        while (taken := process_time() - began) < SECONDS / 4:
            work()
            times += 1
        best = max(best, times / taken)
    return best


def _longest_call() -> Figure:
    """The slowest single call of the rules; for each position the best of ten tries counts."""
    calls = [call for ruleset in RULESETS for call in _calls(ruleset)]
    slowest = max(min(_milliseconds(call) for _ in range(10)) for call in calls)
    return Figure(
        "longest single call", slowest, "ms", slowest / LONGEST_MS, f"{LONGEST_MS:.0f} ms",
        f"under {LONGEST_MS:.0f} ms",
    )  # fmt: skip


def _calls(ruleset: Ruleset) -> list[Callable[[], object]]:
    calls: list[Callable[[], object]] = [
        lambda: start(GAME, Options(ruleset=ruleset), 2, Rng("longest"))
    ]
    for state, seat, action in _sample(ruleset)[::10]:
        calls.append(lambda s=state, p=seat: GAME.legal_actions(s, p))  # type: ignore[misc]  # bound now
        calls.append(lambda s=state, p=seat, a=action: GAME.apply(s, p, a))  # type: ignore[misc]  # bound now
    return calls


def _milliseconds(call: Callable[[], object]) -> float:
    began = perf_counter_ns()
    call()
    return (perf_counter_ns() - began) / 1e6
