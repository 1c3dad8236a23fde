"""Objectives are nearer to their fair shares than they were; the classic terms fail the check.

The matches are the same in every run. `benchmarks/bots/toaster_fairness.py` plays more of them.
"""

import pytest

from meadhall.arena.balance.counts import BalanceReport
from meadhall.arena.balance.limits import Limits, broken_promises
from meadhall.cli.bench.benchmark_files import benchmark_files, benchmarks_folder, load

pytest.importorskip("numba")

FAIRNESS = load(benchmark_files(benchmarks_folder())["toaster_fairness"])
MATCHES, GAP, LIMIT = 100, 12.0, 75.0
"""Points that an objective may surely be from its fair share, and percent of the round limit."""


def broken(seats: int, standard: str, crowd: str) -> list[str]:
    counts = FAIRNESS.balance(seats, standard, crowd, MATCHES)
    report = BalanceReport("secret-toaster", "Secret Toaster", "", (counts,))
    return broken_promises(report, Limits(feature_gap=GAP, ends={"roundLimit": LIMIT}))


@pytest.mark.parametrize(("seats", "crowd"), [(4, "marshals"), (5, "mixed"), (6, "marshals")])
def test_t13_no_objective_is_far_from_its_fair_share(seats: int, crowd: str) -> None:
    assert broken(seats, "fair", crowd) == []


def test_t13_classic_objectives_are_not_alike() -> None:
    assert any("kingmaker" in sentence for sentence in broken(6, "classic", "marshals"))
