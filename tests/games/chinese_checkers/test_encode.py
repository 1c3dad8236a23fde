"""Moves and positions as numbers."""

from meadhall.core.game import start
from meadhall.core.rng import Rng
from meadhall.games.chinese_checkers import GAME
from meadhall.games.chinese_checkers.types import Options

FIRST = start(GAME, Options(), 2, Rng("x"))


def test_every_move_has_a_number_of_its_own() -> None:
    assert GAME.learn is not None
    index, action, count = GAME.learn.index, GAME.learn.action, GAME.learn.action_count
    assert index is not None
    assert action is not None
    assert count is not None
    moves = GAME.legal_actions(FIRST, 0)
    numbers = [index(Options(), 2, move) for move in moves]
    assert [action(Options(), 2, number) for number in numbers] == list(moves)
    assert max(numbers) < count(Options(), 2) == 121 * 121


def test_the_observation_has_a_plane_for_every_seat_and_for_every_turn() -> None:
    assert GAME.learn is not None
    seen = GAME.learn.observe(FIRST, 0)
    planes = [seen[i : i + 121] for i in range(0, len(seen), 121)]
    assert [sum(plane) for plane in planes] == [10, 10, 121, 0]
    assert GAME.learn.shape(Options(), 2) == (len(planes), 121)
