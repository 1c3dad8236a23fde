"""The six levels: there, in order, and always with a legal answer."""

import pytest

from meadhall.bots.bot import Budget, Turn
from meadhall.bots.roster import make
from meadhall.core.capabilities import Level
from meadhall.core.game import start, strategy
from meadhall.core.rng import Rng
from meadhall.games.secret_toaster import GAME
from meadhall.games.secret_toaster.types import Options


def test_there_are_six_levels_weakest_first() -> None:
    names = ["novice", "easy", "casual", "medium", "hard", "expert"]
    assert [level.name for level in strategy(GAME).levels] == names
    assert len({level.text for level in strategy(GAME).levels}) == 6
    assert all(level.settings.get("milliseconds", 0) < 3_000 for level in strategy(GAME).levels)


@pytest.mark.parametrize("level", strategy(GAME).levels, ids=lambda level: level.name)
@pytest.mark.parametrize("seats", GAME.spec.players)
def test_every_level_answers_with_a_legal_action(level: Level, seats: int) -> None:
    state, bot = start(GAME, Options(), seats, Rng("levels")), make(level)
    for ply in range(6):
        legal = GAME.legal_actions(state, 0)
        turn = Turn(GAME, 0, GAME.view(state, 0), legal, seats)
        action = bot.choose(turn, Budget(nodes=4), Rng(str(ply))).action
        assert action in legal
        state = GAME.apply(state, 0, action).state
