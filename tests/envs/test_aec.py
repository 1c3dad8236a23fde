from itertools import islice
from typing import Any

import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from learnable import GAMES, STONES, random_play, slug
from pettingzoo.test import api_test, seed_test

from meadhall import envs
from meadhall.core.game import AnyGame
from meadhall.core.refusal import Refused
from meadhall.envs.agents import Observation

# What PettingZoo says of every environment whose observations carry a mask, and of an empty view.
ODD = (
    "ignore:Observation space for each agent probably",
    "ignore:Observation is not a NumPy array",
    "ignore:Observation numpy array is all zeros",
)


def same(one: Observation, other: Observation) -> bool:
    return np.array_equal(one["observation"], other["observation"]) and np.array_equal(
        one["action_mask"], other["action_mask"]
    )


def playing_at_random(env: Any) -> list[tuple[str, Any, float]]:
    """Everything that agents who choose at random get to see in a match."""
    env.reset(seed=5)
    seen: list[tuple[str, Any, float]] = []
    for agent in env.agent_iter(300):
        env.action_space(agent).seed(len(seen))
        observation, reward, terminated, _, _ = env.last()
        assert observation in env.observation_space(agent)
        seen.append((agent, observation["observation"].tolist(), reward))
        mask = observation["action_mask"]
        env.step(None if terminated else env.action_space(agent).sample(mask))
    return seen


@pytest.mark.filterwarnings(*ODD)
@pytest.mark.parametrize("game", GAMES, ids=slug)
def test_pettingzoo_finds_nothing_wrong(game: AnyGame, capsys: pytest.CaptureFixture[str]) -> None:
    api_test(envs.aec(game), num_cycles=60)
    seed_test(lambda: envs.aec(game), num_cycles=30)
    assert "Passed API test" in capsys.readouterr().out


@pytest.mark.parametrize("game", GAMES, ids=slug)
def test_equal_seeds_give_equal_matches_in_the_spaces(game: AnyGame) -> None:
    assert playing_at_random(envs.aec(game)) == playing_at_random(envs.aec(game))


@pytest.mark.parametrize("seats", [2, 3])
def test_a_row_of_matches_is_repeatable_and_its_matches_differ(seats: int) -> None:
    env = envs.aec("jarls", seats=seats)

    def row() -> list[str]:
        env.reset(seed=1)
        texts = [env.render()]
        for _ in range(3):
            env.reset()
            texts.append(env.render())
        return texts

    first = row()
    assert first == row()
    assert len(set(first)) > 1


@pytest.mark.parametrize("game", GAMES, ids=slug)
def test_the_same_actions_bring_what_the_rules_bring(game: AnyGame) -> None:
    env = envs.aec(game)
    env.reset(seed=2)
    numbered, state = env._numbered, env._state
    for seat, number, after in random_play(numbered, state):
        assert env.agent_selection == f"seat_{seat}"
        env.step(number)
        state = after
        assert env._state == state
    over = not numbered.to_act(state)
    assert list(env.rewards.values()) == list(numbered.payoffs(state))
    assert set(env.terminations.values()) == {over}
    assert not any(env.truncations.values())


@pytest.mark.parametrize("game", GAMES, ids=slug)
def test_every_agent_sees_what_its_own_seat_sees(game: AnyGame) -> None:
    env = envs.aec(game)
    env.reset(seed=3)
    numbered = env._numbered
    for _, number, state in islice(random_play(numbered, env._state), 20):
        env.step(number)
        for seat, agent in enumerate(env.possible_agents):
            seen = env.observe(agent)
            assert np.array_equal(seen["observation"], numbered.observe(state, seat))
            assert np.array_equal(seen["action_mask"], numbered.mask(state, seat))


def test_the_winner_and_the_loser_each_hear_of_it() -> None:
    env = envs.aec(STONES, stones=4)
    env.reset()
    for number in (0, 2):
        env.step(number)
    heard = {}
    for agent in env.agent_iter():
        _, heard[agent], terminated, _, _ = env.last()
        assert terminated
        env.step(None)
    assert heard == {"seat_0": -1.0, "seat_1": 1.0}
    with pytest.raises(ResetNeeded):
        env.step(None)


def test_an_illegal_action_is_refused_in_the_game_s_words_and_changes_nothing() -> None:
    env = envs.aec(STONES, stones=4)
    env.reset()
    env.step(1)
    before = env.observe("seat_1")
    with pytest.raises(Refused, match=r"That is more than are left: 2\."):
        env.step(2)
    assert env.agent_selection == "seat_1"
    assert same(env.observe("seat_1"), before)


def test_a_sealed_choice_is_not_seen_by_who_chooses_next() -> None:
    sights = []
    for pick in (0, -1):
        env = envs.aec("elemental-clash")
        env.reset(seed=8)
        env.step(np.flatnonzero(env.last()[0]["action_mask"])[pick])
        assert env.agent_selection == "seat_1"
        sights.append(env.observe("seat_1"))
    assert same(*sights)
