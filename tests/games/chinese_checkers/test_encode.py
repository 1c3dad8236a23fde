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


def test_a_compact_number_is_a_marble_and_a_step_or_a_hop_within_its_class() -> None:
    assert GAME.learn is not None
    compact = GAME.learn.compact
    assert compact is not None
    assert compact.count(Options(), 2) == 430
    state, rng = FIRST, Rng("compact")
    for _ in range(60):
        moves = GAME.legal_actions(state, state.turn)
        numbers = [compact.index(state, state.turn, move) for move in moves]
        assert len(set(numbers)) == len(moves)
        found = [compact.action(state, state.turn, number or 0) for number in numbers]
        assert found == list(moves)
        move, rng = rng.choice(moves)
        state = GAME.apply(state, state.turn, move).state
    assert None in [compact.action(FIRST, 0, number) for number in range(430)]
