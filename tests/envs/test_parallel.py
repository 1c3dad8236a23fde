from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from learnable import GAMES, LONGEST, PENNIES, STONES, slug
from pettingzoo.test import parallel_api_test

from meadhall import envs
from meadhall.cli.new_game.template.types import State, Take
from meadhall.core.game import AnyGame
from meadhall.core.refusal import Refusal, Refused
from meadhall.core.status import Status, ToAct


def chosen(env: Any, observations: dict[str, Any]) -> dict[str, int]:
    """A legal choice for every agent."""
    masks = {agent: seen["action_mask"] for agent, seen in observations.items()}
    return {agent: int(env.action_space(agent).sample(mask)) for agent, mask in masks.items()}


@pytest.mark.parametrize("game", GAMES, ids=slug)
def test_pettingzoo_finds_nothing_wrong(game: AnyGame, capsys: pytest.CaptureFixture[str]) -> None:
    parallel_api_test(envs.parallel(game), num_cycles=60)
    assert "Passed Parallel API test" in capsys.readouterr().out


@pytest.mark.parametrize("game", GAMES, ids=slug)
def test_the_same_actions_bring_what_the_rules_bring(game: AnyGame) -> None:
    env: Any = envs.parallel(game)
    observations, _ = env.reset(seed=2)
    for agent in env.agents:
        env.action_space(agent).seed(1)
    numbered, state = env._numbered, env._state
    rewards: dict[str, float] = {}
    for _ in range(LONGEST):
        assert all(observations[agent] in env.observation_space(agent) for agent in env.agents)
        actions = chosen(env, observations)
        for seat in numbered.to_act(state):
            state = numbered.play(state, seat, actions[f"seat_{seat}"])
        observations, rewards, terminations, truncations, infos = env.step(actions)
        assert env._state == state
        for seat, agent in enumerate(env.possible_agents):
            seen = observations[agent]
            assert np.array_equal(seen["observation"], numbered.observe(state, seat))
            assert np.array_equal(seen["action_mask"][: env.wait], numbered.mask(state, seat))
        assert not any(truncations.values())
        assert not any(infos.values())
        assert set(terminations.values()) == {not numbered.to_act(state)}
        if not env.agents:
            break
    assert tuple(rewards.values()) == numbered.payoffs(state)


@pytest.mark.parametrize("game", GAMES, ids=slug)
def test_equal_seeds_give_equal_matches(game: AnyGame) -> None:
    one, other = envs.parallel(game), envs.parallel(game)
    observations, _ = one.reset(seed=6)
    other.reset(seed=6)
    for _ in range(20):
        if not one.agents:
            break
        actions = chosen(one, observations)
        observations, *_ = one.step(actions)
        other.step(actions)
        assert one._state == other._state


def test_all_who_are_asked_act_in_one_step() -> None:
    env = envs.parallel(PENNIES, seats=3, rounds=1)
    env.reset()
    _, rewards, terminations, _, _ = env.step({"seat_0": 0, "seat_1": 0, "seat_2": 1})
    assert all(terminations.values())
    assert set(rewards.values()) <= {-1.0, 1.0}
    with pytest.raises(ResetNeeded):
        env.step({})


def test_who_is_not_asked_can_only_wait_and_who_is_asked_cannot() -> None:
    env = envs.parallel(STONES)
    observations, _ = env.reset()
    assert observations["seat_0"]["action_mask"].tolist() == [1, 1, 1, 0]
    assert observations["seat_1"]["action_mask"].tolist() == [0, 0, 0, 1]
    with pytest.raises(Refused, match="does not wait for seat 2"):
        env.step({"seat_0": 0, "seat_1": 0})
    for actions in ({"seat_0": env.wait, "seat_1": env.wait}, {"seat_1": env.wait}, {}):
        with pytest.raises(Refused, match="The game waits for seat 1 now"):
            env.step(actions)
    env.step({"seat_0": 0, "seat_1": env.wait})
    env.step({"seat_1": 0})


def test_an_illegal_action_is_refused_in_the_game_s_words() -> None:
    env = envs.parallel(STONES, stones=4)
    env.reset()
    env.step({"seat_0": 1})
    with pytest.raises(Refused, match=r"That is more than are left: 2\."):
        env.step({"seat_1": 2})


def test_nobody_has_acted_where_one_choice_is_illegal() -> None:
    env = envs.parallel(PENNIES)
    env.reset()
    before = env._state
    with pytest.raises(Refused, match="CLOCK_ONLY"):
        env.step({"seat_0": 0, "seat_1": 2})
    assert env._state == before


def test_what_an_earlier_choice_makes_impossible_is_said_and_not_done() -> None:
    def both(state: State) -> Status:
        return ToAct((0, 1)) if state.stones else STONES.status(state)

    def refusal(state: State, _: int, action: Take) -> Refusal | None:
        return STONES.refusal(state, state.turn, action)

    def apply(state: State, _: int, action: Take) -> Any:
        return STONES.apply(state, state.turn, action)

    def legal(state: State, _: int) -> Any:
        return STONES.legal_actions(state, state.turn)

    grab = replace(STONES, status=both, refusal=refusal, apply=apply, legal_actions=legal)
    env = envs.parallel(grab, stones=4)
    env.reset()
    _, _, terminations, _, infos = env.step({"seat_0": 2, "seat_1": 2})
    assert infos == {"seat_0": {}, "seat_1": {"refusal": "That is more than are left: 1."}}
    assert not any(terminations.values())


def test_a_spectator_s_picture_is_drawn() -> None:
    env = envs.parallel(STONES, stones=5)
    env.reset()
    assert env.render() == "ooooo  seat 1 to move"
    env.close()
