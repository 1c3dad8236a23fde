"""What there is to see."""

from dataclasses import replace

import pytest
from tests.games.chinese_checkers.positions import walled_in

from meadhall.core.game import start
from meadhall.core.rng import Rng
from meadhall.games.chinese_checkers import GAME
from meadhall.games.chinese_checkers.look import PRESENT
from meadhall.games.chinese_checkers.rules import board as star
from meadhall.games.chinese_checkers.types import Move, Options

FIRST = start(GAME, Options(), 2, Rng("x"))


def test_the_scene_says_whose_turn_it_is_and_where_the_last_marble_went() -> None:
    scene = PRESENT.scene(FIRST)
    assert scene.headline == "Seat 1 (red ●) to move"
    assert scene.task == "Choose one of your marbles, then a marked hole."
    assert scene.arrows == ()
    after = PRESENT.scene(GAME.apply(FIRST, 0, Move(3, 14)).state)
    assert after.arrows[0].path == ("c3", "c14")
    assert after.arrows[0].seat == 0


def test_seats_are_told_apart_by_colour_and_by_mark() -> None:
    state = start(GAME, Options(), 6, Rng("x"))
    headlines = [PRESENT.scene(replace(state, turn=seat)).headline for seat in range(6)]
    assert [headline.split("(")[1].split()[0] for headline in headlines] == [
        "red", "blue", "green", "yellow", "purple", "orange",
    ]  # fmt: skip
    assert all(mark in line for mark, line in zip(PRESENT.marks, headlines, strict=True))
    assert len(set(PRESENT.marks)) == len(set(PRESENT.colours)) == 6


def test_the_cells_name_homes_and_targets() -> None:
    cells = PRESENT.scene(start(GAME, Options(), 3, Rng("x"))).cells
    assert {cell.kind for cell in cells} == {"home", "target", "centre"}
    assert (cells[0].name, cells[0].label) == ("A1", "A1, home of seat 1")
    assert {cell.kind for cell in PRESENT.scene(FIRST).cells} == {"home", "centre", "corner"}
    assert PRESENT.scene(FIRST).cells[0].label == "A1, home of seat 1, goal of seat 2"


def test_five_players_read_whose_goal_is_nobodys_home() -> None:
    first = start(GAME, Options(starts="classic"), 5, Rng("x"))
    (note,) = PRESENT.scene(first).notes
    assert note == "Seat 3 (green ▲) has an easier goal: with five players, nobody starts in it."


@pytest.mark.parametrize(("seating", "runner"), [(0, 3), (1, 4), (2, 5), (3, 1), (4, 2)])
def test_c5_cells_goals_and_the_note_follow_the_seating(seating: int, runner: int) -> None:
    drawn = (start(GAME, Options(), 5, Rng(str(seed))) for seed in range(100))
    state = next(state for state in drawn if state.seating == seating)
    scene = PRESENT.scene(state)
    assert scene.notes[0].startswith(f"Seat {runner} ")
    cells = {cell.id: cell for cell in scene.cells}
    for seat in range(5):
        assert {
            cells[id_].label.count(f"goal of seat {seat + 1}") for id_ in scene.targets[seat]
        } == {1}
    kinds = {cells[id_].kind for id_ in scene.targets[runner - 1]}
    assert kinds == {"target"}
    tokens = {token.cell for token in scene.tokens if token.seat == runner - 1}
    assert {cells[id_].kind for id_ in tokens} == {"home"}


def test_a_skipped_seat_is_named() -> None:
    state, move = walled_in()
    after = GAME.apply(state, 3, move).state
    assert PRESENT.scene(after).notes == ("Seat 1 (red ●) had no move and was skipped.",)


def test_c1_the_star_is_drawn_pointy_top_with_corner_0_on_top() -> None:
    assert GAME.present is not None
    cells = GAME.present.scene(start(GAME, Options(), 2, Rng("x"))).cells
    top = min(cells, key=lambda cell: cell.y)
    assert top.id == f"c{star.APEX[0]}"
    for here, steps in enumerate(star.STEPS):
        for there in steps:
            dx, dy = cells[here].x - cells[there].x, cells[here].y - cells[there].y
            assert abs(dx * dx + dy * dy - 1_000_000) < 1000


def test_c2_five_players_leave_one_corner_and_one_target_empty() -> None:
    targets = [star.target_of(5, seat) for seat in range(5)]
    assert [seat for seat in range(5) if targets[seat] not in star.SEATING[5]] == [2]
    assert GAME.present is not None
    scene = GAME.present.scene(start(GAME, Options(starts="classic"), 5, Rng("x")))
    assert any("Seat 3" in note and "nobody starts" in note for note in scene.notes)


def test_c2_no_other_number_of_players_has_such_a_note() -> None:
    assert GAME.present is not None
    for seats in (2, 3, 4, 6):
        assert GAME.present.scene(start(GAME, Options(), seats, Rng("x"))).notes == ()
