"""Compiled functions carry a fingerprint of everything they name."""

from types import FunctionType
from typing import cast

import pytest

from meadhall.kit.compiled import bind, fingerprint, kernel

np = pytest.importorskip("numpy")
pytest.importorskip("numba")

WEIGHT = 3
TABLE = np.array([1, 2, 3], np.int64)


@kernel
def weighted(number: int) -> int:
    return WEIGHT * number


def looked_up(number: int) -> int:
    return weighted(number) + int(TABLE[number])


def countdown(number: int) -> int:
    return 0 if number == 0 else 1 + countdown(number - 1)


def folder_of(compiled: object) -> str:
    """Where Numba keeps the function's code."""
    return str(compiled.stats.cache_path or "")  # type: ignore[attr-defined] # Numba's


def print_of(names: dict[str, object]) -> str:
    plain = cast(FunctionType, looked_up)
    return fingerprint(FunctionType(plain.__code__, {**plain.__globals__, **names}))


def test_a_kernel_computes_what_its_function_says() -> None:
    assert [weighted(number) for number in range(3)] == [0, 3, 6]


def test_bound_names_mean_what_they_are_given() -> None:
    @kernel
    def doubled(number: int) -> int:
        return 2 * number

    assert bind(looked_up, {})(2) == 9
    assert bind(looked_up, {"weighted": doubled})(2) == 7


def test_a_bound_function_may_call_itself() -> None:
    assert bind(countdown, {})(5) == 5


def test_the_fingerprint_changes_with_everything_the_function_names() -> None:
    @kernel
    def doubled(number: int) -> int:
        return 2 * number

    prints = {
        print_of({}),
        print_of({"weighted": doubled}),
        print_of({"TABLE": TABLE + 1}),
        fingerprint(cast(FunctionType, countdown)),
    }
    assert len(prints) == 4
    assert print_of({"TABLE": TABLE.copy()}) == print_of({})


def test_the_fingerprint_sees_through_to_what_named_functions_name() -> None:
    heavier = bind(weighted.py_func, {"WEIGHT": 4})  # type: ignore[attr-defined] # Numba's
    assert print_of({"weighted": heavier}) != print_of({})


def test_functions_that_name_each_other_have_a_fingerprint() -> None:
    compiled = bind(countdown, {})
    circle = FunctionType(countdown.__code__, {"countdown": compiled, "int": int})
    assert fingerprint(circle) == fingerprint(circle)


def test_what_no_later_run_could_import_is_not_kept_on_disk() -> None:
    """Kept code is loaded by importing the modules it came from."""
    stray = FunctionType(looked_up.__code__, {"__name__": "nowhere", "TABLE": TABLE, "int": int})
    stray.__globals__["weighted"] = weighted
    compiled = bind(stray, {})
    assert compiled(1) == 5
    assert not folder_of(compiled)
    assert folder_of(bind(looked_up, {}))
