"""Which tests run which lines."""

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from tempfile import gettempdir

from coverage import CoverageData
from pytest_runs import run_pytest

Lines = Mapping[str, Mapping[int, Sequence[str]]]
"""For each file, the tests that run each of its lines."""

MOST_TESTS = 300
"""The tests run against one change; where more of them run its line, the nearest and quickest."""
MOST_SECONDS = 150.0
"""How long they may take together, as measured while they were traced."""

PACKAGES = ("meadhall.server", "meadhall.match", "meadhall.store")

# Servers and workers are processes of their own; their lines belong to the test that started them.
_COVERAGE = """
[run]
parallel = true
data_file = {root}/.coverage
context = ${{PYTEST_CURRENT_TEST-}}
source_pkgs = {packages}
"""


def lines_and_tests(
    root: Path, folders: Sequence[str], cores: int
) -> tuple[Lines, dict[str, float]]:
    """The lines that the tests of the folders run, and how long each test took.

    Running all of them takes minutes, so the answer is kept for each file of tests until it changes
    or what it uses. A test that fails also when nothing traces it is left out: it would notice
    every change.
    """
    kept = {
        str(path.relative_to(root)): Path(gettempdir()) / f"meadhall-lines-{digest}.json"
        for path, digest in _digests(root, folders)
    }
    if missing := [file for file, path in kept.items() if not path.exists()]:
        took, failing = _run_all(root, missing, cores)
        print(f"Left out, because they fail: {sorted(failing)}", file=sys.stderr)
        for file in missing:
            tests = {t: s for t, s in took.items() if t not in failing and _file(t) == file}
            kept[file].write_text(json.dumps((_lines(root, {*tests}), tests)), "utf-8")
    return _join([json.loads(path.read_text("utf-8")) for path in kept.values()])


def _digests(root: Path, folders: Sequence[str]) -> Iterator[tuple[Path, str]]:
    """The files of tests, each with a digest of what its tests depend on."""
    common = sha256()
    for path in sorted(path for part in ("src", "tests") for path in (root / part).rglob("*.py")):
        if not path.name.startswith("test_"):
            common.update(path.read_bytes())
    for path in sorted(path for folder in folders for path in (root / folder).rglob("test_*.py")):
        whole = common.copy()
        whole.update(path.read_bytes())
        yield path, whole.hexdigest()[:16]


def _file(test: str) -> str:
    return test.partition("::")[0]


def _join(parts: Sequence[tuple[dict[str, dict[str, list[str]]], dict[str, float]]]) -> tuple[
    Lines, dict[str, float]
]:  # fmt: skip
    lines, took = dict[str, dict[int, list[str]]](), dict[str, float]()
    for by_file, seconds in parts:
        took |= seconds
        for file, by_line in by_file.items():
            for line, tests in by_line.items():
                lines.setdefault(file, {}).setdefault(int(line), []).extend(tests)
    return lines, took


def _run_all(root: Path, files: Sequence[str], cores: int) -> tuple[dict[str, float], set[str]]:
    """How long each test takes, and which fail, also without coverage."""
    settings = root / "mutants.coveragerc"
    settings.write_text(_COVERAGE.format(root=root, packages=",".join(PACKAGES)), "utf-8")
    run = run_pytest(
        root, "-n", str(cores), *files, "--cov", f"--cov-config={settings}",
        "--cov-context=test", "--cov-report=", "--cov-fail-under=0", trace=settings,
    )  # fmt: skip
    if not run.took:
        raise RuntimeError("pytest cannot run the tests.")
    again = run_pytest(root, *run.failed).failed if run.failed else ()
    return dict(run.took), {*again, *run.hung}


def _lines(root: Path, tests: set[str]) -> Lines:
    data = CoverageData(basename=str(root / ".coverage"))
    data.read()
    return {
        str(Path(file).relative_to(root)): {
            # Lines run on import have no tests of their own, in whichever process that was.
            line: [] if "" in contexts else sorted({*map(_test, contexts)} & tests)
            for line, contexts in data.contexts_by_lineno(file).items()
        }
        for file in data.measured_files()
    }


def _test(context: str) -> str:
    """The test's name: `name|run` in its own process, `name (call)` in one that it started."""
    return context.rpartition("|" if "|" in context else " (")[0]


def tests_of(lines: Lines, took: Mapping[str, float], file: str, line: int) -> list[str]:
    """The tests that run this line; for one run on import, those of the file or beside it.

    Not more than can be run: first those named after the file, then those beside it, the quickest
    first.
    """
    folder = f"tests/{'/'.join(Path(file).parts[2:-1])}/"
    namesake = f"{folder}test_{Path(file).stem}.py"
    by_line = lines.get(file, {})
    tests = by_line.get(line) or {
        *(test for found in by_line.values() for test in found),
        *(test for test in took if test.startswith(namesake)),
    }

    def key(test: str) -> tuple[bool, bool, float, str]:
        near = not test.startswith(namesake), not test.startswith(folder)
        return *near, took.get(test, 1.0), test

    beside = [test for test in took if test.startswith(folder)]
    return _affordable(sorted(tests or beside, key=key), took)


def _affordable(tests: Sequence[str], took: Mapping[str, float]) -> list[str]:
    """The first tests that can be run together, and at least one."""
    seconds, chosen = 0.0, list[str]()
    for test in tests[:MOST_TESTS]:
        seconds += took.get(test, 1.0)
        if chosen and seconds > MOST_SECONDS:
            break
        chosen.append(test)
    return chosen
