"""What players get to see of a match."""

from meadhall.core.game import start
from meadhall.core.rng import Rng
from meadhall.core.scene import Motion
from meadhall.games.jarls import GAME
from meadhall.games.jarls.notation import parse, position
from meadhall.games.jarls.present import PRESENT, gesture, reading, scene
from meadhall.games.jarls.tell import motions, tell
from meadhall.games.jarls.types import (
    Blocked,
    Compressed,
    Eliminated,
    GameEnded,
    Moved,
    Options,
    Place,
    PlayerEliminated,
    Pushed,
    RingFell,
    RoundEnded,
    ShieldPlaced,
    Skip,
    StarvationChosen,
    StarvationTriggered,
    Starve,
    TurnEnded,
    TurnSkipped,
    View,
)

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


def laid(more: str = "ruleset holes") -> View:
    return GAME.view(position(BOARD.format(more=more).replace("()", _obstacle(more))), 0)


def _obstacle(more: str) -> str:
    return "#1" if "shields" in more else "()"


def test_every_hex_says_what_it_is_without_colour() -> None:
    cells = {cell.id: cell for cell in scene(laid()).cells}
    assert len(cells) == 37
    assert (cells["0,0"].kind, cells["0,0"].badge) == ("throne", "♛")
    assert (cells["0,-1"].kind, cells["0,-1"].badge) == ("hole", "○")
    assert (cells["3,0"].kind, cells["3,0"].label) == ("edge", "3,0, the edge")
    assert (cells["1,1"].x, cells["1,1"].y) == (1500, 866)


def test_pieces_have_letters_numbers_and_owners() -> None:
    tokens = {token.id: token for token in scene(laid("ruleset shields")).tokens}
    assert [tokens[name].glyph for name in ("p1-j", "p1-w1", "s1")] == ["J", "W", "S"]
    assert (tokens["p2-w1"].seat, tokens["p2-w1"].badge) == (1, "1")
    assert tokens["p2-j"].label == "p2-j, Jarl of seat 2"


RANKS = """
turn 3, mover 1, {more}
     .   .   .   2J
   .   .   .   .   .
 .   .   ()  .   .   .
1w2 1w1 2w1 2w2 1J  .   .
 .   .   .   .   .   .
   .   .   .   .   .
     .   .   .   .
"""


def test_the_mover_sees_the_ranks_behind_both_sides_of_an_attack() -> None:
    state = position(RANKS.replace(", {more}", ""))
    previews = [a for a in scene(GAME.view(state, 0)).arrows if a.kind == "preview"]
    assert {(a.id, a.path) for a in previews} >= {
        ("p1-w1 -1,0 support", ("-3,0", "-2,0")),
        ("p1-w1 -1,0 bracing", ("0,0", "-1,0")),
    }
    assert [a for a in scene(GAME.view(state, 1)).arrows if a.kind == "preview"] == []


def test_the_mover_sees_what_its_attacks_would_come_to() -> None:
    notes = scene(laid()).notes
    attack, defense = "1 (1 + 0 momentum + 0 support)", "1 (1 + 0 bracing)"
    assert notes == (f"p1-w1 -1,1 attacks p2-w1: {attack} against {defense}: blocked",)
    assert scene(GAME.view(laid().state, 1)).notes == ()


def test_a_run_across_the_throne_is_no_attack_on_whoever_stands_behind_it() -> None:
    row, across = "1w2 1w1 2w1 2w2 1J  .   .", "1w2 1w1 1J  *   2w1 .   ."
    state = position(RANKS.replace(", {more}", "").replace(row, across))
    assert GAME.refusal(state, 0, parse("p1-j 1,0")) is None
    assert scene(GAME.view(state, 0)).notes == ()


def test_gauges_count_rounds_quiet_rounds_and_warriors() -> None:
    gauges = {gauge.id: gauge for gauge in scene(laid()).gauges}
    assert gauges["round"].value == 1
    assert (gauges["quiet"].value, gauges["quiet"].most) == (0, 50)
    assert (gauges["warriors-2"].value, gauges["warriors-2"].most) == (1, 5)


def test_the_quiet_gauge_points_at_the_next_hunger() -> None:
    for quiet, limit in ((0, 10), (9, 10), (10, 15), (14, 15), (15, 20)):
        gauges = scene(laid(f"ruleset shields, quiet {quiet}")).gauges
        assert gauges[1].most == limit


def test_the_last_move_is_an_arrow_unless_nothing_moved() -> None:
    state = GAME.apply(laid().state, 0, parse("p1-w1 -3,2")).state
    assert scene(GAME.view(state, None)).arrows[0].path == ("-2,1", "-3,2")
    blocked = GAME.apply(laid().state, 0, parse("p1-w1 -1,1")).state
    assert scene(GAME.view(blocked, None)).arrows == ()
    assert scene(laid()).arrows == ()


def test_clicks_are_read_by_what_is_asked() -> None:
    famine = laid("ruleset shields\nfamine p1-w1 p1-j | p2-w1\nsealed - -")
    assert reading(famine, ("p1-w1",)) == Starve("p1-w1")
    assert reading(laid("ruleset shields\nplacing 2"), ("1,1",)) == Place((1, 1))
    assert reading(laid(), ("p1-j", "1,1")) == parse("p1-j 1,1")
    assert reading(laid(), ("1,1",)) is None
    assert reading(laid(), ("p1-w5",)) is None


def test_headlines_say_what_is_going_on() -> None:
    famine = "ruleset shields\nfamine p1-w1 p1-j | p2-w1\nsealed - -"
    placing = "ruleset shields\nplacing 2"
    won, drawn = "fog false\nresult throne 1", "fog false\nresult quiet"
    headlines = [scene(laid(more)).headline for more in ("fog false", famine, placing, won, drawn)]
    assert headlines == [
        "Seat 1 to move",
        "Hunger: seat 1 to choose who starves",
        "Seat 1 to place a Shield",
        "Seat 1 takes the Throne and wins.",
        "Nobody could be driven out for too long: the match is a draw.",
    ]


def test_others_see_that_a_choice_is_sealed_and_not_which() -> None:
    state = position(
        BOARD.format(more="ruleset shields").replace("()", "#1")
        + "famine p1-w1 p1-j | p2-w1 p2-j\nsealed p1-w1 -"
    )
    assert scene(GAME.view(state, 1)).notes == ("Seat 1 has chosen.",)


def test_teams_are_named() -> None:
    state = start(GAME, Options(teams=True), 4, Rng("1"))
    assert scene(GAME.view(state, None)).notes == (
        "Seat 1 and seat 3 fight together.",
        "Seat 2 and seat 4 fight together.",
    )


def test_gestures_are_what_a_person_clicks() -> None:
    assert gesture(parse("p1-w1 0,1")) == ("p1-w1", "0,1")
    assert gesture(Starve("p1-w1")) == ("p1-w1",)
    assert gesture(Place((1, 0))) == ("1,0",)
    assert gesture(Skip()) == ("skip",)


def test_six_seats_have_marks_and_colours_of_their_own() -> None:
    assert PRESENT.colours == ("#E53935", "#1E88E5", "#43A047", "#FB8C00", "#8E24AA", "#00ACC1")
    assert len(set(PRESENT.marks)) == 6


TOLD = [
    (
        Moved("p1-w1", (0, 1), (2, 1), momentum=True),
        "p1-w1 goes from 0,1 to 2,1 at a run.",
        "slide",
    ),
    (Moved("p1-w1", (0, 1), (0, 1), momentum=False), "p1-w1 attacks from 0,1.", "shake"),
    (Blocked("p1-w1", "p2-j", (0, 1)), "p2-j holds against p1-w1.", "shake"),
    (
        Compressed("p1-w1", ("p2-w1", "p2-w2"), (-1, 0)),
        "p1-w1 pushes, but p2-w1, p2-w2 cannot give way at -1,0.",
        "shake",
    ),
    (Pushed("p2-w1", (1, 0), (2, 0), 0, 0), "p2-w1 is pushed from 1,0 to 2,0.", "slide"),
    (Eliminated("p2-w1", 1, (3, 0), "edge"), "p2-w1 is pushed off the board at 3,0.", "fall"),
    (Eliminated("p2-w1", 1, (3, 0), "starvation"), "p2-w1 starves at 3,0.", "vanish"),
    (PlayerEliminated(1), "Seat 2 has lost its Jarl and is out.", "say"),
    (TurnSkipped(1, "clock"), "Seat 2 runs out of time and is passed over.", "say"),
    (RoundEnded(4, 2), "Round 4 is over.", None),
    (
        StarvationTriggered(4, ()),
        "Hunger strikes: everybody loses the Warrior furthest out.",
        "say",
    ),
    (
        StarvationTriggered(4, (0, 1)),
        "Hunger strikes; seat 1 and seat 2 must choose who starves.",
        "say",
    ),
    (StarvationChosen(0), "Seat 1 has chosen.", None),
    (RingFell(4), "The outer ring falls away; 4 rings are left.", "say"),
    (RingFell(1), "The outer ring falls away; one ring is left.", "say"),
    (ShieldPlaced(1, "s1", (1, 0)), "Seat 2 places s1 at 1,0.", "appear"),
    (GameEnded((0,), "throne"), "Seat 1 takes the Throne and wins.", "say"),
    (
        GameEnded((), "quiet"),
        "Nobody could be driven out for too long: the match is a draw.",
        "say",
    ),
    (TurnEnded(0, 1, 3), "Next is seat 2.", None),
]


def test_every_event_has_a_sentence_and_its_motion() -> None:
    for event, sentence, kind in TOLD:
        assert tell(event) == sentence
        assert [motion.kind for motion in motions(event)][:1] == ([kind] if kind else [])


def test_of_what_is_no_event_there_is_nothing_to_say_or_see() -> None:
    assert tell("thunder") == ""
    assert motions("thunder") == ()


def test_a_slide_follows_the_hexes() -> None:
    event = Pushed("p2-w1", (1, 0), (2, 0), 0, 0)
    assert motions(event) == (Motion("slide", "p2-w1", ("1,0", "2,0"), beat=1),)
