from typing import Any

import pytest
from numba import njit

from meadhall.bots.search.compile_progress import report_progress


def double(number: int) -> int:
    return 2 * number


def test_compiling_is_counted_while_it_lasts(capsys: pytest.CaptureFixture[str]) -> None:
    report_progress(0)
    compiled: Any = njit(double)
    assert compiled(4) == 8
    assert "functions compiled: 1 in " in capsys.readouterr().err
    assert compiled(5) == 10
    assert capsys.readouterr().err == ""
