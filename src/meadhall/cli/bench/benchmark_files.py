"""Finds the benchmark files of this checkout, runs them and writes their results.

A benchmark is a Python file in `benchmarks/`, or in a folder of it, with a `TITLE` and a function
`measure()`. Its name is the file's name alone, so files can move between folders. Files without a
`TITLE`, and files whose name begins with `_`, are helpers.
"""

import re
from importlib.util import module_from_spec, spec_from_file_location
from inspect import signature
from pathlib import Path
from types import ModuleType

from meadhall.cli.bench.figures import BenchReport, FiguresAndFiles, with_section
from meadhall.cli.terminal.save_files import write_atomically
from meadhall.core.refusal import Refused

_TITLE = re.compile(r"^TITLE\b", re.MULTILINE)


def benchmarks_folder() -> Path:
    """The folder `benchmarks/` of this checkout; refused where Meadhall is an installed package."""
    folder = Path(__file__).resolve().parents[4] / "benchmarks"
    if not folder.is_dir():
        raise Refused.because(
            "NO_CHECKOUT",
            "The benchmarks are part of a checkout of Meadhall, and this is an installed package."
            " Only `meadhall bench playouts GAME` works here.",
        )
    return folder


def benchmark_files(folder: Path) -> dict[str, Path]:
    """The benchmarks in the folder and one level below, by name, in alphabetical order."""
    # Not `rglob`: deeper down there may be Python files that npm has installed.
    files = [*folder.glob("[!_]*.py"), *folder.glob("*/[!_]*.py")]
    return {path.stem: path for path in sorted(files, key=_name) if _is_benchmark(path)}


def _name(path: Path) -> str:
    return path.stem


def _is_benchmark(path: Path) -> bool:
    # Looked up in the text: importing every file would start whatever it imports.
    return bool(_TITLE.search(path.read_text("utf-8")))


def measure(path: Path, minutes: float | None = None) -> BenchReport:
    """Run a benchmark file, for that long if it can be told how long."""
    module = load(path)
    if minutes is None:
        found = module.measure()
    elif "minutes" in signature(module.measure).parameters:
        found = module.measure(minutes=minutes)
    else:
        raise Refused.because(
            "NO_MINUTES", f"The benchmark {path.stem!r} takes as long as it takes.", "minutes"
        )
    files = found.files if isinstance(found, FiguresAndFiles) else {}
    figures = found.figures if isinstance(found, FiguresAndFiles) else found
    return BenchReport(path.stem, module.TITLE, tuple(figures), files)


def load(path: Path) -> ModuleType:
    """The module in a benchmark file."""
    spec = spec_from_file_location(f"meadhall_benchmark_{path.stem}", path)
    assert spec is not None  # noqa: S101 - a path that ends in .py always has one
    assert spec.loader is not None  # noqa: S101 - the same
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def write_section(page: Path, report: BenchReport) -> None:
    """Replace the report's section of the results page, and its files; the others stay."""
    old = page.read_text("utf-8") if page.exists() else ""
    write_atomically(page, with_section(old, report))
    for name, text in report.files.items():
        write_atomically(page.with_name(name), text)
