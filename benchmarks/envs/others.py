"""Runs a board game of another library, and prints its steps per processor second.

`python others.py LIBRARY MATCHES SECONDS`, in an environment that has the library. As with ours,
all seats choose at random from the mask, and mask and observation are part of a step.
"""

import sys
from collections.abc import Callable, Iterator
from time import process_time

import numpy as np

Steps = Iterator[int]


def pgx_hex(matches: int) -> Steps:
    """Pgx on the CPU: fifty steps of all matches at a time, in one compiled function."""
    import jax
    import pgx
    from pgx.experimental.wrappers import auto_reset

    length, env = 50, pgx.make("hex")
    step = jax.vmap(auto_reset(env.step, env.init))

    def one(carry, _):
        state, key = carry
        key, choice, luck = jax.random.split(key, 3)
        logits = jax.numpy.where(state.legal_action_mask, 0.0, -jax.numpy.inf)
        state = step(state, jax.random.categorical(choice, logits), jax.random.split(luck, matches))
        return (state, key), state.observation.sum()  # so that observations are made

    run = jax.jit(lambda carry: jax.lax.scan(one, carry, None, length=length))
    state = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), matches))
    carry = (state, jax.random.PRNGKey(1))
    while True:
        carry, seen = run(carry)
        jax.block_until_ready(seen)
        yield length * matches


def envpool_hex(matches: int) -> Steps:
    """EnvPool's Hex, with one thread."""
    import envpool

    env, dice = envpool.make_gymnasium("Hex-v1", num_envs=matches, num_threads=1), _dice()
    _, infos = env.reset()
    while True:
        mask = infos["legal_action_mask"]
        *_, infos = env.step((dice.random(mask.shape) * mask).argmax(1).astype(np.int32))
        yield matches


def openspiel_chinese_checkers(_matches: int) -> Steps:
    """OpenSpiel's Chinese Checkers in C++, for two, one match at a time."""
    import pyspiel

    game, dice = pyspiel.load_game("chinese_checkers(players=2)"), _dice()
    while True:
        state = game.new_initial_state()
        while not state.is_terminal():
            player, legal = state.current_player(), state.legal_actions()
            state.observation_tensor(player)
            state.legal_actions_mask()
            state.apply_action(legal[dice.integers(len(legal))])
            yield 1


def pettingzoo_connect_four(_matches: int) -> Steps:
    """PettingZoo's Connect Four, one match at a time."""
    from pettingzoo.classic import connect_four_v3

    env, dice = connect_four_v3.env(), _dice()
    while True:
        env.reset()
        while not all(env.terminations.values()):
            seen, *_ = env.last()
            env.step(int(dice.choice(np.flatnonzero(seen["action_mask"]))))
            yield 1


def _dice() -> np.random.Generator:
    return np.random.default_rng(1)


LIBRARIES: dict[str, Callable[[int], Steps]] = {
    "pgx": pgx_hex,
    "envpool": envpool_hex,
    "openspiel": openspiel_chinese_checkers,
    "pettingzoo": pettingzoo_connect_four,
}


def main(library: str, matches: str, seconds: str) -> None:
    """Print the steps per second."""
    run, count = LIBRARIES[library](int(matches)), 0
    next(run)  # compiles or loads
    began = process_time()
    while (taken := process_time() - began) < float(seconds):
        count += next(run)
    print(count / taken)


if __name__ == "__main__":
    main(*sys.argv[1:])
