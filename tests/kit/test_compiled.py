"""Compiled functions have a fingerprint of everything that they name."""

import os
import subprocess
import sys
from pathlib import Path
from types import FunctionType
from typing import cast

import pytest

from meadhall.kit.compiled import bind, fingerprint, kernel

np = pytest.importorskip("numpy")
pytest.importorskip("numba")

WEIGHT = 3
TABLE = np.array([1, 2, 3], np.int64)


@kernel
def weigh(number: int) -> int:
    return WEIGHT * number


def look_up(number: int) -> int:
    return weigh(number) + int(TABLE[number])


def countdown(number: int) -> int:
    return 0 if number == 0 else 1 + countdown(number - 1)


def folder_of(compiled: object) -> str:
    """Where Numba caches the function's code."""
    return str(compiled.stats.cache_path or "")  # type: ignore[attr-defined] # Numba's


def print_of(names: dict[str, object]) -> str:
    plain = cast(FunctionType, look_up)
    return fingerprint(FunctionType(plain.__code__, {**plain.__globals__, **names}))


def test_a_kernel_computes_what_its_function_says() -> None:
    assert [weigh(number) for number in range(3)] == [0, 3, 6]


def test_bound_names_mean_what_they_are_given() -> None:
    @kernel
    def double(number: int) -> int:
        return 2 * number

    assert bind(look_up, {})(2) == 9
    assert bind(look_up, {"weigh": double})(2) == 7


def test_a_bound_function_may_call_itself() -> None:
    assert bind(countdown, {})(5) == 5


def test_the_fingerprint_changes_with_everything_the_function_names() -> None:
    @kernel
    def double(number: int) -> int:
        return 2 * number

    prints = {
        print_of({}),
        print_of({"weigh": double}),
        print_of({"TABLE": TABLE + 1}),
        fingerprint(cast(FunctionType, countdown)),
    }
    assert len(prints) == 4
    assert print_of({"TABLE": TABLE.copy()}) == print_of({})


def test_the_fingerprint_changes_when_a_function_moves_to_another_module() -> None:
    assert print_of({"__name__": "elsewhere"}) != print_of({})


def test_the_fingerprint_sees_through_to_what_named_functions_name() -> None:
    heavier = bind(weigh.py_func, {"WEIGHT": 4})  # type: ignore[attr-defined] # Numba's
    assert print_of({"weigh": heavier}) != print_of({})


def test_functions_that_name_each_other_have_a_fingerprint() -> None:
    compiled = bind(countdown, {})
    circle = FunctionType(countdown.__code__, {"countdown": compiled, "int": int})
    assert fingerprint(circle) == fingerprint(circle)


def test_what_no_later_run_could_import_is_not_cached() -> None:
    """To load cached code, Numba imports the modules that it came from."""
    stray = FunctionType(look_up.__code__, {"__name__": "nowhere", "TABLE": TABLE, "int": int})
    stray.__globals__["weigh"] = weigh
    compiled = bind(stray, {})
    assert compiled(1) == 5
    assert not folder_of(compiled)
    assert folder_of(bind(look_up, {}))


COMPILE_SLOWLY = """
import sys, time
from numba.core.caching import IndexDataCacheFile
from tests.kit.test_compiled import weigh
save = IndexDataCacheFile._save_index
def save_slowly(self, overloads):
    time.sleep(1)
    save(self, overloads)
IndexDataCacheFile._save_index = save_slowly
print(weigh(eval(sys.argv[1])), sum(weigh.stats.cache_hits.values()))
"""


def test_processes_that_compile_at_the_same_time_do_not_mix_up_their_code(tmp_path: Path) -> None:
    def weigh_elsewhere(number: str) -> "subprocess.Popen[str]":
        return subprocess.Popen(
            [sys.executable, "-c", COMPILE_SLOWLY, number],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "NUMBA_CACHE_DIR": str(tmp_path), "PYTHONPATH": str(Path.cwd())},
        )

    def answers() -> list[str]:
        return [one.communicate()[0] for one in [weigh_elsewhere("2"), weigh_elsewhere("0.5")]]

    assert answers() == ["6 0\n", "1.5 0\n"]
    assert answers() == ["6 1\n", "1.5 1\n"]
