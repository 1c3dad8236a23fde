"""The state that a search starts from, where several seats are asked at the same time."""

import pytest

from meadhall.bots.bot import Bot, Budget, Turn
from meadhall.bots.players.mcts_bot import MctsBot
from meadhall.bots.players.search_bot import SearchBot
from meadhall.bots.search.sampling import sample_state
from meadhall.core.rng import Rng
from meadhall.core.status import ToAct
from meadhall.games.jarls import GAME
from meadhall.games.jarls.notation import parse, position
from meadhall.games.jarls.types import State

HUNGRY = """
ruleset shields, turn 19, round 9, first 1, mover 2, quiet 9
     2J  2w1 .   2w2
   .   .   .   .   .
 .   .   .   2w3 .   .
.   .   .   *   1w3 .   1w1
 .   .   .   .   .   .
   .   .   .   .   .
     1w2 .   .   1J
"""


def famine() -> State:
    """Both seats have to choose who starves."""
    state = GAME.apply(position(HUNGRY), 1, parse("p2-w3 0,-1")).state
    assert GAME.status(state) == ToAct((0, 1))
    return state


def turn_of(state: State, seat: int) -> Turn:
    return Turn.of(GAME, state, seat, 2)


@pytest.mark.parametrize("bot", [SearchBot(), MctsBot()], ids=["search", "mcts"])
@pytest.mark.parametrize("seat", [0, 1])
def test_every_seat_that_is_asked_can_search(bot: Bot, seat: int) -> None:
    turn = turn_of(famine(), seat)
    assert bot.choose(turn, Budget(nodes=200), Rng("a")).action in turn.legal


def test_who_comes_before_the_seat_is_guessed_and_nobody_else() -> None:
    state = famine()
    assert sample_state(turn_of(state, 0), Rng("a")) == state
    guessed = sample_state(turn_of(state, 1), Rng("a"))
    assert GAME.status(guessed) == ToAct((1,))
    assert guessed.board == state.board


def test_a_seat_that_is_not_asked_samples_what_it_sees() -> None:
    state = position(HUNGRY)
    assert sample_state(Turn(GAME, 0, GAME.view(state, 0), (), 2), Rng("a")) == state
