"""The fast lane says what the pure rules say, move by move."""

from collections.abc import Iterator

import pytest
from tests.games.chinese_checkers.positions import home, target, two, walled_in

from meadhall.bots.search.lanes import lane_of, loops_for
from meadhall.core.fast_lane import NOBODY, Array, FastLane
from meadhall.core.game import start
from meadhall.core.rng import Rng
from meadhall.games.chinese_checkers import GAME
from meadhall.games.chinese_checkers.bots.evaluate import evaluate
from meadhall.games.chinese_checkers.types import Move, Options, State

np = pytest.importorskip("numpy")
pytest.importorskip("numba")

ADJUDICATED = ("repetition", "moveLimit")
"""Ends that need the history of the match, which the lane does not have."""
OPTIONS = [
    Options("own"),
    Options("free"),
    Options("own", lock_target=True),
    Options("free", lock_target=True),
]


@pytest.fixture(scope="module")
def lane() -> FastLane[State]:
    found = lane_of(GAME)
    assert found is not None
    return found


def numbers(lane: FastLane[State], array: Array) -> list[int]:
    moves = np.zeros(lane.most_moves, np.int64)
    return sorted(int(move) for move in moves[: lane.kernels.legal(array, moves)])


def onward(state: State, choices: Rng) -> tuple[Move, Rng]:
    """A random move, or every other time the best of a few, so that marbles arrive."""
    legal = GAME.legal_actions(state, state.turn)
    few, choices = choices.shuffle(legal)
    tried = few[:25] if len(state.history) // state.seats % 3 else few[:1]
    best = max(tried, key=lambda m: evaluate(GAME.apply(state, state.turn, m).state, state.turn))
    return best, choices


def matches(seats: int, options: Options, plies: int) -> Iterator[tuple[State, Move]]:
    choices = Rng(f"fast {seats} {options}")
    state: State = start(GAME, options, seats, choices)
    for _ in range(plies):
        if state.result is not None:
            break
        move, choices = onward(state, choices)
        yield state, move
        state = GAME.apply(state, state.turn, move).state


def test_a_move_has_the_number_that_the_encoding_gives_it(lane: FastLane[State]) -> None:
    assert GAME.learn is not None
    assert GAME.learn.index is not None
    state = start(GAME, Options(), 2, Rng("x"))
    for move in GAME.legal_actions(state, 0):
        number = lane.number(state, move)
        assert number == GAME.learn.index(Options(), 2, move)
        assert lane.action(state, number) == move


@pytest.mark.untraced  # many whole matches
@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("seats", GAME.spec.players)
def test_the_lane_follows_the_pure_rules(
    lane: FastLane[State], seats: int, options: Options
) -> None:
    kernels = lane.kernels
    array = None
    for state, move in matches(seats, options, 110 + 20 * seats):
        fresh = lane.pack(state)
        array = fresh if array is None else array
        legal = [lane.number(state, action) for action in GAME.legal_actions(state, state.turn)]
        assert kernels.to_move(array) == state.turn
        assert numbers(lane, array) == legal
        assert [lane.action(state, number) for number in legal] == list(
            GAME.legal_actions(state, state.turn)
        )
        assert kernels.key(array) == kernels.key(fresh)
        for seat in range(seats):
            assert kernels.evaluate(array, seat) == evaluate(state, seat)
        check_take_back(lane, array, legal)
        kernels.make(array, lane.number(state, move))
        after = GAME.apply(state, state.turn, move).state
        check_end(lane, array, after)


def check_take_back(lane: FastLane[State], array: Array, legal: list[int]) -> None:
    """Making a move and taking it back changes nothing that kernels return."""
    kernels = lane.kernels
    before = kernels.key(array), kernels.to_move(array), numbers(lane, array)
    scores = [kernels.evaluate(array, seat) for seat in range(2)]
    for move in legal[::5]:
        assert kernels.promise(array, move) >= 0
        kernels.unmake(array, move, kernels.make(array, move))
    assert before == (kernels.key(array), kernels.to_move(array), numbers(lane, array))
    assert scores == [kernels.evaluate(array, seat) for seat in range(2)]


def check_end(lane: FastLane[State], array: Array, state: State) -> None:
    """The lane has the same winner."""
    result = state.result
    if result is None:
        assert lane.kernels.to_move(array) == state.turn
    elif result.reason not in ADJUDICATED:
        assert lane.kernels.to_move(array) == NOBODY
        found = tuple(lane.kernels.payoff(array, seat) for seat in range(state.seats))
        assert found == result.payoffs


@pytest.mark.untraced  # the same matches
def test_some_of_these_matches_are_won(lane: FastLane[State]) -> None:
    """The comparison covers the end of a match, not only its middle."""
    *_, (last, move) = matches(2, Options(), 400)
    result = GAME.apply(last, last.turn, move).state.result
    assert result is not None
    assert result.reason in ("goal", "blockedGoal")
    array = lane.pack(last)
    lane.kernels.make(array, lane.number(last, move))
    check_end(lane, array, GAME.apply(last, last.turn, move).state)


def test_a_seat_that_left_is_skipped(lane: FastLane[State]) -> None:
    assert GAME.leave is not None
    state = GAME.leave(start(GAME, Options(), 3, Rng("x")), 1).state
    array = lane.pack(state)
    lane.kernels.make(array, lane.number(state, Move(6, 14)))
    assert lane.kernels.to_move(array) == 2


def test_a_seat_without_a_move_is_skipped(lane: FastLane[State]) -> None:
    state, move = walled_in()
    array = lane.pack(state)
    lane.kernels.make(array, lane.number(state, move))
    assert lane.kernels.to_move(array) == GAME.apply(state, 3, move).state.turn == 1


def test_alone_once_the_armies_have_passed(lane: FastLane[State]) -> None:
    assert lane.kernels.alone is not None
    assert not lane.kernels.alone(lane.pack(start(GAME, Options(), 2, Rng("x"))), 0)
    passed = two([*target(0)[1:], 100], [*target(1)[1:], 20])
    assert lane.kernels.alone(lane.pack(passed), 0)
    assert lane.kernels.alone(lane.pack(passed), 1)
    assert not lane.kernels.alone(lane.pack(two([*target(0)[1:], 20], home(1)[:1] * 10)), 0)
    assert not lane.kernels.alone(lane.pack(start(GAME, Options(), 3, Rng("x"))), 0)


@pytest.mark.parametrize(
    ("seats", "counts"),
    [
        (2, [14, 196, 4760, 115600]),
        (3, [14, 196, 2744, 66640]),
        (4, [14, 199, 2786, 39601]),
        (6, [14, 199, 2828, 40189]),
    ],
)
def test_perft_to_depth_four(lane: FastLane[State], seats: int, counts: list[int]) -> None:
    array = lane.pack(start(GAME, Options("free", starts="classic"), seats, Rng("x")))
    moves = np.zeros((6, lane.most_moves), np.int64)
    perft = loops_for(lane).perft
    assert [perft(array, moves, depth) for depth in range(1, 5)] == counts


def test_playouts_end_at_the_cap_and_are_the_same_every_time(lane: FastLane[State]) -> None:
    array = lane.pack(start(GAME, Options("free"), 2, Rng("x")))
    moves = np.zeros(lane.most_moves, np.int64)
    playouts = loops_for(lane).playouts
    assert playouts(array, moves, 7, 50, 10) == 500
    ended = [loops_for(lane).playout(array.copy(), moves, 7, cap) for cap in (0, 1, 220)]
    assert ended == [0, 1, 220]
