"""The mutants: which changes are made to the code, and whether tests notice one."""

import sys
from collections import Counter
from pathlib import Path
from types import ModuleType

import pytest

from meadhall.cli.bench.benchmark_files import benchmark_files, benchmarks_folder, load

SOURCE = b'''
LIMIT = 5

def guard(number: int, sure=True):
    """Not 7."""
    if not sure and number > LIMIT:
        return 0
    return number + 1
'''


@pytest.fixture(scope="module")
def mutants() -> ModuleType:
    return load(benchmark_files(benchmarks_folder())["mutants"])


def test_limits_guards_conditions_and_sums_are_changed(mutants: ModuleType) -> None:
    assert [str(change) for change in mutants.find_changes(SOURCE)] == [
        "the module: LIMIT = 5  →  LIMIT = 6",
        "guard: def guard(number: int, sure=True):  →  def guard(number: int, sure=False):",
        "guard: if not sure and number > LIMIT:  →  if False:",
        "guard: if not sure and number > LIMIT:  →  if not sure or number > LIMIT:",
        "guard: if not sure and number > LIMIT:  →  if sure and number > LIMIT:",
        "guard: if not sure and number > LIMIT:  →  if not sure and number >= LIMIT:",
        "guard: return 0  →  return 1",
        "guard: return number + 1  →  return number - 1",
        "guard: return number + 1  →  return number + 2",
    ]


def test_a_changed_file_is_python_again(mutants: ModuleType) -> None:
    for change in mutants.find_changes(SOURCE):
        changed = change.apply(SOURCE)
        assert changed != SOURCE
        compile(changed, "changed", "exec")


def test_the_same_seed_gives_the_same_changes(mutants: ModuleType) -> None:
    assert mutants.sample(20, "1") == mutants.sample(20, "1") != mutants.sample(20, "2")


def test_a_reason_is_about_one_change_that_can_be_made(mutants: ModuleType) -> None:
    every = Counter(map(str, mutants.sample(10**9, "1")))
    assert {reason: every[reason] for reason in mutants.REASONS if every[reason] != 1} == {}


DOUBLE = "def double(n):\n    return n * 2\n"


def checkout(folder: Path, **tests: str) -> Path:
    """A folder with a function to change, and with files of tests."""
    (folder / "src").mkdir()
    (folder / "src" / "sums.py").write_text(DOUBLE, "utf-8")
    for name, text in tests.items():
        (folder / f"{name}.py").write_text(text, "utf-8")
    return folder


def test_a_change_is_noticed_by_a_test_that_fails_and_by_no_other(
    mutants: ModuleType, tmp_path: Path
) -> None:
    folder = checkout(
        tmp_path,
        test_good="from sums import double\ndef test(): assert double(3) == 6\n",
        test_vain="from sums import double\ndef test(): double(3)\n",
        test_broken="def test(): assert False\n",
    )
    source = folder / "src" / "sums.py"
    sums = mutants.Mutant("src/sums.py", mutants.find_changes(source.read_bytes())[-1])
    good, vain, broken = (f"test_{name}.py::test" for name in ("good", "vain", "broken"))
    tests = [[good], [broken, vain]]
    tried = [verdict for _, verdict in mutants.try_reliably([folder], [sums] * 2, tests)]
    assert [(verdict.kind, verdict.test) for verdict in tried] == [
        ("noticed", good),
        ("survives", ""),
    ]
    assert source.read_text("utf-8") == DOUBLE


def test_a_test_that_hangs_notices_only_if_it_is_quick_without_the_change(
    mutants: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = checkout(
        tmp_path,
        test_hangs="import time\nfrom sums import double\n"
        "def test(): time.sleep(0 if double(3) == 6 else 99)\n",
        test_slow="import time\ndef test(): time.sleep(99)\n",
    )
    monkeypatch.setattr(sys.modules["pytest_runs"], "HANGS_AFTER", 5)
    sums = mutants.Mutant("src/sums.py", mutants.find_changes(DOUBLE.encode())[-1])
    tests = [[f"test_{name}.py::test"] for name in ("hangs", "slow")]
    tried = [verdict for _, verdict in mutants.try_reliably([folder], [sums] * 2, tests)]
    assert [verdict.kind for verdict in tried] == ["hangs", "survives"]


def test_tests_that_cannot_be_run_notice_nothing(mutants: ModuleType, tmp_path: Path) -> None:
    folder = checkout(tmp_path)
    sums = mutants.Mutant("src/sums.py", mutants.find_changes(DOUBLE.encode())[-1])
    with pytest.raises(RuntimeError, match="cannot run"):
        mutants.try_reliably([folder], [sums], [["test_missing.py::test"]])


def test_lines_are_known_to_be_run_by_tests_that_run_them_in_another_process(
    mutants: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    covering = sys.modules["covering_tests"]
    monkeypatch.setattr(covering, "gettempdir", lambda: str(tmp_path))
    monkeypatch.setattr(covering, "PACKAGES", ("sums",))
    folder = tmp_path / "checkout"
    folder.mkdir()
    call = "import subprocess, sys\ndef test(): subprocess.run([sys.executable, '-c', PROGRAM])\n"
    checkout(
        folder,
        test_far=f"PROGRAM = 'import sums; sums.double(2)'\n{call}",
        test_near="from sums import double\ndef test(): double(2)\n",
        test_none="def test(): pass\n",
        test_broken="from sums import double\ndef test(): assert double(2) == 5\n",
    )
    lines, took = mutants.lines_and_tests(folder, ["."], 1)
    assert lines["src/sums.py"][2] == ["test_far.py::test", "test_near.py::test"]
    assert lines["src/sums.py"][1] == [], "it is run on import, by whichever test comes first"
    assert took.keys() == {f"test_{name}.py::test" for name in ("far", "near", "none")}


def test_survivors_are_listed_and_those_with_a_reason_do_not_count(
    mutants: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    changes = mutants.find_changes(SOURCE)
    kinds = ("noticed", "noticed", "hangs", "survives", "survives")
    tried = [
        (mutants.Mutant("src/meadhall/store/a.py", change), mutants.Verdict(kind, "test"))
        for change, kind in zip(changes, kinds, strict=False)
    ]
    monkeypatch.setitem(mutants.REASONS, str(tried[3][0]), "Nobody can tell.")
    assert mutants.room_figure("store", tried).value == 75
    assert [figure.value for figure in mutants.all_figures(tried)] == [75, 1, 1]
    page = mutants.survivors_page(tried)
    assert page.count("| Nobody can tell. |") == page.count(f"| {mutants.MISSING} |") == 1
    assert page.count("| `test` |") == 1


def test_tests_beside_a_file_come_first_and_stand_for_lines_that_none_runs(
    mutants: ModuleType,
) -> None:
    near, far, quick = (
        "tests/store/test_a.py::a",
        "tests/server/test_b.py::b",
        "tests/store/c.py::c",
    )
    took = {near: 2.0, far: 0.1, quick: 1.0}
    lines = {"src/meadhall/store/a.py": {3: [far, near], 4: []}, "src/meadhall/store/b.py": {1: []}}
    for file, line, expected in (
        ("a.py", 3, [near, far]),
        ("a.py", 4, [near, far]),
        ("b.py", 1, [quick, near]),
    ):
        assert mutants.tests_of(lines, took, f"src/meadhall/store/{file}", line) == expected


def test_only_as_many_tests_are_run_as_there_is_time_for(mutants: ModuleType) -> None:
    took = {f"tests/store/test_{letter}.py::x": 60.0 for letter in "abcd"}
    lines = {"src/meadhall/store/z.py": {1: list(took)}}
    assert mutants.tests_of(lines, took, "src/meadhall/store/z.py", 1) == list(took)[:2]
    slow = {"tests/store/test_a.py::x": 999.0}
    lines = {"src/meadhall/store/z.py": {1: list(slow)}}
    assert mutants.tests_of(lines, slow, "src/meadhall/store/z.py", 1) == list(slow)
