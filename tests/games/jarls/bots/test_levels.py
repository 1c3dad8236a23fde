"""The six levels: there, in order, and always with a legal answer."""

import pytest

from meadhall.bots import roster
from meadhall.bots.bot import Budget, Turn
from meadhall.core.capabilities import Level
from meadhall.core.game import start, strategy
from meadhall.core.rng import Rng
from meadhall.games.jarls import GAME
from meadhall.games.jarls.options import Options, Ruleset

SECONDS_AT_MOST = 3


def test_there_are_six_levels_weakest_first() -> None:
    levels = strategy(GAME).levels
    assert [one.name for one in levels] == ["novice", "easy", "casual", "medium", "hard", "expert"]
    assert len({one.text for one in levels}) == 6
    choices = [one.settings["choice"] for one in levels if "choice" in one.settings]
    assert choices == sorted(choices, reverse=True), "fewer moves to choose from is stronger"
    nodes = [level.settings.get("nodes", 0) for level in strategy(GAME).levels]
    assert nodes == sorted(nodes)


def test_no_level_may_think_for_longer_than_people_wait() -> None:
    for level in strategy(GAME).levels:
        if "nodes" in level.settings:
            assert level.settings["milliseconds"] <= 1000 * SECONDS_AT_MOST


@pytest.mark.untraced  # bots that search
@pytest.mark.parametrize("level", strategy(GAME).levels, ids=lambda level: level.name)
@pytest.mark.parametrize("ruleset", ["holes", "shields"])
@pytest.mark.parametrize("seats", GAME.spec.players)
def test_every_level_plays_at_every_table(seats: int, ruleset: Ruleset, level: Level) -> None:
    state, bot = start(GAME, Options(ruleset=ruleset), seats, Rng("levels")), roster.make(level)
    for ply in range(2 * seats):
        seat = state.turn.mover
        turn = Turn.of(GAME, state, seat, seats)
        action = bot.choose(turn, Budget(nodes=300), Rng(f"ply {ply}")).action
        assert action in turn.legal
        state = GAME.apply(state, seat, action).state
        if state.result is not None:
            break
