"""The short form of `./dev bench clash_learner`: a learner that can learn, and what it gains."""

import pytest

pytest.importorskip("numba")

from meadhall.cli.bench.benchmark_files import benchmark_files, benchmarks_folder, load

BENCH = load(benchmark_files(benchmarks_folder())["clash_learner"])


def test_the_learner_beats_a_careless_expert_and_hardly_the_real_one() -> None:
    # With one round of learning the expert plays all cards alike.
    careless = BENCH.Learner(BENCH.knowledge(), (2, 1))
    expert = BENCH.Learner(BENCH.knowledge(), (6, 60))
    for learner in (careless, expert):
        for _ in range(2):
            learner.train()
    assert careless.point(0, 400).score > 0.6
    assert expert.point(0, 400).score < 0.58
