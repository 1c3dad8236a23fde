"""The roster: bots by name, and a game's levels."""

import pytest
from changed import with_play

from meadhall.bots import roster
from meadhall.bots.players.greedy_bot import GreedyBot
from meadhall.bots.players.policy_bot import PolicyBot
from meadhall.bots.players.random_bot import RandomBot
from meadhall.cli.new_game.template import GAME
from meadhall.core.capabilities import Level
from meadhall.core.refusal import Refused


def test_a_game_offers_its_own_levels_and_without_any_the_basic_ones() -> None:
    own = (Level("hard", "Thinks.", "greedy"), Level("random", "Own.", "policy:cautious"))
    assert [level.name for level in roster.levels(GAME)] == ["random", "greedy"]
    assert [level.name for level in roster.levels(with_play(GAME, evaluate=None))] == ["random"]
    with_own = with_play(GAME, levels=own)
    assert roster.levels(with_own) == own
    assert roster.level(with_own, "greedy").bot == "greedy", "the basic ones can still be named"
    assert roster.level(with_own, "random").bot == "policy:cautious"


def test_an_unknown_level_is_refused_with_those_there_are() -> None:
    with pytest.raises(Refused, match="no bot 'deep'; there are: random, greedy"):
        roster.level(GAME, "deep")


def test_levels_are_made_into_their_bots() -> None:
    made = [roster.make(level) for level in roster.levels(GAME)]
    assert [type(bot) for bot in made] == [RandomBot, GreedyBot]
    policy = roster.make(Level("own", "", "policy:cautious"))
    assert isinstance(policy, PolicyBot)
    assert policy.name == "cautious"
