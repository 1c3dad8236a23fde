"""What players get to see of a match."""

from meadhall.core.game import start
from meadhall.core.rng import Rng
from meadhall.games.jarls import GAME
from meadhall.games.jarls.look import PRESENT
from meadhall.games.jarls.look.scene import scene
from meadhall.games.jarls.notation import parse, position
from meadhall.games.jarls.options import Options
from meadhall.games.jarls.types import View

BOARD = """
turn 3, mover 1, {more}
     .   .   .   2J
   .   .   .   .   .
 .   .   ()  .   .   .
.   .   .   *   1J  .   .
 .   1w1 2w1 .   .   .
   .   .   .   .   .
     .   .   .   .
"""


def lay_out(more: str = "ruleset holes") -> View:
    return GAME.view(position(BOARD.format(more=more).replace("()", _obstacle(more))), 0)


def _obstacle(more: str) -> str:
    return "#1" if "shields" in more else "()"


def test_every_hex_says_what_it_is_without_colour() -> None:
    cells = {cell.id: cell for cell in scene(lay_out()).cells}
    assert len(cells) == 37
    assert (cells["0,0"].kind, cells["0,0"].badge) == ("throne", "♛")
    assert (cells["0,-1"].kind, cells["0,-1"].badge) == ("hole", "○")
    assert (cells["3,0"].kind, cells["3,0"].label) == ("edge", "K14, the edge")
    assert (cells["0,0"].name, cells["0,0"].label) == ("Throne", "Throne")
    assert (cells["1,1"].name, cells["1,1"].label) == ("L12", "L12")
    assert (cells["1,1"].x, cells["1,1"].y) == (1500, 866)


def test_pieces_have_letters_numbers_and_owners() -> None:
    tokens = {token.id: token for token in scene(lay_out("ruleset shields")).tokens}
    assert [tokens[name].glyph for name in ("p1-j", "p1-w1", "s1")] == ["J", "W", "S"]
    assert (tokens["p2-w1"].seat, tokens["p2-w1"].badge) == (1, "1")
    assert tokens["p2-j"].label == "Seat 2's Jarl"
    assert tokens["p1-w1"].label == "Seat 1's Warrior 1"
    assert tokens["s1"].label == "Shield 1"


def test_gauges_count_rounds_quiet_rounds_and_warriors() -> None:
    gauges = {gauge.id: gauge for gauge in scene(lay_out("warriors 5")).gauges}
    assert gauges["round"].value == 1
    assert (gauges["quiet"].value, gauges["quiet"].most) == (0, 50)
    assert gauges["quiet"].label == "Rounds without a capture"
    assert gauges["quiet"].then == "then a draw"
    assert (gauges["warriors-2"].value, gauges["warriors-2"].most) == (1, 5)


def test_the_quiet_gauge_points_at_the_next_starvation() -> None:
    for quiet, limit in ((0, 10), (9, 10), (10, 15), (14, 15), (15, 20)):
        gauges = scene(lay_out(f"ruleset shields, quiet {quiet}")).gauges
        assert (gauges[1].most, gauges[1].then) == (limit, "then starvation")


def test_the_last_move_is_an_arrow_unless_nothing_moved() -> None:
    state = GAME.apply(lay_out().state, 0, parse("p1-w1 -3,2")).state
    assert scene(GAME.view(state, None)).arrows[0].path == ("-2,1", "-3,2")
    blocked = GAME.apply(lay_out().state, 0, parse("p1-w1 -1,1")).state
    assert scene(GAME.view(blocked, None)).arrows == ()
    assert scene(lay_out()).arrows == ()


def test_headlines_say_what_is_going_on() -> None:
    famine = "ruleset shields\nfamine p1-w1 p1-j | p2-w1\nsealed - -"
    placing = "ruleset shields\nplacing 2"
    won, drawn = "fog false\nresult throne 1", "fog false\nresult quiet"
    headlines = [
        scene(lay_out(more)).headline for more in ("fog false", famine, placing, won, drawn)
    ]
    assert headlines == [
        "Seat 1 to move",
        "Starvation: seat 1 to choose a piece",
        "Seat 1 to place a Shield",
        "Seat 1 takes the Throne and wins.",
        "Too many rounds without a capture: the match is a draw.",
    ]


def test_the_task_says_what_to_choose() -> None:
    famine = "ruleset shields\nfamine p1-w1 p1-j | p2-w1\nsealed - -"
    tasks = [
        scene(lay_out(more)).task for more in ("fog false", famine, "ruleset shields\nplacing 2")
    ]
    assert tasks == [
        "Choose a Warrior or your Jarl, then a marked hex.",
        "Choose which of your marked pieces starves.",
        "Choose a marked hex for a Shield.",
    ]


def test_of_two_players_the_last_of_a_round_moves_twice() -> None:
    turns = ("round 0, first 1, mover 1", "round 0, first 1, mover 2", "round 1, first 2, mover 2")
    boards = [BOARD.replace("mover 1, {more}", turn) for turn in turns]
    assert [scene(GAME.view(position(board), 0)).headline for board in boards] == [
        "Seat 1 to move",
        "Seat 2 moves twice now",
        "Seat 2 to move again",
    ]
    assert [scene(GAME.view(position(board), 0)).task.split(":")[0] for board in boards[1:]] == [
        "You move twice now",
        "You move again",
    ]


def test_of_three_players_nobody_moves_twice() -> None:
    third = BOARD.replace("mover 1, {more}", "first 1, mover 3").replace(" .\n   .", " .\n   3J", 1)
    assert scene(GAME.view(position(third), 0)).headline == "Seat 3 to move"


def test_others_see_that_a_choice_is_sealed_and_not_which() -> None:
    state = position(
        BOARD.format(more="ruleset shields").replace("()", "#1")
        + "famine p1-w1 p1-j | p2-w1 p2-j\nsealed p1-w1 -"
    )
    assert scene(GAME.view(state, 1)).notes == ("Seat 1 has chosen.",)


def test_teams_are_named() -> None:
    state = start(GAME, Options(teams=True), 4, Rng("1"))
    assert scene(GAME.view(state, None)).notes == (
        "Seat 1 and seat 3 are a team.",
        "Seat 2 and seat 4 are a team.",
    )


def test_six_seats_have_marks_and_colours_of_their_own() -> None:
    assert PRESENT.colours == ("#E53935", "#1E88E5", "#43A047", "#FB8C00", "#8E24AA", "#00ACC1")
    assert len(set(PRESENT.marks)) == 6
