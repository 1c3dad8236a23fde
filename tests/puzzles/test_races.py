"""Ends of races as puzzles. A search over all moves of a seat stands in for the table."""

from dataclasses import dataclass, replace

import numpy as np
import pytest
from typing_extensions import override

from meadhall import registry
from meadhall.core.fast_lane import Array
from meadhall.core.refusal import Refused
from meadhall.core.rng import Rng
from meadhall.core.seats import Seat
from meadhall.games.chinese_checkers.fast.lane import lane
from meadhall.games.chinese_checkers.fast.race_end import apart, end_index
from meadhall.games.chinese_checkers.fast.tables import OWN, WINNER
from meadhall.games.chinese_checkers.rules.board import MARBLES
from meadhall.puzzles.attempt import judge_attempt, solution
from meadhall.puzzles.puzzle import first_state
from meadhall.puzzles.puzzle_set import puzzle_set
from meadhall.puzzles.races import RaceTable, find_race_puzzle, open_race_table, race_puzzles

CHECKERS = registry.game("chinese-checkers")
MOST = 2


@dataclass(frozen=True, slots=True)
class Searched(RaceTable):
    """Knows ways of up to `MOST` moves over the whole board, from trying all moves."""

    @override
    def distance(self, array: Array, seat: Seat) -> int | None:
        if array[WINNER] == seat:
            return 0
        state = array.copy()
        self.hand(state, seat)
        return next((n for n in range(1, MOST + 1) if self._comes(state, seat, n)), None)

    def _comes(self, state: Array, seat: Seat, moves: int) -> bool:
        if state[WINNER] == seat:
            return True
        if MARBLES - state[OWN + seat] > moves or not moves:  # a move brings one marble in
            return False
        row = np.empty(self.lane.most_moves + 1, np.int64)
        for move in row[: self.lane.kernels.legal(state, row)]:
            undo = self.lane.kernels.make(state, move)
            self.hand(state, seat)
            comes = self._comes(state, seat, moves - 1)
            self.hand(state, 1 - seat)
            self.lane.kernels.unmake(state, move, undo)
            if comes:
                return True
        return False


@pytest.fixture(name="races", scope="module")
def searched() -> Searched:
    kernels = lane().kernels
    assert kernels.hand
    return Searched(CHECKERS, lane(), np.zeros(0), end_index, kernels.hand, apart)  # type: ignore[arg-type] # of any state


def test_a_puzzle_is_found_again_by_searching_the_whole_board(races: Searched) -> None:
    for puzzle in [one for one in puzzle_set("chinese-checkers").puzzles if one.moves == MOST][:3]:
        state = first_state(CHECKERS, puzzle)
        found = find_race_puzzle(races, state, 5)
        assert found
        assert replace(found, difficulty=0) == replace(puzzle, difficulty=0)
        assert find_race_puzzle(races, state, MOST - 1) is None, "it is too long"
        after = judge_attempt(CHECKERS, puzzle, puzzle.line[:1]).steps
        assert find_race_puzzle(races, after[0].after, 5) is None, "the opponent is behind"
        last = solution(CHECKERS, puzzle)[-1].after
        assert find_race_puzzle(races, last, 5) is None, "it is over"


def test_other_endings_of_a_match_give_puzzles_and_the_same_ones_again(races: Searched) -> None:
    puzzle = next(one for one in puzzle_set("chinese-checkers").puzzles if one.moves == MOST)
    steps = solution(CHECKERS, puzzle)
    states = [steps[0].before, *(step.after for step in steps)]
    found = list(race_puzzles(races, states, Rng("races"), 5))
    assert puzzle.id in {one.id for one in found}
    assert found == list(race_puzzles(races, states, Rng("races"), 5))
    assert all(one.decisive and one.moves == MOST for one in found)


def test_seats_that_could_touch_are_not_apart() -> None:
    puzzle = next(one for one in puzzle_set("chinese-checkers").puzzles if one.moves == 3)
    array = lane().pack(first_state(CHECKERS, puzzle))  # type: ignore[arg-type] # of any game
    assert apart(array, 1)
    assert not apart(array, 9)
    start = CHECKERS.initial(CHECKERS.types.options(), 2, Rng("start"))
    assert not apart(lane().pack(start), 1)


def test_games_without_a_table_have_no_races() -> None:
    with pytest.raises(Refused, match="NO_RACES"):
        open_race_table(registry.game("jarls"))
