"""Wins, adjudication, skips, and giving up."""

from dataclasses import replace

import pytest
from tests.games.chinese_checkers.positions import board, home, target, two, walled_in

from meadhall.core.game import Step, start
from meadhall.core.refusal import Refused
from meadhall.core.rng import Rng
from meadhall.core.status import Finished, ToAct
from meadhall.games.chinese_checkers import GAME
from meadhall.games.chinese_checkers.board import NUMBER
from meadhall.games.chinese_checkers.ending import adjudicated, distance_left, has_won, occurrences
from meadhall.games.chinese_checkers.types import Ended, Event, Left, Move, Options, Skipped, State

FREE = Options("free")


def at(q: int, r: int) -> int:
    return NUMBER[q, r]


GATE = at(-1, 4)
"""A hole next to the open end of seat 1's target."""
INTO = at(-1, 5)
CROWD = [at(q, 0) for q in range(-4, 5)]


def without(holes: list[int], *gone: int) -> list[int]:
    return [hole for hole in holes if hole not in gone]


def test_c4_ten_of_ten_wins() -> None:
    state = two([GATE, *without(target(0), INTO)], [*CROWD, at(0, 1)])
    step = GAME.apply(state, 0, Move(GATE, INTO))
    assert step.events[-1] == Ended(0, "goal")
    assert GAME.status(step.state) == Finished((1, -1), "goal")


def test_c4_six_of_a_full_target_win() -> None:
    blockers = [hole for hole in target(0) if hole != INTO][:4]
    mine = [hole for hole in target(0) if hole not in (*blockers, INTO)]
    assert len(mine) == 5
    state = two([GATE, *mine, 0, 1, 2, 3], [*blockers, *CROWD[:6]])
    step = GAME.apply(state, 0, Move(GATE, INTO))
    assert GAME.status(step.state) == Finished((1, -1), "blockedGoal")


def test_c4_five_of_a_full_target_do_not_win() -> None:
    blockers = [hole for hole in target(0) if hole != INTO][:5]
    mine = [hole for hole in target(0) if hole not in (*blockers, INTO)]
    state = two([GATE, *mine, 0, 1, 2, 3, 4], [*blockers, *CROWD[:5]])
    step = GAME.apply(state, 0, Move(GATE, INTO))
    assert GAME.status(step.state) == ToAct((1,))


def test_c4_a_target_with_an_empty_hole_is_no_win() -> None:
    state = two([GATE, *without(target(0), INTO)], [*CROWD, at(0, 1)])
    assert not has_won(state, 0)


def test_c4_who_moves_is_tested_first() -> None:
    """Seat 2's marble fills seat 1's target, which is seat 2's home, and seat 2 fills its own."""
    low = [hole for hole in target(0) if hole != INTO]
    high = target(1)
    both_one_short = two([*low[:6], *high[:4]], [*low[6:], *high[4:], GATE], turn=1)
    step = GAME.apply(both_one_short, 1, Move(GATE, INTO))
    assert has_won(step.state, 0)
    assert has_won(step.state, 1)
    assert step.events[-1] == Ended(1, "blockedGoal")


def test_c4_the_mover_can_make_another_seat_win() -> None:
    low = [hole for hole in target(0) if hole != INTO]
    state = two([*low[:6], *CROWD[:4]], [*low[6:], GATE, *CROWD[4:], 0], turn=1)
    step = GAME.apply(state, 1, Move(GATE, INTO))
    assert GAME.status(step.state) == Finished((1, -1), "blockedGoal")


def there_and_back(state: State, times: int) -> State:
    for ply, text in enumerate(("6-14", "114-106", "14-6", "106-114") * times):
        state = GAME.apply(state, ply % 2, GAME.notation.parse(text)).state
    return state


def test_c4_the_third_occurrence_of_a_position_is_adjudicated() -> None:
    state = there_and_back(start(GAME, Options(), 2, Rng("x")), 1)
    assert occurrences(state) == 2
    assert GAME.status(state) == ToAct((0,))
    state = there_and_back(state, 1)
    assert occurrences(state) == 3
    assert GAME.status(state) == Finished((0, 0), "repetition")


def test_a_move_that_repeats_a_position_is_told_before_it_is_played() -> None:
    assert GAME.repeats is not None
    state = start(GAME, Options(), 2, Rng("x"))
    assert not any(GAME.repeats(state, 0, move) for move in GAME.legal_actions(state, 0))
    for ply, text in enumerate(("6-14", "114-106", "14-6")):
        state = GAME.apply(state, ply % 2, GAME.notation.parse(text)).state
    told = [m for m in GAME.legal_actions(state, 1) if GAME.repeats(state, 1, m)]
    assert told == [Move(106, 114)]


def test_a_board_that_comes_back_with_another_seat_to_move_is_no_repetition() -> None:
    assert GAME.repeats is not None
    state = start(GAME, Options(), 2, Rng("x"))
    for ply, text in enumerate(("6-14", "114-106", "14-15", "106-114")):
        state = GAME.apply(state, ply % 2, GAME.notation.parse(text)).state
    assert not GAME.repeats(state, 0, Move(15, 6))


def test_c4_the_same_board_with_another_seat_to_move_is_another_position() -> None:
    """Seat 1 loses a move on the way: the board comes back, the turn does not."""
    state = start(GAME, Options(), 2, Rng("x"))
    for ply, text in enumerate(("6-14", "114-106", "14-15", "106-114", "15-6")):
        state = GAME.apply(state, ply % 2, GAME.notation.parse(text)).state
    assert state.board == start(GAME, Options(), 2, Rng("x")).board
    assert state.turn == 1
    assert occurrences(state) == 1


def test_c4_after_150_moves_each_it_is_adjudicated() -> None:
    state = two([at(0, -2), *home(0)[:9]], home(1))
    almost = replace(state, history=(0,) * 299)
    result = GAME.status(GAME.apply(almost, 0, Move(at(0, -2), at(0, -1))).state)
    assert result == Finished((1, -1), "moveLimit")
    earlier = replace(state, history=(0,) * 298)
    assert GAME.status(GAME.apply(earlier, 0, Move(at(0, -2), at(0, -1))).state) == ToAct((1,))


def test_c4_adjudication_counts_marbles_home_then_distance_then_draws() -> None:
    one_home = two([*target(0)[:1], *home(0)[:9]], [*CROWD, at(0, 1)])
    assert adjudicated(one_home, "moveLimit").payoffs == (1, -1)
    nearer = two([*CROWD, at(0, -1)], home(1))
    assert adjudicated(nearer, "moveLimit").payoffs == (1, -1)
    level = two(home(0), home(1))
    assert adjudicated(level, "moveLimit").payoffs == (0, 0)
    assert adjudicated(replace(nearer, gone=(0,)), "moveLimit").payoffs == (-1, 1)


def test_c4_a_draw_of_three_is_lost_for_who_has_left() -> None:
    state = replace(start(GAME, Options(), 3, Rng("x")), gone=(1,))
    assert adjudicated(state, "moveLimit").payoffs == (0, -1, 0)


def test_distance_left_goes_to_the_nearest_hole_not_their_own() -> None:
    nine = without(target(0), INTO)
    assert distance_left(two([GATE, *nine], CROWD), 0) == 1
    far_corner_open = without(target(0), target(0)[-1])
    assert distance_left(two([GATE, *far_corner_open], CROWD), 0) == 4
    assert distance_left(two(target(0), CROWD), 0) == 0


def test_a_seat_without_a_move_is_passed_over_and_that_is_recorded() -> None:
    state, move = walled_in()
    step = GAME.apply(state, 3, move)
    assert Skipped(0) in step.events
    assert step.state.turn == 1
    assert GAME.present is not None
    assert any("passed over" in note for note in GAME.present.scene(step.state).notes)


def test_all_seats_stuck_in_a_row_are_adjudicated() -> None:
    """Seat 4 leaves on its turn, and nobody else can move: seats 1 to 3 are packed in a corner."""
    state, _ = walled_in()
    packed = "".join("3" if hole == "." else hole for hole in state.board)
    step = _leave(replace(state, board=packed), 3)
    assert step.events == (Left(3), Skipped(0), Skipped(1), Skipped(2), Ended(2, "allStuck"))
    assert GAME.status(step.state) == Finished((-1, -1, 1, -1), "allStuck")


def _leave(state: State, seat: int) -> Step[State, Event]:
    assert GAME.leave is not None
    return GAME.leave(state, seat)


def test_who_leaves_keeps_the_marbles_on_the_board_and_is_passed_over() -> None:
    state = start(GAME, Options(), 3, Rng("x"))
    step = _leave(state, 0)
    assert step.events == (Left(0),)
    assert step.state.board == state.board
    assert GAME.status(step.state) == ToAct((1,))
    other = _leave(state, 2)
    assert GAME.status(other.state) == ToAct((0,))


def test_the_last_one_playing_wins() -> None:
    state = _leave(start(GAME, Options(), 3, Rng("x")), 0).state
    step = _leave(state, 2)
    assert step.events == (Left(2), Ended(1, "lastLeft"))
    assert GAME.status(step.state) == Finished((-1, 1, -1), "lastLeft")


def test_leaving_twice_or_after_the_end_is_refused() -> None:
    state = _leave(start(GAME, Options(), 3, Rng("x")), 0).state
    with pytest.raises(Refused, match="ALREADY_LEFT"):
        _leave(state, 0)
    over = _leave(state, 1).state
    with pytest.raises(Refused, match="GAME_OVER"):
        _leave(over, 2)


def test_a_seat_that_left_cannot_win() -> None:
    """Of four, seat 1 has left; seat 3, opposite, fills the last hole of seat 1's target."""
    low = [hole for hole in target(0, 4) if hole != INTO]
    board_of_four = board(
        [*low[:6], *CROWD[:4]], home(1, 4), [*low[6:], GATE, *CROWD[4:], 0], home(3, 4)
    )
    state = State(FREE, 4, board_of_four, 2)
    won = GAME.apply(state, 2, Move(GATE, INTO)).state
    assert GAME.status(won) == Finished((1, -1, -1, -1), "blockedGoal")
    left = GAME.apply(replace(state, gone=(0,)), 2, Move(GATE, INTO)).state
    assert GAME.status(left) == ToAct((3,))


def test_unsound_states_are_told() -> None:
    sound = start(GAME, Options(), 2, Rng("x"))
    assert GAME.invariant(sound) == []
    assert GAME.invariant(replace(sound, board="short"))
    assert GAME.invariant(replace(sound, board=sound.board.replace("1", "2")))
    assert GAME.invariant(replace(sound, board="." + sound.board[1:]))
    assert GAME.invariant(replace(sound, turn=2))
    assert GAME.invariant(replace(sound, gone=(0,)))
    assert GAME.invariant(replace(sound, gone=(5,)))
    assert GAME.invariant(replace(sound, gone=(1, 1)))
    assert GAME.invariant(replace(sound, result=Finished((1,), "goal")))
    arrived = sound.board.translate(str.maketrans("01", "10"))
    assert GAME.invariant(replace(sound, board=arrived)) == ["seat 1 has won already"]
