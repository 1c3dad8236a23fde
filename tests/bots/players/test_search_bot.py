"""The search bot: on compiled kernels, on pure rules, with every kind of budget."""

import asyncio
import os
import subprocess
import sys
from dataclasses import replace
from threading import Event, Timer
from typing import Any

import pytest
from changed import with_speed
from tests.games.chinese_checkers.positions import home, target, two

from meadhall.bots.bot import Budget, Thought, Turn
from meadhall.bots.chances import DECISIVE, WHOLE
from meadhall.bots.players.search_bot import NODES_COMPILED, NODES_PURE, SearchBot
from meadhall.bots.roster import level, levels, make
from meadhall.bots.search.lanes import compiled_search, lane_of
from meadhall.bots.search.unbound import legal as unbound_legal
from meadhall.bots.warm_up import warm_up
from meadhall.cli.new_game.template import GAME as LAST_STONE
from meadhall.cli.new_game.template.types import State as Stones
from meadhall.core.game import AnyGame, start, strategy
from meadhall.core.rng import Rng
from meadhall.core.status import Finished
from meadhall.games.chinese_checkers import GAME as CHECKERS
from meadhall.games.chinese_checkers.bots.evaluate import evaluate
from meadhall.games.chinese_checkers.rules.board import NUMBER
from meadhall.games.chinese_checkers.types import Move, Options, State

PURE_CHECKERS: AnyGame = with_speed(CHECKERS, lane=None)
FIRST: State = start(CHECKERS, Options(), 2, Rng("x"))


def turn_of(game: AnyGame, state: object, seats: int = 2) -> Turn:
    status = game.status(state)
    assert not isinstance(status, Finished)
    seat = status.seats[0]
    return Turn.of(game, state, seat, seats)


def think(game: AnyGame, state: object, budget: Budget, **settings: int) -> Thought:
    return SearchBot(settings).choose(turn_of(game, state), budget, Rng("bot"))


@pytest.mark.parametrize("stones", [5, 6, 7, 9, 11, 13])
def test_a_solved_game_is_played_perfectly_on_pure_rules(stones: int) -> None:
    """Leave a multiple of four; the score says that the match is won."""
    thought = think(LAST_STONE, Stones(stones, 0), Budget(nodes=20_000))
    assert (stones - thought.action.count) % 4 == 0
    assert thought.score is not None
    assert thought.score >= DECISIVE


def test_a_lost_position_is_known_to_be_lost() -> None:
    thought = think(LAST_STONE, Stones(8, 0), Budget(nodes=20_000))
    assert thought.score is not None
    assert thought.score <= -DECISIVE


def test_the_thought_has_depth_nodes_score_and_the_line() -> None:
    thought = think(CHECKERS, FIRST, Budget(nodes=30_000))
    assert thought.depth is not None
    assert thought.depth >= 3
    assert thought.nodes is not None
    assert 10_000 < thought.nodes < 40_000
    assert thought.line[0] == CHECKERS.notation.write(thought.action)
    assert len(thought.line) > 1
    state = FIRST
    for text in thought.line:
        state = CHECKERS.apply(state, state.turn, CHECKERS.notation.parse(text)).state


@pytest.mark.parametrize("game", [CHECKERS, PURE_CHECKERS], ids=["compiled", "pure"])
@pytest.mark.parametrize("seats", [2, 3, 6])
def test_nodes_give_the_same_thought_every_time(game: AnyGame, seats: int) -> None:
    state = start(game, Options(starts="classic"), seats, Rng("x"))
    first, second = (think(game, state, Budget(nodes=600)) for _ in range(2))
    assert first == second
    assert first.action in game.legal_actions(state, 0)


@pytest.mark.parametrize("seats", [2, 3])
def test_compiled_and_pure_search_come_to_the_same_score(seats: int) -> None:
    state = start(CHECKERS, Options(), seats, Rng("x"))
    for text in ("3-14", "111-102", "5-16")[: seats + 1]:
        move = CHECKERS.notation.parse(text)
        if move in CHECKERS.legal_actions(state, state.turn):
            state = CHECKERS.apply(state, state.turn, move).state
    compiled, pure = (
        think(game, state, Budget(nodes=1_000_000), depth=2) for game in (CHECKERS, PURE_CHECKERS)
    )
    assert compiled.depth == pure.depth == 2
    if seats == 2:
        assert compiled.score == pure.score
    assert pure.note == "pure rules"


def test_a_win_in_one_is_played() -> None:
    gate, hole = NUMBER[-1, 4], NUMBER[-1, 5]
    last = [h for h in target(0) if h != hole]
    state = two([gate, *last], [*home(0)[:9], 60])
    for game in (CHECKERS, PURE_CHECKERS):
        thought = think(game, state, Budget(nodes=1000))
        assert thought.action == Move(gate, hole)
        assert thought.score is not None
        assert thought.score >= DECISIVE


def test_a_seat_that_is_alone_finds_the_quickest_way_home() -> None:
    """Two steps from the goal, with the others far behind: solved exactly, without replies."""
    far, hole = 91, target(0)[0]
    state = two([far, *[h for h in target(0) if h != hole]], [*home(0)[:9], 20])
    thought = think(CHECKERS, state, Budget(nodes=100_000))
    assert thought.score is not None
    assert thought.score >= DECISIVE
    plies = 0
    while state.result is None:
        action = think(CHECKERS, state, Budget(nodes=100_000)).action if state.turn == 0 else None
        legal = CHECKERS.legal_actions(state, state.turn)
        state = CHECKERS.apply(state, state.turn, action or legal[0]).state
        plies += 1
    assert state.result.payoffs == (1, -1)
    assert plies <= 2 * (thought.depth or 0)


def test_among_many_a_seat_plans_its_own_moves() -> None:
    """Two moves ahead it finds the best pair of its own, as if the others stood still."""
    state: State = start(CHECKERS, Options(), 3, Rng("x"))
    pairs = [
        evaluate(apply_move(replace(apply_move(state, first), turn=0), second), 0)
        for first in CHECKERS.legal_actions(state, 0)
        for second in CHECKERS.legal_actions(replace(apply_move(state, first), turn=0), 0)
    ]
    thought = SearchBot({"depth": 2}).choose(turn_of(CHECKERS, state, 3), Budget(), Rng("bot"))
    assert thought.score == max(pairs)


def apply_move(state: State, move: Move) -> State:
    after: State = CHECKERS.apply(state, state.turn, move).state
    return after


def test_a_seat_that_plans_alone_is_not_sure_to_be_first() -> None:
    """It finds the quickest way home, but its chance allows for an opponent as near."""
    last, other = target(0)[0], target(1)[-1]
    state = two(
        [91, *[h for h in target(0) if h != last]], [29, *[h for h in target(1) if h != other]]
    )
    thought = think(CHECKERS, state, Budget(nodes=100_000))
    assert thought.score is not None
    assert thought.score >= DECISIVE
    assert thought.chance is not None
    assert WHOLE // 4 < thought.chance < WHOLE


def test_repeated_positions_are_left_out_at_the_root() -> None:
    """The move back to an earlier position is chosen only if there is no other."""
    state = FIRST
    for text in ("6-14", "114-106", "14-6"):
        state = CHECKERS.apply(state, state.turn, CHECKERS.notation.parse(text)).state
    back = Move(106, 114)
    repeats = strategy(CHECKERS).repeats
    assert repeats is not None
    assert repeats(state, 1, back)
    legal = (back, Move(111, 102))
    turn = Turn(CHECKERS, 1, state, legal, 2)
    assert SearchBot().choose(turn, Budget(nodes=500), Rng("bot")).action == legal[1]
    only = Turn(CHECKERS, 1, state, (back,), 2)
    assert SearchBot().choose(only, Budget(nodes=500), Rng("bot")).action == back


@pytest.mark.parametrize("game", [CHECKERS, PURE_CHECKERS], ids=["compiled", "pure"])
def test_a_clock_that_has_run_out_still_gets_an_answer(game: AnyGame) -> None:
    thought = think(game, FIRST, Budget(milliseconds=0))
    assert thought.action in game.legal_actions(FIRST, 0)


@pytest.mark.parametrize("game", [CHECKERS, PURE_CHECKERS], ids=["compiled", "pure"])
def test_a_search_can_be_cancelled(game: AnyGame) -> None:
    """Without `cancel` it would search for a week."""
    cancel = Event()
    timer = Timer(0.05, cancel.set)
    timer.start()
    thought = think(game, FIRST, Budget(milliseconds=7 * 24 * 3600 * 1000, cancel=cancel))
    timer.join()
    assert thought.action in game.legal_actions(FIRST, 0)


def test_a_cancelled_search_without_a_clock_ends_too() -> None:
    cancel = Event()
    cancel.set()
    thought = think(CHECKERS, FIRST, Budget(nodes=1 << 50, cancel=cancel))
    assert thought.action in CHECKERS.legal_actions(FIRST, 0)


def test_threads_search_together() -> None:
    alone, together = (think(CHECKERS, FIRST, Budget(nodes=20_000), threads=n) for n in (1, 2))
    assert together.action in CHECKERS.legal_actions(FIRST, 0)
    assert alone.nodes is not None
    assert together.nodes is not None
    assert together.nodes > alone.nodes
    # Over the pure rules threads would only wait for each other.
    assert think(PURE_CHECKERS, FIRST, Budget(nodes=300), threads=2).note == "pure rules"


def test_of_two_wins_the_earlier_one_is_played() -> None:
    """A stone is taken at once where waiting would win as well."""
    scores = [think(LAST_STONE, Stones(n, 0), Budget(nodes=20_000)).score for n in (1, 5, 9)]
    assert all(score is not None and score >= DECISIVE for score in scores)
    assert scores == sorted(scores, reverse=True)  # type: ignore[type-var] # none is None
    assert len(set(scores)) == len(scores)


def test_without_a_budget_the_search_is_short() -> None:
    compiled, pure = think(CHECKERS, FIRST, Budget()), think(PURE_CHECKERS, FIRST, Budget())
    assert compiled.nodes is not None
    assert pure.nodes is not None
    assert compiled.nodes <= 2 * NODES_COMPILED
    assert pure.nodes <= 2 * NODES_PURE


def test_settings_limit_depth_nodes_and_choose_among_the_best() -> None:
    assert think(CHECKERS, FIRST, Budget(nodes=100_000), depth=2).depth == 2
    few = think(CHECKERS, FIRST, Budget(nodes=100_000), nodes=200).nodes
    assert few is not None
    assert few < 400
    choices = {
        SearchBot({"choice": 4}).choose(turn_of(CHECKERS, FIRST), Budget(), Rng(f"{i}")).action
        for i in range(40)
    }
    assert len(choices) > 1
    scores = sorted(evaluate(apply_move(FIRST, m), 0) for m in CHECKERS.legal_actions(FIRST, 0))
    assert all(evaluate(apply_move(FIRST, move), 0) >= scores[-4] for move in choices)


def test_an_event_loop_goes_on_ticking_while_a_search_runs_in_a_thread() -> None:
    think(CHECKERS, FIRST, Budget(nodes=1000))  # loads what is compiled
    ticks = 0

    async def tick() -> None:
        nonlocal ticks
        while True:
            await asyncio.sleep(0.001)
            ticks += 1

    async def search() -> Thought:
        ticking = asyncio.create_task(tick())
        thought = await asyncio.to_thread(think, CHECKERS, FIRST, Budget(milliseconds=400))
        ticking.cancel()
        return thought

    thought = asyncio.run(search())
    assert thought.nodes is not None
    assert thought.nodes > 10_000
    assert ticks > 20, "a search that held the lock would let a handful through"


def test_warm_up_compiles_the_search() -> None:
    """The search of a warm game is compiled; a game without a lane has nothing to warm."""
    warm_up(CHECKERS)
    warm_up(LAST_STONE)
    lane = lane_of(CHECKERS)
    assert lane is not None
    ready: Any = compiled_search(lane)
    assert len(ready.signatures) == 1


def test_levels_are_searches_by_name() -> None:
    names = [known.name for known in levels(CHECKERS)]
    assert names == ["novice", "easy", "casual", "medium", "hard", "expert"]
    for name in names:
        bot = make(level(CHECKERS, name))
        thought = bot.choose(turn_of(CHECKERS, FIRST), Budget(nodes=2000), Rng("bot"))
        assert thought.action in CHECKERS.legal_actions(FIRST, 0)


def test_loops_without_kernels_say_so() -> None:
    with pytest.raises(TypeError, match="bind"):
        unbound_legal([], [])


IMPORTS = """
import sys, meadhall
assert not {"numba", "numpy"} & set(sys.modules), "importing meadhall loads them"
meadhall.game("chinese-checkers")
import meadhall.bots.roster
assert not {"numba", "numpy"} & set(sys.modules), "importing the game or the bots loads them"
"""

WITHOUT_NUMBA = """
import sys
sys.modules["numba"] = None
import meadhall
from meadhall.bots.bot import Budget, Turn
from meadhall.bots.chances import DECISIVE, WHOLE
from meadhall.bots.search.lanes import lane_of
from meadhall.bots.roster import level, make
from meadhall.core.rng import Rng
game = meadhall.game("chinese-checkers")
state = meadhall.start(game, game.types.options(), 2, Rng("x"))
assert lane_of(game) is None
turn = Turn.of(game, state, 0, 2)
thought = make(level(game, "expert")).choose(turn, Budget(nodes=300), Rng("bot"))
assert thought.note == "pure rules" and thought.action in turn.legal
"""

COMPILE = """
import meadhall
from meadhall.bots.bot import Budget, Turn
from meadhall.bots.roster import level, make
from meadhall.core.rng import Rng
game = meadhall.game("chinese-checkers")
state = meadhall.start(game, game.types.options(), 2, Rng("x"))
turn = Turn.of(game, state, 0, 2)
print(make(level(game, "expert")).choose(turn, Budget(nodes=5000), Rng("bot")))
"""


def run(program: str, **environment: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-c", program],
        check=True,
        capture_output=True,
        text=True,
        env={**os.environ, **environment},
    )


def test_importing_loads_neither_numba_nor_numpy() -> None:
    run(IMPORTS)


def test_without_numba_everything_works_on_the_pure_rules() -> None:
    run(WITHOUT_NUMBA)


def test_the_first_use_says_that_it_compiles_and_the_second_finds_it_on_disk(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    folder = str(tmp_path_factory.mktemp("numba"))
    first, second = (run(COMPILE, NUMBA_CACHE_DIR=folder) for _ in range(2))
    assert "Compiling the fast lane of Chinese Checkers" in first.stderr
    assert second.stderr == ""
    assert first.stdout == second.stdout


@pytest.mark.parametrize(("seats", "nodes"), [(2, 50), (3, 400)])
def test_against_several_opponents_another_number_of_nodes_may_be_set(
    seats: int, nodes: int
) -> None:
    state = start(CHECKERS, Options(), seats, Rng("x"))
    thought = think(CHECKERS, state, Budget(), nodes=50, crowd=400)
    assert thought.nodes is not None
    assert nodes <= thought.nodes < nodes + 100


@pytest.mark.parametrize(("seats", "low", "high"), [(2, 0, 0), (3, 15, 45)])
def test_it_blunders_as_often_as_its_level_says_but_never_in_a_duel(
    seats: int, low: int, high: int
) -> None:
    turn = turn_of(CHECKERS, start(CHECKERS, Options(), seats, Rng("x")))
    bot = SearchBot({"depth": 1, "blunders": 30})
    thoughts = [bot.choose(turn, Budget(), Rng(str(number))) for number in range(100)]
    slips = [thought.action for thought in thoughts if thought.note == "a blunder"]
    assert low <= len(slips) <= high
    assert set(slips) <= set(turn.legal)
