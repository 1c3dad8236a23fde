"""The benchmark of every game's moves: it plays every table and reports every row."""

from meadhall.cli.bench.benchmark_files import benchmark_files, benchmarks_folder, load

BENCHMARK = load(benchmark_files(benchmarks_folder())["move_cost"])


def test_every_table_has_a_row_for_itself_and_its_spectators() -> None:
    shown = list(BENCHMARK.figures(BENCHMARK.measure_costs(matches=1, moves=2, repeats=1)))
    assert [figure.name for figure in shown] == [
        f"{table}{who}"
        for table in BENCHMARK.TABLES
        for who in ("", ": the only spectator", ": each of 10 spectators")
    ]
    for figure in shown:
        assert figure.ratio == figure.value / shown[0].value
    assert shown[0].ratio == 1
