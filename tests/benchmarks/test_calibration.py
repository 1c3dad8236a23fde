"""The benchmark `calibration`, in a short form: chances that are told come true about as often."""

from dataclasses import replace

from meadhall.bots.chances import WHOLE
from meadhall.cli.bench.benchmark_files import benchmark_files, benchmarks_folder, load
from meadhall.core.rng import Rng

BENCH = load(benchmark_files(benchmarks_folder())["calibration"])
JARLS = replace(BENCH.SETTINGS[0], review=8_000)
FEW = 24


def test_chances_of_a_few_matches_come_true() -> None:
    tales = BENCH.tell_matches(JARLS, FEW)
    assert len(tales) == FEW * BENCH.EACH
    assert all(sum(tale.told) == sum(tale.shares) == WHOLE for tale in tales)
    assert all(tale.shares[tale.told.index(WHOLE)] == WHOLE for tale in tales if WHOLE in tale.told)
    pairs = [pair for tale in tales for pair in zip(tale.told, tale.shares, strict=True)]
    low, high = ([share for told, share in pairs if sure(told)] for sure in (is_low, is_high))
    assert len(low) == len(high) > FEW // 3
    assert sum(low) / len(low) < 200
    assert sum(high) / len(high) > 800


def is_low(told: int) -> bool:
    return told <= 100


def is_high(told: int) -> bool:
    return told >= 900


def made_up(told: int, won: float, count: int) -> list[object]:
    """Positions in which the first seat was told a chance, and won so often."""
    wins = round(won * count)
    ends = [(WHOLE, 0)] * wins + [(0, WHOLE)] * (count - wins)
    return [BENCH.TellTale((told, WHOLE - told), end, proved=False) for end in ends]


def test_a_fit_finds_how_often_chances_came_true_and_rises() -> None:
    tales = [*made_up(200, 0.1, 400), *made_up(300, 0.35, 400), *made_up(400, 0.25, 400)]
    points = BENCH.fit([*tales, *made_up(500, 0.5, 400)])
    assert len(points) == BENCH.STEPS + 1
    assert list(points) == sorted(points)
    assert abs(points[4] - 100) < 20
    assert abs(points[6] - 300) < 20  # these two came true in the wrong order
    assert abs(points[8] - 300) < 20
    assert all(
        abs(one + other - WHOLE) <= 1 for one, other in zip(points, points[::-1], strict=True)
    )


def test_what_is_told_again_comes_true() -> None:
    tales, _ = Rng("1").shuffle([*made_up(300, 0.15, 400), *made_up(600, 0.75, 400)])
    raw, told = BENCH.bins(tales), BENCH.bins(BENCH.tell_again(JARLS, tales))
    assert max(abs(one.told - one.won) for one in raw) > 0.09
    assert max(abs(one.told - one.won) for one in told) < 0.03


def test_the_plot_has_a_panel_for_each_game() -> None:
    picture = BENCH.plot({"Jarls": [BENCH.Bin(0.7, 0.68, 300)], "Go & more": []})
    assert picture.count("chance told") == 2
    assert "told 70%, won 68%, 300 chances" in picture
    assert "Go &amp; more" in picture


def test_equal_generators_give_equal_records() -> None:
    first, second = (BENCH.play_record(JARLS, Rng("1")) for _ in range(2))
    assert first == second
