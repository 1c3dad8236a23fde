"""A match seen afterwards: honest, repeatable, and right where the truth is known."""

from dataclasses import replace
from itertools import islice
from threading import Event

import pennies_game
import pytest
from recording import recorded

from meadhall import registry
from meadhall.bots.analysis import (
    MOST_TURNING,
    TURNING,
    Moment,
    analyse,
    cases,
    summed_up,
    turning_points,
)
from meadhall.bots.bot import Budget
from meadhall.bots.chances import WHOLE
from meadhall.bots.judge import Mixture, judge_for
from meadhall.bots.simultaneous import Settings
from meadhall.cli.template import GAME as STONES
from meadhall.core.game import AnyGame, Level
from meadhall.core.record import Ply, Record, Result, replay
from meadhall.core.refusal import Refused
from meadhall.core.rng import Rng

PENNIES: AnyGame = pennies_game.GAME
LITTLE = Budget(nodes=60)
TABLES = [(slug, seats) for slug in registry.slugs() for seats in registry.game(slug).spec.players]


def looked_at(game: AnyGame, record: Record, most: int, budget: Budget = LITTLE) -> list[Moment]:
    return list(islice(analyse(game, record, budget, Rng("1")), most))


def stones(*plies: int, stones: int = 7) -> Record:
    taken = tuple(Ply(number % 2, f"take {count}") for number, count in enumerate(plies))
    last = (len(plies) - 1) % 2
    payoffs = (1, -1) if last == 0 else (-1, 1)
    names, result = ("Ann", "Bob"), Result(payoffs, "lastStone")
    return Record("template", 1, "1", names, {"stones": stones}, taken, result)


def guesses(*plies: Ply, seats: int = 2) -> Record:
    names = tuple("ABC"[:seats])
    result = Result((1, *(-1,) * (seats - 1)), "points")
    return Record("pennies", 1, "1", names, {"rounds": 2}, plies, result)


@pytest.mark.parametrize(("slug", "seats"), TABLES)
def test_every_game_is_analysed_for_any_number_of_players(slug: str, seats: int) -> None:
    game = registry.game(slug)
    record = recorded(game, seats=seats)
    for moment, case in zip(looked_at(game, record, 3), cases(game, record), strict=False):
        assert case is not None
        assert (len(moment.chances), sum(moment.chances)) == (seats, WHOLE)
        assert moment.loss is not None
        assert 0 <= moment.loss <= moment.chances[moment.seat]
        assert bool(moment.better) == (moment.loss > 0)
        if moment.better:
            assert game.notation.parse(moment.better) in case.turn.legal
            assert moment.better != moment.played
            assert moment.line[0] == moment.better


@pytest.mark.parametrize("slug", registry.slugs())
def test_the_same_nodes_and_seed_give_the_same_analysis(slug: str) -> None:
    game = registry.game(slug)
    record = recorded(game)
    assert looked_at(game, record, 3) == looked_at(game, record, 3)


def test_a_decision_is_judged_by_what_its_seat_could_know() -> None:
    record = recorded(PENNIES, seats=3)
    steps = list(replay(PENNIES, record))
    for ply, step, case in zip(record.plies, steps, cases(PENNIES, record), strict=False):
        assert case is not None
        assert case.turn.view == PENNIES.view(step.state, ply.seat)


def test_a_blunder_where_the_truth_is_known_is_the_turning_point() -> None:
    record = stones(1, 2, 1, 3)
    found = summed_up(STONES, record, looked_at(STONES, record, 9, Budget(nodes=4000)))
    assert found.turning == (1,)
    blunder = found.moments[0]
    assert (blunder.loss, blunder.better, blunder.gesture) == (WHOLE, "take 3", ("take-3",))
    assert [moment.loss for moment in found.moments[1:]] == [0, 0, 0]
    assert found.curves == ((1000, 0, 0, 0, 0), (0, 1000, 1000, 1000, 1000))


def test_it_goes_by_the_clock_too_and_stops_at_once_when_it_is_told_to() -> None:
    record = stones(1, 2, 1, 3)
    timed = looked_at(STONES, record, 9, Budget(milliseconds=40))
    assert timed[0].better == "take 3"
    told = Event()
    told.set()
    assert len(looked_at(STONES, record, 9, Budget(cancel=told))) == 4
    assert len(looked_at(PENNIES, recorded(PENNIES), 9, Budget(cancel=told))) == 4


def test_nobody_is_blamed_for_what_a_clock_played_or_for_leaving() -> None:
    record = guesses(Ply(0, "pass"), Ply(1, "heads", clock=0), Ply(2, "", leave=True), seats=3)
    moments = looked_at(PENNIES, record, 9)
    assert [moment.loss for moment in moments] == [None] * 3
    assert moments[2].chances == moments[1].chances
    alone = guesses(Ply(0, "", leave=True))
    assert looked_at(PENNIES, alone, 9)[0].chances == (500, 500)


def test_each_seat_has_its_own_hopes_where_something_is_hidden() -> None:
    record = recorded(PENNIES)
    moments = looked_at(PENNIES, record, 9)
    ends = tuple(WHOLE if payoff > 0 else 0 for payoff in record.result.payoffs)  # type: ignore[union-attr] # it is finished
    found = summed_up(PENNIES, record, moments)
    for seat, curve in enumerate(found.curves):
        assert len(curve) == len(moments) + 1
        own = [moment.chances[seat] for moment in moments if moment.seat == seat]
        assert set(curve[:-1]) == set(own)
        assert curve[-1] == ends[seat] or sum(ends) != WHOLE


def test_a_match_without_an_end_is_refused() -> None:
    early = replace(stones(1), result=None)
    for refused in (lambda: looked_at(STONES, early, 1), lambda: summed_up(STONES, early, [])):
        with pytest.raises(Refused) as caught:
            refused()
        assert caught.value.refusal.code == "NOT_FINISHED"


def test_turning_points_are_the_greatest_losses_in_order() -> None:
    losses = [TURNING - 1, TURNING, None, *range(TURNING + 1, TURNING + 20), 0]
    moments = [Moment(ply, 0, "", (500, 500), loss) for ply, loss in enumerate(losses, 1)]
    points = turning_points(moments)
    assert points == tuple(range(len(losses) - MOST_TURNING, len(losses)))
    assert turning_points(moments[:1]) == ()


def test_where_all_choose_at_once_a_choice_is_weighed_against_a_mixed_strategy() -> None:
    settings = {"playouts": 30, "rounds": 40}
    mixed: AnyGame = replace(PENNIES, levels=(Level("mix", "", "simultaneous", settings),))
    assert isinstance(judge_for(mixed), Mixture)
    regrets = set()
    for seed in range(4):
        record = recorded(mixed, seats=3, seed=str(seed))
        for moment in looked_at(mixed, record, 6):
            assert (len(moment.chances), sum(moment.chances)) == (3, WHOLE)
            assert moment.loss is not None
            assert 0 <= moment.loss <= moment.chances[moment.seat]
            assert bool(moment.better) == (moment.loss > 0)
            assert moment.better != moment.played
            regrets.add(moment.loss > 0)
    assert regrets == {False, True}
    assert looked_at(mixed, guesses(Ply(0, "pass")), 1)[0].loss is None


def test_without_playouts_a_mixed_strategy_is_worth_what_the_evaluation_says() -> None:
    case = next(cases(PENNIES, recorded(PENNIES)))
    assert case is not None
    told = Mixture(Settings(worlds=2, rounds=5)).judge(case, LITTLE, Rng("1"))
    assert sum(told.chances) == WHOLE


def test_moves_that_are_legal_and_not_listed_are_judged_where_play_goes_on() -> None:
    """Secret Toaster lists a choice of troop counts; a person may write any other."""
    toaster = registry.game("secret-toaster")
    record = recorded(toaster)
    number, ply = next((n, p) for n, p in enumerate(record.plies) if " move " in p.action)
    odd = replace(ply, action=f"{ply.action.rpartition(' ')[0]} 13")
    changed = replace(record, plies=(*record.plies[:number], odd))
    *_, case = cases(toaster, changed)
    assert case is not None
    assert case.played not in case.turn.legal
    told = judge_for(toaster).judge(case, LITTLE, Rng("1"))
    assert told.loss is not None


def test_unlisted_moves_are_left_unjudged_where_moves_are_searched() -> None:
    case = next(cases(STONES, stones(1, 2, 1, 3)))
    assert case is not None
    elsewhere = replace(case, turn=replace(case.turn, legal=case.turn.legal[1:]))
    assert judge_for(STONES).judge(elsewhere, Budget(nodes=200), Rng("1")).loss is None


def test_a_budget_is_shared_out_and_never_nothing() -> None:
    assert Budget(10, 7).part(3) == Budget(3, 2)
    assert Budget(1, None).part(4) == Budget(1, None)
