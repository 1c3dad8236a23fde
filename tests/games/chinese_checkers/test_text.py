"""Notation, diagrams, the scene, the guide and the numbers."""

from dataclasses import replace

import pytest
from tests.games.chinese_checkers.positions import home, two, walled_in

from meadhall.core.game import start
from meadhall.core.refusal import Refused
from meadhall.core.rng import Rng
from meadhall.core.scene import Scene, Stroke, Token
from meadhall.games.chinese_checkers import GAME
from meadhall.games.chinese_checkers.board import CORNER_OF, HOLES, NUMBER, STEPS, TIPS
from meadhall.games.chinese_checkers.present import PRESENT, contrast
from meadhall.games.chinese_checkers.types import (
    EMPTY,
    Ended,
    Left,
    Move,
    Moved,
    Options,
    Skipped,
    State,
)
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


def test_the_scene_says_whose_turn_it_is_and_where_the_last_marble_went() -> None:
    scene = PRESENT.scene(FIRST)
    assert scene.headline == "Seat 1 (red ●) to move"
    assert scene.arrows == ()
    after = PRESENT.scene(GAME.apply(FIRST, 0, Move(3, 14)).state)
    assert after.arrows[0].path == ("c3", "c14")
    assert after.arrows[0].seat == 0


SECOND = GAME.apply(FIRST, 0, Move(3, 14)).state


def strokes(before: State, move: Move) -> tuple[Stroke, ...] | None:
    step = GAME.apply(before, before.turn, move)
    return contrast(before, step.state, step.events)


def test_a_move_changes_a_marble_a_gauge_and_the_last_way() -> None:
    after = GAME.apply(SECOND, 1, Move(117, 106)).state
    words, walked, counted = strokes(SECOND, Move(117, 106)) or ()
    assert words.after == Scene(PRESENT.scene(after).headline)
    assert walked.before == Scene("", tokens=(marble(SECOND, "m117"),))
    arrows = PRESENT.scene(after).arrows
    assert walked.after == Scene("", tokens=(marble(after, "m106"),), arrows=arrows)
    assert [gauge.id for gauge in counted.after.gauges] == ["moves"]


def marble(state: State, id_: str) -> Token:
    return next(token for token in PRESENT.scene(state).tokens if token.id == id_)


def test_a_stroke_that_comes_up_again_is_the_same() -> None:
    again = replace(SECOND, options=Options("free"))
    assert strokes(SECOND, Move(117, 106)) == strokes(again, Move(117, 106)) is not None


def test_a_move_into_the_target_changes_the_movers_gauge_too() -> None:
    gate, goal = next(
        (step, hole)
        for hole in TIPS[0]
        for step in STEPS[hole]
        if CORNER_OF[step] is None and SECOND.board[step] == EMPTY
    )
    board = list(SECOND.board)
    board[117], board[gate], board[goal] = board[goal], board[117], board[gate]
    *_, counted = strokes(replace(SECOND, board="".join(board)), Move(gate, goal)) or ()
    gauges = counted.after.gauges
    assert [(gauge.id, gauge.value) for gauge in gauges] == [("home-1", 1), ("moves", 2)]


def test_whatever_is_no_plain_move_is_drawn_anew() -> None:
    assert GAME.leave
    left = GAME.leave(SECOND, 1)
    assert contrast(SECOND, left.state, left.events) is None
    assert strokes(FIRST, Move(3, 14)) is None  # there may be something to note at the beginning


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
    assert cells[0].label == "hole 0, home of seat 1"
    assert {cell.kind for cell in PRESENT.scene(FIRST).cells} == {"home", "centre", "tip"}
    assert PRESENT.scene(FIRST).cells[0].label == "hole 0, home of seat 1, target of seat 2"


def test_a_step_slides_and_each_hop_is_a_motion_of_its_own() -> None:
    (slide,) = PRESENT.motions(Moved(0, (6, 14)))
    assert (slide.kind, slide.path) == ("slide", ("c6", "c14"))
    (single,) = PRESENT.motions(Moved(0, (3, 14)))
    assert single.kind == "hop"
    hops = PRESENT.motions(Moved(0, (5, 16, 14)))
    assert [(hop.kind, hop.path, hop.beat) for hop in hops] == [
        ("hop", ("c5", "c16"), 0),
        ("hop", ("c16", "c14"), 1),
    ]


def test_every_event_has_its_sentence() -> None:
    assert PRESENT.tell(Moved(0, (5, 16, 14))) == "Seat 1 (red ●) goes 5 to 16 to 14."
    assert "passed over" in PRESENT.tell(Skipped(1))
    assert "leaves" in PRESENT.tell(Left(1))
    assert PRESENT.tell(Ended(None, "repetition")) == "A draw: the best are level."
    assert PRESENT.tell(Ended(1, "goal")).startswith("Seat 2 (blue ■) wins: has all ten")
    assert PRESENT.motions(Skipped(1))[0].kind == "say"


def test_the_headline_of_a_finished_match_says_who_won() -> None:
    assert GAME.leave is not None
    over = GAME.leave(FIRST, 0).state
    assert "Seat 2 (blue ■) wins" in PRESENT.scene(over).headline
    assert "has left" in PRESENT.scene(over).gauges[0].label


def test_a_marble_and_a_hole_are_clicked_to_move() -> None:
    assert PRESENT.reading is not None
    assert PRESENT.gesture(Move(6, 14)) == ("m6", "c14")
    assert PRESENT.reading(FIRST, ("m6", "c14")) == Move(6, 14)
    assert PRESENT.reading(FIRST, ("m6", "m7")) == Move(6, 7)
    alone = PRESENT.reading(FIRST, ("m6",))
    assert alone is not None
    assert alone.start == 6 != alone.end
    assert PRESENT.reading(FIRST, ("m6", "elsewhere")) is None


def test_five_players_are_told_who_runs_to_an_empty_tip() -> None:
    (note,) = PRESENT.scene(start(GAME, Options(), 5, Rng("x"))).notes
    assert "runs to a tip that nobody starts in" in note


def test_a_seat_that_was_passed_over_is_named() -> None:
    state, move = walled_in()
    after = GAME.apply(state, 3, move).state
    assert PRESENT.scene(after).notes == ("Seat 1 (red ●) could not move and was passed over.",)


def test_nothing_is_hidden_from_anybody() -> None:
    step = GAME.apply(FIRST, 0, Move(3, 14))
    for viewer in (0, 1, None):
        assert GAME.view(step.state, viewer) == step.state
        assert [GAME.view_event(event, viewer) for event in step.events] == list(step.events)
    assert GAME.resample(GAME.view(step.state, 1), Rng("other")) == step.state


def test_the_guide_can_be_played_as_it_is_written() -> None:
    assert GAME.guide is not None
    state: State = start(GAME, GAME.guide.options, GAME.guide.seats, Rng(GAME.guide.seed))
    plies = [ply for step in GAME.guide.steps for ply in step.plies]
    for seat, text in plies:
        state = GAME.apply(state, seat, GAME.notation.parse(text)).state
    assert len(state.history) == len(plies)


def test_every_move_has_a_number_of_its_own() -> None:
    assert GAME.encode is not None
    moves = GAME.legal_actions(FIRST, 0)
    numbers = [GAME.encode.index(Options(), 2, move) for move in moves]
    assert [GAME.encode.action(Options(), 2, number) for number in numbers] == list(moves)
    assert max(numbers) < GAME.encode.action_count(Options(), 2) == 121 * 121


def test_the_observation_has_a_plane_for_every_seat_and_for_every_turn() -> None:
    assert GAME.encode is not None
    seen = GAME.encode.observe(FIRST)
    planes = [seen[i : i + 121] for i in range(0, len(seen), 121)]
    assert [sum(plane) for plane in planes] == [10, 10, 121, 0]
    assert GAME.encode.shape(Options(), 2) == (len(planes), 121)


def test_the_evaluation_likes_progress_and_hates_the_others() -> None:
    assert GAME.evaluate is not None
    assert GAME.evaluate(FIRST, 0) == GAME.evaluate(FIRST, 1) == 0
    ahead = GAME.apply(FIRST, 0, Move(3, 14)).state
    assert GAME.evaluate(ahead, 0) > 0 > GAME.evaluate(ahead, 1)


def test_the_evaluation_has_no_plateau_at_the_target() -> None:
    """Any step of the last marble towards the last open hole is worth something."""
    assert GAME.evaluate is not None
    target = home(1)
    open_hole, crowd = target[0], home(0)
    walk = [open_hole, *_line_from(open_hole)]
    scores = [
        GAME.evaluate(two([hole, *target[1:]], crowd), 0) for hole in walk if hole not in crowd
    ]
    assert scores == sorted(scores, reverse=True)
    assert len(set(scores)) == len(scores)


def _line_from(hole: int) -> list[int]:
    """Straight up the board."""
    q, r = HOLES[hole]
    return [NUMBER[q, at] for at in range(r - 1, -5, -1) if (q, at) in NUMBER]
