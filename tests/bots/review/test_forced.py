"""What a solver proves about a decision is true, and nothing is proved about guesses."""

import pytest
from recording import STONES, recorded, stones

from meadhall import registry
from meadhall.bots.bot import Budget, Turn
from meadhall.bots.review.compare_actions import Decision
from meadhall.bots.review.forced import ForcedWin, ForcedWins, prove_decision
from meadhall.bots.review.match_analysis import decisions
from meadhall.bots.review.reviewer import reviewer_for
from meadhall.core.game import Traits, start, to_act
from meadhall.core.options import parse_options
from meadhall.core.record import replay
from meadhall.core.rng import Rng

ENOUGH = Budget(nodes=4000)
JARLS = registry.game("jarls")


def wins_of(*plies: int, heap: int = 7) -> list[ForcedWins]:
    cases = decisions(STONES, stones(*plies, heap=heap))
    return [prove_decision(case, ENOUGH, Rng("1")) for case in cases if case]


@pytest.mark.parametrize("heap", range(4, 10))
@pytest.mark.parametrize("taken", [1, 2, 3])
def test_who_leaves_a_multiple_of_four_wins(heap: int, taken: int) -> None:
    """The theory of the game; the last stone wins."""
    found = wins_of(taken, *[1] * (heap - taken), heap=heap)[0]
    assert found.before is not None
    assert found.before.winner == (0 if heap % 4 else 1)
    assert found.after is not None
    assert found.after.winner == (0 if heap % 4 and (heap - taken) % 4 == 0 else 1)


def test_a_forced_win_says_within_how_many_moves() -> None:
    first, _, _, last = wins_of(1, 2, 1, 3)
    assert (first.before, first.after) == (ForcedWin(0, 2), ForcedWin(1, 2))
    assert (last.before, last.after) == (ForcedWin(1, 1), None)


def test_nothing_is_proved_where_chance_or_secrets_have_a_part() -> None:
    case = next(decisions(STONES, stones(1, 2, 1, 3)))
    assert case is not None
    for traits in (Traits(chance=True), Traits(hidden=True)):
        decision = Decision(case.turn, case.played, traits)
        assert prove_decision(decision, ENOUGH, Rng("1")) == ForcedWins()
    assert prove_decision(Decision(case.turn, case.played), ENOUGH, Rng("1")) == ForcedWins()


def test_where_a_search_is_faster_than_the_pure_rules_the_solver_is_not_asked() -> None:
    checkers = registry.game("chinese-checkers")
    *_, case = (one for one in decisions(checkers, recorded(checkers)) if one)
    assert prove_decision(case, ENOUGH, Rng("1")) == ForcedWins()


def test_the_last_moves_of_jarls_are_proved_by_its_lane() -> None:
    record = recorded(JARLS, seed="3", level="medium")
    assert record.result is not None
    winner = record.result.payoffs.index(1)
    *_, case = (one for one in decisions(JARLS, record) if one)
    assert prove_decision(case, ENOUGH, Rng("1")).before == ForcedWin(winner, 1)
    assessment = reviewer_for(JARLS).review(case, ENOUGH, Rng("1"))
    assert (assessment.chances[winner], assessment.loss, assessment.sees_all) == (1000, 0, True)


def test_a_loss_by_force_names_the_moves_that_hold() -> None:
    """Found in matches of bots: a move after which the other seat wins, and others that hold."""
    found = 0
    for seed in range(12):
        record = recorded(JARLS, seed=str(seed), level="easy")
        for case, step in zip(decisions(JARLS, record), replay(JARLS, record), strict=False):
            assert case is not None
            wins = prove_decision(case, Budget(nodes=3000), Rng("1"))
            if not wins.holding:
                continue
            found += 1
            assert wins.after is not None
            assert (wins.before, wins.after.winner) == (None, 1 - case.turn.seat)
            assert case.played not in wins.holding
            better = reviewer_for(JARLS).review(case, Budget(nodes=12_000), Rng("1")).better
            assert better is None or JARLS.refusal(step.state, case.turn.seat, better) is None
        if found:
            return
    pytest.fail("no such move was found")


def test_what_is_chosen_in_secret_proves_nothing() -> None:
    """In a famine seats choose in secret, so what follows from one's own choice is a guess."""
    options = parse_options(JARLS.types.options, {"ruleset": "shields"})
    for seed in range(40):
        rng = Rng(str(seed))
        state = start(JARLS, options, 2, rng)
        while len(asked := to_act(JARLS, state)) == 1:
            action, rng = rng.choice(JARLS.legal_actions(state, asked[0]))
            state = JARLS.apply(state, asked[0], action).state
        if asked:
            traits = JARLS.traits(options, 2)
            turn = Turn.of(JARLS, state, asked[0], 2)
            decision = Decision(turn, turn.legal[0], traits)
            assert prove_decision(decision, ENOUGH, Rng("1")) == ForcedWins()
            return
    pytest.fail("no famine came up")
