"""The guided first match can be played as it is written."""

from meadhall.core.game import start
from meadhall.core.rng import Rng
from meadhall.core.status import Finished, ToAct
from meadhall.games.jarls import GAME
from meadhall.games.jarls.guide import GUIDE


def test_every_step_can_be_played_and_the_learner_wins() -> None:
    state = start(GAME, GUIDE.options, GUIDE.seats, Rng(GUIDE.seed))
    for step in GUIDE.steps:
        assert step.plies[0][0] == 0
        for seat, text in step.plies:
            assert GAME.status(state) == ToAct((seat,))
            state = GAME.apply(state, seat, GAME.notation.parse(text)).state
    assert GAME.status(state) == Finished((1, -1), "throne")
