"""How fast learning environments run on one core, compared with the pure rules in the same run.

All seats choose at random, in the environments from the mask. Seconds are processor seconds.
"""

from collections.abc import Callable, Iterator
from random import Random
from time import process_time
from typing import Any

import numpy as np

from meadhall import envs, registry
from meadhall.cli.bench.figures import Figure
from meadhall.core.game import start, to_act
from meadhall.core.rng import Rng

TITLE = "Learning environments, random play for two, on one core"
SECONDS = 1.0
ROUNDS = 3
GAMES = ("chinese-checkers", "elemental-clash", "jarls", "secret-toaster")
BATCH = 512

Steps = Iterator[None]


def measure() -> list[Figure]:
    """All figures, game by game; the best of a few rounds counts."""
    return [figure for slug in GAMES for figure in _of(slug)]


def _of(slug: str) -> list[Figure]:
    pure = _rate(lambda: _rules(slug))
    ways: dict[str, Callable[[], Steps]] = {
        "PettingZoo AEC": lambda: _aec(slug),
        "PettingZoo parallel": lambda: _parallel(slug),
        "Gymnasium, a random bot's replies included": lambda: _single(slug),
        "OpenSpiel": lambda: _openspiel(slug),
    }
    figures = [Figure(f"{slug}: pure rules", pure, "actions/s")]
    batch = BATCH * _rate(lambda: _vector(slug))
    figures.append(
        Figure(f"{slug}: {BATCH} matches at once", batch, "steps/s", batch / pure, "the pure rules")
    )
    for name, steps in ways.items():
        rate = _rate(steps)
        figures.append(Figure(f"{slug}: {name}", rate, "steps/s", rate / pure, "the pure rules"))
    return figures


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


def _vector(slug: str) -> Steps:
    """A step of all matches, with mask, observation and the random choice."""
    env = envs.vector(slug, BATCH, seats=2, boards=32)
    env.reset(seed=1)
    env.step(env.sample())  # compiles
    while True:
        env.step(env.sample())
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


def _choose(mask: Any, dice: Random) -> int:  # noqa: ANN401 - an array
    return int(dice.choice(np.flatnonzero(mask)))


def _dice() -> Random:
    return Random(1)  # noqa: S311 - speed is measured, not chance
