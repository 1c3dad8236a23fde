from collections.abc import Sequence

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env
from learnable import GAMES, PENNIES, STONES, slug

from meadhall import envs
from meadhall.bots.players.greedy_bot import GreedyBot
from meadhall.core.game import AnyGame
from meadhall.core.refusal import Refused
from meadhall.envs.numbered import Mask, Numbers
from meadhall.envs.single_env import SingleEnv


def rollout(env: SingleEnv, seed: int | None = None) -> tuple[float, list[list[int]]]:
    """A match of a learner that chooses at random: its reward, and all it saw."""
    observation, info = env.reset(seed=seed)
    seen, reward, terminated = [observation.tolist()], 0.0, False
    while not terminated:
        env.action_space.seed(len(seen))
        number = env.action_space.sample(info["action_mask"])
        observation, reward, terminated, truncated, info = env.step(number)
        assert observation in env.observation_space
        assert not truncated
        seen.append(observation.tolist())
    return float(reward), seen


@pytest.mark.parametrize("name", envs.register())
def test_gymnasium_finds_nothing_wrong_with_what_it_makes(name: str) -> None:
    check_env(gymnasium.make(name).unwrapped)


@pytest.mark.filterwarnings("ignore:.*not having a spec")
@pytest.mark.parametrize("game", [STONES, PENNIES], ids=slug)
def test_gymnasium_finds_nothing_wrong_with_other_games(game: AnyGame) -> None:
    check_env(envs.single(game))


def test_every_game_that_numbers_its_actions_has_a_name() -> None:
    assert "meadhall/Jarls-v0" in envs.register()
    shipped = {slug(game) for game in GAMES} - {slug(STONES), slug(PENNIES)}
    assert len(envs.register()) == len(shipped)


def test_a_made_environment_takes_seats_options_and_opponents() -> None:
    env = gymnasium.make(
        "meadhall/Jarls-v0", seats=3, seat=2, opponents=["random", "greedy"], radius=5
    )
    _, info = env.reset(seed=1)
    assert info["seat"] == 2
    assert env.observation_space.shape == envs.aec("jarls", seats=3, radius=5)._numbered.shape


def test_pictures_are_drawn_as_svg_and_pixels_refused() -> None:
    env = envs.single("jarls", render_mode="svg")
    env.reset(seed=1)
    assert env.render().startswith("<svg")
    with pytest.raises(gymnasium.error.Error, match="no render mode 'rgb_array'"):
        envs.single("jarls", render_mode="rgb_array")


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_chinese_checkers_has_a_compact_action_space_beside_the_plain_one(seats: int) -> None:
    plain, compact = (
        envs.single("chinese-checkers", seats=seats, actions=kind) for kind in ("plain", "compact")
    )
    assert compact._numbered.size <= 1000 < plain._numbered.size
    masks = [env.reset(seed=1)[1]["action_mask"] for env in (plain, compact)]
    assert masks[0].sum() == masks[1].sum() > 0


def test_many_learn_at_once() -> None:
    made = gymnasium.make_vec("meadhall/ElementalClash-v0", num_envs=3)
    _, infos = made.reset(seed=1)
    numbers = np.array([np.flatnonzero(mask)[0] for mask in infos["action_mask"]])
    observations, *_ = made.step(numbers)
    assert len(observations) == 3


@pytest.mark.parametrize("game", [STONES, PENNIES], ids=slug)
def test_equal_seeds_give_equal_rows_of_matches(game: AnyGame) -> None:
    def row() -> list[tuple[float, list[list[int]]]]:
        env = envs.single(game)
        return [rollout(env, 4), *(rollout(env) for _ in range(3))]

    assert row() == row()


def test_the_reward_is_the_learner_s_payoff() -> None:
    env = envs.single("elemental-clash", seat=1)
    reward, _ = rollout(env, 3)
    assert reward == env._numbered.payoffs(env._state)[1]


@pytest.mark.parametrize("seat", [0, 1])
def test_the_learner_sees_what_its_own_seat_sees(seat: int) -> None:
    env = envs.single("elemental-clash", seat=seat)
    seen, info = env.reset(seed=3)
    for _ in range(10):
        assert np.array_equal(seen, env._numbered.observe(env._state, seat))
        assert np.array_equal(info["action_mask"], env._numbered.mask(env._state, seat))
        seen, *_, info = env.step(np.flatnonzero(info["action_mask"])[0])


def test_the_learner_moves_on_by_one_seat_with_every_match() -> None:
    env = envs.single(PENNIES, seats=3)
    assert [env.reset()[1]["seat"] for _ in range(4)] == [0, 1, 2, 0]
    assert env.reset(seed=1)[1]["seat"] == 0


def test_a_fixed_seat_stays() -> None:
    env = envs.single(PENNIES, seats=3, seat=1)
    assert [env.reset()[1]["seat"] for _ in range(3)] == [1, 1, 1]


def test_bots_play_until_the_learner_is_asked() -> None:
    env = envs.single(STONES, seat=1, opponents="greedy", stones=7)
    observation, _ = env.reset()
    assert observation.tolist() == [4, 1]
    _, reward, terminated, _, _ = env.step(0)
    assert (reward, terminated) == (-1.0, True)


def test_functions_and_bots_are_opponents() -> None:
    asked: list[tuple[list[int], list[int]]] = []

    def take_most(seen: Numbers, mask: Mask) -> int:
        asked.append((seen.tolist(), mask.tolist()))
        return int(np.flatnonzero(mask)[-1])

    env = envs.single(STONES, seats=2, seat=1, opponents=take_most, stones=7)
    assert env.reset()[0].tolist() == [4, 1]
    assert asked == [([7, 0], [1, 1, 1])]
    observation, *_ = env.step(0)
    assert observation.tolist() == [0, 1]
    assert asked[1:] == [([3, 0], [1, 1, 1])]
    bot = envs.single(STONES, seat=1, opponents=[GreedyBot()], stones=7)
    assert bot.reset()[0].tolist() == [4, 1]
    for wrong, code in ((lambda *_: 7, "BAD_NUMBER"), (5, "BAD_OPPONENTS")):
        with pytest.raises(Refused, match=code):
            envs.single(STONES, seat=1, opponents=wrong).reset()  # type: ignore[arg-type]


def test_an_illegal_number_forfeits_the_match_and_says_why() -> None:
    env = envs.single(STONES, seat=1, stones=4)
    seeds = (seed for seed in range(50) if env.reset(seed=seed)[0].tolist() == [2, 1])
    assert next(seeds) >= 0
    observation, reward, terminated, truncated, info = env.step(2)
    assert (reward, terminated, truncated) == (-1.0, True, False)
    assert info["refusal"] == "That is more than are left: 2."
    assert observation in env.observation_space
    with pytest.raises(ResetNeeded):
        env.step(0)


def test_there_is_nothing_to_act_in_before_the_first_match() -> None:
    with pytest.raises(ResetNeeded):
        envs.single(STONES).step(0)
    for env in (envs.single(STONES), envs.aec(STONES), envs.parallel(STONES)):
        with pytest.raises(ResetNeeded):
            env.render()
    with pytest.raises(ResetNeeded):
        envs.aec(STONES).observe("seat_0")


def test_the_learner_s_own_view_is_drawn() -> None:
    env = envs.single("elemental-clash", seat=1)
    env.reset(seed=1)
    numbered = env._numbered
    assert env.render() == numbered.diagram(env._state, 1)
    assert env.render() != numbered.diagram(env._state, None)


@pytest.mark.parametrize(
    ("seat", "opponents", "code"),
    [
        (3, "random", "BAD_SEAT"),
        (-1, "random", "BAD_SEAT"),
        (None, ["random"], "BAD_OPPONENTS"),
        (None, "deep blue", "UNKNOWN_BOT"),
    ],
)
def test_a_table_that_cannot_be_is_refused(
    seat: int | None, opponents: str | Sequence[str], code: str
) -> None:
    with pytest.raises(Refused, match=code):
        envs.single(PENNIES, seats=3, seat=seat, opponents=opponents)
