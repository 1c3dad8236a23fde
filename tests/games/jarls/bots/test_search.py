"""Searching matches that go on after the searching seat is out."""

import pytest
from changed import with_speed

from meadhall.bots.bot import Budget, Turn
from meadhall.bots.players.search_bot import SearchBot
from meadhall.bots.search import search_setup
from meadhall.core.rng import Rng
from meadhall.games.jarls import GAME
from meadhall.games.jarls.notation import position

DOOMED = """
seats 3, mover 1, first 1
     1J  .   2w1 2w2
   .   .   .   .   .
 .   .   .   .   .   .
2J  .   .   *   .   .   3J
 .   .   .   .   .   .
   .   1w1 .   .   .
     .   3w1 .   .
"""


@pytest.mark.parametrize("compiled", [True, False])
def test_a_line_ends_although_its_moves_cost_no_depth(
    monkeypatch: pytest.MonkeyPatch, *, compiled: bool
) -> None:
    """Without seat 1, seats 2 and 3 play on by expected moves, as long as there are rows."""
    monkeypatch.setattr(search_setup, "ROWS", 6)
    if compiled:
        pytest.importorskip("numba")
    game = GAME if compiled else with_speed(GAME, lane=None)
    turn = Turn.of(game, position(DOOMED), 0, 3)
    thought = SearchBot({"depth": 3, "nodes": 20_000}).choose(turn, Budget(), Rng("1"))
    assert thought.action in turn.legal
