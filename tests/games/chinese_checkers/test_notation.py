"""Moves and diagrams."""

from dataclasses import replace

import pytest

from meadhall.core.game import start
from meadhall.core.refusal import Refused
from meadhall.core.rng import Rng
from meadhall.games.chinese_checkers import GAME
from meadhall.games.chinese_checkers.types import Move, Options
from meadhall.testing import Playthrough

FIRST = start(GAME, Options(), 2, Rng("x"))


def test_moves_are_two_holes() -> None:
    assert GAME.notation.write(Move(6, 14)) == "6-14"
    assert GAME.notation.parse(" 6 - 14 ") == Move(6, 14)
    assert GAME.notation.write(GAME.notation.parse("999-1")) == "999-1"  # to be refused


@pytest.mark.parametrize("text", ["", "6", "6-", "a-b", "6-14-3", "6 14", "-6-14", "9999-1"])
def test_other_texts_are_no_moves(text: str) -> None:
    with pytest.raises(Refused, match="BAD_NOTATION"):
        GAME.notation.parse(text)


@pytest.mark.parametrize("seats", GAME.spec.players)
@pytest.mark.parametrize("options", [Options(), Options("free", lock_target=True)])
def test_diagrams_read_back(seats: int, options: Options) -> None:
    assert GAME.notation.position is not None
    play = Playthrough(GAME, options, seats, "x", tuple(range(1, 4000, 97)))
    for position in play.positions():
        text = GAME.notation.diagram(position.state)
        assert GAME.notation.position(text) == replace(position.state, history=(), trail="")


def test_a_diagram_names_the_empty_corner_where_it_is_not_the_usual_one() -> None:
    assert GAME.notation.position is not None
    for seed in range(20):
        state = start(GAME, Options(), 5, Rng(str(seed)))
        text = GAME.notation.diagram(state)
        empty = f"5 seats, corner {state.seating} empty, seat" if state.seating else "5 seats, seat"
        assert text.startswith(empty)
        assert GAME.notation.position(text) == state


def test_diagrams_of_matches_that_somebody_left_read_back() -> None:
    assert GAME.notation.position is not None
    assert GAME.leave is not None
    state = GAME.leave(start(GAME, Options(), 3, Rng("x")), 1).state
    assert GAME.notation.position(GAME.notation.diagram(state)) == state
    over = GAME.leave(state, 0).state
    assert GAME.notation.position(GAME.notation.diagram(over)) == over


@pytest.mark.parametrize(
    "text",
    [
        "",
        "nonsense",
        GAME.notation.diagram(FIRST).replace("2 seats", "9 seats"),
        GAME.notation.diagram(FIRST).replace("1", "7"),
        GAME.notation.diagram(FIRST).replace("2 seats", "2 seats, corner 1 empty"),
        GAME.notation.diagram(FIRST).replace("2 seats", "5 seats, corner 5 empty"),
        GAME.notation.diagram(FIRST)[:-1],
        GAME.notation.diagram(FIRST)[:-1] + "1",
        *(
            GAME.notation.diagram(FIRST).replace("left none", f"left none, over by {how}")
            for how in ("goal", "goal - -", "goal 1", "goal 9 9", "boredom 0 0")
        ),
        *(
            GAME.notation.diagram(FIRST).replace("left none", f"left {who}")
            for who in ("1", "6", "2 2", "2, over by lastLeft 1")
        ),
    ],
)
def test_other_texts_are_no_diagrams(text: str) -> None:
    assert GAME.notation.position is not None
    with pytest.raises(Refused, match="BAD_DIAGRAM"):
        GAME.notation.position(text)
