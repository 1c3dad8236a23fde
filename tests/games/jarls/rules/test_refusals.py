"""Why actions are refused."""

import pytest

from meadhall.core.refusal import NOT_AN_ACTION, Refused
from meadhall.games.chinese_checkers import types as checkers
from meadhall.games.jarls import GAME
from meadhall.games.jarls.notation import parse, position
from meadhall.games.jarls.rules import apply, refusals
from meadhall.games.jarls.rules.board import grid
from meadhall.games.jarls.rules.pieces import BY_NAME
from meadhall.games.jarls.types import Move, Place, Skip, Starve, State

OPEN = """
turn 4, mover 1
     2J  .   .   .
   .   .   .   .   .
 .   .   .   1w1 .   .
.   .   .   *   .   .   .
 .   .   .   .   .   .
   .   .   .   .   .
     .   .   .   1J
"""

CODES = """
turn 4, mover 1
     .   .   .   2J
   .   .   .   .   .
 .   1w1 .   .   .   .
()  .   2w1 *   1J  .   .
 .   1w2 .   .   .   .
   .   .   ()  .   .
     .   2w2 .   .
"""


def code(state: State, text: str, seat: int = 0) -> str | None:
    action = parse(text)
    refusal = GAME.refusal(state, seat, action)
    return None if refusal is None else refusal.code


DRAFT = """
mover 1
     .   .   .   2J
   .   .   .   .   .
 .   .   .   .   .   .
.   .   .   *   .   .   .
 1w1 .   1w2 1J  .   .
   .   .   .   .   .
     .   .   .   .
"""


def test_every_check_has_its_code() -> None:
    state = position(CODES)
    assert code(state, "p2-w1 0,1", seat=1) == "NOT_YOUR_TURN"
    assert code(state, "p1-w9 0,1") == "PIECE_NOT_FOUND"
    assert code(state, "p2-w1 0,1") == "NOT_YOUR_PIECE"
    assert code(state, "p1-j 9,9") == "DESTINATION_OFF_BOARD"
    assert code(state, "p1-w1 -1,2") == "DESTINATION_IS_HOLE"
    assert code(state, "p1-w1 -2,1") == "DESTINATION_OCCUPIED_FRIENDLY"
    assert code(state, "p1-w1 0,0") == "WARRIOR_CANNOT_ENTER_THRONE"
    assert code(state, "p1-w1 1,0") == "DESTINATION_OCCUPIED_FRIENDLY"
    assert code(state, "p1-w1 0,1") == "MOVE_NOT_STRAIGHT_LINE"
    assert code(state, "p1-w1 2,-1") == "INVALID_DISTANCE_WARRIOR"
    assert code(state, "p1-j 1,-3") == "INVALID_DISTANCE_JARL"
    assert code(state, "p1-j 3,0") == "JARL_NEEDS_DRAFT_FOR_TWO_HEX"


def test_of_several_faults_the_first_in_order_is_named() -> None:
    """Each move is free of the faults named above it and has some that are named below."""
    state = position(CODES)
    assert code(state, "p3-w9 9,9", seat=1) == "NOT_YOUR_TURN"
    assert code(state, "p3-w9 9,9") == "PIECE_NOT_FOUND"
    assert code(state, "p2-w1 9,9") == "NOT_YOUR_PIECE"
    assert code(state, "p1-w1 9,9") == "DESTINATION_OFF_BOARD"
    assert code(state, "p1-w1 -3,0") == "DESTINATION_IS_HOLE"
    assert code(state, "p1-w1 1,0") == "DESTINATION_OCCUPIED_FRIENDLY"
    assert code(state, "p1-w1 0,0") == "WARRIOR_CANNOT_ENTER_THRONE"
    assert code(state, "p1-w1 3,-3") == "MOVE_NOT_STRAIGHT_LINE"
    assert code(state, "p1-j 1,-3") == "INVALID_DISTANCE_JARL"
    assert code(state, "p1-j -1,0") == "JARL_NEEDS_DRAFT_FOR_TWO_HEX"
    assert code(state, "p1-w1 -1,1") == "PATH_BLOCKED"
    enthroned = position("ruleset shields\n" + OPEN.replace("1J", ".").replace("*", "1J"))
    assert code(enthroned, "p1-w1 0,0") == "DESTINATION_OCCUPIED_FRIENDLY"


def test_a_shield_is_no_destination_and_nobodys_piece() -> None:
    state = position("ruleset shields\n" + OPEN.replace("1w1 .", "1w1 #1"))
    assert code(state, "p1-w1 2,-1") == "DESTINATION_IS_SHIELD"
    assert code(state, "s1 0,1") == "NOT_YOUR_PIECE"


@pytest.mark.parametrize("thing", ["()", "2w1", "1w2"])
def test_a_piece_or_a_hole_in_the_middle_blocks_the_path(thing: str) -> None:
    state = position(OPEN.replace("1w1 .", f"1w1 {thing}", 1))
    refusal = GAME.refusal(state, 0, parse("p1-w1 3,-1"))
    assert refusal is not None
    assert refusal.code == "PATH_BLOCKED"
    assert refusal.objects in (("2,-1",), ("p2-w1",), ("p1-w2",))


def test_nothing_moves_after_the_end_or_in_a_famine() -> None:
    over = position("result throne 1\n" + OPEN)
    famine = position("ruleset shields\nfamine p1-w1 | p2-j\nsealed - -\n" + OPEN)
    placing = position("placing 2\n" + OPEN)
    for state in (over, famine, placing):
        assert code(state, "p1-w1 2,-1") == "GAME_NOT_PLAYING"
        assert code(state, "skip") == "GAME_NOT_PLAYING"


def test_a_clock_may_skip_only_the_movers_turn() -> None:
    state = position(OPEN)
    assert GAME.refusal(state, 0, Skip()) is None
    assert code(state, "skip", seat=1) == "NOT_YOUR_TURN"


def test_refusals_name_a_section_of_the_rules() -> None:
    from meadhall.registry import rules_text  # noqa: PLC0415 - only this test reads the rules

    sections = {
        line.removeprefix("## ").strip()
        for line in rules_text("jarls").splitlines()
        if line.startswith("## ")
    }
    state = position(CODES)
    tried = [Move(piece, hex_) for piece in BY_NAME for hex_ in (*grid(4).hexes,)]
    refusals = [GAME.refusal(state, seat, action) for seat in (0, 1) for action in tried]
    refusals += [GAME.refusal(state, 0, Starve("p1-w1")), GAME.refusal(state, 1, Skip())]
    clauses = {refusal.clause for refusal in refusals if refusal is not None}
    assert clauses <= sections


def test_a_jarl_that_could_run_learns_what_is_in_the_way() -> None:
    state = position(DRAFT.replace("1w2 1J  .   .", "1w2 1J  ()  ."))
    refusal = GAME.refusal(state, 0, parse("p1-j 2,1"))
    assert refusal is not None
    assert (refusal.code, refusal.objects) == ("PATH_BLOCKED", ("1,1",))


def test_the_game_refuses_and_applies_by_these_rules() -> None:
    assert GAME.refusal is refusals.refusal
    assert GAME.apply is apply.apply


ANYTHING_ELSE = [
    None,
    42,
    "p1-w1 2,-1",
    b"skip",
    ("p1-w1", (2, -1)),
    {"kind": "move", "piece": "p1-w1", "to": [2, -1]},
    Move,
    checkers.Move(0, 1),
]
FAMINE = "ruleset shields\nfamine p1-w1 p1-j | p2-j\nsealed - -\n" + OPEN
POSITIONS = (OPEN, FAMINE, "placing 2\n" + OPEN, "result throne 1\n" + OPEN, "fog true\n" + OPEN)


@pytest.mark.parametrize("thing", ANYTHING_ELSE, ids=repr)
@pytest.mark.parametrize("text", POSITIONS)
def test_what_is_no_action_is_refused(thing: object, text: str) -> None:
    state = position(text)
    for seat in (0, 1, -1, 99):
        assert refusals.refusal(state, seat, thing) == NOT_AN_ACTION
        with pytest.raises(Refused, match="BAD_ACTION"):
            apply.apply(state, seat, thing)


@pytest.mark.parametrize("seat", [-1, 2, 99])
@pytest.mark.parametrize("text", POSITIONS)
def test_a_seat_that_does_not_exist_is_refused_everything(seat: int, text: str) -> None:
    state = position(text)
    for action in (Move("p1-w1", (2, -1)), Starve("p1-w1"), Place((0, 1)), Skip()):
        assert GAME.refusal(state, seat, action) is not None
        with pytest.raises(Refused):
            GAME.apply(state, seat, action)
    assert list(GAME.legal_actions(state, seat)) == []


def test_a_player_reads_which_piece_is_meant() -> None:
    state = position(CODES)
    sentences = {
        "p2-w1 0,1": "That is seat 2's Warrior 1; move one of your own pieces.",
        "p1-w1 -2,1": "L9 is taken by seat 1's Warrior 2, on your own side.",
    }
    for text, sentence in sentences.items():
        refusal = GAME.refusal(state, 0, parse(text))
        assert refusal is not None
        assert refusal.sentence == sentence
