"""The reports in `docs/balance`: one for every game, small, and all of them explained."""

from pathlib import Path

import pytest

from meadhall import registry

REPORTS = Path(__file__).parents[3] / "docs" / "balance"
LARGEST = 200_000


@pytest.mark.parametrize("slug", registry.slugs())
def test_every_game_has_a_report(slug: str) -> None:
    page = (REPORTS / f"{slug}.html").read_text("utf-8")
    assert f"<code>meadhall arena balance {slug} " in page


@pytest.mark.parametrize("path", sorted(REPORTS.glob("*.html")), ids=lambda path: path.stem)
def test_a_report_is_small_and_explained(path: Path) -> None:
    assert path.stat().st_size < LARGEST
    assert f"]({path.name})" in (REPORTS / "README.md").read_text("utf-8")
