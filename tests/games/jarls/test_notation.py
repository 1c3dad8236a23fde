"""Actions and positions as text."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from meadhall.core.refusal import Refused
from meadhall.games.jarls import GAME
from meadhall.games.jarls.notation import diagram, parse, position, write
from meadhall.games.jarls.types import Action, Move, Place, Skip, Starve, View
from meadhall.testing import Playthrough, playthroughs

DRAWN = """\
seats 2, ruleset shields
turn 7, round 3, first 2, mover 1, quiet 4
last p1-w1 2,-1 1,0
    2J  .   .
  .   #1  .   .
.   2w1 *   1w1 .
  .   .   .   .
    .   .   1J"""


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (Move("p1-w3", (1, -2)), "p1-w3 1,-2"),
        (Move("p6-j", (0, 0)), "p6-j 0,0"),
        (Starve("p2-w1"), "starve p2-w1"),
        (Place((-1, 2)), "place -1,2"),
        (Skip(), "skip"),
    ],
)
def test_actions_are_written_and_read(action: Action, text: str) -> None:
    assert write(action) == text
    assert parse(text) == parse(f"  {text.upper()} ") == action


@pytest.mark.parametrize(
    "text", ["", "p1-w3", "p1-w3 1", "p1-w3 a,b", "q7 1,1", "starve", "starve me", "p1-w3 1,1 x"]
)
def test_what_is_no_action_is_refused(text: str) -> None:
    with pytest.raises(Refused) as caught:
        parse(text)
    assert caught.value.refusal.code in ("BAD_NOTATION", "BAD_HEX")


def test_a_position_is_drawn_as_it_is_read() -> None:
    assert diagram(GAME.view(position(DRAWN), None)) == DRAWN


@pytest.mark.parametrize(
    "extra",
    [
        "famine p1-w1 p1-w2 | p2-w1 | -\nsealed - - -",
        "famine - | p2-w1 p2-w2\nsealed - p2-w1",
        "placing 3",
        "result throne 1",
        "result lastStanding 1 2",
        "result quiet",
    ],
)
def test_choices_placements_and_results_are_part_of_a_position(extra: str) -> None:
    head, _, board = DRAWN.partition("\nlast p1-w1 2,-1 1,0")
    text = f"{head}\n{extra}{board}"
    assert diagram(View(None, position(text))) == text


def test_a_bare_board_is_a_position() -> None:
    state = position("  .  2J\n.  *  .\n 1J .")
    assert (state.seats, state.radius, state.turn.mover) == (2, 1, 0)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "0 hexes"),
        (".", "1 hexes"),
        (". .\n. * .\n. . .", "8 hexes"),
        (". .\n. x9 .\n. .", "'x9'"),
        (". .\n. 1w99 .\n. .", "'1w99'"),
        ("seats two\n. .\n. * .\n. .", "'two'"),
        ("rivers 3\n. .\n. * .\n. .", "'rivers 3'"),
        ("turn\n. .\n. * .\n. .", "'turn'"),
        ("order backwards\n. 2J\n. * .\n1J .", "'backwards'"),
        ("last p1-j\n. .\n. * .\n. .", "last move"),
        ("result luck\n. .\n. * .\n. .", "result"),
    ],
)
def test_what_is_no_position_is_refused_with_the_reason(text: str, reason: str) -> None:
    with pytest.raises(Refused) as caught:
        position(text)
    assert caught.value.refusal.code == "BAD_POSITION"
    assert reason in caught.value.refusal.sentence


def test_an_option_of_a_position_is_checked_like_any_other() -> None:
    with pytest.raises(Refused) as caught:
        position("terrain lava\n. .\n. * .\n. .")
    assert caught.value.refusal.code == "BAD_OPTION"


@settings(deadline=None, max_examples=40)
@given(playthroughs(GAME), st.integers(0, 40))
def test_every_position_without_fog_reads_back_as_it_was(play: Playthrough, at: int) -> None:
    positions = list(play.positions())
    state = positions[min(at, len(positions) - 1)].state
    seen = GAME.view(state, None)
    if not seen.unseen and not any(seen.locked):
        assert position(diagram(seen)) == state


def test_what_is_in_the_fog_is_drawn_as_a_question_mark() -> None:
    text = """
fog true
          .   .   .   .   .   2J
        .   .   .   .   .   .   .
      .   .   .   .   .   .   .   .
    .   .   .   .   .   .   .   .   .
  .   .   .   .   .   .   .   .   .   .
.   .   .   .   .   *   .   .   .   .   .
  .   .   .   .   .   .   .   .   .   .
    .   .   .   .   .   .   .   .   .
      .   .   .   .   .   .   .   .
        .   .   .   .   .   .   .
          1J  .   .   .   .   .
"""
    rows = diagram(GAME.view(position(text), 0)).splitlines()
    assert rows[2].split() == ["?"] * 6
    assert rows[-1].split() == ["1J", ".", ".", ".", ".", "?"]
