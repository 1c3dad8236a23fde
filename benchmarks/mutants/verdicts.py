"""Whether tests notice a change to a file of a checkout."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from changes import Change
from pytest_runs import HANGS_AFTER, run_pytest


@dataclass(frozen=True, slots=True)
class Verdict:
    """How the tests took a change, and the test that noticed it."""

    kind: Literal["noticed", "hangs", "survives"]
    test: str = ""


def try_change(root: Path, path: Path, change: Change, tests: Sequence[str]) -> Verdict:
    """Run the tests with the change until one fails.

    A test that hangs counts only if it passes without the change, and quickly: one that is slow
    because the machine is busy has noticed nothing. Then the others are asked.
    """
    left = list(tests)
    while left:
        with _changed(path, change):
            run = run_pytest(root, "-x", *left)
        if run.code == 0:
            break
        if run.failed:
            return Verdict("noticed", run.failed[0])
        # No test has begun where the changed file cannot even be imported.
        suspects = run.hung or tuple(left)
        unreliable = unreliable_tests(root, suspects)
        if not unreliable:
            return Verdict("hangs" if run.hung or run.code < 0 else "noticed", suspects[0])
        left = [test for test in left if test not in unreliable]
    return Verdict("survives")


def unreliable_tests(root: Path, tests: Sequence[str]) -> set[str]:
    """Those of the tests that fail without any change, or are slow enough to seem to hang."""
    run = run_pytest(root, *tests)
    slow = (test for test, seconds in run.took.items() if seconds > HANGS_AFTER / 4)
    found = {*run.failed, *run.hung, *slow}
    if run.code != 0 and not found:
        raise RuntimeError(f"pytest cannot run {tests}.")
    return found


@contextmanager
def _changed(path: Path, change: Change) -> Iterator[None]:
    source = path.read_bytes()
    path.write_bytes(change.apply(source))
    try:
        yield
    finally:
        path.write_bytes(source)
