"""What changes in the scene with a move."""

from dataclasses import replace

from meadhall.core.game import start
from meadhall.core.rng import Rng
from meadhall.core.scene import Scene, SceneDiff, Token
from meadhall.games.chinese_checkers import GAME
from meadhall.games.chinese_checkers.look import PRESENT
from meadhall.games.chinese_checkers.look.scene_diff import scene_diff
from meadhall.games.chinese_checkers.rules.board import CORNER_HOLES, CORNER_OF, STEPS
from meadhall.games.chinese_checkers.types import EMPTY, Move, Options, State

FIRST = start(GAME, Options(), 2, Rng("x"))

SECOND = GAME.apply(FIRST, 0, Move(3, 14)).state


def diffs(before: State, move: Move) -> tuple[SceneDiff, ...] | None:
    step = GAME.apply(before, before.turn, move)
    return scene_diff(before, step.state, step.events)


def test_a_move_changes_a_marble_a_gauge_and_the_last_move() -> None:
    after = GAME.apply(SECOND, 1, Move(117, 106)).state
    words, walked, counted = diffs(SECOND, Move(117, 106)) or ()
    assert words.after == Scene(PRESENT.scene(after).headline)
    assert walked.before == Scene("", tokens=(marble(SECOND, "m117"),))
    arrows = PRESENT.scene(after).arrows
    assert walked.after == Scene("", tokens=(marble(after, "m106"),), arrows=arrows)
    assert [gauge.id for gauge in counted.after.gauges] == ["moves"]


def marble(state: State, id_: str) -> Token:
    return next(token for token in PRESENT.scene(state).tokens if token.id == id_)


def test_a_difference_that_recurs_is_the_same_object() -> None:
    again = replace(SECOND, options=Options("free"))
    assert diffs(SECOND, Move(117, 106)) == diffs(again, Move(117, 106)) is not None


def test_a_move_into_the_target_changes_the_movers_gauge_too() -> None:
    gate, goal = next(
        (step, hole)
        for hole in CORNER_HOLES[0]
        for step in STEPS[hole]
        if CORNER_OF[step] is None and SECOND.board[step] == EMPTY
    )
    board = list(SECOND.board)
    board[117], board[gate], board[goal] = board[goal], board[117], board[gate]
    *_, counted = diffs(replace(SECOND, board="".join(board)), Move(gate, goal)) or ()
    gauges = counted.after.gauges
    assert [(gauge.id, gauge.value) for gauge in gauges] == [("home-1", 1), ("moves", 2)]


def test_scenes_are_compared_after_anything_but_an_ordinary_move() -> None:
    assert GAME.leave
    left = GAME.leave(SECOND, 1)
    assert scene_diff(SECOND, left.state, left.events) is None
    assert diffs(FIRST, Move(3, 14)) is None  # there may be something to note at the beginning
