"""Pushes, blocks and compressions, each drawn as a position."""

import pytest

from meadhall.core.game import Step
from meadhall.games.jarls import GAME
from meadhall.games.jarls.notation import diagram, parse, position
from meadhall.games.jarls.rules.board import OFF, grid
from meadhall.games.jarls.rules.push import Chain, detect_chain, resolve_push, route_of
from meadhall.games.jarls.types import (
    Blocked,
    Compressed,
    Eliminated,
    Event,
    Move,
    Moved,
    Pushed,
    State,
    TurnEnded,
    View,
)

pytestmark = pytest.mark.clause("Pushes", "Holes", "Shields")

BOARD = """
turn 2, mover 1, {options}
     1J  .   .   2J
   .   .   .   .   .
 .   .   .   .   .   .
{middle}
 {row}
   .   .   .   .   .
     .   .   .   .
"""
EMPTY_MIDDLE = ".   .   .   *   .   .   ."
EMPTY_ROW = ".   .   .   .   .   ."


def lay_out(row: str = EMPTY_ROW, middle: str = EMPTY_MIDDLE, ruleset: str = "holes") -> State:
    return position(BOARD.format(row=row, middle=middle, options=f"ruleset {ruleset}"))


def without_jarls(middle: str, ruleset: str = "holes") -> State:
    """The same board with nobody in the top row."""
    board = BOARD.replace("1J  .   .   2J", ".   .   .   .")
    return position(board.format(row=EMPTY_ROW, middle=middle, options=f"ruleset {ruleset}"))


def play(state: State, text: str) -> Step[State, Event]:
    return GAME.apply(state, state.turn.mover, parse(text))


def rows(state: State) -> list[str]:
    """The middle row of the board and the one below."""
    board = diagram(View(None, state)).splitlines()[-7:]
    return [board[3].strip(), board[4].strip()]


def chain(state: State, piece: str, to: tuple[int, int]) -> Chain:
    return detect_chain(state, route_of(state, Move(piece, to)))


def test_simple_push_into_an_empty_hex() -> None:
    state = lay_out("1w1 .   2w1 .   .   .")
    step = play(state, "p1-w1 -1,1")
    assert step.events[:2] == (
        Moved("p1-w1", (-3, 1), (-1, 1), momentum=True),
        Pushed("p2-w1", (-1, 1), (0, 1), 0, 0),
    )
    assert rows(step.state)[1] == ".   .   1w1 2w1 .   ."


def test_a_chain_moves_pieces_of_any_owner() -> None:
    state = lay_out("1w1 .   2w1 1w2 2w2 .")
    step = play(state, "p1-w1 -1,1")
    assert [(e.piece, e.depth) for e in step.events if isinstance(e, Pushed)] == [
        ("p2-w1", 0), ("p1-w2", 1), ("p2-w2", 2),
    ]  # fmt: skip
    assert rows(step.state)[1] == ".   .   1w1 2w1 1w2 2w2"


def test_edge_push_eliminates_the_piece_at_the_edge() -> None:
    state = lay_out(".   .   .   1w1 .   2w1")
    step = play(state, "p1-w1 2,1")
    assert step.events[1] == Eliminated("p2-w1", 1, (2, 1), "edge")
    assert rows(step.state)[1] == ".   .   .   .   .   1w1"


def test_one_piece_dies_per_push_and_the_others_move_up() -> None:
    state = lay_out("1w1 .   2w1 1w2 2w2 2w3")
    step = play(state, "p1-w1 -1,1")
    assert step.events[1] == Eliminated("p2-w3", 1, (2, 1), "edge")
    assert [e.kind for e in step.events[2:5]] == ["PUSH", "PUSH", "PUSH"]
    assert rows(step.state)[1] == ".   .   1w1 2w1 1w2 2w2"
    assert chain(state, "p1-w1", (-1, 1)).terminator == "edge"
    assert chain(state, "p1-w1", (-1, 1)).at == OFF


def test_hole_push_swallows_the_piece_and_the_hole_stays() -> None:
    state = lay_out("1w1 .   2w1 2w2 ()  .")
    stronger = lay_out("1w1 1w2 2w1 ()  .   .")
    assert rows(play(state, "p1-w1 -1,1").state)[1] == ".   1w1 2w1 2w2 ()  ."
    step = play(stronger, "p1-w2 -1,1")
    assert step.events[1] == Eliminated("p2-w1", 1, (-1, 1), "hole")
    assert rows(step.state)[1] == "1w1 .   1w2 ()  .   ."


@pytest.mark.parametrize("middle", ["1w1 1w2 2w1 *   .   .   .", "1J  1w2 2J  *   .   .   ."])
def test_j7_in_holes_the_throne_stops_warriors_and_jarls(middle: str) -> None:
    state = without_jarls(middle) if "J" in middle else lay_out(middle=middle)
    step = play(state, "p1-w2 -1,0")
    assert [e.kind for e in step.events[:2]] == ["MOVE", "COMPRESSED"]
    assert step.state.board == state.board


def test_j7_compression_moves_nobody_and_the_attacker_stops_beside_the_defender() -> None:
    state = lay_out(middle="1w1 .   2w1 *   .   .   .")
    step = play(state, "p1-w1 -1,0")
    assert step.events[:2] == (
        Moved("p1-w1", (-3, 0), (-2, 0), momentum=True),
        Compressed("p1-w1", ("p2-w1",), (-1, 0)),
    )
    assert rows(step.state)[0] == ".   1w1 2w1 *   .   .   ."


def test_j7_the_throne_compresses_a_chain_of_warriors() -> None:
    state = position(
        BOARD.replace("1J  .   .   2J", ".   .   .   2J").format(
            row=EMPTY_ROW, middle="1J  2w1 1w2 *   .   .   .", options="ruleset holes"
        )
    )
    step = play(state, "p1-j -2,0")
    assert step.events[1] == Compressed("p1-j", ("p2-w1", "p1-w2"), (-1, 0))
    assert not any(isinstance(e, Eliminated) for e in step.events)
    assert step.state.board == state.board


def test_j7_a_shield_compresses_a_chain_whose_last_piece_stands_beside_it() -> None:
    state = lay_out("1w1 .   2w1 1w2 #1  .", ruleset="shields")
    step = play(state, "p1-w1 -1,1")
    assert step.events[1] == Compressed("p1-w1", ("p2-w1", "p1-w2"), (0, 1))
    assert rows(step.state)[1] == ".   1w1 2w1 1w2 #1  ."
    assert not any(isinstance(e, Eliminated) for e in step.events)


def test_j7_in_shields_a_jarl_is_pushed_onto_the_throne_and_does_not_win() -> None:
    step = play(without_jarls("1J  1w2 2J  *   .   .   .", "shields"), "p1-w2 -1,0")
    assert rows(step.state)[0] == "1J  .   1w2 2J  .   .   ."
    assert step.state.result is None


def test_j7_in_shields_a_chain_goes_on_through_a_jarl_on_the_throne() -> None:
    step = play(without_jarls("1J  1w2 2J  3J  .   .   .", "shields"), "p1-w2 -1,0")
    assert rows(step.state)[0] == "1J  .   1w2 2J  3J  .   ."
    assert step.state.result is None


def test_j7_in_shields_the_throne_stops_a_warrior_even_when_a_jarl_sits_on_it() -> None:
    state = without_jarls("1J  1w2 2w1 3J  .   .   2J", "shields")
    assert chain(state, "p1-w2", (-1, 0)).terminator == "throne"


def test_a_blocked_attacker_stays_after_one_hex_and_advances_after_two() -> None:
    near = play(lay_out(".   1w1 2w1 .   .   ."), "p1-w1 -1,1")
    assert near.events[:2] == (
        Moved("p1-w1", (-2, 1), (-2, 1), momentum=False),
        Blocked("p1-w1", "p2-w1", (-2, 1)),
    )
    assert isinstance(near.events[2], TurnEnded)
    far = play(lay_out("1w1 .   2w1 2w2 .   ."), "p1-w1 -1,1")
    assert far.events[:2] == (
        Moved("p1-w1", (-3, 1), (-2, 1), momentum=True),
        Blocked("p1-w1", "p2-w1", (-2, 1)),
    )
    assert rows(far.state)[1] == ".   1w1 2w1 2w2 .   ."


def test_resolving_a_push_is_a_pure_function_of_the_position() -> None:
    state = lay_out("1w1 .   2w1 .   .   .")
    route = route_of(state, Move("p1-w1", (-1, 1)))
    assert resolve_push(state, route) == resolve_push(state, route)
    assert rows(state)[1] == "1w1 .   2w1 .   .   ."
    assert grid(3).hexes[route.beside] == (-2, 1)
