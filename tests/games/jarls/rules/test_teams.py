"""Team matches."""

import pytest

from meadhall.core.game import start
from meadhall.core.refusal import Refused
from meadhall.core.rng import Rng
from meadhall.core.status import Finished, ToAct
from meadhall.games.jarls import GAME
from meadhall.games.jarls.notation import parse, position
from meadhall.games.jarls.options import Options
from meadhall.games.jarls.rules.apply import leave
from meadhall.games.jarls.types import Compressed, State

pytestmark = pytest.mark.clause("Teams")

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
    with pytest.raises(Refused, match="BAD_SETUP") as caught:
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
