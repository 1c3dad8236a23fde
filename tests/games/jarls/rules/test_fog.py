"""Fog of war."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from meadhall.core.game import start
from meadhall.core.rng import Rng
from meadhall.games.jarls import GAME
from meadhall.games.jarls.look.scene import scene
from meadhall.games.jarls.notation import parse, position
from meadhall.games.jarls.options import Options
from meadhall.games.jarls.rules.board import grid
from meadhall.games.jarls.rules.optional.fog import known_board, sight
from meadhall.games.jarls.rules.pieces import EMPTY, NAMES, STRIDE, jarl
from meadhall.games.jarls.types import State, Trace
from meadhall.games.jarls.view import sample_fog
from meadhall.kit.hexgrid import distance

pytestmark = pytest.mark.clause("Fog of war")

WIDE = """
fog true, mover {mover}, {more}
          .   .   .   .   .   2J
        .   .   .   .   .   .   .
      .   .   .   .   .   .   .   .
    .   .   .   .   .   .   .   .   .
  .   .   .   .   .   .   .   .   .   .
{middle}
  .   .   .   .   .   .   .   .   .   .
    .   .   .   .   .   .   .   .   .
      .   .   .   .   .   .   .   .
        .   .   .   .   .   .   .
          .   .   .   .   .   .
"""


def wide(middle: str, mover: int = 1, more: str = "ruleset holes") -> State:
    return position(WIDE.format(middle=middle, mover=mover, more=more))


def seen_pieces(state: State, viewer: int | None) -> set[str]:
    return {NAMES[code] for code in GAME.view(state, viewer).state.board if code >= STRIDE}


def test_pieces_over_four_hexes_from_all_of_yours_are_hidden() -> None:
    state = wide("1J  .   .   .   2w1 2w2 .   .   .   .   .")
    assert seen_pieces(state, 0) == {"p1-j", "p2-w1"}
    assert GAME.view(state, 0).unseen == (jarl(1), jarl(1) + 2)


def test_what_is_out_of_sight_is_marked_and_counted() -> None:
    shown = scene(GAME.view(wide("1J  .   .   .   2w1 2w2 .   .   .   .   ."), 0))
    cells = {cell.id: (cell.kind, cell.badge) for cell in shown.cells}
    assert cells["-1,0"] == ("", "")
    assert cells["1,0"] == ("fog", "?")
    assert shown.notes == ("2 pieces are hidden in the fog.",)
    one = scene(GAME.view(wide("1J  .   .   .   2w1 .   .   .   .   .   ."), 0))
    assert one.notes == ("1 piece is hidden in the fog.",)


def test_a_spectator_sees_no_pieces_and_everybody_sees_them_at_the_end() -> None:
    middle = "1J  .   .   .   2w1 2w2 .   .   .   .   ."
    assert seen_pieces(wide(middle), None) == set()
    over = wide(middle, more="ruleset holes\nresult quiet")
    assert seen_pieces(over, None) == {"p1-j", "p2-j", "p2-w1", "p2-w2"}


def test_without_the_option_nothing_is_hidden() -> None:
    state = start(GAME, Options(), 6, Rng("1"))
    assert known_board(state, None) == state.board
    assert GAME.resample(GAME.view(state, 0), Rng("1")) == state


def test_a_team_shares_what_it_sees() -> None:
    state = wide("1J  .   .   .   .   .   .   4w1 2w1 .   3J", more="teams true, seats 4")
    assert seen_pieces(state, 0) == {"p1-j", "p3-j", "p4-w1", "p2-w1"}


def very_wide(middle: str) -> State:
    """A board of radius 8 with that row in the middle and nothing else."""
    rows = [" ".join("." * (17 - abs(r))) for r in range(-8, 9)]
    rows[8] = middle
    return position("fog true, mover 1\n" + "\n".join(rows))


FAR_DRAFT = "1w2 1w1 . . . . . {unseen} . . . . 1J . . . 2J"


def test_an_unseen_piece_does_not_spoil_a_draft_and_a_seen_one_does() -> None:
    unseen = very_wide(FAR_DRAFT.format(unseen="2w1"))
    assert "p2-w1" not in seen_pieces(unseen, 0)
    assert GAME.refusal(unseen, 0, parse("p1-j 6,0")) is None
    seen = very_wide(FAR_DRAFT.replace(" . 1J", " 2w1 1J").format(unseen="."))
    refusal = GAME.refusal(seen, 0, parse("p1-j 6,0"))
    assert refusal is not None
    assert refusal.code == "JARL_NEEDS_DRAFT_FOR_TWO_HEX"


def test_moves_are_checked_on_the_board_their_seat_knows() -> None:
    there, gone = (very_wide(FAR_DRAFT.format(unseen=unseen)) for unseen in ("2w1", "."))
    assert GAME.legal_actions(there, 0) == GAME.legal_actions(gone, 0)
    for q, r in grid(8).hexes:
        for piece in ("p1-j", "p1-w1", "p1-w2"):
            action = parse(f"{piece} {q},{r}")
            assert GAME.refusal(there, 0, action) == GAME.refusal(gone, 0, action)


def test_what_happens_out_of_sight_is_not_shown() -> None:
    state = wide("1J  .   .   .   .   .   .   .   .   .   2w1", mover=2)
    step = GAME.apply(state, 1, parse("p2-w1 5,-1"))
    moved = step.events[0]
    assert GAME.view_event(moved, 0) is None
    assert GAME.view_event(moved, None) is None
    own = GAME.view_event(moved, 1)
    assert own is not None
    assert own.kind == "MOVE"
    assert own.seers is None
    assert GAME.view_event(step.events[1], 0) == step.events[1]
    assert GAME.view(step.state, 0).state.last is None
    assert GAME.view(step.state, 1).state.last == Trace("p2-w1", (5, 0), (5, -1))


def test_a_blocked_attack_is_shown_to_those_who_see_it() -> None:
    state = wide("1J  .   .   .   .   .   .   .   3J  2w1 3w1", mover=2)
    blocked = GAME.apply(state, 1, parse("p2-w1 5,0")).events[1]
    assert blocked.kind == "BLOCKED"
    assert [GAME.view_event(blocked, seat) is not None for seat in range(3)] == [False, True, True]


def test_the_attacker_sees_a_compression_even_if_it_happens_in_the_fog() -> None:
    state = very_wide("1J 1w1 2w1 3w1 2w2 3w2 2w3 3w3 * . . . . 3J . . 2J")
    compressed = GAME.apply(state, 0, parse("p1-w1 -6,0")).events[1]
    assert compressed.kind == "COMPRESSED"
    assert grid(8).number[(0, 0)] not in sight(state, 0)
    assert GAME.view_event(compressed, 0) is not None


def test_every_death_is_shown_to_everybody() -> None:
    state = wide("1J  .   .   .   .   .   3J  .   2w2 2w1 3w1", mover=2)
    death = GAME.apply(state, 1, parse("p2-w1 5,0")).events[1]
    assert death.kind == "ELIMINATED"
    assert GAME.view_event(death, 0) == death


def test_a_jarl_without_other_room_is_sampled_onto_the_throne() -> None:
    state = position("fog true, ruleset shields\n 1J 1w1\n1w2 2J 1w3\n 1w4 1w5")
    seen = GAME.view(state, None)
    assert seen.unseen == tuple(sorted(state.board))
    other = GAME.resample(seen, Rng("1"))
    assert GAME.invariant(other) == []
    assert GAME.view(other, None) == seen


@settings(deadline=None, max_examples=30)
@given(st.integers(2, 6), st.integers(0, 10**6), st.integers(0, 5))
def test_a_sampled_state_keeps_what_is_seen_and_moves_only_what_is_not(
    seats: int, seed: int, viewer: int
) -> None:
    viewer %= seats
    state = start(GAME, Options(fog=True), seats, Rng(str(seed)))
    seen = GAME.view(state, viewer)
    other = sample_fog(seen, Rng(str(seed)))
    assert sorted(other.board) == sorted(state.board)
    lit = sight(state, viewer)
    for cell, code in enumerate(state.board):
        if cell in lit or code < STRIDE:
            assert other.board[cell] == code or (code == EMPTY and cell not in lit)


def test_sight_is_four_hexes() -> None:
    state = wide("1J  .   .   .   .   .   .   .   .   .   .")
    hexes = grid(5).hexes
    assert {distance(hexes[cell], (-5, 0)) for cell in sight(state, 0)} == {0, 1, 2, 3, 4}


def test_a_seat_that_does_not_exist_sees_nothing() -> None:
    state = wide("1J  .   .   .   2w1 2w2 .   .   .   .   .")
    for viewer in (-1, 2, 99):
        assert sight(state, viewer) == frozenset()
        assert seen_pieces(state, viewer) == set()
