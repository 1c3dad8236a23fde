"""Every attack of `./dev bench attacks`, small and for a moment: it runs, and its rows are there.

Whether the server withstands them is shown by the tests of its rooms and by the figures of the
benchmark; a time that is measured here would be the machine's.
"""

import pytest

from meadhall.cli.bench.benchmark_files import benchmark_files, benchmarks_folder, load

ATTACKS = load(benchmark_files(benchmarks_folder())["attacks"])
SECONDS, SIZE = 0.5, 0.02
ROWS = [
    "99 % of /healthz answered within",
    "slowest move at another table",
    "processor time of the server",
    "most memory",
    "what the attacker got",
]


@pytest.mark.parametrize("name", ATTACKS.attack_names())
def test_an_attack_runs_and_its_rows_are_there(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for pause in ("CALM", "AFTER"):  # for figures, which nobody reads here
        monkeypatch.setattr(ATTACKS, pause, 0.05)
    figures = ATTACKS.measure_attacks([name], SECONDS, SIZE)
    assert [figure.name for figure in figures] == [f"{name}: {row}" for row in ROWS]
    *_, memory, got = figures
    assert memory.value > 0
    assert got.reference, "the attacker counts what it gets"


def test_the_earlier_commit_is_measured_beside_this_one() -> None:
    now = ATTACKS.Damage([1.0, 2.0], [], [3.0], 1.0, [50.0, 60.0], 55.0, {"429": 7})
    before = ATTACKS.Damage([4.0, 8.0], ["503"], [], 4.0, [50.0, 600.0], 90.0, {"200": 7})
    health, moves, processor, memory, got = ATTACKS.figures_of("an attack", now, before)
    assert health.ratio == 0.25
    assert "1 not answered" in health.reference
    assert moves.ratio == 0
    assert processor.ratio == 0.25
    assert memory.reference.endswith("50 at first, 600 at most, 90 a second later")
    assert got.reference.startswith("429: 7; ")
