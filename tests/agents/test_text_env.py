"""Text environments: any game, in the shape of TextArena, and through OpenSpiel's wrapper."""

import re

import pytest

from meadhall import envs, registry
from meadhall.agents.spiel_text import spiel_action
from meadhall.agents.text_env import ATTEMPTS, TextEnv, read_move
from meadhall.core.refusal import Refused


def first_move(observation: str) -> str:
    """An agent: prose with a legal move in it."""
    listed = re.findall(r"Legal moves: (.*)", observation)[-1]
    return f"I have [no idea], so I play [{listed.split(', ')[0].split(' … ')[0]}]."


@pytest.mark.parametrize("slug", registry.slugs())
def test_every_game_can_be_played_as_text(slug: str) -> None:
    env = TextEnv(slug)
    seats = min(env.game.spec.players)
    env.reset(num_players=seats, seed=7)
    for _ in range(40):
        player, observation = env.get_observation()
        assert 0 <= player < seats
        done, info = env.step(first_move(observation))
        assert info == {}
        if done:
            break
    rewards, infos = env.close()
    assert set(rewards) == set(range(seats))
    assert not any(info["invalid_move"] for info in infos.values())


def test_a_refusal_is_feedback_and_the_third_plays_the_default() -> None:
    env = TextEnv("chinese-checkers")
    env.reset(num_players=2, seed=1)
    player, observation = env.get_observation()
    assert "seat 1 of 2" in observation
    before = env.game.notation.diagram(env.game.view(env._state, 0))
    done, info = env.step("I would go to the middle of the board.")
    assert not done
    assert info["code"] == "BAD_NOTATION"
    again, told = env.get_observation()
    assert again == player
    assert info["refusal"] in told
    assert env.game.notation.diagram(env.game.view(env._state, 0)) == before
    for _ in range(ATTEMPTS - 1):
        env.step("[still no move]")
    assert env.get_observation()[0] != player
    _, infos = env.close()
    assert infos[player]["default_moves"] == 1
    assert len(infos[player]["refusals"]) == ATTEMPTS


def test_a_match_before_reset_is_refused_and_equal_seeds_are_equal() -> None:
    env = TextEnv("jarls", radius=3)
    with pytest.raises(Refused, match="NO_MATCH"):
        env.get_observation()
    seen = []
    for _ in range(2):
        env.reset(num_players=2, seed=3)
        seen.append(env.get_observation())
    assert seen[0] == seen[1]
    assert read_move("  p1-j 3,0 ") == "p1-j 3,0"


def test_a_harness_of_openspiel_gets_numbers_and_reasons() -> None:
    pytest.importorskip("pyspiel", reason="open-spiel is not installed")
    state = envs.openspiel("chinese-checkers", deals=1).new_initial_state()
    number = state.legal_actions()[3]
    text = state.action_to_string(state.current_player(), number)
    assert spiel_action(state, f"My move is [{text}].") == number
    with pytest.raises(Refused, match="BAD_NOTATION"):
        spiel_action(state, "the best one")


def test_the_agents_of_textarena_can_play() -> None:
    textarena = pytest.importorskip(
        "textarena", reason="textarena is not in the locked environment"
    )

    class First(textarena.Agent):  # type: ignore[name-defined, misc] # it ships no types
        def __call__(self, observation: str) -> str:
            return first_move(observation)

    env, agents, done = TextEnv("jarls"), {0: First(), 1: First()}, False
    env.reset(num_players=2, seed=1)
    while not done:
        player, observation = env.get_observation()
        done, _ = env.step(agents[player](observation))
    assert set(env.close()[0]) == {0, 1}
