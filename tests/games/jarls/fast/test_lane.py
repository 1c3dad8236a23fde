"""The fast lane says what the pure rules say, move by move."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import pytest
from changed import with_speed

from meadhall.bots.bot import Budget, Turn
from meadhall.bots.players.mcts_bot import MctsBot
from meadhall.bots.players.search_bot import SearchBot
from meadhall.bots.search.lanes import lane_for, lane_of, loops_for
from meadhall.core.fast_lane import NOBODY, Array, FastLane
from meadhall.core.game import Step, start
from meadhall.core.rng import Rng
from meadhall.core.status import Finished
from meadhall.games.jarls import GAME
from meadhall.games.jarls.bots.evaluate import evaluate
from meadhall.games.jarls.notation import parse, position
from meadhall.games.jarls.options import Options, Ruleset
from meadhall.games.jarls.rules.board import grid
from meadhall.games.jarls.rules.pieces import EMPTY
from meadhall.games.jarls.types import (
    Action,
    Event,
    GameEnded,
    Move,
    Skip,
    State,
    Swap,
    TurnSkipped,
)
from meadhall.testing.perft import perft

np = pytest.importorskip("numpy")
pytest.importorskip("numba")

RULESETS: tuple[Ruleset, ...] = ("holes", "shields")
LONGEST = 100
ATTACKING = 3
"""One turn in this many is an attack if there is one; random play hardly ever attacks."""


@dataclass(frozen=True)
class Case:
    """A kind of match: its options, its quiet rounds so far, and whether attacks are preferred."""

    name: str
    options: Options
    seats: tuple[int, ...] = GAME.spec.players
    quiet: int = 0
    fighting: bool = True


def cases() -> Iterator[Case]:
    for ruleset in RULESETS:
        plain = Options(ruleset=ruleset)
        small = replace(plain, radius=3, starvation_rounds=2, starvation_repeat=1)
        yield Case(f"{ruleset}, as usual", plain)
        yield Case(f"{ruleset}, classic", replace(plain, standard="classic"))
        yield Case(f"{ruleset}, swap", replace(plain, first_move="swap"), (2,))
        crowd = replace(small, radius=5, warriors=8, first_move="fixed", starts="mirrored")
        yield Case(f"{ruleset}, eight Warriors in a fixed order", crowd)
        yield Case(f"{ruleset}, small and hungry", replace(small, draw_after_rounds=5))
        yield Case(f"{ruleset}, small and fierce", replace(plain, radius=3, terrain="chaotic"))
        yield Case(f"{ruleset}, peaceful", small, fighting=False)
        yield Case(f"{ruleset}, teams", replace(plain, teams=True, radius=4), (4, 6))
        falling = replace(plain, sudden_death=True, radius=4, starvation_rounds=26)
        yield Case(f"{ruleset}, falling rings", falling, quiet=18, fighting=False)
    yield Case("large", Options(radius=10, terrain="chaotic"), (2,))


TABLES = [(case, seats) for case in cases() for seats in case.seats]
on_every_table = pytest.mark.parametrize(
    ("case", "seats"), TABLES, ids=[f"{case.name}, {seats}" for case, seats in TABLES]
)


@pytest.fixture(scope="module")
def lane() -> FastLane[State]:
    found = lane_of(GAME)
    assert found is not None
    return found


def seat_to_act(state: State) -> int | None:
    status = GAME.status(state)
    return None if isinstance(status, Finished) else status.seats[0]


def choose(state: State, legal: list[Action], case: Case, rng: Rng) -> Action:
    """A random action; one turn in `ATTACKING`, a random attack."""
    table, (turn, rng) = grid(state.radius), rng.below(ATTACKING)
    attacks = [
        action
        for action in legal
        if isinstance(action, Move) and state.board[table.number[action.to]] != EMPTY
    ]
    action, _ = rng.choice(attacks if attacks and case.fighting and turn == 0 else legal)
    return action


def play(case: Case, seats: int) -> Iterator[tuple[State, int, Action, Step[State, Event]]]:
    rng = Rng(f"{case.name} {seats}")
    state = start(GAME, case.options, seats, rng)
    state = replace(state, turn=replace(state.turn, quiet=case.quiet))
    for ply in range(LONGEST):
        seat = seat_to_act(state)
        if seat is None:
            return
        legal = list(GAME.legal_actions(state, seat))
        action = choose(state, legal, case, rng.fork(f"ply {ply}"))
        step = GAME.apply(state, seat, action)
        yield state, seat, action, step
        state = step.state


def numbers(lane: FastLane[State], array: Array) -> list[int]:
    moves = np.zeros(lane.most_moves, np.int64)
    return [int(move) for move in moves[: lane.kernels.legal(array, moves)]]


def check_same(lane: FastLane[State], array: Array, state: State) -> None:
    """The array is at the same point of the same match as the state."""
    from meadhall.games.jarls.fast.tables import SIDE  # noqa: PLC0415 - needs numpy

    kernels, fresh, status = lane.kernels, lane.pack(state), GAME.status(state)
    assert np.array_equal(array[:SIDE], fresh[:SIDE]), "the pieces stand elsewhere"
    assert kernels.key(array) == kernels.key(fresh)
    for seat in range(state.seats):
        assert kernels.evaluate(array, seat) == evaluate(state, seat)
    if isinstance(status, Finished):
        assert kernels.to_move(array) == kernels.to_move(fresh) == NOBODY
        assert numbers(lane, array) == []
        assert tuple(kernels.payoff(array, s) for s in range(state.seats)) == status.payoffs
        return
    legal = list(GAME.legal_actions(state, status.seats[0]))
    found = numbers(lane, array)
    assert kernels.to_move(array) == status.seats[0]
    assert kernels.in_secret is not None
    famine = state.famine
    assert kernels.in_secret(array) == (famine is not None and len(famine.choosers) > 1)
    assert found == numbers(lane, fresh) == [lane.number(state, action) for action in legal]
    assert [lane.action(state, number) for number in found] == legal


@on_every_table
def test_the_lane_follows_the_pure_rules(lane: FastLane[State], case: Case, seats: int) -> None:
    array = None
    for state, _, action, step in play(case, seats):
        array = lane.pack(state) if array is None else array
        check_same(lane, array, state)
        lane.kernels.make(array, lane.number(state, action))
        check_same(lane, array, step.state)


@on_every_table
def test_every_move_taken_back_leaves_the_array_exactly_as_it_was(
    lane: FastLane[State], case: Case, seats: int
) -> None:
    line: list[tuple[int, int]] = []
    arrays = []
    array = None
    for state, _, action, _ in play(case, seats):
        array = lane.pack(state) if array is None else array
        before = array.copy()
        for move in numbers(lane, array):
            assert lane.kernels.promise(array, move) >= 0
            lane.kernels.unmake(array, move, lane.kernels.make(array, move))
            assert np.array_equal(array, before)
        arrays.append(before)
        number = lane.number(state, action)
        line.append((number, lane.kernels.make(array, number)))
    for (move, undo), before in zip(reversed(line), reversed(arrays), strict=True):
        lane.kernels.unmake(array, move, undo)
        assert np.array_equal(array, before), "a whole match was not taken back move by move"


def test_these_matches_see_everything_that_can_happen() -> None:
    """So the comparisons above have compared all of it."""
    events = [
        event for case, seats in TABLES for *_, step in play(case, seats) for event in step.events
    ]
    endings = {event.reason for event in events if isinstance(event, GameEnded)}
    assert endings == {"throne", "lastStanding", "quiet", "allDead"}
    assert TurnSkipped in map(type, events)
    assert {event.kind for event in events} >= {
        "BLOCKED",
        "COMPRESSED",
        "ELIMINATED",
        "PUSH",
        "PLAYER_ELIMINATED",
        "STARVATION_TRIGGERED",
        "STARVATION_CHOSEN",
        "RING_FELL",
    }


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


def test_who_cannot_move_is_passed_over(lane: FastLane[State]) -> None:
    state = position(STUCK)
    array, action = lane.pack(state), parse("p1-j 2,0")
    before = array.copy()
    undo = lane.kernels.make(array, lane.number(state, action))
    check_same(lane, array, GAME.apply(state, 0, action).state)
    assert lane.kernels.to_move(array) == 0
    lane.kernels.unmake(array, lane.number(state, action), undo)
    assert np.array_equal(array, before)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_perft_counts_the_same_sequences(lane: FastLane[State], ruleset: Ruleset) -> None:
    for seats, depth in ((2, 3), (6, 2)):
        state = start(GAME, Options(ruleset=ruleset), seats, Rng("perft"))
        moves = np.zeros((depth + 1, lane.most_moves), np.int64)
        found = loops_for(lane).perft(lane.pack(state), moves, depth)
        assert found == perft(GAME, state, depth)


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("seats", GAME.spec.players)
def test_playouts_end_and_are_the_same_every_time(
    lane: FastLane[State], seats: int, ruleset: Ruleset
) -> None:
    array = lane.pack(start(GAME, Options(ruleset=ruleset), seats, Rng("x")))
    moves = np.zeros(lane.most_moves, np.int64)
    loops, cap = loops_for(lane), GAME.spec.max_plies
    assert 0 < loops.playout(array.copy(), moves, 7, cap) < cap
    assert loops.playouts(array, moves, 7, cap, 20) == loops.playouts(array, moves, 7, cap, 20)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_compiled_and_pure_search_come_to_the_same_score(ruleset: Ruleset) -> None:
    state = start(GAME, Options(ruleset=ruleset), 2, Rng("x"))
    thoughts = [
        SearchBot({"depth": 3}).choose(Turn.of(game, state, 0, 2), Budget(), Rng("1"))
        for game in (GAME, with_speed(GAME, lane=None))
    ]
    compiled, pure = thoughts
    assert (compiled.note, pure.note) == ("", "pure rules")
    assert compiled.score == pure.score


def test_fog_and_the_placing_of_shields_stay_with_the_pure_rules() -> None:
    foggy = start(GAME, Options(fog=True), 2, Rng("x"))
    placing = start(GAME, Options(ruleset="shields", shield_draft=True), 2, Rng("x"))
    for state in (foggy, placing):
        assert lane_for(GAME, state) is None
        seat = state.turn.mover
        turn = Turn.of(GAME, state, seat, 2)
        thought = SearchBot({"nodes": 50}).choose(turn, Budget(), Rng("1"))
        assert thought.action in turn.legal
        assert thought.note == "pure rules"
        tree = MctsBot({"nodes": 20})
        assert tree.choose(turn, Budget(), Rng("1")).action in turn.legal
        assert tree.last is not None
        assert not tree.last.compiled
    assert lane_for(GAME, start(GAME, Options(), 2, Rng("x"))) is not None


def test_more_warriors_or_a_larger_board_than_in_any_match_stay_with_the_pure_rules() -> None:
    crowded = position(STUCK.replace(".   .   .   *", "1w9 .   .   *"))
    rows = [" ".join("." * (23 - abs(r))) for r in range(-11, 12)]
    rows[11] = f"1J {rows[11][2:-2]} 2J"
    assert lane_for(GAME, position(STUCK)) is not None
    assert lane_for(GAME, crowded) is None
    assert lane_for(GAME, position("\n".join(rows))) is None


def test_more_quiet_rounds_than_in_any_match_stay_with_the_pure_rules() -> None:
    assert lane_for(GAME, position(STUCK.replace("turn 4", "turn 4, quiet 200"))) is not None
    assert lane_for(GAME, position(STUCK.replace("turn 4", "turn 4, quiet 201"))) is None


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_swap_is_made_and_taken_back(lane: FastLane[State], ruleset: Ruleset) -> None:
    state = start(GAME, Options(ruleset=ruleset, first_move="swap"), 2, Rng("x"))
    array = lane.pack(state)
    first = array.copy()
    made = []
    for seat, action in ((0, GAME.legal_actions(state, 0)[0]), (1, Swap())):
        number = lane.number(state, action)
        made.append((number, lane.kernels.make(array, number)))
        state = GAME.apply(state, seat, action).state
        check_same(lane, array, state)
    for number, undo in reversed(made):
        lane.kernels.unmake(array, number, undo)
    assert np.array_equal(array, first)


def test_what_only_a_clock_may_do_has_no_number(lane: FastLane[State]) -> None:
    with pytest.raises(TypeError, match="skip"):
        lane.number(start(GAME, Options(), 2, Rng("x")), Skip())
