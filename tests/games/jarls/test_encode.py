"""Actions and views as numbers."""

import pytest

from meadhall.core.game import start
from meadhall.core.rng import Rng
from meadhall.games.jarls import GAME
from meadhall.games.jarls.encode import action, action_count, index, observe, shape
from meadhall.games.jarls.notation import position
from meadhall.games.jarls.options import Options
from meadhall.games.jarls.types import Skip

CLASSIC = Options(standard="classic")


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_every_number_stands_for_one_action(seats: int) -> None:
    count = action_count(CLASSIC, seats)
    actions = [action(CLASSIC, seats, number) for number in range(count)]
    assert len(set(actions)) == count
    assert [index(CLASSIC, seats, each) for each in actions] == list(range(count))


def test_there_is_a_number_for_every_piece_and_hex() -> None:
    assert action_count(CLASSIC, 2) == 12 * 37 + 12 + 37


def test_a_skip_belongs_to_the_clock_and_has_no_index() -> None:
    with pytest.raises(ValueError, match="no index"):
        index(CLASSIC, 2, Skip())


def planes(numbers: tuple[int, ...], size: tuple[int, ...]) -> list[tuple[int, ...]]:
    return [numbers[start : start + size[1]] for start in range(0, len(numbers), size[1])]


def test_the_viewers_own_pieces_come_first() -> None:
    state = start(GAME, CLASSIC, 2, Rng("1"))
    size = shape(CLASSIC, 2)
    one, two = (planes(observe(GAME.view(state, seat), seat), size) for seat in (0, 1))
    assert len(one) == size[0]
    assert (one[0], one[6]) == (two[6], two[0])
    assert sum(map(sum, one[:12])) == 12
    assert sum(one[12]) == 3
    assert (one[15][0], two[15][0]) == (1, 0)


def test_shields_fallen_rings_and_quiet_rounds_have_planes() -> None:
    head = "ruleset shields, standard classic, quiet 21, sudden_death true, mover 2"
    board = f"{head}\n . 2J\n#1 * .\n 1J ."
    numbers = planes(observe(GAME.view(position(board), None), None), shape(CLASSIC, 2))
    assert sum(numbers[13]) == 1
    assert sum(numbers[14]) == 7
    assert set(numbers[15]) == {0}
    assert set(numbers[16]) == {21}
