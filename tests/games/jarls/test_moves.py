"""Which commands are legal, and why others are not."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from meadhall.core.game import start
from meadhall.core.rng import Rng
from meadhall.games.jarls import GAME
from meadhall.games.jarls.combat import preview
from meadhall.games.jarls.grid import grid
from meadhall.games.jarls.moves import has_draft, legal_moves
from meadhall.games.jarls.notation import parse, position
from meadhall.games.jarls.pieces import BY_NAME
from meadhall.games.jarls.types import Move, Options, Ruleset, Skip, Starve, State
from meadhall.kit.hexgrid import distance

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


RULESETS: tuple[Ruleset, ...] = ("holes", "shields")


def code(state: State, text: str, seat: int = 0) -> str | None:
    action = parse(text)
    refusal = GAME.refusal(state, seat, action)
    return None if refusal is None else refusal.code


def targets(state: State, piece: str) -> set[str]:
    moves = legal_moves(state, state.board, state.turn.mover)
    return {f"{move.to[0]},{move.to[1]}" for move in moves if move.piece == piece}


def test_a_warrior_may_go_one_hex_or_two() -> None:
    state = position(OPEN)
    assert code(state, "p1-w1 2,-1") is None
    assert code(state, "p1-w1 3,-1") is None


def test_a_warrior_has_at_most_twelve_destinations_within_two_hexes() -> None:
    state = position(OPEN)
    moves = [m for m in legal_moves(state, state.board, 0) if m.piece == "p1-w1"]
    assert 0 < len(moves) <= 12
    assert all(distance((1, -1), move.to) <= 2 for move in moves)


def test_a_jarl_without_draft_goes_one_hex_only() -> None:
    assert targets(position(OPEN), "p1-j") == {"-1,3", "0,2", "1,2"}


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


def test_a_jarl_with_two_warriors_behind_it_runs_two_hexes_gaps_allowed() -> None:
    state = position(DRAFT)
    assert "2,1" in targets(state, "p1-j")
    assert code(state, "p1-j 2,1") is None


def test_a_jarl_that_could_run_is_told_what_is_in_the_way() -> None:
    state = position(DRAFT.replace("1w2 1J  .   .", "1w2 1J  ()  ."))
    refusal = GAME.refusal(state, 0, parse("p1-j 2,1"))
    assert refusal is not None
    assert (refusal.code, refusal.objects) == ("PATH_BLOCKED", ("1,1",))


def test_two_hexes_give_momentum_and_one_does_not() -> None:
    state = position(DRAFT)
    for text, momentum in (("p1-j 1,1", False), ("p1-j 2,1", True), ("p1-w2 -1,-1", True)):
        action = parse(text)
        assert isinstance(action, Move)
        assert (preview(state, action).type, preview(state, action).momentum) == ("move", momentum)


@pytest.mark.parametrize(
    "row",
    [
        " 1w1 2w1 1w2 1J  .   .",
        " 1w1 .   .   1J  .   .",
        " 1w1 1w2 2w1 1J  .   .",
    ],
)
def test_an_enemy_or_a_missing_warrior_spoils_the_draft(row: str) -> None:
    state = position(DRAFT.replace(" 1w1 .   1w2 1J  .   .", row))
    assert code(state, "p1-j 2,1") == "JARL_NEEDS_DRAFT_FOR_TWO_HEX"


def test_a_hole_does_not_end_a_draft_and_a_shield_does() -> None:
    hole = position(DRAFT.replace("1w1 .   1w2", "1w1 ()  1w2"))
    shield = position("ruleset shields\n" + DRAFT.replace("1w1 .   1w2", "1w1 #1  1w2"))
    table, start_cell = grid(3), grid(3).number[(0, 1)]
    assert has_draft(hole.board, table, start_cell, 0)
    assert not has_draft(shield.board, table, start_cell, 0)


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
    """Each command is free of the faults named above it and has some that are named below."""
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


def test_j4_a_warrior_never_crosses_the_throne() -> None:
    state = position(OPEN)
    assert code(state, "p1-w1 -1,1") == "PATH_BLOCKED"
    assert code(state, "p1-w1 0,0") == "WARRIOR_CANNOT_ENTER_THRONE"
    assert not targets(state, "p1-w1") & {"-1,1", "0,0"}


def test_a_jarl_may_step_onto_the_throne() -> None:
    assert code(position(CODES), "p1-j 0,0") is None


def test_j5_attacks_that_will_be_blocked_are_legal() -> None:
    state = position(OPEN.replace("1w1 .", "1w1 2w1"))
    assert "2,-1" in targets(state, "p1-w1")
    assert code(state, "p1-w1 2,-1") is None


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


@settings(deadline=None, max_examples=25)
@given(st.sampled_from(RULESETS), st.integers(2, 6), st.integers(0, 999))
def test_a_command_is_listed_exactly_if_it_is_not_refused(
    ruleset: Ruleset, seats: int, seed: int
) -> None:
    state, rng = start(GAME, Options(ruleset=ruleset), seats, Rng(str(seed))), Rng(str(seed))
    for _ in range(6):
        action, rng = rng.choice(GAME.legal_actions(state, state.turn.mover))
        state = GAME.apply(state, state.turn.mover, action).state
    pieces = [name for name, code in BY_NAME.items() if code in state.board]
    every = {Move(piece, hex_) for piece in pieces for hex_ in grid(state.radius).hexes}
    allowed = {move for move in every if GAME.refusal(state, state.turn.mover, move) is None}
    assert allowed == set(GAME.legal_actions(state, state.turn.mover))
