"""What tried moves lead to: right, wrong, solved, refused; and proofs that notice what is wrong."""

from dataclasses import replace

import pytest

from meadhall import registry
from meadhall.core.refusal import Refused
from meadhall.puzzles.attempt import judge_attempt, solution
from meadhall.puzzles.find import FindLimits, find_puzzle
from meadhall.puzzles.prove import faults_of
from meadhall.puzzles.puzzle import Puzzle, first_state, read_puzzles, write_puzzles
from meadhall.puzzles.puzzle_set import puzzle_set

JARLS = registry.game("jarls")


def one_of(moves: int) -> Puzzle:
    """The first shipped puzzle of that length."""
    return next(one for one in puzzle_set("jarls").puzzles if one.moves == moves)


def own_moves(puzzle: Puzzle) -> list[str]:
    steps = solution(JARLS, puzzle)
    return [step.text for step in steps if step.seat == steps[0].seat]


def test_right_moves_are_answered_by_the_line_until_the_puzzle_is_solved() -> None:
    puzzle = one_of(3)
    moves = own_moves(puzzle)
    first = judge_attempt(JARLS, puzzle, moves[:1])
    assert first.stand == "open"
    assert [step.text for step in first.steps] == list(puzzle.line[: len(first.steps)])
    assert len(first.steps) > 1, "the opponent has replied"
    assert judge_attempt(JARLS, puzzle, moves[:2]).stand == "open"
    whole = judge_attempt(JARLS, puzzle, moves)
    assert (whole.stand, len(whole.steps)) == ("solved", len(puzzle.line))


def test_another_move_is_wrong_and_ends_the_try() -> None:
    puzzle = one_of(2)
    state = first_state(JARLS, puzzle)
    others = map(JARLS.notation.write, JARLS.legal_actions(state, _seat(puzzle)))
    wrong = next(text for text in others if text != puzzle.line[0])
    assert judge_attempt(JARLS, puzzle, [wrong]).stand == "wrong"
    with pytest.raises(Refused, match="PUZZLE_OVER"):
        judge_attempt(JARLS, puzzle, [wrong, wrong])
    with pytest.raises(Refused, match="BAD_NOTATION"):
        judge_attempt(JARLS, puzzle, ["nonsense"])


def test_a_later_move_that_wins_as_quickly_solves_the_puzzle() -> None:
    found = next(one for one in puzzle_set("jarls").puzzles if one.moves > 2 and any(one.also[1:]))
    number = next(at for at, texts in enumerate(found.also) if texts)
    moves = [*own_moves(found)[:number], found.also[number][0]]
    assert judge_attempt(JARLS, found, moves).stand == "solved"


def test_a_win_on_the_move_may_be_any() -> None:
    puzzle = one_of(1)
    assert judge_attempt(JARLS, puzzle, own_moves(puzzle)).stand == "solved"


def test_a_puzzle_is_found_again_where_it_is_and_nowhere_else() -> None:
    puzzle = one_of(2)
    again = find_puzzle(JARLS, first_state(JARLS, puzzle))
    assert again == puzzle
    after = judge_attempt(JARLS, puzzle, own_moves(puzzle)[:1]).steps[0].after
    assert find_puzzle(JARLS, after) is None, "the opponent is lost"
    tight = FindLimits(nodes=50)
    assert find_puzzle(JARLS, first_state(JARLS, puzzle), tight) is None


def test_a_missed_win_is_found_for_the_move_that_threw_it_away() -> None:
    puzzle = one_of(2)
    state = first_state(JARLS, puzzle)
    texts = [JARLS.notation.write(one) for one in JARLS.legal_actions(state, _seat(puzzle))]
    wrong = next(text for text in texts if text != puzzle.line[0])
    found = find_puzzle(JARLS, state, missed=wrong)
    assert found is not None
    assert found.line == puzzle.line
    assert find_puzzle(JARLS, state, missed=puzzle.line[0]) is None


def test_puzzles_are_written_and_read_again() -> None:
    puzzles = puzzle_set("jarls").puzzles[:3]
    assert read_puzzles(write_puzzles(puzzles)) == puzzles
    with pytest.raises(Refused):
        read_puzzles('{"position": 1}\n')


def test_a_position_that_is_none_is_refused() -> None:
    over = judge_attempt(JARLS, one_of(1), own_moves(one_of(1))).steps[-1].after
    text = JARLS.notation.diagram(JARLS.view(over, None))
    with pytest.raises(Refused, match="BAD_PUZZLE"):
        first_state(JARLS, replace(one_of(1), position=text))
    with pytest.raises(Refused, match="NO_PUZZLES"):
        first_state(registry.game("secret-toaster"), one_of(1))


def test_proofs_notice_what_is_wrong_with_a_puzzle() -> None:
    puzzle, other = one_of(1), one_of(2)
    assert faults_of(JARLS, puzzle, by_rules=True) == []
    quicker = Puzzle(other.position, other.line, 3, 0, 0, other.also)
    assert any("another number of moves" in fault for fault in faults_of(JARLS, quicker))
    state = first_state(JARLS, other)
    texts = [JARLS.notation.write(one) for one in JARLS.legal_actions(state, _seat(other))]
    quiet = next(text for text in texts if text != other.line[0])
    slow = replace(other, line=(quiet,), moves=1, also=())
    assert {"the line does not end with a win", "the first move does not win in time"} <= set(
        faults_of(JARLS, slow)
    )
    also = replace(other, also=((quiet,),))
    assert any("does not win as quickly" in fault for fault in faults_of(JARLS, also))


def _seat(puzzle: Puzzle) -> int:
    return solution(JARLS, puzzle)[0].seat
