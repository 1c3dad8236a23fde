"""The generated types of the page are those of the code."""

from pathlib import Path

import pytest

from meadhall.core.refusal import Refused
from meadhall.server.protocol import typescript

ROOT = Path(__file__).parents[3]


def test_the_typescript_types_are_up_to_date() -> None:
    typescript.check(ROOT)


def test_stale_typescript_types_are_refused(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="STALE_SCHEMA"):
        typescript.check(tmp_path)
    path = typescript.write(tmp_path)
    typescript.check(tmp_path)
    path.write_text(path.read_text("utf-8") + "\n", "utf-8")
    with pytest.raises(Refused, match="STALE_SCHEMA"):
        typescript.check(tmp_path)
