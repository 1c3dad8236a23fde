"""What the invariant finds wrong with unsound states."""

from dataclasses import replace

import pytest

from meadhall.games.jarls.notation import position
from meadhall.games.jarls.rules.invariant import invariant
from meadhall.games.jarls.rules.pieces import jarl

SOUND = " . 2J\n. * .\n1J ."


def test_a_sound_state_breaks_no_promise() -> None:
    assert invariant(position(SOUND)) == []


@pytest.mark.parametrize(
    ("text", "broken"),
    [
        (" 1J 2J\n. * .\n1J .", "two places"),
        (" #1 2J\n. * .\n1J .", "other ruleset"),
        ("ruleset shields\n () 2J\n. * .\n1J .", "other ruleset"),
        (" 2w1 .\n. * .\n1J .", "outlived"),
        (" 2J .\n. 1w1 .\n1J .", "other than a Jarl"),
        (" 2J .\n. 1J .\n. .", "match goes on"),
        ("mover 2\n . .\n. * .\n1J .", "mover is out"),
        ("ruleset shields\nfamine - | -\n . 2J\n. * .\n1J .", "waits for nobody"),
        ("seats 2\n 3J 2J\n. * .\n1J .", "stands for nothing"),
    ],
)
def test_each_broken_promise_is_named(text: str, broken: str) -> None:
    assert any(broken in problem for problem in invariant(position(text)))


def test_a_match_that_is_over_needs_no_mover() -> None:
    assert invariant(position("mover 2\nresult throne 1\n . .\n. 1J .\n. .")) == []


def test_a_board_of_the_wrong_size_is_named() -> None:
    state = position(SOUND)
    longer = replace(state, board=(*state.board, 0))
    assert "the board does not fit the radius" in invariant(longer)
    assert jarl(0) in longer.board
