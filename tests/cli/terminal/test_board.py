"""The board as text: places by coordinates, marks without colour, and room enough or nothing."""

from dataclasses import replace

from meadhall.cli.terminal.board import SeatLook, board, cell_names, crowds, legend
from meadhall.core.scene import Arrow, Cell, Scene, Token

LOOK = SeatLook(("●", "■"), ("red", "blue"))


def hexes(radius: int) -> tuple[Cell, ...]:
    span = range(-radius, radius + 1)
    on = [(q, r) for r in span for q in span if abs(q + r) <= radius]
    return tuple(Cell(f"h{q},{r}", f"hex {q},{r}", 1000 * q + 500 * r, 866 * r) for q, r in on)


def plain(scene: Scene, width: int = 80) -> list[str]:
    picture = board(scene, LOOK, width)
    assert picture is not None
    return [line.rstrip() for line in picture.plain.splitlines()]


def test_hexes_stand_between_the_two_above_them() -> None:
    assert plain(Scene("", hexes(1))) == ["  ·   ·", "·   ·   ·", "  ·   ·"]


def test_squares_stand_in_rows_and_a_gap_stays_a_gap() -> None:
    cells = tuple(
        Cell(f"{x}{y}", "", 1000 * x, 1000 * y, "square") for x in (0, 1, 3) for y in (0, 1, 3)
    )
    assert plain(Scene("", cells)) == ["·   ·       ·", "·   ·       ·", "", "·   ·       ·"]


def test_rows_of_flat_topped_hexes_are_told_apart() -> None:
    cells = (Cell("a", "", 0, 0), Cell("b", "", 1500, 866), Cell("c", "", 3000, 0))
    assert plain(Scene("", cells)) == ["·   ·", "  ·"]


def test_tokens_show_their_seat_without_colour() -> None:
    tokens = (
        Token("t1", "jarl", "h0,0", "J", seat=0),
        Token("t2", "warrior", "h1,0", "W", seat=1, badge="3"),
        Token("t3", "marble", "h-1,0", "●", seat=0),
        Token("t4", "stone", "h0,1", "o"),
    )
    assert plain(Scene("", hexes(1), tokens)) == ["  ·   ·", "●   ●J  ■W3", "  ·   o"]


def test_cells_show_kind_badge_and_owner() -> None:
    cells = (
        Cell("a", "", 0, 0),
        Cell("b", "", 1000, 0, kind="lake"),
        Cell("c", "", 2000, 0, kind="keep", badge="♛"),
        Cell("d", "", 3000, 0, seat=1),
        Cell("e", "", 4000, 0),
    )
    scene = Scene("", cells)
    assert plain(scene) == ["·   ○   ♛   ·■  ·"]
    assert legend(scene).plain == "♛ keep   ○ lake"
    rivals = replace(scene, cells=(*cells, Cell("f", "", 5000, 0, kind="pit", badge="○")))
    assert legend(rivals).plain == "♛ keep   ◇ lake   ○ pit"


def test_a_crowd_shows_its_first_and_is_listed() -> None:
    cells = (Cell("a", "field 1", 0, 0), Cell("b", "field 2", 1000, 0))
    tokens = (Token("x", "Ann", "a", "A"), Token("y", "Bo", "a", "B"), Token("z", "Cy", "b", "C"))
    scene = Scene("", cells, tokens)
    assert plain(scene) == ["A+  C"]
    assert {place: [t.label for t in held] for place, held in crowds(scene).items()} == {
        "field 1": ["Ann", "Bo"]
    }


def test_both_ends_of_an_arrow_are_underlined() -> None:
    scene = Scene("", hexes(1), arrows=(Arrow("last", "last move", ("h0,0", "h1,0")),))
    picture = board(scene, LOOK, 80)
    assert picture is not None
    marked = [span for span in picture.spans if "underline" in str(span.style)]
    assert len(marked) == 2


def test_names_leave_out_what_all_ids_begin_with() -> None:
    named = cell_names(Scene("", hexes(1)), 80)
    assert named is not None
    assert "0,0" in named.plain
    assert "h" not in named.plain


def test_a_board_moves_together_in_a_narrow_terminal_and_then_gives_up() -> None:
    scene = Scene("", hexes(3))
    assert max(map(len, plain(scene, 80))) == 25
    assert max(map(len, plain(scene, 20))) <= 20
    assert board(scene, LOOK, 5) is None


def test_a_narrow_terminal_shows_one_sign_a_cell() -> None:
    tokens = (Token("t1", "jarl", "h0,0", "J", seat=0), Token("t2", "stone", "h1,0", "o"))
    assert plain(Scene("", hexes(1), tokens), 5) == [" · ·", "· ● o", " · ·"]


def test_without_cells_there_is_no_board() -> None:
    assert board(Scene("cards only"), LOOK, 80) is None
