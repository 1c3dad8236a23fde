import pickle
from typing import Any

import numpy as np
import pyspiel
import pytest
from learnable import GAMES, PENNIES, STONES, random_play, slug
from open_spiel.python import policy
from open_spiel.python.algorithms import cfr, exploitability, ismcts, mcts, minimax
from open_spiel.python.observation import make_observation

from meadhall import envs
from meadhall.core.game import AnyGame
from meadhall.core.refusal import Refused
from meadhall.envs.spiel_game import SpielGame


def deal_match(game: SpielGame, deal: int = 0) -> Any:
    state = game.new_initial_state()
    state.apply_action(deal)
    return state


@pytest.mark.parametrize("game", GAMES, ids=slug)
def test_openspiel_finds_nothing_wrong(game: AnyGame) -> None:
    made = envs.openspiel(game, deals=5)
    pyspiel.random_sim_test(made, num_sims=1, serialize=False, verbose=False)


def test_openspiel_finds_nothing_wrong_where_all_matches_begin_alike() -> None:
    made = envs.openspiel(STONES, deals=1)
    pyspiel.random_sim_test(made, num_sims=5, serialize=False, verbose=False)


@pytest.mark.parametrize("game", GAMES, ids=slug)
def test_the_same_actions_bring_what_the_rules_bring(game: AnyGame) -> None:
    made = envs.openspiel(game, zero_sum=False)
    state = deal_match(made, 7)
    pure = made.numbered.start(7)
    for seat, number, after in random_play(made.numbered, pure):
        assert state.current_player() == seat
        assert number in state.legal_actions()
        state.apply_action(number)
        pure = after
    assert state.is_terminal() == (not made.numbered.to_act(pure))
    assert state.returns() == list(made.numbered.payoffs(pure))


def test_a_game_is_loaded_by_its_name_and_survives_on_paper() -> None:
    made = pyspiel.load_game("meadhall(game=jarls,seats=3,options=radius:5 fog:true)")
    assert made.numbered.options.radius == 5
    assert made.numbered.options.fog is True
    state = deal_match(made, 3)
    for _ in range(4):
        state.apply_action(state.legal_actions()[0])
    text = pyspiel.serialize_game_and_state(made, state)
    read, again = pyspiel.deserialize_game_and_state(text)
    assert str(read) == str(made)
    assert str(again) == str(state)
    assert str(pickle.loads(pickle.dumps(state))) == str(state)  # noqa: S301 - our own


def test_options_without_a_value_survive_on_paper_too() -> None:
    made = envs.openspiel("jarls", radius=None, fog=True)
    assert pyspiel.load_game(str(made)).numbered.options == made.numbered.options


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(Refused, match="BAD_DEALS"):
        envs.openspiel(STONES, deals=0)


def test_actions_are_shown_in_the_game_s_notation() -> None:
    state = envs.openspiel(STONES, deals=2).new_initial_state()
    assert state.action_to_string(1) == "deal 1"
    state.apply_action(1)
    assert state.action_to_string(2) == "take 3"


def test_only_who_is_to_act_has_actions() -> None:
    state = deal_match(envs.openspiel(PENNIES))
    assert state.legal_actions(0) == state.legal_actions() == [0, 1]
    assert state.legal_actions(1) == []


def test_a_seat_sees_its_own_view_and_numbers() -> None:
    game = envs.openspiel("elemental-clash")
    state = deal_match(game)
    numbered, truth = game.numbered, state.past.state
    for seat in range(2):
        expected = numbered.observe(truth, seat)
        assert np.array_equal(state.observation_tensor(seat), expected.ravel())
        observation = make_observation(game)
        observation.set_from(state, seat)
        assert np.array_equal(observation.dict["view"], expected)
    assert state.observation_string(0) != state.observation_string(1)


def test_only_one_seat_s_eyes_are_to_be_had() -> None:
    everything = pyspiel.IIGObservationType(
        perfect_recall=False, private_info=pyspiel.PrivateInfoType.ALL_PLAYERS
    )
    assert envs.openspiel(PENNIES).make_py_observer(everything) is None


def test_information_states_tell_own_choices_apart_and_hide_those_of_others() -> None:
    game = envs.openspiel(PENNIES)
    heads, tails = deal_match(game), deal_match(game)
    heads.apply_action(0)
    tails.apply_action(1)
    assert heads.information_state_string(1) == tails.information_state_string(1)
    assert heads.information_state_string(0) != tails.information_state_string(0)


def test_information_states_recall_what_views_no_longer_show() -> None:
    game = envs.openspiel(STONES, deals=1, stones=6)
    one, other = game.new_initial_state(), game.new_initial_state()
    for first, second in ((one, other), (other, one)):
        first.apply_action(0)
        second.apply_action(1)
    assert one.observation_string(0) == other.observation_string(0)
    assert one.information_state_string(0) != other.information_state_string(0)


def test_a_resampled_position_looks_the_same_to_its_player_alone() -> None:
    game = envs.openspiel("elemental-clash")
    state = deal_match(game)
    for _ in range(9):
        state.apply_action(state.legal_actions()[-1])
    sampler = pyspiel.UniformProbabilitySampler(0.0, 1.0)
    others = [state.resample_from_infostate(0, sampler) for _ in range(5)]
    for other in others:
        assert other.information_state_string(0) == state.information_state_string(0)
        assert other.legal_actions(0) == state.legal_actions(0)
    sights = {other.observation_string(1) for other in others}
    assert len(sights) > 1


def test_before_the_deal_there_is_nothing_to_see() -> None:
    state = envs.openspiel(PENNIES).new_initial_state()
    assert state.is_chance_node()
    assert state.observation_string(0) == ""
    assert not any(state.observation_tensor(0))
    other = state.resample_from_infostate(0, lambda: 0.5)
    assert other.is_chance_node()


def test_openspiel_s_mcts_finds_the_winning_move() -> None:
    game = envs.openspiel(STONES, deals=1, stones=7)
    random = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(4, random)
    bot = mcts.MCTSBot(game, 2.0, 200, evaluator, random_state=random)
    state = game.new_initial_state()
    assert state.action_to_string(bot.step(state)) == "take 3"


def test_openspiel_s_information_set_mcts_plays_a_match() -> None:
    game = envs.openspiel("elemental-clash")
    random = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, random)
    bot = ismcts.ISMCTSBot(game, evaluator, 1.5, 3, random_state=random)
    state = deal_match(game)
    for _ in range(8):
        state.apply_action(bot.step(state))
    assert not state.is_terminal()


def test_openspiel_s_counterfactual_regret_solves_a_small_game() -> None:
    game = envs.openspiel(PENNIES, deals=6, rounds=1)
    solver = cfr.CFRSolver(game)
    before = exploitability.nash_conv(game, solver.average_policy())
    for _ in range(20):
        solver.evaluate_and_update_policy()
    after = exploitability.nash_conv(game, solver.average_policy())
    assert after < before / 4


def test_two_seats_play_a_zero_sum_game_that_minimax_and_exploitability_solve() -> None:
    game = envs.openspiel(STONES, deals=1, stones=6)
    assert game.get_type().utility == pyspiel.GameType.Utility.ZERO_SUM
    value, action = minimax.alpha_beta_search(game)
    assert (value, action) == (1.0, 1)  # take two of six, and leave four
    lazy = exploitability.exploitability(game, policy.UniformRandomPolicy(game))
    assert lazy > 0.2
    solver = cfr.CFRSolver(game)
    for _ in range(30):
        solver.evaluate_and_update_policy()
    assert exploitability.exploitability(game, solver.average_policy()) < lazy / 4


def test_a_match_that_both_win_is_a_draw_unless_payoffs_are_kept() -> None:
    summed = set()
    for zero_sum in (True, False):
        game = envs.openspiel(PENNIES, deals=20, zero_sum=zero_sum)
        for deal in range(20):
            state = deal_match(game, deal)
            while not state.is_terminal():
                state.apply_action(state.legal_actions()[0])
            first, second = state.past.payoffs()
            lead = (first - second) / 2
            assert state.returns() == ([lead, -lead] if zero_sum else [first, second])
            summed.add((zero_sum, sum(state.returns()) == 0))
    assert (False, False) in summed
    assert (True, False) not in summed


def test_three_seats_and_kept_payoffs_are_no_zero_sum_game() -> None:
    kept = envs.openspiel("jarls", zero_sum=False)
    general = pyspiel.GameType.Utility.GENERAL_SUM
    assert pyspiel.load_game(str(kept)).get_type().utility == general
    assert envs.openspiel("jarls", seats=3).get_type().utility == general
