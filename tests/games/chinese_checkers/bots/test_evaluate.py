"""How good a position is."""

from dataclasses import replace

from tests.games.chinese_checkers.positions import home, two

from meadhall.core.game import start, strategy
from meadhall.core.rng import Rng
from meadhall.games.chinese_checkers import GAME
from meadhall.games.chinese_checkers.rules.board import HOLES, NUMBER
from meadhall.games.chinese_checkers.types import Move, Options

FIRST = start(GAME, Options(), 2, Rng("x"))


def test_the_evaluation_likes_progress_and_hates_the_others() -> None:
    evaluate = strategy(GAME).evaluate
    assert evaluate is not None
    assert evaluate(FIRST, 0) == -evaluate(FIRST, 1) > 0, "to be on the move is worth something"
    ahead = GAME.apply(FIRST, 0, Move(3, 14)).state
    waited = replace(FIRST, turn=1)
    assert evaluate(ahead, 0) == -evaluate(ahead, 1) > evaluate(waited, 0)


def test_the_evaluation_has_no_plateau_at_the_target() -> None:
    """Any step of the last marble towards the last open hole is worth something."""
    evaluate = strategy(GAME).evaluate
    assert evaluate is not None
    target = home(1)
    open_hole, crowd = target[0], home(0)
    walk = [open_hole, *_line_from(open_hole)]
    scores = [evaluate(two([hole, *target[1:]], crowd), 0) for hole in walk if hole not in crowd]
    assert scores == sorted(scores, reverse=True)
    assert len(set(scores)) == len(scores)


def _line_from(hole: int) -> list[int]:
    """Straight up the board."""
    q, r = HOLES[hole]
    return [NUMBER[q, at] for at in range(r - 1, -5, -1) if (q, at) in NUMBER]
