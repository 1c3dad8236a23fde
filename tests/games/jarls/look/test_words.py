"""What happens, in sentences and motions."""

from meadhall.core.scene import Motion
from meadhall.core.status import Finished
from meadhall.games.jarls.look.motions import motions, move_motions
from meadhall.games.jarls.look.words import ending, phrase, sentence
from meadhall.games.jarls.notation import parse
from meadhall.games.jarls.types import (
    Blocked,
    Compressed,
    Eliminated,
    GameEnded,
    Moved,
    PlayerEliminated,
    Pushed,
    RingFell,
    RoundEnded,
    ShieldPlaced,
    StarvationChosen,
    StarvationTriggered,
    TurnEnded,
    TurnSkipped,
)

SENTENCES = [
    (
        Moved("p1-w1", (0, 1), (2, 1), momentum=True),
        "Seat 1's Warrior 1 moves from L11 to L13 with momentum.",
        "slide",
    ),
    (
        Moved("p1-w1", (0, 1), (1, 1), momentum=False),
        "Seat 1's Warrior 1 moves from L11 to L12.",
        "slide",
    ),
    (
        Moved("p1-w1", (0, 1), (0, 1), momentum=False),
        "Seat 1's Warrior 1 attacks from L11.",
        "shake",
    ),
    (Blocked("p1-w1", "p2-j", (0, 1)), "Seat 2's Jarl holds against seat 1's Warrior 1.", "shake"),
    (
        Compressed("p1-w1", ("p2-w1", "p2-w2"), (-1, 0)),
        (
            "Seat 1's Warrior 1 pushes, but seat 2's Warrior 1 and seat 2's Warrior 2 cannot move:"
            " the way is blocked behind K10."
        ),
        "shake",
    ),
    (
        Pushed("p2-w1", (1, 0), (2, 0), 0, 0),
        "Seat 2's Warrior 1 is pushed from K12 to K13.",
        "push",
    ),
    (
        Eliminated("p2-w1", 1, (3, 0), "edge"),
        "Seat 2's Warrior 1 is pushed off the board at K14.",
        "fall",
    ),
    (Eliminated("p2-w1", 1, (3, 0), "starvation"), "Seat 2's Warrior 1 starves at K14.", "vanish"),
    (PlayerEliminated(1), "Seat 2 has lost the Jarl and is out.", "say"),
    (TurnSkipped(1, "clock"), "Seat 2 runs out of time and loses the turn.", "say"),
    (RoundEnded(4, 2), "Round 4 is over.", None),
    (
        StarvationTriggered(4, ()),
        "Starvation: everybody loses the Warrior furthest from the Throne.",
        "say",
    ),
    (
        StarvationTriggered(4, (0, 1)),
        "Starvation: seat 1 and seat 2 must choose which piece starves.",
        "say",
    ),
    (StarvationChosen(0), "Seat 1 has chosen.", None),
    (RingFell(4), "The outer ring falls away; 4 rings are left.", "say"),
    (RingFell(1), "The outer ring falls away; one ring is left.", "say"),
    (ShieldPlaced(1, "s1", (1, 0)), "Seat 2 places Shield 1 on K12.", "appear"),
    (GameEnded((0,), "throne"), "Seat 1 takes the Throne and wins.", "say"),
    (
        GameEnded((1, 3), "lastStanding"),
        "Seat 2 and seat 4 have the last Jarls standing and win.",
        "say",
    ),
    (
        GameEnded((), "quiet"),
        "Too many rounds without a capture: the match is a draw.",
        "say",
    ),
    (TurnEnded(0, 1, 3), "Seat 2 to move.", None),
    (TurnEnded(1, 1, 3), "Seat 2 moves again: the order turns.", None),
]


def test_every_event_has_a_sentence_and_its_motion() -> None:
    for event, text, kind in SENTENCES:
        assert sentence(event) == text
        assert [motion.kind for motion in motions(event)][:1] == ([kind] if kind else [])


def test_what_is_no_event_has_no_sentence_and_no_motion() -> None:
    assert sentence("thunder") == ""
    assert motions("thunder") == ()


def test_a_push_follows_the_hexes() -> None:
    event = Pushed("p2-w1", (1, 0), (2, 0), 0, 0)
    assert motions(event) == (Motion("push", "p2-w1", ("1,0", "2,0")),)


def test_a_push_moves_the_chain_at_once_and_its_last_piece_falls_on() -> None:
    moved = Moved("p1-w1", (-2, 0), (0, 0), momentum=True)
    fallen = Eliminated("p2-w2", 1, (1, 0), "hole")
    pushed = Pushed("p2-w1", (0, 0), (1, 0), 0, 0)
    (slide,), (fall,), (push,) = move_motions([moved, fallen, pushed])
    assert (slide.beat, fall.beat, push.beat) == (0, 0, 0)
    assert (fall.kind, fall.path) == ("fall", ("0,0", "1,0"))


def test_all_pieces_of_a_player_go_together_after_the_push() -> None:
    moved = Moved("p1-w1", (-1, 0), (0, 0), momentum=False)
    pushed = Pushed("p2-w1", (0, 0), (1, 0), 0, 0)
    lost = [Eliminated(f"p2-w{number}", 1, (2, number), "left") for number in (2, 3)]
    _, (push,), (one,), (two,) = move_motions([moved, pushed, *lost])
    assert push.beat < one.beat == two.beat


def test_actions_and_results_are_said_without_ids() -> None:
    lines = ("p1-w3 1,-2", "p2-j 0,0", "starve p1-w2", "place 1,-2", "skip")
    assert [phrase(parse(line)) for line in lines] == [
        "Warrior 3 to I12", "Jarl to the Throne", "Warrior 2 starves", "Shield on I12", "no move",
    ]  # fmt: skip
    assert ending(Finished((-1, 1), "throne")) == "Seat 2 takes the Throne and wins."
    assert ending(Finished((0, 0), "allDead")) == "No Jarl is left: the match is a draw."
