"""The steps of a ladder are measured, and go on where they were interrupted."""

from pathlib import Path
from typing import Any

import pytest

from meadhall.arena.contest.schedule import Contest
from meadhall.arena.contest.score import Score
from meadhall.cli.bench import level_steps
from meadhall.cli.bench.level_steps import (
    Effort,
    SharedTime,
    level_ratings,
    level_step,
    untimed_name,
)
from meadhall.core.capabilities import Level, Strategy
from meadhall.core.game import strategy
from meadhall.games.jarls import GAME as JARLS

CONTEST = Contest("elemental-clash", 2, "rungs", (("strict", "true"),))


def test_a_rung_tells_who_won_and_how_long_it_took(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MEADHALL_LEDGERS", str(tmp_path))
    share, pace = level_step(CONTEST, "casual", "novice", Effort(8))
    assert share.name == "true 2 players: casual against novice"
    assert 0 <= share.value <= 100
    assert share.unit.startswith("% (")
    assert share.target == "65 or more"
    assert pace.value > 0
    (ledger,) = tmp_path.iterdir()
    assert len(ledger.read_text("utf-8").splitlines()) == 1 + 8
    assert level_step(CONTEST, "casual", "novice", Effort(8)) == [share, pace], (
        "nothing was played again"
    )


def test_pairs_that_are_not_named_do_not_play_and_few_games_show_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("MEADHALL_PAIRS", "elemental-clash-*-true-easy-*")
    contest = Contest("elemental-clash", 2, "named", (("strict", "true"),))
    assert level_step(contest, "casual", "novice", Effort(8)) == []
    assert list(level_ratings(contest, Effort(8))) == []
    monkeypatch.setenv("MEADHALL_PAIRS", "elemental-clash-*-true-casual-*")
    assert level_step(contest, "casual", "novice", Effort(4)) == [], "four games say nothing"
    assert len(level_step(contest, "casual", "novice", Effort(8))) == 2


def test_levels_are_rated_by_the_matches_of_neighbours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MEADHALL_LEDGERS", str(tmp_path))
    monkeypatch.setenv("MEADHALL_PROCESSES", "1")
    two: Strategy[Any, Any, Any] = Strategy(levels=strategy(JARLS).levels[:2])
    monkeypatch.setattr(level_steps, "strategy", lambda _: two)
    novice, easy = level_ratings(Contest("jarls", 2, "rated"), Effort(8))
    assert novice.name == "rating of novice, where random has 500"
    assert 500 < novice.value < easy.value, "each wins most matches against the one below"
    assert (novice.reference, easy.reference) == ("16 matches", "8 matches")
    assert len([*tmp_path.iterdir()]) == 2


def test_a_pair_ends_when_its_share_or_its_time_says_so() -> None:
    assert not Effort(40).is_enough(Score(7, 0, 0)), "too few games"
    assert not Effort(40).is_enough(Score(7, 9, 0)), "too few are decided"
    assert not Effort(40).is_enough(Score(2, 4, 6)), "it may have begun badly by chance"
    assert Effort(60).is_enough(Score(12, 0, 28))
    assert Effort(40).is_enough(Score(9, 0, 0))
    assert not Effort(40).is_enough(Score(6, 0, 3)), "it may be 65 %"
    assert not Effort(40, until=0).is_enough(Score()), "one game at least"
    assert Effort(40, until=0).is_enough(Score(0, 1, 0))


def test_a_step_gets_its_part_of_the_time_that_is_left() -> None:
    time = SharedTime(3, minutes=3)
    one, two, three = time.part(), time.part(), time.part()
    assert one < two < three <= time.end
    assert SharedTime(1).end == pytest.approx(time.end + 7 * 60, abs=5)


def test_levels_are_measured_without_their_clocks() -> None:
    hurried = Level("fast", "", "search", {"nodes": 9, "milliseconds": 5, "blunders": 1})
    assert untimed_name(hurried) == "search:nodes=9,blunders=1"
    assert untimed_name(Level("slow", "", "search", {"nodes": 9})) == "slow"
