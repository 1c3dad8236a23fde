"""The short form of `./dev bench clash_learner`: a learner that learns, and its curve."""

import pytest

pytest.importorskip("numba")

from meadhall.cli.bench.benchmark_files import benchmark_files, benchmarks_folder, load

BENCH = load(benchmark_files(benchmarks_folder())["clash_learner"])


def test_the_learner_learns_to_beat_a_careless_expert() -> None:
    # With one round of learning the expert plays all cards alike.
    learner = BENCH.Learner(BENCH.knowledge(), (2, 1))
    before, *_, after = BENCH.curve(learner, 0.001, 200, 400)
    assert before.trained == 0
    assert after.trained == BENCH.BATCH
    learner.train()
    assert learner.point(0, 400).score > before.score + before.error
