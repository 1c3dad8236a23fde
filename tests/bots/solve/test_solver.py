"""What the solver claims holds by the pure rules, whatever the loser does."""

from functools import cache
from threading import Event

import pytest
from changed import with_speed
from tests.games.chinese_checkers.positions import home, target, two
from tests.games.jarls.positions import late_positions

from meadhall.bots.bot import Budget
from meadhall.bots.deadline import Deadline
from meadhall.bots.search.lanes import lane_of
from meadhall.bots.solve.solver import SolveLimits, Solver, Verdict, check_solvable, proving_lane
from meadhall.cli.new_game.template import GAME as LAST_STONE
from meadhall.cli.new_game.template.types import State as Stones
from meadhall.core.game import AnyGame, Traits, start
from meadhall.core.refusal import Refused
from meadhall.core.rng import Rng
from meadhall.core.status import Finished
from meadhall.games.chinese_checkers import GAME as CHECKERS
from meadhall.games.chinese_checkers.rules.board import NUMBER, STEPS
from meadhall.games.chinese_checkers.types import Move
from meadhall.games.jarls import GAME as JARLS
from meadhall.games.jarls.notation import position
from meadhall.games.jarls.options import Options

PURE_JARLS: AnyGame = with_speed(JARLS, lane=None)
FOREVER = Deadline(Budget())


def solve(game: AnyGame, state: object, **limits: int) -> Verdict:
    return Solver(game, state, SolveLimits(**limits), FOREVER).verdict()


def check_by_pure_rules(game: AnyGame, state: object, verdict: Verdict) -> int:
    """Play every reply of the loser to the end, the winner as the solver says; returns how many."""
    winner = verdict.winner
    assert winner is not None

    @cache
    def ends(at: object, left: int) -> int:
        status = game.status(at)
        if isinstance(status, Finished):
            assert status.payoffs[winner] > 0
            return 1
        assert left > 0, "the win takes longer than was claimed"
        (seat,) = status.seats
        if seat == winner:
            again = solve(game, at, plies=left, nodes=500_000)
            assert (again.outcome, again.winner) == ("won", winner)
            assert again.plies <= left
            replies = [again.line[0][1]]
        else:
            replies = list(game.legal_actions(at, seat))
        return sum(ends(game.apply(at, seat, reply).state, left - 1) for reply in replies)

    return ends(state, verdict.plies)


def true_distance(game: AnyGame, state: object, attacker: int, plies: int) -> int | None:
    """The fewest plies in which the attacker wins by force, by plain recursion over the rules."""

    @cache
    def wins(at: object, left: int) -> bool:
        status = game.status(at)
        if isinstance(status, Finished):
            return status.payoffs[attacker] > 0
        if left == 0:
            return False
        (seat,) = status.seats
        states = (game.apply(at, seat, a).state for a in game.legal_actions(at, seat))
        return (any if seat == attacker else all)(wins(after, left - 1) for after in states)

    return next((ahead for ahead in range(plies + 1) if wins(state, ahead)), None)


@pytest.mark.parametrize("stones", range(1, 14))
def test_a_game_whose_solution_is_known_is_solved(stones: int) -> None:
    state = Stones(stones, 0)
    verdict = solve(LAST_STONE, state, nodes=20_000)
    assert verdict.outcome == ("lost" if stones % 4 == 0 else "won")
    assert verdict.plies == true_distance(LAST_STONE, state, verdict.winner or 0, 20)
    assert len(verdict.line) == verdict.plies
    for seat, action in verdict.line:
        state = LAST_STONE.apply(state, seat, action).state
    assert isinstance(LAST_STONE.status(state), Finished)
    assert verdict.moves == sum(seat == verdict.winner for seat, _ in verdict.line)


@pytest.mark.parametrize("game", [JARLS, PURE_JARLS], ids=["compiled", "pure"])
def test_distances_are_those_of_plain_recursion(game: AnyGame) -> None:
    decided = 0
    for state in late_positions(12):
        verdict = solve(game, state, plies=2, nodes=200_000)
        found = {seat: true_distance(JARLS, state, seat, 2) for seat in range(2)}
        if verdict.winner is None:
            assert (verdict.outcome, verdict.plies) == ("open", 2)
            assert set(found.values()) == {None}
        else:
            decided += 1
            assert found[verdict.winner] == verdict.plies
            assert (verdict.outcome == "won") == (verdict.winner == state.turn.mover)
    assert decided > 0


@pytest.mark.parametrize("ruleset", ["holes", "shields"])
def test_what_is_won_is_won_against_every_reply(ruleset: str) -> None:
    pytest.importorskip("numba")
    replies = []
    for state in late_positions(30, ruleset=ruleset):
        verdict = solve(JARLS, state, plies=5, nodes=300_000)
        if verdict.outcome == "won" and verdict.plies > 1:
            replies.append(check_by_pure_rules(JARLS, state, verdict))
    assert len(replies) >= 3
    assert max(replies) > 10


def test_what_is_lost_is_lost_whatever_one_does() -> None:
    pytest.importorskip("numba")
    lost = [
        (state, verdict)
        for state in late_positions(30)
        if (verdict := solve(JARLS, state, plies=4, nodes=300_000)).outcome == "lost"
    ]
    assert lost
    for state, verdict in lost[:3]:
        assert verdict.winner == 1 - state.turn.mover
        check_by_pure_rules(JARLS, state, verdict)


RUNS = """
{head}
     .   .   .   .
   .   .   .   .   .
 .   .   .   .   .   .
2J  .   .   *   .   .   1J
 .   .   .   .   .   .
   .   .   .   .   .
     .   .   .   .
"""


HUNGER = """
seats 2, ruleset shields
famine p1-w1 p1-w2 | p2-w1 p2-w2
sealed {choices}
     .   .   .   .
   1w1 .   .   .   2w1
 .   .   .   .   .   .
2J  .   .   *   .   .   1J
 .   .   .   .   .   .
   2w2 .   .   .   1w2
     .   .   .   .
"""


def test_a_draw_by_quiet_rounds_comes_before_a_win_that_is_too_slow() -> None:
    """Three steps from the Throne, the first to move gets there; unless the match ends before."""
    assert solve(JARLS, position(RUNS.format(head="seats 2")), plies=9).outcome == "won"
    drawn = RUNS.format(head="seats 2, draw_after_rounds 5\nquiet 4")
    for game in (JARLS, PURE_JARLS):
        verdict = solve(game, position(drawn), plies=9, nodes=100_000)
        assert (verdict.outcome, verdict.winner, verdict.line) == ("drawn", None, ())
    later = RUNS.format(head="seats 2, draw_after_rounds 5\nquiet 3")
    assert solve(JARLS, position(later), plies=9).outcome == "drawn"


def test_nothing_is_claimed_about_choices_that_are_made_in_secret() -> None:
    pytest.importorskip("numba")
    for choices in ("- -", "p1-w1 -"):
        verdict = solve(JARLS, position(HUNGER.format(choices=choices)), plies=9)
        assert (verdict.outcome, verdict.plies) == ("open", 0)


def test_a_small_table_only_takes_longer() -> None:
    state = start(JARLS, Options(standard="classic", radius=3), 2, Rng("1"))
    solvers = [
        Solver(JARLS, state, SolveLimits(plies=6, memory=memory), FOREVER) for memory in (1, 64)
    ]
    small, large = (solver.verdict() for solver in solvers)
    assert (small.outcome, small.plies) == (large.outcome, large.plies)
    if proving_lane(JARLS, state):
        tables = [memory.table for memory in solvers[0].memories]
        assert sum(table.nbytes for table in tables) <= (1 << 20) + 16


def test_the_same_nodes_give_the_same_verdict_and_never_too_many() -> None:
    state = start(JARLS, Options(standard="classic"), 2, Rng("1"))
    first, second = (solve(JARLS, state, nodes=5_000) for _ in range(2))
    assert first == second
    assert first.outcome == "open"
    assert 5_000 <= first.nodes < 5_100
    deeper = solve(JARLS, state, nodes=50_000)
    assert deeper.plies > first.plies > 0


@pytest.mark.parametrize("game", [JARLS, PURE_JARLS], ids=["compiled", "pure"])
def test_a_solver_stops_when_it_is_cancelled(game: AnyGame) -> None:
    cancel = Event()
    cancel.set()
    state = start(JARLS, Options(standard="classic"), 2, Rng("1"))
    solver = Solver(game, state, SolveLimits(nodes=1 << 40), Deadline(Budget(cancel=cancel)))
    assert solver.verdict().outcome == "open"


def test_an_earlier_history_is_left_to_the_pure_rules() -> None:
    """Chinese Checkers ends by repetition, which its lane does not know."""
    gate, hole = NUMBER[-1, 4], NUMBER[-1, 5]
    state = two([gate, *(h for h in target(0) if h != hole)], [*home(0)[:9], 60])
    verdict = solve(CHECKERS, state, plies=3, nodes=50_000)
    assert (verdict.outcome, verdict.plies, verdict.line) == ("won", 1, ((0, Move(gate, hole)),))
    for seat, end in ((0, STEPS[gate][0]), (1, STEPS[60][0])):
        start_hole = gate if seat == 0 else 60
        state = CHECKERS.apply(state, seat, Move(start_hole, end)).state
    if lane_of(CHECKERS) is not None:
        assert not Solver(CHECKERS, state, SolveLimits(), FOREVER).compiled
    again = solve(CHECKERS, state, plies=2, nodes=300)
    assert (again.outcome, again.plies) == ("won", 1)


@pytest.mark.parametrize(
    ("traits", "seats", "why"),
    [
        (Traits(), 3, "two players"),
        (Traits(chance=True), 2, "chance"),
        (Traits(hidden=True), 2, "secrets"),
        (Traits(simultaneous=True), 2, "secrets"),
    ],
)
def test_what_cannot_be_solved_is_refused(traits: Traits, seats: int, why: str) -> None:
    with pytest.raises(Refused, match=why):
        check_solvable(LAST_STONE, Stones(3, 0), traits, seats)
    check_solvable(LAST_STONE, Stones(3, 0), Traits(), 2)
