"""The vector environment: its interface, its modes, what it refuses, what it draws."""

import pickle
import tracemalloc
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ClosedEnvironmentError, InvalidAction, ResetNeeded
from gymnasium.vector import AutoresetMode
from learnable import PENNIES, STONES, slug

from meadhall import envs, registry
from meadhall.core.game import AnyGame
from meadhall.envs.vector_env import MatchesEnv
from meadhall.envs.vector_loop import HEADER

KINDS: list[AnyGame | str] = [STONES, PENNIES, "elemental-clash"]
"""Two games on the pure rules, one in compiled code."""
on_every_kind = pytest.mark.parametrize("game", KINDS, ids=lambda game: getattr(game, "spec", game))


def play(env: MatchesEnv, steps: int) -> list[tuple[Any, ...]]:
    """Random matches; copies of everything that each step returned."""
    rows = []
    for _ in range(steps):
        seen, rewards, ended, cut, infos = env.step(env.sample())
        rows.append(tuple(np.copy(each) for each in (seen, rewards, ended, cut, *infos.values())))
    return rows


@on_every_kind
def test_equal_seeds_give_equal_sequences_of_matches(game: AnyGame | str) -> None:
    def sequence(seed: int | list[int]) -> list[tuple[Any, ...]]:
        env = envs.vector(game, 3, boards=8)
        env.reset(seed=seed)
        env.np_random = np.random.default_rng(1)
        return play(env, 40)

    one, same, listed = sequence(5), sequence(5), sequence([5, 6, 7])
    for a, b, c in zip(one, same, listed, strict=True):
        assert all(map(np.array_equal, a, b))
        assert all(map(np.array_equal, a, c))


def test_rows_have_luck_of_their_own() -> None:
    env = envs.vector("elemental-clash", 64)
    seen, _ = env.reset(seed=1)
    for _ in range(12):
        seen, *_ = env.step(np.array([np.flatnonzero(m)[0] for m in env._infos["action_mask"]]))
    hands = {row.tobytes() for row in seen}
    assert len(hands) > 10


@on_every_kind
def test_spaces_contain_what_steps_return(game: AnyGame | str) -> None:
    env = envs.vector(game, 4)
    seen, infos = env.reset(seed=1)
    for _ in range(60):
        assert env.observation_space.contains(seen)
        numbers = env.sample()
        assert env.action_space.contains(numbers)
        seen, rewards, ended, cut, infos = env.step(numbers)
        assert infos["seat_rewards"].shape == (4, env.numbered.seats)
        assert rewards.shape == ended.shape == cut.shape == infos["current_player"].shape == (4,)


@on_every_kind
def test_with_the_next_step_a_match_begins_anew_and_its_number_is_ignored(
    game: AnyGame | str,
) -> None:
    env = envs.vector(game, 2, autoreset=AutoresetMode.NEXT_STEP)
    env.reset(seed=1)
    begun = 0
    for _ in range(80):
        over = env._out.ended.copy()
        numbers = np.where(over, env.numbered.size - 1, env.sample())
        _, rewards, ended, _, infos = env.step(numbers)
        begun += over.sum()
        assert not ended[over].any()
        assert not rewards[over].any()
        assert (infos["current_player"][over] >= 0).all()
        for row in np.flatnonzero(ended):
            assert env.current_player[row] == -1
            assert infos["action_mask"][row].all()
            paid = env.numbered.payoffs(env._batch.state(env.state[row, HEADER:]))
            assert infos["seat_rewards"][row].tolist() == list(paid)
    assert begun > 1
    assert env.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP


@on_every_kind
def test_in_the_same_step_the_end_is_in_the_infos(game: AnyGame | str) -> None:
    same = envs.vector(game, 3, autoreset="SameStep", boards=1)
    later = envs.vector(game, 3, autoreset="Disabled", boards=1)
    assert same.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    assert later.metadata["autoreset_mode"] is AutoresetMode.DISABLED
    same.reset(seed=3)
    later.reset(seed=3)
    for _ in range(40):
        numbers = same.sample()
        _, rewards, ended, _, infos = same.step(numbers)
        seen, paid, over, _, known = later.step(numbers)
        assert np.array_equal(ended, over)
        assert np.array_equal(rewards, paid)
        assert np.array_equal(infos["seat_rewards"], known["seat_rewards"])
        assert np.array_equal(infos["_final_obs"], over)
        assert np.array_equal(infos["final_obs"][over], seen[over])
        assert (infos["current_player"] >= 0).all()
        if over.any():
            later.reset(options={"reset_mask": over.copy()})
        assert np.array_equal(same.state, later.state)


def test_disabled_a_match_waits_for_its_reset() -> None:
    env = envs.vector(STONES, 2, autoreset="Disabled", stones=4)
    env.reset(seed=1)
    env.step([0, 2])
    env.step([0, 0])
    with pytest.raises(ResetNeeded, match="Match 1 is over"):
        env.step([0, 0])
    env.reset(options={"reset_mask": np.array([False, True])})
    assert env._results[0].tolist() == [[2, 0], [4, 0]]
    assert not env._infos["action_mask"][1].all() or env.numbered.size == 3


@on_every_kind
def test_matches_are_truncated_after_some_plies(game: AnyGame | str) -> None:
    env = envs.vector(game, 2, max_plies=2)
    env.reset(seed=1)
    assert not env.step(env.sample())[3].any()
    _, rewards, ended, cut, _ = env.step(env.sample())
    assert cut.all()
    assert not ended.any()
    assert not rewards.any()


@on_every_kind
def test_rows_of_the_state_are_copied_saved_and_put_back(game: AnyGame | str) -> None:
    env, other = (envs.vector(game, 3, boards=4) for _ in range(2))
    env.reset(seed=2)
    env.np_random = np.random.default_rng(2)
    over = False
    while not over:  # so that a match that is over is put back, too
        over = any(row[2].any() for row in play(env, 1))
    saved = pickle.loads(pickle.dumps(env.state.copy()))  # noqa: S301 - our own bytes
    seen, mask = env._results[0].copy(), env._infos["action_mask"].copy()
    numbers = env.sample()
    env.step(numbers)
    after = env.state.copy()
    other.restore(saved)
    assert np.array_equal(other._results[0], seen)
    assert np.array_equal(other._infos["action_mask"], mask)
    other.step(numbers)
    assert np.array_equal(other.state, after)
    env.restore(saved[1], slice(0, 3))
    assert all(np.array_equal(row, env.state[0]) for row in env.state)


@pytest.mark.parametrize("threads", [2, 5])
def test_threads_change_nothing(threads: int) -> None:
    one, many = (
        envs.vector("elemental-clash", 7),
        envs.vector("elemental-clash", 7, threads=threads),
    )
    one.reset(seed=1)
    many.reset(seed=1)
    for _ in range(30):
        numbers = one.sample()
        assert all(map(np.array_equal, one.step(numbers)[:4], many.step(numbers)[:4]))
    many.close()


def test_steps_write_into_the_same_arrays_unless_copies_are_asked_for() -> None:
    for copy in (False, True):
        env = envs.vector(STONES, 2, copy=copy)
        first, _ = env.reset(seed=1)
        second, *_ = env.step([0, 0])
        assert (first is second) != copy


@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_a_step_allocates_no_array(mode: AutoresetMode) -> None:
    """What it needs besides is less than one byte for each match, and nothing of it stays."""
    env = envs.vector("elemental-clash", 8192, boards=1, threads=2, autoreset=mode)
    env.reset(seed=1)
    numbers = []
    for _ in range(6):  # compiles, too
        numbers.append(env.sample())
        env.step(numbers[-1])
    env.reset(seed=1)
    tracemalloc.start()
    env.step(numbers[0])
    # Other threads of this process may allocate, too, so the best of these steps counts.
    peaks, after = [], []
    for each in numbers[1:]:
        tracemalloc.reset_peak()
        before = tracemalloc.get_traced_memory()[0]
        env.step(each)
        now, peak = tracemalloc.get_traced_memory()
        peaks.append(peak - before)
        after.append(now - before)
    tracemalloc.stop()
    assert min(peaks) < env.num_envs
    assert min(after) < env.num_envs // 2
    env.close()


def test_what_cannot_be_played_is_an_error_and_changes_nothing() -> None:
    env = envs.vector(STONES, 2, stones=4)
    with pytest.raises(ResetNeeded):
        env.step([0, 0])
    env.reset(seed=1)
    env.step([0, 2])
    before = env.state.copy()
    for numbers, sentence in (
        ([0, 2], "Match 1: seat 2 cannot choose 2"),
        ([0, 3], "numbers 0 to 2, not 3"),
        ([-1, 0], "numbers 0 to 2, not -1"),
        ([0], "one number for each of 2 matches"),
        ([[0, 0]], "one number for each of 2 matches"),
        ([0.0, 0.0], "whole numbers"),
    ):
        with pytest.raises(InvalidAction, match=sentence):
            env.step(numbers)
        assert np.array_equal(env.state, before)
    with pytest.raises(ValueError, match="read-only"):
        env._infos["action_mask"][0, 0] = 1
    env.close()
    for act in (lambda: env.step([0, 0]), env.reset, lambda: env.observe(0), env.render):
        with pytest.raises(ClosedEnvironmentError):
            act()


@pytest.mark.parametrize(
    ("count", "given", "sentence"),
    [
        (0, {}, "at least 1 match"),
        (2, {"threads": 0}, "`threads` is at least 1"),
        (2, {"boards": 0}, "`boards` is at least 1"),
        (2, {"max_plies": -1}, "`max_plies` is at least 1"),
        (2, {"autoreset": "Sometimes"}, "`autoreset` is one of NextStep"),
        (2, {"render_mode": "rgb_array"}, "no render mode 'rgb_array'"),
    ],
)
def test_bad_settings_are_errors(count: int, given: dict[str, Any], sentence: str) -> None:
    with pytest.raises(gymnasium.error.Error, match=sentence):
        envs.vector(STONES, count, **given)


def test_bad_seeds_and_masks_are_errors() -> None:
    env = envs.vector(STONES, 2)
    with pytest.raises(gymnasium.error.Error, match="one for each of 2"):
        env.reset(seed=[1])
    with pytest.raises(gymnasium.error.Error, match="array of 2 booleans"):
        env.reset(options={"reset_mask": [True, False]})


@pytest.mark.parametrize("game", list(registry.games()), ids=slug)
def test_every_game_of_the_hall_is_drawn_as_text_and_as_a_picture(game: AnyGame) -> None:
    for mode in ("ansi", "svg"):
        env = envs.vector(game, 2, seats=max(game.spec.players), boards=1, render_mode=mode)
        with pytest.raises(ResetNeeded):
            env.render_match(0)
        env.reset(seed=1)
        first = env._batch.state(env.state[0, HEADER:])
        assert game.view(first, 0) == game.view(env.numbered.start(0), 0)
        play(env, 60)
        drawn = env.render()
        assert len(drawn) == 2
        assert all(text.startswith("<svg") == (mode == "svg") for text in drawn)
        assert env.render_match(0, 1)


def test_self_play_gives_each_agent_what_happened_since_it_acted() -> None:
    batch = envs.self_play(envs.vector(STONES, 2, stones=4))
    batch.reset(seed=1)
    assert batch.possible_agents == ["seat_0", "seat_1"]
    batch.step([0, 2])
    assert batch.agent_selection.tolist() == [1, 1]
    assert batch.observe("seat_0").tolist() == [[3, 1], [1, 1]]
    batch.step([2, 0])
    seen, rewards, ended, cut, _ = batch.last()
    assert batch.agent_selection.tolist() == [-1, -1]
    assert rewards.tolist() == [1, 1]
    assert ended.all()
    assert not cut.any()
    assert batch.rewards.tolist() == [[-1, 1], [-1, 1]]
    batch.step([0, 0])
    seen, rewards, ended, _, infos = batch.last()
    assert seen["observation"].tolist() == [[4, 0], [4, 0]]
    assert seen["action_mask"].all()
    assert not rewards.any()
    assert not ended.any()
    assert infos["current_player"].tolist() == [0, 0]


def test_the_layout_of_pufferlib_has_a_row_for_each_seat_filled_in_place() -> None:
    env = envs.vector(STONES, 2, stones=4)
    shared = np.zeros((4, 5), np.int32)
    batch = envs.puffer(env, {"observations": shared})
    seen, _ = batch.reset(seed=1)
    assert seen is shared
    assert (batch.num_agents, batch.single_observation_space.shape) == (4, (5,))
    assert batch.masks.tolist() == [True, False, True, False]
    assert seen[:2].tolist() == [[4, 0, 1, 1, 1], [4, 0, 0, 0, 0]]
    batch.step([2, 7, 0, 7])
    assert batch.masks.tolist() == [False, True, False, True]
    seen, rewards, terminals, truncations, _ = batch.step([7, 0, 7, 2])
    assert rewards.tolist() == [-1, 1, -1, 1]
    assert terminals.all()
    assert not truncations.any()
    batch.step([0, 0, 0, 0])
    assert seen[0].tolist() == [4, 0, 1, 1, 1]
    batch.close()
    assert env.closed
