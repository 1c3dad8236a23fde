"""Starvation in the shields ruleset."""

import pytest

from meadhall.core.rng import Rng
from meadhall.core.status import Finished, ToAct
from meadhall.games.jarls import GAME
from meadhall.games.jarls.notation import parse, position
from meadhall.games.jarls.options import Options
from meadhall.games.jarls.rules.apply import leave
from meadhall.games.jarls.rules.starvation import candidates, is_due
from meadhall.games.jarls.types import (
    Eliminated,
    GameEnded,
    Place,
    PlayerEliminated,
    StarvationChosen,
    StarvationTriggered,
    Starve,
    State,
    TurnSkipped,
)

pytestmark = pytest.mark.clause("Starvation")

BOARD = """
ruleset shields, turn 19, round 9, first 1, mover 2, quiet 9
     2J  {a}   .   {b}
   .   .   .   .   .
 .   .   .   2w3 .   .
.   .   .   *   1w3 .   {c}
 .   .   .   .   .   .
   .   .   .   .   .
     {d}   .   .   1J
"""


def lay_out(a: str = ".", b: str = ".", c: str = ".", d: str = ".") -> State:
    return position(BOARD.format(a=a, b=b, c=c, d=d))


def test_starvation_is_due_after_ten_quiet_rounds_and_every_five_after() -> None:
    due = [quiet for quiet in range(31) if is_due(quiet, Options())]
    assert due == [10, 15, 20, 25, 30]


def test_both_numbers_are_options() -> None:
    options = Options(starvation_rounds=3, starvation_repeat=2)
    assert [quiet for quiet in range(9) if is_due(quiet, options)] == [3, 5, 7]


def test_the_warriors_furthest_out_are_candidates() -> None:
    assert candidates(lay_out(b="2w1", c="1w1")) == (("p1-w1",), ("p2-w1",))


def test_several_equally_far_are_all_candidates() -> None:
    assert candidates(lay_out(c="1w1", d="1w2"))[0] == ("p1-w1", "p1-w2")


def test_the_jarl_is_at_risk_when_there_are_no_warriors() -> None:
    state = position(
        BOARD.format(a=".", b=".", c=".", d=".").replace("1w3", ".").replace("2w3", ".")
    )
    assert candidates(state) == (("p1-j",), ("p2-j",))


def test_j9_starvation_without_a_choice_comes_with_the_end_of_the_round() -> None:
    step = GAME.apply(lay_out(b="2w1", c="1w1"), 1, parse("p2-w3 1,-2"))
    kinds = [event.kind for event in step.events]
    assert kinds[1:4] == ["TURN_ENDED", "ROUND_ENDED", "STARVATION_TRIGGERED"]
    assert [e for e in step.events if isinstance(e, Eliminated)] == [
        Eliminated("p1-w1", 0, (3, 0), "starvation"),
        Eliminated("p2-w1", 1, (3, -3), "starvation"),
    ]
    assert step.state.turn.quiet == 10


def test_j9_ties_are_chosen_in_secret_and_opened_together() -> None:
    state = GAME.apply(lay_out("2w1", "2w2", "1w1", "1w2"), 1, parse("p2-w3 1,-2")).state
    assert GAME.status(state) == ToAct((0, 1))
    assert GAME.legal_actions(state, 0) == (Starve("p1-w1"), Starve("p1-w2"))
    first = GAME.apply(state, 1, Starve("p2-w2"))
    assert first.events == (StarvationChosen(1),)
    assert GAME.status(first.state) == ToAct((0,))
    assert GAME.legal_actions(first.state, 1) == ()
    seen = GAME.view(first.state, 0)
    assert seen.locked == (False, True)
    assert seen.state.famine is not None
    assert seen.state.famine.sealed.choices == (None, None)
    own = GAME.view(first.state, 1).state.famine
    assert own is not None
    assert own.sealed.choices == (None, "p2-w2")
    assert GAME.resample(GAME.view(first.state, 1), Rng("1")) == first.state
    step = GAME.apply(first.state, 0, Starve("p1-w1"))
    dead = [e.piece for e in step.events if isinstance(e, Eliminated)]
    assert dead == ["p1-w1", "p2-w2"]
    assert GAME.status(step.state) == ToAct((1,))


def test_j9_a_sealed_choice_of_another_seat_is_sampled() -> None:
    state = GAME.apply(lay_out("2w1", "2w2", "1w1", "1w2"), 1, parse("p2-w3 1,-2")).state
    seen = GAME.view(GAME.apply(state, 1, Starve("p2-w2")).state, 0)
    sampled = [GAME.resample(seen, Rng(str(seed))).famine for seed in range(20)]
    assert {famine.sealed.choices for famine in sampled if famine} == {
        (None, "p2-w1"),
        (None, "p2-w2"),
    }


def test_j9_a_clock_draws_one_of_the_candidates() -> None:
    state = GAME.apply(lay_out(c="1w1", d="1w2"), 1, parse("p2-w3 1,-2")).state
    drawn = {GAME.default_action(state, 0, Rng(str(seed))) for seed in range(20)}
    assert drawn == {Starve("p1-w1"), Starve("p1-w2")}


@pytest.mark.parametrize(
    ("seat", "action", "code"),
    [
        (0, Starve("p1-w3"), "NOT_A_CANDIDATE"),
        (1, Starve("p2-w3"), "NOTHING_TO_CHOOSE"),
        (0, Place((1, 0)), "NO_SHIELD_TO_PLACE"),
    ],
)
def test_wrong_choices_are_refused(seat: int, action: Starve | Place, code: str) -> None:
    state = GAME.apply(lay_out(c="1w1", d="1w2"), 1, parse("p2-w3 1,-2")).state
    refusal = GAME.refusal(state, seat, action)
    assert refusal is not None
    assert refusal.code == code


def test_nobody_starves_without_a_famine() -> None:
    refusal = GAME.refusal(lay_out(), 1, Starve("p2-w3"))
    assert refusal is not None
    assert refusal.code == "NO_STARVATION"


def test_j9_a_push_off_the_board_resets_the_count_and_starving_does_not() -> None:
    text = BOARD.format(a=".", b=".", c="1w1", d=".").replace("1w3 .   1w1", "2w2 2w1 1w1")
    step = GAME.apply(position(text), 1, parse("p2-w1 3,0"))
    assert step.state.turn.quiet == 0
    assert not any(isinstance(e, StarvationTriggered) for e in step.events)


ALONE = """
ruleset shields, turn 19, round 9, first 1, mover 3, quiet 9
     2J  .   .   .
   .   .   .   .   .
 .   .   .   {second} .   .
.   .   .   *   {first} .   .
 .   .   .   .   .   .
   .   .   .   .   .
     3J  {third} .   1J
"""


def test_j9_if_the_player_to_move_starves_the_turn_passes_on() -> None:
    state = position(ALONE.format(first="1w1", second=".  ", third="3w1"))
    step = GAME.apply(state, 2, parse("p3-w1 -1,3"))
    assert PlayerEliminated(1) in step.events
    assert step.events[-1] == TurnSkipped(1, "dead")
    assert (step.state.turn.mover, step.state.turn.first) == (2, 2)


def test_j9_if_all_but_one_starve_that_one_wins() -> None:
    state = position(ALONE.format(first=".  ", second=".  ", third="3w1"))
    step = GAME.apply(state, 2, parse("p3-w1 -1,3"))
    assert step.events[-1] == GameEnded((2,), "lastStanding")


def test_j9_if_all_jarls_starve_together_it_is_a_draw() -> None:
    state = position(ALONE.format(first=".  ", second=".  ", third=".  "))
    step = GAME.apply(state, 2, parse("p3-j -2,2"))
    assert step.events[-1] == GameEnded((), "allDead")
    assert GAME.status(step.state) == Finished((0, 0, 0), "allDead")


def test_who_leaves_in_a_famine_has_nothing_left_to_choose() -> None:
    text = ALONE.format(first="1w1", second="2w1", third="3w1").replace("3J  3w1 .", "3J  3w1 3w2")
    state = GAME.apply(position(text), 2, parse("p3-j -3,2")).state
    assert GAME.status(state) == ToAct((2,))
    step = leave(state, 2)
    assert [e.piece for e in step.events if isinstance(e, Eliminated)][-2:] == ["p1-w1", "p2-w1"]
    assert GAME.status(step.state) == ToAct((1,))
