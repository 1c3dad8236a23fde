"""The documents and the generated types say what the code says."""

from pathlib import Path

import pytest

from meadhall.core.refusal import Refused
from meadhall.server import schema, settings
from meadhall.server.protocol import CLOSE_CODES

ROOT = Path(__file__).parents[2]


def between(page: str, mark: str) -> list[str]:
    """The rows of the table after that mark, without its head."""
    text = (ROOT / "docs" / page).read_text("utf-8")
    table = text.split(f"<!-- {mark} -->\n")[1].split("<!-- end -->")[0]
    return table.strip().splitlines()[2:]


def test_the_typescript_types_are_up_to_date() -> None:
    schema.check(ROOT)


def test_stale_typescript_types_are_found_out(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="STALE_SCHEMA"):
        schema.check(tmp_path)
    path = schema.write(tmp_path)
    schema.check(tmp_path)
    path.write_text(path.read_text("utf-8") + "\n", "utf-8")
    with pytest.raises(Refused, match="STALE_SCHEMA"):
        schema.check(tmp_path)


def test_the_how_to_lists_every_setting() -> None:
    rows = [f"| `{name}` | `{default}` | {text} |" for name, default, text in settings.table()]
    assert between("how-to/run-a-server.md", "settings") == rows


def test_the_protocol_page_lists_every_close_code() -> None:
    assert between("protocol.md", "codes") == [f"| {c} | {why} |" for c, why in CLOSE_CODES.items()]
