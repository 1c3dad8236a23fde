"""What tried moves lead to: right, wrong, solved, refused; and proofs that notice what is wrong."""

from dataclasses import replace

import pytest

from meadhall import registry
from meadhall.core.game import AnyGame
from meadhall.core.refusal import Refused
from meadhall.puzzles.attempt import judge_attempt, solution
from meadhall.puzzles.find import MARGIN, FindLimits, find_puzzle
from meadhall.puzzles.prove import faults_of
from meadhall.puzzles.puzzle import Puzzle, first_state, read_puzzles, write_puzzles

JARLS = registry.game("jarls")
WALK = """
seats 2
. . 2w1 . .
. . . . 2J .
. . . . . .
. . . . * . . .
. 1w1 . . . .
. . . 1J .
. . . .
"""


def position_of(game: AnyGame, text: str) -> object:
    assert game.notation.position is not None
    state: object = game.notation.position(text)
    return state
