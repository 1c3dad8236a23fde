"""The rollout bot, on the game that has several policies."""

from dataclasses import replace

import pytest
from changed import with_play, with_speed

from meadhall import registry
from meadhall.bots.bot import Budget, Turn
from meadhall.bots.players.rollout_bot import RolloutBot
from meadhall.core.bulk_play import DECIDED
from meadhall.core.game import AnyGame, speed, start, strategy
from meadhall.core.rng import Rng

SMALL = {"worlds": 4, "plies": 3, "extra": 2}


def turn(game: AnyGame, seats: int = 3, seed: str = "rollout", plies: int = 2) -> Turn:
    state = start(game, game.types.options(), seats, Rng(seed))
    for _ in range(plies):
        view, legal = game.view(state, 0), game.legal_actions(state, 0)
        action = next(iter(strategy(game).policies.values()))(view, 0, legal, Rng(seed))
        state = game.apply(state, 0, action).state
    return Turn.of(game, state, 1, seats)


@pytest.fixture(params=["compiled", "pure", "not installed"])
def game(request: pytest.FixtureRequest) -> AnyGame:
    """The game with its rehearsals, without any, and where nothing can be compiled."""
    found = registry.game("secret-toaster")
    ways = {"compiled": speed(found).rehearse, "pure": None, "not installed": not_installed}
    return with_speed(found, rehearse=ways[request.param])


def not_installed(*_: object) -> None:
    raise ImportError


def test_equal_turns_and_generators_give_equal_thoughts(game: AnyGame) -> None:
    bot, asked = RolloutBot(SMALL), turn(game)
    thought = bot.choose(asked, Budget(), Rng("1"))
    assert thought == bot.choose(asked, Budget(), Rng("1"))
    assert thought.action in asked.legal
    assert thought.nodes
    assert "worlds" in thought.note


def test_secrets_of_others_do_not_change_the_choice(game: AnyGame) -> None:
    """Seat 1 thinks in two matches that differ in seat 0's sealed orders and objective only."""
    state = start(game, game.types.options(), 3, Rng("secrets"))
    choices = []
    for order in [game.legal_actions(state, 0)[1], game.legal_actions(state, 0)[-9]]:
        sealed = game.apply(state, 0, order).state
        secret = replace(sealed.secrets[0], objective="defender")
        sealed = replace(sealed, secrets=(secret, *sealed.secrets[1:]), rng=Rng(str(order)))
        asked = Turn.of(game, sealed, 1, 3)
        choices.append(RolloutBot(SMALL).choose(asked, Budget(), Rng("same")))
    assert choices[0] == choices[1]


def test_a_unanimous_proposal_needs_no_search(game: AnyGame) -> None:
    asked = turn(game)
    only = replace(asked, legal=asked.legal[:1])
    assert RolloutBot(SMALL).choose(only, Budget(), Rng("1")).note == "everybody proposes it"


def test_a_spent_budget_ends_thinking_after_one_world(game: AnyGame) -> None:
    asked = turn(game)
    long = {**SMALL, "worlds": 64}
    for budget in (Budget(nodes=1), Budget(milliseconds=0)):
        assert RolloutBot(long).choose(asked, budget, Rng("1")).note.startswith("1 worlds")


def test_extra_actions_are_tried_and_a_finished_match_decides(game: AnyGame) -> None:
    asked = turn(game, seats=2)
    thought = RolloutBot({"worlds": 2, "plies": 100, "extra": 3}).choose(asked, Budget(), Rng("1"))
    assert thought.action in asked.legal
    assert thought.score is not None
    assert abs(thought.score) in (0, DECIDED)


def test_without_an_evaluation_only_ends_count(game: AnyGame) -> None:
    asked = turn(with_speed(with_play(game, evaluate=None), rehearse=None))
    assert RolloutBot(SMALL).choose(asked, Budget(), Rng("1")).score == 0


def test_a_level_says_how_long_to_think_where_the_budget_does_not(game: AnyGame) -> None:
    bot, asked = RolloutBot({**SMALL, "worlds": 3, "milliseconds": 0}), turn(game)
    assert bot.choose(asked, Budget(), Rng("1")).note.startswith("1 worlds")
    assert bot.choose(asked, Budget(nodes=1_000_000), Rng("1")).note.startswith("3 worlds")


def test_extra_actions_are_tried_as_the_game_ranks_them(game: AnyGame) -> None:
    asked = turn(game)
    proposed = {
        policy(asked.view, 1, asked.legal, Rng("p").fork(name))
        for name, policy in strategy(game).policies.items()
    }
    others = [action for action in asked.legal if action not in proposed]
    ranked = with_play(game, rank=lambda *_: others[::-1])
    tried = RolloutBot({"extra": 2}).candidates(replace(asked, game=ranked), Rng("p"))
    assert [candidate.action for candidate in tried[-2:]] == others[:-3:-1]
    unranked = replace(asked, game=with_play(game, rank=None))
    assert len(RolloutBot({"extra": 2}).candidates(unranked, Rng("p"))) == len(tried)
    assert len(RolloutBot({}).candidates(unranked, Rng("p"))) == len(tried) - 2
