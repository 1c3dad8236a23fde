"""Sudden death: rings that fall."""

import pytest

from meadhall.core.status import Finished
from meadhall.games.jarls import GAME
from meadhall.games.jarls.look.scene import scene
from meadhall.games.jarls.notation import parse, position
from meadhall.games.jarls.types import (
    Eliminated,
    GameEnded,
    PlayerEliminated,
    RingFell,
    State,
    TurnSkipped,
)

pytestmark = pytest.mark.clause("Sudden death")

QUIET = """
sudden_death true, turn 39, round 19, first 1, mover 2, quiet {quiet}
     {top}
   .   .   .   .   .
 .   .   .   .   .   .
.   .   2J  *   .   1J  .
 .   .   .   .   .   .
   .   .   .   .   .
     .   .   .   .
"""


def quiet(rounds: int, top: str = ".   .   1w1 2w1") -> State:
    return position(QUIET.format(quiet=rounds, top=top))


def test_the_outer_ring_falls_after_twenty_quiet_rounds_with_all_that_is_on_it() -> None:
    step = GAME.apply(quiet(19), 1, parse("p2-j -1,1"))
    assert RingFell(2) in step.events
    assert [e for e in step.events if isinstance(e, Eliminated)] == [
        Eliminated("p1-w1", 0, (2, -3), "collapse"),
        Eliminated("p2-w1", 1, (3, -3), "collapse"),
    ]
    assert (step.state.radius, len(step.state.board)) == (2, 19)
    assert step.state.turn.quiet == 20
    assert GAME.invariant(step.state) == []


@pytest.mark.parametrize(("rounds", "falls"), [(18, False), (20, False), (24, True), (29, True)])
def test_then_a_ring_falls_every_five_rounds(rounds: int, falls: bool) -> None:  # noqa: FBT001 - a table
    step = GAME.apply(quiet(rounds), 1, parse("p2-j -1,1"))
    assert any(isinstance(e, RingFell) for e in step.events) is falls


def test_one_ring_always_stays() -> None:
    small = position("sudden_death true, mover 2, first 1, quiet 19\n . 2J\n. * .\n 1J .")
    assert GAME.apply(small, 1, parse("p2-j 1,0")).state.radius == 1


def test_without_the_option_no_ring_falls() -> None:
    text = QUIET.format(quiet=19, top=".   .   .   .").replace("sudden_death true, ", "")
    assert GAME.apply(position(text), 1, parse("p2-j -1,1")).state.radius == 3


def test_a_jarl_on_the_ring_falls_and_takes_its_player_along() -> None:
    text = QUIET.format(quiet=19, top="3J  .   .   .").replace("*   .   1J", "*   3w1 1J")
    state = position(text.replace("first 1, mover 2", "first 2, mover 1"))
    step = GAME.apply(state, 0, parse("p1-j 1,1"))
    assert [e.piece for e in step.events if isinstance(e, Eliminated)] == ["p3-j", "p3-w1"]
    assert PlayerEliminated(2) in step.events
    assert step.events[-1] == TurnSkipped(2, "dead")
    assert step.state.turn.mover == 0


def test_when_all_jarls_fall_together_it_is_a_draw() -> None:
    text = QUIET.format(quiet=19, top="1J  .   .   2J").replace("2J  *   .   1J", ".   *   .   .")
    step = GAME.apply(position(text), 1, parse("p2-j 3,-2"))
    assert step.events[-1] == GameEnded((), "allDead")
    assert GAME.status(step.state) == Finished((0, 0), "allDead")


def test_a_last_move_on_a_ring_that_fell_leaves_no_arrow() -> None:
    text = QUIET.format(quiet=19, top="2w1 .   .   .")
    step = GAME.apply(position(text), 1, parse("p2-w1 1,-3"))
    assert step.state.radius == 2
    assert scene(GAME.view(step.state, None)).arrows == ()


def test_starvation_comes_after_the_ring() -> None:
    text = "ruleset shields, starvation_rounds 20\n" + QUIET.format(quiet=19, top=".   .   .   .")
    step = GAME.apply(position(text), 1, parse("p2-j -1,1"))
    kinds = [event.kind for event in step.events]
    assert kinds.index("RING_FELL") < kinds.index("STARVATION_TRIGGERED")
