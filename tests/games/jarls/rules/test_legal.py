"""Which moves are legal."""

from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from meadhall.core.game import start
from meadhall.core.rng import Rng
from meadhall.games.jarls import GAME
from meadhall.games.jarls.notation import parse, position
from meadhall.games.jarls.options import Options, Ruleset
from meadhall.games.jarls.rules.board import grid
from meadhall.games.jarls.rules.legal import has_draft, legal_moves
from meadhall.games.jarls.rules.pieces import BY_NAME
from meadhall.games.jarls.rules.previews import MovePreview, preview, previews, valid_moves
from meadhall.games.jarls.types import Move, State
from meadhall.kit.hexgrid import distance

pytestmark = pytest.mark.clause("Moves", "Draft", "Throne")

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


def test_valid_moves_of_one_piece_are_its_legal_moves_with_previews() -> None:
    state = position(OPEN.replace("1w1 .", "1w1 2w1"))
    found = valid_moves(state, "p1-w1")
    assert [each.move for each in found] == [
        move for move in legal_moves(state, state.board, 0) if move.piece == "p1-w1"
    ]
    assert all(each == preview(state, each.move) for each in found)
    (attack,) = [each for each in found if each.type == "attack"]
    assert attack.move.to == (2, -1)
    assert attack.combat is not None
    assert (attack.combat.attack.total, attack.combat.defense.total) == (1, 1)
    assert all(each.combat is None for each in found if each.type == "move")


def test_valid_moves_of_a_jarl_go_two_hexes_only_with_a_draft() -> None:
    def lengths(text: str) -> set[int]:
        state = position(text)
        jarl = grid(3).hexes[state.board.index(BY_NAME["p1-j"])]
        return {distance(jarl, each.move.to) for each in valid_moves(state, "p1-j")}

    assert lengths(OPEN) == {1}
    assert lengths(DRAFT) == {1, 2}
    assert MovePreview(Move("p1-j", (2, 1)), "move", momentum=True, combat=None) in valid_moves(
        position(DRAFT), "p1-j"
    )


def test_valid_moves_do_not_ask_whose_turn_it_is() -> None:
    state = position(OPEN)
    assert valid_moves(state, "p2-j") == previews(state, 1) != ()


@pytest.mark.parametrize("piece", ["p1-w9", "p6-j", "s1", "s2", "nobody", ""])
def test_what_is_no_piece_of_a_player_has_no_valid_moves(piece: str) -> None:
    assert valid_moves(position("ruleset shields\n" + OPEN.replace("1w1 .", "1w1 #1")), piece) == ()


def test_after_the_end_there_are_no_valid_moves() -> None:
    over = GAME.apply(position(CODES), 0, parse("p1-j 0,0")).state
    assert valid_moves(over, "p2-w1") == ()


def test_valid_moves_take_less_than_ten_milliseconds() -> None:
    state = start(GAME, Options(), 6, Rng("crowd"))
    began = process_time()
    for _ in range(100):
        assert valid_moves(state, "p1-w1")
    assert process_time() - began < 1


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


@settings(deadline=None, max_examples=25)
@given(st.sampled_from(RULESETS), st.integers(2, 6), st.integers(0, 999))
def test_a_move_is_listed_exactly_if_it_is_not_refused(
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
