"""Turn order, rounds, skips and draws."""

import pytest

from meadhall.core.game import start
from meadhall.core.refusal import Refused
from meadhall.core.rng import Rng
from meadhall.core.status import Finished
from meadhall.games.jarls import GAME
from meadhall.games.jarls.notation import parse, position
from meadhall.games.jarls.options import Options
from meadhall.games.jarls.rules.turns import skip_turn
from meadhall.games.jarls.types import GameEnded, RoundEnded, Skip, State, TurnEnded, TurnSkipped

pytestmark = pytest.mark.clause("Turns")


def order(seats: int, turns: int) -> list[int]:
    state, movers = start(GAME, Options(standard="classic"), seats, Rng("1")), []
    for _ in range(turns):
        movers.append(state.turn.mover + 1)
        state = skip_turn(state).state
    return movers


def test_j3_the_first_player_of_a_round_moves_on_by_one() -> None:
    assert order(2, 6) == [1, 2, 2, 1, 1, 2]
    assert order(3, 9) == [1, 2, 3, 2, 3, 1, 3, 1, 2]


FOUR = """
turn 8, round 2, first 3, mover 3, quiet 2
     1J  .   .   2J
   .   .   .   .   .
 .   .   .   .   .   .
.   .   .   *   .   .   .
 .   .   3w2 3w1 .   4J
   .   .   .   .   .
     3J  .   .   .
"""


def test_j3_players_eliminated_during_a_round_are_passed_over() -> None:
    state = GAME.apply(position(FOUR), 2, parse("p3-w1 2,1")).state
    assert state.turn.mover == 0
    state = skip_turn(skip_turn(state).state).state
    assert (state.turn.round, state.turn.first, state.turn.mover) == (3, 0, 0)


def test_j3_a_round_ends_where_its_first_player_sat_even_if_that_one_is_gone() -> None:
    text = FOUR.replace("3w2 3w1 .   4J", "1w2 1w1 .   3J").replace("     3J  .", "     4J  .")
    state = position(text.replace("mover 3", "mover 1"))
    step = GAME.apply(state, 0, parse("p1-w1 2,1"))
    assert step.state.turn.mover == 1
    after = skip_turn(step.state)
    assert RoundEnded(3, 1) in after.events
    assert after.state.turn.first == 3


def test_a_run_out_clock_skips_the_turn() -> None:
    state = start(GAME, Options(turn_timer=30), 2, Rng("1"))
    assert GAME.time_limit is not None
    assert GAME.time_limit(state) == 30_000
    assert GAME.time_limit(start(GAME, Options(), 2, Rng("1"))) is None
    assert GAME.default_action(state, 0, Rng("1")) == Skip()
    step = GAME.apply(state, 0, Skip())
    assert step.events == (TurnSkipped(0, "clock"), TurnEnded(0, 1, 1))
    assert step.state.board == state.board


def test_what_is_refused_is_not_applied() -> None:
    state = start(GAME, Options(), 2, Rng("1"))
    with pytest.raises(Refused, match="NOT_YOUR_TURN"):
        GAME.apply(state, 1, Skip())


STUCK = """
turn 4, mover 1
     2J  ()  .   .
   ()  ()  .   .   .
 .   .   .   .   .   .
.   .   .   *   .   .   1J
 .   .   .   .   .   .
   .   .   .   .   .
     .   .   .   .
"""


def test_who_cannot_move_is_skipped() -> None:
    step = GAME.apply(position(STUCK), 0, parse("p1-j 2,0"))
    assert TurnSkipped(1, "noMove") in step.events
    assert step.state.turn.mover == 0
    assert step.state.turn.number == 7


def test_who_is_stuck_has_no_legal_move() -> None:
    assert GAME.legal_actions(position(STUCK.replace("mover 1", "mover 2")), 1) == []


QUIET = """
turn 9, round 49, first 1, mover 2, quiet {quiet}, draw_after_rounds 50
     2J  .   .   .
   .   .   .   .   .
 .   .   .   .   .   .
.   .   .   *   .   1w1 2w1
 .   .   .   .   .   .
   .   .   .   .   .
     .   .   .   1J
"""


def is_over(state: State) -> bool:
    return isinstance(GAME.status(state), Finished)


def test_j10_fifty_quiet_rounds_are_a_draw() -> None:
    early = GAME.apply(position(QUIET.format(quiet=48)), 1, parse("p2-j 0,-2"))
    assert not is_over(early.state)
    step = GAME.apply(position(QUIET.format(quiet=49)), 1, parse("p2-j 0,-2"))
    assert step.events[-1] == GameEnded((), "quiet")
    assert GAME.status(step.state) == Finished((0, 0), "quiet")


def test_j10_the_number_of_rounds_is_an_option() -> None:
    text = QUIET.format(quiet=4).replace("draw_after_rounds 50", "draw_after_rounds 5")
    assert is_over(GAME.apply(position(text), 1, parse("p2-j 0,-2")).state)


def test_j10_an_elimination_sets_the_count_back() -> None:
    text = QUIET.format(quiet=49).replace("1w1 2w1", "2w1 1w1")
    step = GAME.apply(position(text), 1, parse("p2-w1 3,0"))
    assert step.events[1].kind == "BLOCKED"
    strong = position(text.replace(".   2w1 1w1", "2w2 2w1 1w1"))
    after = GAME.apply(strong, 1, parse("p2-w1 3,0"))
    assert after.state.turn.quiet == 0
    assert not is_over(after.state)
