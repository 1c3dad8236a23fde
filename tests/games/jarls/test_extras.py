"""Sudden death, teams and Shields placed by the players."""

import pytest

from meadhall.core.game import start
from meadhall.core.refusal import Refused
from meadhall.core.rng import Rng
from meadhall.core.status import Finished, ToAct
from meadhall.games.jarls import GAME
from meadhall.games.jarls.flow import leave
from meadhall.games.jarls.notation import parse, position
from meadhall.games.jarls.pieces import is_shield
from meadhall.games.jarls.present import scene
from meadhall.games.jarls.setup import SCALES, lines_clear, shield_sites
from meadhall.games.jarls.shield_draft import sites
from meadhall.games.jarls.types import (
    Compressed,
    Eliminated,
    GameEnded,
    Options,
    Place,
    PlayerEliminated,
    RingFell,
    ShieldPlaced,
    State,
    TurnSkipped,
)

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


def test_hunger_comes_after_the_ring() -> None:
    text = "ruleset shields, starvation_rounds 20\n" + QUIET.format(quiet=19, top=".   .   .   .")
    step = GAME.apply(position(text), 1, parse("p2-j -1,1"))
    kinds = [event.kind for event in step.events]
    assert kinds.index("RING_FELL") < kinds.index("STARVATION_TRIGGERED")


TEAMS = """
teams true, seats 4, turn 3, mover {mover}
     3J  .   .   4J
   .   .   .   .   .
 .   .   .   .   .   .
.   .   .   *   .   .   .
 {row}
   .   .   .   .   .
     1J  .   .   2J
"""


def teams(row: str, mover: int = 1) -> State:
    return position(TEAMS.format(row=row, mover=mover))


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_teams_are_for_four_or_six(seats: int) -> None:
    with pytest.raises(Refused) as caught:
        start(GAME, Options(teams=True), seats, Rng("1"))
    assert caught.value.refusal.objects == ("teams", "seats")


def test_allies_support_and_brace_each_other() -> None:
    pushed = GAME.apply(teams("3w1 1w1 2w1 .   .   ."), 0, parse("p1-w1 -1,1"))
    assert pushed.events[1].kind == "PUSH"
    braced = GAME.apply(teams("3w1 1w1 2w1 4w1 .   ."), 0, parse("p1-w1 -1,1"))
    assert braced.events[1].kind == "BLOCKED"


def test_allies_cannot_be_attacked() -> None:
    refusal = GAME.refusal(teams("1w1 3w1 .   .   .   ."), 0, parse("p1-w1 -2,1"))
    assert refusal is not None
    assert refusal.code == "DESTINATION_OCCUPIED_FRIENDLY"


def test_an_ally_in_the_row_stops_a_push_and_an_own_piece_does_not() -> None:
    held = GAME.apply(teams("1w1 .   2w1 3w1 .   ."), 0, parse("p1-w1 -1,1"))
    assert held.events[1] == Compressed("p1-w1", ("p2-w1",), (-1, 1))
    pushed = GAME.apply(teams("1w1 .   2w1 1w2 .   ."), 0, parse("p1-w1 -1,1"))
    assert pushed.events[1].kind == "PUSH"


def test_a_draft_needs_ones_own_warriors() -> None:
    text = TEAMS.replace("     1J  .", "     .   .").format(row="1w1 3w1 1J  .   .   .", mover=1)
    refusal = GAME.refusal(position(text), 0, parse("p1-j 1,1"))
    assert refusal is not None
    assert refusal.code == "JARL_NEEDS_DRAFT_FOR_TWO_HEX"


def test_a_team_wins_together_when_the_other_is_out() -> None:
    state = teams(".   .   .   .   .   .")
    state = leave(state, 1).state
    assert GAME.status(state) == ToAct((0,))
    state = leave(state, 0).state
    assert isinstance(GAME.status(state), ToAct)
    state = leave(state, 3).state
    assert GAME.status(state) == Finished((1, -1, 1, -1), "lastStanding")


def drafted(seats: int = 2, **options: object) -> State:
    chosen = Options(ruleset="shields", shield_draft=True, **options)  # type: ignore[arg-type]  # names come from the tests
    return start(GAME, chosen, seats, Rng("1"))


def test_shields_are_placed_in_reverse_turn_order_and_then_seat_one_moves() -> None:
    state, order = drafted(3), []
    while state.phase == "placing":
        order.append(state.turn.mover + 1)
        state = GAME.apply(
            state, state.turn.mover, GAME.legal_actions(state, state.turn.mover)[0]
        ).state
    assert order == [3, 2, 1, 3]
    assert GAME.status(state) == ToAct((0,))
    assert sum(map(is_shield, state.board)) == 4


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("radius", [3, 4, 10])
def test_there_is_room_for_every_shield(seats: int, radius: int) -> None:
    state = drafted(seats, radius=radius)
    assert len(sites(state)) >= SCALES[seats].shields
    assert set(sites(state)) <= set(shield_sites(seats, radius))
    assert lines_clear(sites(state), seats, radius)


def test_placing_says_what_was_placed() -> None:
    step = GAME.apply(drafted(), 1, Place((1, 1)))
    assert step.events == (ShieldPlaced(1, "s1", (1, 1)),)


@pytest.mark.parametrize(
    ("seat", "text", "code"),
    [
        (0, "place 1,1", "NOT_YOUR_TURN"),
        (1, "place 0,0", "BAD_SHIELD_HEX"),
        (1, "place 3,0", "BAD_SHIELD_HEX"),
        (1, "place 2,0", "BAD_SHIELD_HEX"),
        (1, "place 9,9", "BAD_SHIELD_HEX"),
        (1, "p2-j -3,1", "GAME_NOT_PLAYING"),
        (1, "skip", "GAME_NOT_PLAYING"),
    ],
)
def test_wrong_placements_are_refused(seat: int, text: str, code: str) -> None:
    refusal = GAME.refusal(drafted(), seat, parse(text))
    assert refusal is not None
    assert refusal.code == code


def test_a_clock_places_a_shield_at_random() -> None:
    state = drafted()
    drawn = {GAME.default_action(state, 1, Rng(str(seed))) for seed in range(10)}
    assert len(drawn) > 1
    assert drawn <= set(GAME.legal_actions(state, 1))


def test_who_leaves_while_shields_are_placed_is_passed_over() -> None:
    state = leave(drafted(3), 2).state
    assert GAME.status(state) == ToAct((1,))
    state = leave(drafted(3), 0).state
    assert GAME.status(state) == ToAct((2,))
