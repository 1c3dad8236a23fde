"""Races are planned: short plans, the same every time, exact where there is a table of the end."""

from dataclasses import replace
from pathlib import Path

import pytest
from tests.games.chinese_checkers.positions import board, home, target, two

from meadhall.bots.bot import Budget, Thought, Turn
from meadhall.bots.players.search_bot import SearchBot
from meadhall.bots.search.end_tables import cache_folder, load_end_table, make_end_table
from meadhall.bots.search.lanes import lane_of
from meadhall.core.fast_lane import EndTable, FastLane
from meadhall.core.game import start
from meadhall.core.rng import Rng
from meadhall.games.chinese_checkers import GAME
from meadhall.games.chinese_checkers.rules.board import NUMBER
from meadhall.games.chinese_checkers.types import Options, State

np = pytest.importorskip("numpy")
pytest.importorskip("numba")


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("MEADHALL_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture
def lane() -> FastLane[State]:
    found = lane_of(GAME)
    assert found is not None
    return found


def think(state: State, nodes: int, **settings: int) -> Thought:
    turn = Turn.of(GAME, state, state.turn, state.seats)
    return SearchBot(settings).choose(turn, Budget(nodes=nodes), Rng("bot"))


def two_far_ones() -> State:
    """Two marbles are outside, one of them far away; the opponent is far behind."""
    inside = [hole for hole in target(0) if hole not in (NUMBER[-1, 5], NUMBER[-2, 5])]
    return two([*inside, 60, 71], [*home(0)[:9], 20])


def test_who_is_alone_follows_its_plan_home() -> None:
    state = two_far_ones()
    planned = think(state, 60_000)
    assert planned.note == f"a plan of {planned.depth} moves"
    moves = 0
    while state.result is None:
        thought = think(state, 60_000)
        state = GAME.apply(state, 0, thought.action).state
        moves += 1
        if state.result is None:
            state = replace(state, turn=0, history=(), trail="")
    assert moves <= (planned.depth or 0)


def test_a_plan_is_the_same_every_time_and_wider_beams_find_shorter_ones() -> None:
    state = start(GAME, Options(), 3, Rng("x"))
    assert think(state, 150_000) == think(state, 150_000)
    narrow, wide = think(state, 150_000), think(state, 1_500_000)
    assert narrow.note.startswith("a plan of")
    assert narrow.depth is not None
    assert wide.depth is not None
    assert wide.depth < narrow.depth


def test_who_has_passed_its_only_opponent_may_plan_for_longer_than_it_searches() -> None:
    bot, turn = SearchBot({"nodes": 50, "plan": 100_000}), Turn.of(GAME, two_far_ones(), 0, 2)
    assert bot.choose(turn, Budget(), Rng("bot")).note.startswith("a plan of")
    assert "plan" not in bot.choose(turn, Budget(nodes=50), Rng("bot")).note
    crowded = Turn.of(GAME, start(GAME, Options(), 3, Rng("x")), 0, 3)
    assert "plan" not in bot.choose(crowded, Budget(), Rng("bot")).note


def test_without_time_for_a_plan_the_bot_searches() -> None:
    state = start(GAME, Options(), 3, Rng("x"))
    thought = think(state, 50)
    assert "plan" not in thought.note
    assert thought.action in GAME.legal_actions(state, 0)
    assert "plan" not in think(state, 100_000, depth=2).note


@pytest.mark.parametrize(("seats", "plans"), [(4, True), (5, False), (6, False)])
def test_among_five_and_more_the_bot_looks_some_moves_ahead_in_place_of_a_plan(
    seats: int, *, plans: bool
) -> None:
    """The seat is nearly home, and the one from there has left."""
    facing = next(seat for seat in range(seats) if home(seat, seats) == target(0, seats))
    marbles = [home(seat, seats) for seat in range(seats)]
    marbles[0] = [*target(0, seats)[:7], 58, 60, 62]
    marbles[facing] = [*target(facing, seats)[:9], 40]
    thought = think(State(Options(), seats, board(*marbles), 0), 400_000)
    assert thought.note.startswith("a plan of") == plans
    assert plans or (thought.depth or 0) > 2


def test_with_a_table_the_end_is_exact(lane: FastLane[State], cache: Path) -> None:
    """A table that only knows one position: the plan goes there."""
    wanted = lane.end_table
    assert wanted is not None
    outside = NUMBER[-1, 4]
    state = two([outside, *target(0)[1:]], [*home(0)[:9], 60])
    table = np.full(wanted.size, 9, np.uint8)
    index = lane.kernels.end_index
    assert index is not None
    goals = []
    for action in GAME.legal_actions(state, 0):
        after = GAME.apply(state, 0, action).state
        number = index(lane.pack(after), 0)
        if number > 0:
            goals.append((number, action))
    number, action = goals[len(goals) // 2]
    table[number] = 1
    cache.mkdir()
    (cache / f"{wanted.name}.bin").write_bytes(table.tobytes())
    thought = think(state, 100_000)
    wins = [a for a in GAME.legal_actions(state, 0) if GAME.apply(state, 0, a).state.result]
    assert (thought.action, thought.depth) == ((wins[0], 1) if wins else (action, 2))


def test_a_table_is_made_once_and_kept(lane: FastLane[State], cache: Path) -> None:
    made = []

    def fill(table: object) -> object:
        made.append(1)
        table[:] = 7  # type: ignore[index] # an array
        yield 50
        yield 100

    small = replace(lane, end_table=EndTable("small", 100, fill))  # type: ignore[arg-type] # of objects
    assert load_end_table(small) is None
    assert list(make_end_table(small)) == [50, 100]
    assert list(make_end_table(small)) == []
    found = load_end_table(small)
    assert found is not None
    assert (len(found), set(found.tolist()), made) == (100, {7}, [1])
    assert [path.name for path in cache.iterdir()] == ["small.bin"]
    (cache / "small.bin").write_bytes(b"cut")
    assert load_end_table(small) is None
    assert list(make_end_table(replace(lane, end_table=None))) == []


def test_the_cache_is_where_the_user_keeps_caches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MEADHALL_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", "/somewhere")
    assert cache_folder() == Path("/somewhere/meadhall")
    monkeypatch.delenv("XDG_CACHE_HOME")
    assert cache_folder() == Path.home() / ".cache" / "meadhall"
