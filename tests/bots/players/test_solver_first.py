"""Bots that ask a solver first play forced wins, avoid forced losses, and say so."""

import pytest

from meadhall.bots.bot import Budget, Thought, Turn
from meadhall.bots.chances import WHOLE
from meadhall.bots.deadline import Deadline
from meadhall.bots.players.search_bot import SearchBot
from meadhall.bots.roster import levels
from meadhall.bots.solve.solver import SolveLimits, Solver
from meadhall.core.rng import Rng
from meadhall.games.jarls import GAME
from meadhall.games.jarls.notation import position
from meadhall.games.jarls.types import State

pytest.importorskip("numba")

RACE = """
{head}
     .   .   .   .
   .   .   .   .   .
 .   .   .   .   .   .
2J  .   .   *   .   .   1J
 .   .   .   .   .   .
   .   .   .   .   .
     .   .   .   .
"""
FIRST = position(RACE.format(head="seats 2"))


def think(state: State, budget: Budget, seed: int = 0, **settings: int) -> Thought:
    turn = Turn.of(GAME, state, state.turn.mover, 2)
    return SearchBot(settings).choose(turn, budget, Rng(f"bot {seed}"))


def test_a_forced_win_is_played_and_told() -> None:
    thought = think(FIRST, Budget(), depth=1, solve=20_000)
    assert thought.note == "wins by force in 3 moves"
    assert thought.chance == WHOLE
    assert thought.line[-1] == "p1-j 0,0"
    assert thought.line[0] == GAME.notation.write(thought.action)


def test_a_forced_loss_is_told_and_put_off() -> None:
    behind = position(
        RACE.format(head="seats 2\nturn 1, first 1, mover 2").replace(".   1J", "1J  .")
    )
    thought = think(behind, Budget(), depth=1, solve=20_000)
    assert thought.note.startswith("loses by force in ")
    assert thought.chance == 0
    assert thought.depth == len(thought.line)


BLOCK = """
seats 2
     .   .   .   .
   .   .   .   .   .
 .   .   .   .   .   .
.   2J  .   *   .   .   1J
 .   .   1w1 .   .   .
   .   .   .   .   .
     .   .   .   .
"""
"""Seat 2 moves twice after this turn: its Jarl takes the Throne unless the Warrior bars its way."""


def test_moves_that_lose_by_force_are_left_out() -> None:
    state = position(BLOCK)
    solver = Solver(GAME, state, SolveLimits(nodes=50_000, plies=4), Deadline(Budget()))
    legal = GAME.legal_actions(state, 0)
    losing = solver.losing_moves([solver.lane.number(state, action) for action in legal])
    kept = [action for action in legal if solver.lane.number(state, action) not in losing]
    assert 0 < len(kept) < len(legal)
    played = {
        setting: {think(state, Budget(), seed=seed, choice=8, **more).action for seed in range(9)}
        for setting, more in (("careful", {"solve": 100_000}), ("careless", {}))
    }
    assert played["careful"] <= set(kept)
    assert not played["careless"] <= set(kept)


def test_the_same_nodes_give_the_same_thought() -> None:
    settings = {"nodes": 2_000, "solve": 4_000}
    assert think(FIRST, Budget(nodes=3_000), **settings) == think(
        FIRST, Budget(nodes=3_000), **settings
    )


@pytest.mark.parametrize("level", levels(GAME)[-3:], ids=lambda level: level.name)
def test_medium_and_above_see_a_win_in_three(level: object) -> None:
    thought = think(FIRST, Budget(), **dict(level.settings))  # type: ignore[attr-defined] # a level
    assert thought.note == "wins by force in 3 moves"


def test_with_more_players_no_solver_is_asked() -> None:
    text = RACE.format(head="seats 3").replace(".   .   .   .\n", "3J  .   .   .\n", 1)
    state = position(text)
    turn = Turn.of(GAME, state, 0, 3)
    assert SearchBot({"depth": 1, "solve": 9}).choose(turn, Budget(), Rng("x")).note == ""
