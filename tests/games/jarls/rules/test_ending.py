"""Winning, losing and leaving."""

import pytest

from meadhall.core.game import Step
from meadhall.core.status import Finished, ToAct
from meadhall.games.jarls import GAME
from meadhall.games.jarls.notation import parse, position
from meadhall.games.jarls.rules.apply import leave
from meadhall.games.jarls.rules.ending import (
    check_last_standing,
    check_win,
    eliminate_player,
    survivors,
)
from meadhall.games.jarls.rules.pieces import owner
from meadhall.games.jarls.rules.push import route_of
from meadhall.games.jarls.types import (
    Eliminated,
    Event,
    GameEnded,
    Move,
    Moved,
    PlayerEliminated,
    Result,
    State,
)

pytestmark = pytest.mark.clause("Throne", "Winning")

NEAR_THRONE = """
turn 3, mover 1
     .   .   .   2J
   .   .   .   .   .
 .   .   .   .   .   .
.   1w1 1w2 *   1J  .   .
 .   .   .   .   .   .
   .   2w1 .   .   .
     .   .   .   .
"""

THREE = """
turn 3, mover 1
     .   .   3J  3w1
   .   .   .   .   .
 .   .   .   .   .   .
.   .   .   *   .   .   .
 2w2 .   1w2 1w1 .   2J
   .   2w1 .   .   .
     .   1J  .   .
"""


def play(state: State, text: str) -> Step[State, Event]:
    return GAME.apply(state, state.turn.mover, parse(text))


def test_a_jarl_that_walks_onto_the_throne_wins_at_once() -> None:
    step = play(position(NEAR_THRONE), "p1-j 0,0")
    assert step.events[-1] == GameEnded((0,), "throne")
    assert GAME.status(step.state) == Finished((1, -1), "throne")
    assert step.state.turn == position(NEAR_THRONE).turn


def test_a_jarl_that_runs_across_the_throne_stops_there_and_wins() -> None:
    text = NEAR_THRONE.replace(".   1w1 1w2 *   1J  .   .", ".   .   .   *   1J  1w1 1w2")
    step = play(position(text), "p1-j -1,0")
    assert step.events[0] == Moved("p1-j", (1, 0), (0, 0), momentum=True)
    assert step.state.result == Result((0,), "throne")


def test_a_blocked_attack_from_the_throne_does_not_win() -> None:
    state = position("""
ruleset shields, turn 3, mover 1
     .   .   .   .
   .   .   .   .   .
 .   .   .   .   .   .
.   .   .   1J  2w1 2J  .
 .   .   .   .   .   .
   .   .   .   .   .
     .   .   .   .
""")
    step = play(state, "p1-j 1,0")
    assert step.events[1].kind == "BLOCKED"
    assert step.state.result is None


def test_the_last_jarl_standing_wins() -> None:
    step = play(position(THREE.replace("3J  3w1", ".   .")), "p1-w1 2,1")
    assert [e.kind for e in step.events] == [
        "MOVE", "ELIMINATED", "ELIMINATED", "ELIMINATED", "PLAYER_ELIMINATED", "GAME_ENDED",
    ]  # fmt: skip
    assert step.state.result == Result((0,), "lastStanding")


def test_j8_a_dead_jarls_warriors_die_of_its_cause() -> None:
    text = THREE.replace("2w2 .   1w2 1w1 .   2J", "2w2 1w2 1w1 .   2J  ()")
    deaths = [e for e in play(position(text), "p1-w1 1,1").events if isinstance(e, Eliminated)]
    assert [(e.piece, e.cause) for e in deaths] == [
        ("p2-j", "hole"), ("p2-w1", "hole"), ("p2-w2", "hole"),
    ]  # fmt: skip


def test_a_player_without_jarl_is_out_and_the_match_goes_on() -> None:
    step = play(position(THREE), "p1-w1 2,1")
    assert PlayerEliminated(1) in step.events
    assert survivors(step.state) == (0, 2)
    assert step.state.turn.mover == 2
    assert step.state.turn.quiet == 0


def test_eliminating_a_player_removes_everything_it_has() -> None:
    state = position(THREE)
    step = eliminate_player(state, 1, "edge")
    assert sum(owner(code) == 1 for code in state.board) == 3
    assert not any(owner(code) == 1 for code in step.state.board)
    assert step.events[-1] == PlayerEliminated(1)
    assert check_last_standing(step.state) is None


def test_eliminating_the_last_but_one_names_the_winner() -> None:
    duel = position(THREE.replace("3J  3w1", ".   ."))
    step = eliminate_player(duel, 1, "edge")
    assert step.state.result == Result((0,), "lastStanding")
    assert step.events[-2:] == (PlayerEliminated(1), GameEnded((0,), "lastStanding"))
    assert not any(owner(code) == 1 for code in step.state.board)
    assert GAME.status(step.state) == Finished((1, -1), "lastStanding")


def test_one_may_eliminate_oneself_through_a_mixed_chain() -> None:
    state = position("""
turn 3, mover 1
     .   .   .   2J
   .   .   .   .   .
 .   .   .   .   .   .
.   .   .   *   .   .   .
 .   .   1w1 .   2w1 1J
   .   .   1w2 .   .
     .   .   .   .
""")
    step = play(state, "p1-w1 1,1")
    assert [e.piece for e in step.events if isinstance(e, Eliminated)] == [
        "p1-j", "p1-w1", "p1-w2",
    ]  # fmt: skip
    assert step.state.result == Result((1,), "lastStanding")


def test_the_throne_goes_before_the_last_one_standing() -> None:
    state = position("""
ruleset shields, turn 3, mover 1
  .   .
.   1J  2J
  .   .
""")
    route = route_of(position("mover 1\n  .   .\n1J  *   2J\n  .   ."), Move("p1-j", (0, 0)))
    alone = eliminate_player(state, 1, "edge").state
    assert check_win(alone, route, someone_fell=True) == Result((0,), "throne")
    assert check_last_standing(alone) == Result((0,), "lastStanding")


def test_a_jarl_that_pushes_another_off_the_throne_wins_even_if_another_falls_behind_it() -> None:
    state = position("""
ruleset shields, turn 3, mover 1
     .   .   .   .
   .   .   .   .   .
 .   .   .   .   .   .
.   1w1 1J  2J  3w1 2w1 3J
 .   .   .   .   .   .
   .   .   .   .   .
     .   .   .   .
""")
    step = play(state, "p1-j 0,0")
    assert [e.kind for e in step.events] == [
        "MOVE", "ELIMINATED", "PUSH", "PUSH", "PUSH", "ELIMINATED", "PLAYER_ELIMINATED",
        "GAME_ENDED",
    ]  # fmt: skip
    assert step.events[-1] == GameEnded((0,), "throne")


def test_who_leaves_takes_everything_along_and_the_others_play_on() -> None:
    step = leave(position(THREE), 0)
    assert {e.cause for e in step.events if isinstance(e, Eliminated)} == {"left"}
    assert GAME.status(step.state) == ToAct((1,))
    assert step.state.turn.quiet == 0
    bystander = leave(position(THREE), 2)
    assert GAME.status(bystander.state) == ToAct((0,))


def test_when_all_but_one_have_left_that_one_wins() -> None:
    step = leave(leave(position(THREE), 0).state, 1)
    assert step.state.result == Result((2,), "lastStanding")
    assert leave(step.state, 2) == Step(step.state, ())


def test_who_is_out_cannot_leave_again() -> None:
    once = leave(position(THREE), 0).state
    assert leave(once, 0) == Step(once, ())


def test_a_seat_that_does_not_exist_cannot_leave() -> None:
    holes = position(THREE.replace("2w2 .   1w2", "2w2 ()  1w2"))
    for seat in (-1, 3, 99):
        assert leave(holes, seat) == Step(holes, ())
