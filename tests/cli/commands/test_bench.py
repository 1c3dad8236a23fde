"""Running benchmark files: what is printed, and what is written where."""

import json
from pathlib import Path

import pytest
from hall import Hall

from meadhall.cli.bench.benchmark_files import benchmark_files, benchmarks_folder, load
from meadhall.cli.commands import bench

BENCHMARK = """
from meadhall.cli.bench.figures import Figure

TITLE = "{title}"

def measure() -> list[Figure]:
    return [Figure("speed", {value}, "plies/s", 2.0, "nothing", ">= 1")]
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    made = tmp_path / "benchmarks"
    made.mkdir()
    (made / "alpha.py").write_text(BENCHMARK.format(title="The first", value=1.5))
    (made / "beta.py").write_text(BENCHMARK.format(title="The second", value=2500))
    (made / "_shared.py").write_text("raise SystemExit('helpers are no benchmarks')")
    monkeypatch.setattr(bench, "benchmarks_folder", lambda: made)
    return made


def test_all_benchmarks_are_run_and_shown(hall: Hall, folder: Path) -> None:
    done = hall.run("bench")
    assert done.returncode == 0, done.stderr
    assert "The first" in done.stdout
    assert "2,500" in done.stdout
    assert not (folder / "results.md").exists()


@pytest.mark.usefixtures("folder")
def test_one_benchmark_is_one_json_object(hall: Hall) -> None:
    figures = json.loads(hall.run("bench", "alpha", "--json").stdout)
    assert figures["name"] == "alpha"
    assert figures["figures"][0]["value"] == 1.5
    every = json.loads(hall.run("bench", "all", "--json").stdout)
    assert [report["name"] for report in every["benchmarks"]] == ["alpha", "beta"]


def test_writing_touches_one_section_only(hall: Hall, folder: Path) -> None:
    hall.run("bench", "--write")
    page = (folder / "results.md").read_text("utf-8")
    (folder / "alpha.py").write_text(BENCHMARK.format(title="The first, again", value=3))
    hall.run("bench", "alpha", "--write")
    after = (folder / "results.md").read_text("utf-8")
    assert "The first, again" in after
    assert after.partition("## beta")[2] == page.partition("## beta")[2]
    assert [p.name for p in folder.iterdir() if p.suffix == ".md"] == ["results.md"]


TIMED = """
from meadhall.cli.bench.figures import Figure, FiguresAndFiles

TITLE = "For a while"

def measure(minutes: float = 60) -> FiguresAndFiles:
    return FiguresAndFiles([Figure("minutes", minutes, "")], {"gamma.csv": f"{minutes}\\n"})
"""


def test_a_benchmark_can_be_told_how_long_and_writes_its_files(hall: Hall, folder: Path) -> None:
    (folder / "gamma.py").write_text(TIMED)
    figures = json.loads(hall.run("bench", "gamma", "--minutes", "1.5", "--json").stdout)
    assert figures["figures"][0]["value"] == 1.5
    assert not (folder / "gamma.csv").exists()
    hall.run("bench", "gamma", "--write")
    assert (folder / "gamma.csv").read_text("utf-8") == "60\n"
    assert "For a while" in (folder / "results.md").read_text("utf-8")


@pytest.mark.usefixtures("folder")
def test_other_benchmarks_cannot_be_told_how_long(hall: Hall) -> None:
    done = hall.run("bench", "alpha", "--minutes", "1")
    assert done.returncode == 1
    assert "'alpha' takes as long as it takes" in done.stderr


def test_benchmarks_are_found_one_folder_down_and_helpers_are_not(hall: Hall, folder: Path) -> None:
    for path in ("games", "load", "load/node_modules"):
        (folder / path).mkdir()
    (folder / "games" / "gamma.py").write_text(BENCHMARK.format(title="The third", value=3))
    (folder / "load" / "helper.py").write_text("raise SystemExit('no TITLE')")
    (folder / "load" / "node_modules" / "deep.py").write_text("TITLE = 'not ours'")
    every = json.loads(hall.run("bench", "--json").stdout)
    assert [report["name"] for report in every["benchmarks"]] == ["alpha", "beta", "gamma"]


def test_every_section_of_the_results_page_has_its_benchmark() -> None:
    files = benchmark_files(benchmarks_folder())
    page = (benchmarks_folder() / "results.md").read_text("utf-8")
    sections = {line.removeprefix("## ") for line in page.splitlines() if line.startswith("## ")}
    assert sections <= set(files)


@pytest.mark.parametrize("name", benchmark_files(benchmarks_folder()))
def test_every_benchmark_can_be_loaded(name: str) -> None:
    module = load(benchmark_files(benchmarks_folder())[name])
    assert isinstance(module.TITLE, str)
    assert callable(module.measure)


@pytest.mark.usefixtures("folder")
def test_an_unknown_benchmark_is_refused_with_those_there_are(hall: Hall) -> None:
    done = hall.run("bench", "gamma")
    assert done.returncode == 1
    assert "there are: all, playouts, alpha, beta" in done.stderr


def test_a_rate_is_printed_for_people_too(hall: Hall) -> None:
    done = hall.run("bench", "playouts", "stones", "--seconds", "0", "--option", "stones=9")
    assert "plies_s" in done.stdout
    assert "pure" in done.stdout
