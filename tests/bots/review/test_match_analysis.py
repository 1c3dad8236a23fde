"""The analysis of a match is fair, repeatable, and right where the truth is known."""

from dataclasses import replace
from itertools import islice
from threading import Event

import pennies_game
import pytest
from changed import with_play
from recording import STONES, recorded, stones

from meadhall import registry
from meadhall.bots.bot import Budget
from meadhall.bots.chances import WHOLE, payoff_chances, whole_percents
from meadhall.bots.players.payoff_tables import SimultaneousSettings
from meadhall.bots.review.match_analysis import (
    MOST_TURNING,
    TURNING,
    analyse,
    decisions,
    summarise,
    turning_points,
)
from meadhall.bots.review.moments import Moment
from meadhall.bots.review.reviewer import MixedStrategyReviewer, reviewer_for
from meadhall.core.capabilities import Level
from meadhall.core.game import AnyGame
from meadhall.core.record import Ply, Record, Result, replay
from meadhall.core.refusal import Refused
from meadhall.core.rng import Rng

PENNIES: AnyGame = pennies_game.GAME
LITTLE = Budget(nodes=60)
TABLES = [(slug, seats) for slug in registry.slugs() for seats in registry.game(slug).spec.players]


def analyse_plies(
    game: AnyGame, record: Record, most: int, budget: Budget = LITTLE
) -> list[Moment]:
    return list(islice(analyse(game, record, budget, Rng("1")), most))


def guesses(*plies: Ply, seats: int = 2) -> Record:
    names = tuple("ABC"[:seats])
    result = Result((1, *(-1,) * (seats - 1)), "points")
    return Record("pennies", 1, "1", names, {"rounds": 2}, plies, result)


@pytest.mark.parametrize(("slug", "seats"), TABLES)
def test_every_game_is_analysed_for_any_number_of_players(slug: str, seats: int) -> None:
    game = registry.game(slug)
    record = recorded(game, seats=seats)
    for moment, decision in zip(
        analyse_plies(game, record, 3), decisions(game, record), strict=False
    ):
        assert decision is not None
        assert (len(moment.chances), sum(moment.chances)) == (seats, WHOLE)
        assert moment.loss is not None
        assert 0 <= moment.loss <= moment.chances[moment.seat]
        assert bool(moment.better) == (moment.loss > 0)
        if moment.better:
            assert game.notation.parse(moment.better) in decision.turn.legal
            assert moment.better != moment.played
            assert moment.line[0] == moment.better


@pytest.mark.parametrize("slug", registry.slugs())
def test_the_same_nodes_and_seed_give_the_same_analysis(slug: str) -> None:
    game = registry.game(slug)
    record = recorded(game)
    assert analyse_plies(game, record, 3) == analyse_plies(game, record, 3)


def test_a_decision_is_reviewed_by_what_its_seat_could_know() -> None:
    record = recorded(PENNIES, seats=3)
    steps = list(replay(PENNIES, record))
    for ply, step, decision in zip(record.plies, steps, decisions(PENNIES, record), strict=False):
        assert decision is not None
        assert decision.turn.view == PENNIES.view(step.state, ply.seat)


def test_a_blunder_where_the_truth_is_known_is_the_turning_point() -> None:
    record = stones(1, 2, 1, 3)
    analysis = summarise(STONES, record, analyse_plies(STONES, record, 9, Budget(nodes=4000)))
    assert analysis.turning == (1,)
    blunder = analysis.moments[0]
    assert (blunder.loss, blunder.better, blunder.gesture) == (WHOLE, "take 3", ("take-3",))
    assert [moment.loss for moment in analysis.moments[1:]] == [0, 0, 0]
    assert analysis.curves == ((1000, 0, 0, 0, 0), (0, 1000, 1000, 1000, 1000))
    assert blunder.told == (
        "After “take 1”, Bob wins by force in 2 moves; “take 3” would have won by force in 2 moves."
    )


def test_it_keeps_a_time_limit_and_stops_at_once_when_cancelled() -> None:
    record = stones(1, 2, 1, 3)
    timed = analyse_plies(STONES, record, 9, Budget(milliseconds=40))
    assert timed[0].better == "take 3"
    cancel = Event()
    cancel.set()
    assert len(analyse_plies(STONES, record, 9, Budget(cancel=cancel))) == 4
    assert len(analyse_plies(PENNIES, recorded(PENNIES), 9, Budget(cancel=cancel))) == 4


def test_nobody_is_blamed_for_what_a_clock_played_or_for_leaving() -> None:
    record = guesses(Ply(0, "pass"), Ply(1, "heads", clock=0), Ply(2, "", leave=True), seats=3)
    moments = analyse_plies(PENNIES, record, 9)
    assert [moment.loss for moment in moments] == [None] * 3
    assert moments[2].chances == moments[1].chances
    alone = guesses(Ply(0, "", leave=True))
    assert analyse_plies(PENNIES, alone, 9)[0].chances == (500, 500)


@pytest.mark.parametrize(("slug", "seats"), TABLES)
def test_the_chances_add_up_at_every_position_and_end_with_the_result(
    slug: str, seats: int
) -> None:
    game = registry.game(slug)
    record = recorded(game, seats=seats)
    short = replace(record, plies=record.plies[:4])
    analysis = summarise(game, short, analyse_plies(game, record, 4))
    assert [len(curve) for curve in analysis.curves] == [5] * seats
    for chances in zip(*analysis.curves, strict=True):
        assert sum(chances) == WHOLE
        assert {chance % 10 for chance in chances} == {0}
    assert record.result is not None
    ends = whole_percents(payoff_chances(game, record.result.payoffs))
    assert tuple(curve[-1] for curve in analysis.curves) == ends


def test_where_something_is_hidden_the_curve_is_the_mean_of_what_each_could_know() -> None:
    record = recorded(PENNIES)
    moments = analyse_plies(PENNIES, record, 9)
    assert {moment.sees_all for moment in moments} == {False}
    first, second, *_ = moments
    assert first.seat != second.seat
    curve = summarise(PENNIES, record, moments).curves[0]
    assert curve[0] == whole_percents(first.chances)[0]
    assert abs(2 * curve[1] - first.chances[0] - second.chances[0]) <= 20


def test_an_open_move_that_lost_is_told_with_the_figures_of_the_curve() -> None:
    jarls = registry.game("jarls")
    record = recorded(jarls, seed="2")
    analysis = summarise(jarls, record, analyse_plies(jarls, record, 999, Budget(nodes=300)))
    assert 1 <= len(analysis.turning) <= MOST_TURNING
    lost = 0
    for moment in analysis.moments:
        before, after = (analysis.curves[moment.seat][moment.ply - past] for past in (1, 0))
        assert (moment.sees_all, moment.chances[moment.seat]) == (True, before)
        assert bool(moment.told) == bool(moment.better) == bool(moment.loss)
        if moment.loss:
            assert 0 < moment.loss <= before - after
        if moment.told and moment.forced_after is None:
            lost += 1
            assert f"fall from {before // 10} % to {after // 10} %" in moment.told
    assert lost


def test_a_match_without_an_end_is_refused() -> None:
    early = replace(stones(1), result=None)
    for refused in (lambda: analyse_plies(STONES, early, 1), lambda: summarise(STONES, early, [])):
        with pytest.raises(Refused) as caught:
            refused()
        assert caught.value.refusal.code == "NOT_FINISHED"


def test_turning_points_are_the_greatest_losses_in_order() -> None:
    losses = [TURNING - 1, TURNING, None, *range(TURNING + 1, TURNING + 20), 0]
    moments = [Moment(ply, 0, "", (500, 500), loss) for ply, loss in enumerate(losses, 1)]
    points = turning_points(moments)
    assert points == tuple(range(len(losses) - MOST_TURNING, len(losses)))
    assert turning_points(moments[:1]) == ()


def test_where_all_choose_at_once_a_choice_is_compared_with_a_mixed_strategy() -> None:
    settings = {"playouts": 30, "rounds": 40}
    mixed: AnyGame = with_play(PENNIES, levels=(Level("mix", "", "simultaneous", settings),))
    assert isinstance(reviewer_for(mixed), MixedStrategyReviewer)
    regrets = set()
    for seed in range(4):
        record = recorded(mixed, seats=3, seed=str(seed))
        for moment in analyse_plies(mixed, record, 6):
            assert (len(moment.chances), sum(moment.chances)) == (3, WHOLE)
            assert moment.loss is not None
            assert 0 <= moment.loss <= moment.chances[moment.seat]
            assert bool(moment.better) == (moment.loss > 0)
            assert moment.better != moment.played
            regrets.add(moment.loss > 0)
    assert regrets == {False, True}
    assert analyse_plies(mixed, guesses(Ply(0, "pass")), 1)[0].loss is None


def test_without_playouts_a_mixed_strategy_is_worth_what_the_evaluation_says() -> None:
    decision = next(decisions(PENNIES, recorded(PENNIES)))
    assert decision is not None
    reviewer = MixedStrategyReviewer(SimultaneousSettings(worlds=2, rounds=5))
    assessment = reviewer.review(decision, LITTLE, Rng("1"))
    assert sum(assessment.chances) == WHOLE


def test_legal_moves_that_are_not_listed_are_reviewed_by_playing_on() -> None:
    """Secret Toaster lists a choice of troop counts; a person may write any other count."""
    toaster = registry.game("secret-toaster")
    record = recorded(toaster)
    number, ply = next((n, p) for n, p in enumerate(record.plies) if " move " in p.action)
    odd = replace(ply, action=f"{ply.action.rpartition(' ')[0]} 13")
    changed = replace(record, plies=(*record.plies[:number], odd))
    *_, decision = decisions(toaster, changed)
    assert decision is not None
    assert decision.played not in decision.turn.legal
    assessment = reviewer_for(toaster).review(decision, LITTLE, Rng("1"))
    assert assessment.loss is not None


def test_legal_moves_that_are_not_listed_are_skipped_by_search() -> None:
    decision = next(decisions(STONES, stones(1, 2, 1, 3)))
    assert decision is not None
    elsewhere = replace(decision, turn=replace(decision.turn, legal=decision.turn.legal[1:]))
    assert reviewer_for(STONES).review(elsewhere, Budget(nodes=200), Rng("1")).loss is None


def test_a_budget_is_shared_out_and_never_nothing() -> None:
    assert Budget(10, 7).part(3) == Budget(3, 2)
    assert Budget(1, None).part(4) == Budget(1, None)
