"""Contests are fair, can be interrupted, and say how sure they are."""

import os
from collections import Counter
from collections.abc import Callable, Collection
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadhall import registry
from meadhall.arena.contest import certainty
from meadhall.arena.contest.executors import Inline, pool
from meadhall.arena.contest.job import Job, JobOutcome, carry_out
from meadhall.arena.contest.ledger import Ledger
from meadhall.arena.contest.ratings import ANCHORS, ratings
from meadhall.arena.contest.run_jobs import run_jobs
from meadhall.arena.contest.schedule import Contest, duel, ladder, round_robin
from meadhall.arena.contest.score import Score
from meadhall.bots import roster
from meadhall.bots.roster import entrant
from meadhall.core.game import strategy
from meadhall.core.record import read_record, verify
from meadhall.core.refusal import Refused

JARLS = Contest("jarls", 2)


@given(seats=st.integers(2, 6), games=st.integers(1, 40))
def test_in_a_duel_both_have_every_seat_equally_often(seats: int, games: int) -> None:
    jobs = list(duel(Contest("jarls", seats), "a", "b", games))
    assert len(jobs) >= games
    for seat in range(seats):
        taken = Counter(job.seats[seat] for job in jobs)
        assert taken["a"] == taken["b"]


@given(seats=st.integers(2, 6), entrants=st.integers(2, 5), games=st.integers(1, 60))
def test_in_a_round_robin_all_have_every_seat_equally_often(
    seats: int, entrants: int, games: int
) -> None:
    names = [f"bot {number}" for number in range(entrants)]
    jobs = list(round_robin(Contest("jarls", seats), names, games))
    for seat in range(seats):
        taken = Counter(job.seats[seat] for job in jobs)
        assert len(set(taken.values())) == 1
        assert set(taken) == set(names)


def test_one_seed_goes_through_all_rotations() -> None:
    jobs = list(round_robin(Contest("jarls", 3), ["a", "b", "c"], 6))
    assert [job.seats for job in jobs[:3]] == [("a", "b", "c"), ("b", "c", "a"), ("c", "a", "b")]
    assert {job.seed for job in jobs[:3]} == {jobs[0].seed}
    assert jobs[3].seed != jobs[0].seed


def test_a_ladder_numbers_its_games_through() -> None:
    jobs = list(ladder(JARLS, ["a", "b", "c"], 4))
    assert [job.number for job in jobs] == list(range(8))
    assert {frozenset(job.seats) for job in jobs} == {frozenset("ab"), frozenset("bc")}


def test_the_same_job_is_the_same_match_on_every_executor() -> None:
    jobs = list(duel(replace(JARLS, keep=True), "random", "greedy", 4))
    results = []
    for executors in (Inline, pool(1), pool(2)):
        ledger = Ledger(None, "")
        assert len(list(run_jobs(jobs, ledger, executors))) == 4
        results.append([(o.payoffs, o.plies, o.record) for o in ledger.valid_outcomes()])
    assert results[0] == results[1] == results[2]


def test_every_match_can_be_kept_as_a_record() -> None:
    outcome = carry_out(Job(0, "jarls", ("random", "greedy"), "kept", keep=True))
    record = read_record(outcome.record)
    verify(registry.game("jarls"), record)
    assert record.result is not None
    assert record.result.payoffs == outcome.payoffs


def test_a_match_that_breaks_down_is_told_and_not_counted() -> None:
    jobs = [
        Job(0, "jarls", ("random", "no such bot"), "x"),
        Job(1, "jarls", ("random", "random"), "x"),
    ]
    ledger = Ledger(None, "")
    outcomes = {outcome.number: outcome for outcome in run_jobs(jobs, ledger, Inline)}
    assert "no such bot" in outcomes[0].error
    assert [outcome.number for outcome in ledger.valid_outcomes()] == [1]


def test_an_interrupted_run_goes_on_where_it_was(tmp_path: Path) -> None:
    path, jobs = tmp_path / "runs" / "duel.jsonl", list(duel(JARLS, "random", "greedy", 6))
    first = run_jobs(jobs, Ledger(path, "a duel"), Inline)
    played = [next(first).number for _ in range(2)]
    first.close()
    with path.open("a") as file:
        file.write('{"number": 2, "sea')  # the machine stopped in the middle of a line
    again = [outcome.number for outcome in run_jobs(jobs, Ledger(path, "a duel"), Inline)]
    assert sorted(played + again) == [job.number for job in jobs]
    assert len(Ledger(path, "a duel").valid_outcomes()) == 6


def test_results_of_different_runs_do_not_mix(tmp_path: Path) -> None:
    Ledger(tmp_path / "run", "a duel")
    with pytest.raises(Refused, match="OTHER_RUN"):
        Ledger(tmp_path / "run", "another duel")


def test_a_ledger_that_was_cut_short_in_its_first_line_begins_anew(tmp_path: Path) -> None:
    for written in ("", "a du"):
        (tmp_path / "run").write_text(written)
        Ledger(tmp_path / "run", "a duel").add(outcome(0, 1, -1))
        assert len(Ledger(tmp_path / "run", "a duel").valid_outcomes()) == 1
    (tmp_path / "other").write_text("a lad")
    with pytest.raises(Refused, match="OTHER_RUN"):
        Ledger(tmp_path / "other", "a duel")


def test_a_ledger_can_be_cut_short_in_the_middle_of_a_letter(tmp_path: Path) -> None:
    Ledger(tmp_path / "run", "a duel").add(outcome(0, 1, -1))
    with (tmp_path / "run").open("ab") as file:
        file.write('{"reason":"é'.encode()[:-1])
    assert len(Ledger(tmp_path / "run", "a duel").valid_outcomes()) == 1


def test_to_open_a_ledger_puts_nothing_at_risk(tmp_path: Path) -> None:
    path = tmp_path / "run"
    Ledger(path, "a duel").add(outcome(0, 1, -1))
    os.utime(path, ns=(1, 1))
    assert len(Ledger(path, "a duel").valid_outcomes()) == 1
    assert path.stat().st_mtime_ns == 1  # what is whole is read, and not written anew


def test_a_damaged_line_is_named(tmp_path: Path) -> None:
    (tmp_path / "run").write_text("a duel\n{}\n")
    with pytest.raises(Refused, match="DAMAGED: Line 2 of"):
        Ledger(tmp_path / "run", "a duel")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no disk here is always full")
def test_a_full_disk_is_said() -> None:
    ledger = Ledger(None, "a duel")
    ledger.path = Path("/dev/full")
    with pytest.raises(Refused, match="CANNOT_WRITE: /dev/full cannot be used: No space left"):
        ledger.add(outcome(0, 1, -1))


def test_a_match_without_its_record_is_played_again_where_records_are_kept() -> None:
    jobs = list(duel(JARLS, "random", "greedy", 2))
    ledger = Ledger(None, "")
    list(run_jobs(jobs, ledger, Inline))
    kept = [replace(job, keep=True) for job in jobs]
    assert ledger.missing(jobs) == []
    assert ledger.missing(kept) == kept
    list(run_jobs(kept, ledger, Inline))
    assert ledger.missing(kept) == []


class Deadly(Inline):
    """Workers that die of some of the games."""

    def __init__(self, fatal: Collection[int]) -> None:
        self.fatal = fatal

    def submit(self, play: Callable[[Job], JobOutcome], job: Job) -> "Future[JobOutcome]":  # type: ignore[override, explicit-override] # only games are played here
        if job.number in self.fatal:
            raise BrokenProcessPool("killed")
        return super().submit(play, job)


def test_a_match_that_kills_its_worker_is_told_and_not_counted() -> None:
    ledger = Ledger(None, "")
    outcomes = list(
        run_jobs(list(duel(JARLS, "random", "greedy", 10)), ledger, lambda: Deadly({1, 6}))
    )
    assert sorted(o.number for o in outcomes) == list(range(10))
    assert [o.number for o in outcomes if "died" in o.error] == [1, 6]
    assert len(ledger.valid_outcomes()) == 8


def test_workers_that_keep_dying_are_not_tried_for_ever() -> None:
    with pytest.raises(Refused, match="WORKERS_DIE"):
        list(
            run_jobs(
                duel(JARLS, "random", "greedy", 100), Ledger(None, ""), lambda: Deadly(range(100))
            )
        )


def test_workers_that_are_gone_are_not_held_against_the_games() -> None:
    class Gone(Inline):
        def submit(self, *_: object, **__: object) -> "Future[Any]":  # type: ignore[explicit-override] # it only goes
            future: Future[Any] = Future()
            future.cancel()
            future.set_running_or_notify_cancel()
            return future

    ledger = Ledger(None, "")
    with pytest.raises(Refused, match="WORKERS_LOST"):
        list(run_jobs(duel(JARLS, "random", "greedy", 4), ledger, Gone))
    assert not ledger.outcomes


def test_a_match_that_a_cluster_gives_up_is_told_and_not_counted() -> None:
    class GivesUp(Inline):
        def submit(self, *_: object, **__: object) -> "Future[Any]":  # type: ignore[explicit-override] # it only gives up
            future: Future[Any] = Future()
            future.set_exception(RuntimeError("four workers died of it"))
            return future

    (told,) = run_jobs([Job(0, "jarls", ("random", "random"), "x")], Ledger(None, ""), GivesUp)
    assert told.error == "RuntimeError: four workers died of it"


def test_entrants_are_levels_or_bots_with_settings() -> None:
    game = registry.game("chinese-checkers")
    assert entrant(game, "greedy").bot == "greedy"
    assert entrant(game, "mcts:nodes=50,worlds=2").settings == {"nodes": 50, "worlds": 2}
    with pytest.raises(Refused, match="BAD_SETTING"):
        entrant(game, "mcts:nodes=many")
    with pytest.raises(Refused, match="mcts has no setting 'nods'; there are: nodes, worlds"):
        entrant(game, "mcts:nods=50")
    with pytest.raises(Refused, match="UNKNOWN_BOT"):
        entrant(game, "grandmaster")


def test_levels_use_settings_that_their_bots_have() -> None:
    for game in registry.games():
        for level in strategy(game).levels:
            if level.bot in roster.SETTINGS:
                assert set(level.settings) <= {"milliseconds", *roster.SETTINGS[level.bot]}


def outcome(number: int, *payoffs: int, seats: tuple[str, ...] = ("a", "b")) -> JobOutcome:
    return JobOutcome(number, seats, payoffs)


def test_scores_count_wins_by_the_average_of_a_bots_seats() -> None:
    table = ("a", "b", "a")
    outcomes = [
        outcome(0, 1, -1),
        outcome(1, -1, 1),
        outcome(2, 0, 0),
        outcome(3, 1, -1, -1, seats=table),
        outcome(4, -1, 1, -1, seats=table),
        outcome(5, 1, 1, seats=("a", "a")),
    ]
    assert certainty.score(outcomes, "a") == Score(2, 1, 2)


def test_a_pair_is_scored_apart_from_the_rest_of_the_table() -> None:
    outcomes = [outcome(0, 0, -1, 1, seats=("a", "b", "c")), outcome(1, 1, -1, seats=("b", "c"))]
    assert certainty.score(outcomes, "a", "b") == Score(1, 0, 0)
    assert certainty.score(outcomes, "a", "c") == Score(0, 0, 1)


def test_the_interval_narrows_as_matches_are_counted() -> None:
    few, many = Score(6, 0, 4), Score(600, 0, 400)
    assert Score().share == 0.5
    assert few.share == many.share == 0.6
    (least, most), (low, high) = few.interval, many.interval
    assert 0 < least < low < 0.6 < high < most < 1
    assert (low, high) == pytest.approx((0.569, 0.630), abs=0.001)
    assert many.matches == 1000


def test_the_interval_ends_where_shares_do() -> None:
    assert Score(won=40).interval[1] == 1
    assert Score(lost=40).interval[0] == 0


def test_a_verdict_is_given_when_the_difference_is_certain() -> None:
    assert certainty.verdict(Score(5, 3, 4)) is None
    assert certainty.verdict(Score(40, 0, 10)) == "stronger"
    assert certainty.verdict(Score(10, 0, 40)) == "weaker"


def test_ratings_put_the_stronger_bot_first_and_grow_surer() -> None:
    wins = [outcome(n, 1, -1) for n in range(30)] + [outcome(30, 1, 1, seats=("a", "a"))]
    strong, weak = ratings(wins)
    assert (strong.bot, weak.bot, strong.games) == ("a", "b", 30)
    assert strong.points - strong.error > weak.points
    assert ratings(wins[:3])[0].error > strong.error


def test_anchors_hold_the_scale_in_its_place() -> None:
    """Each bot wins three of four games against the one below; only the last meets the anchor."""
    pairs = [("random", "easy"), ("easy", "hard")]
    games = [
        JobOutcome(number, (weak, strong), (1, -1) if number % 4 == 0 else (-1, 1))
        for number in range(40)
        for weak, strong in pairs
    ]
    hard, easy, anchor = ratings(games, ANCHORS)
    assert (hard.bot, easy.bot) == ("hard", "easy")
    assert (anchor.bot, anchor.points, anchor.games) == ("random", 500, 40)
    steps = (easy.points - anchor.points, hard.points - easy.points)
    assert abs(steps[0] - steps[1]) < 60, "equal shares are equal steps"
    assert easy.points > 600
