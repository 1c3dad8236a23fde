"""The number of a release fits its changes, and nothing goes away unannounced."""

from itertools import pairwise

import pytest
from news import objection, order

OLD = "`meadhall old`"
ANNOUNCED = f"## 0.2.0\n\n### Deprecated\n- {OLD}: use another. Gone in 0.4.0.\n"
GONE = f"### Removed\n- {OLD}.\n"


def changelog(new: str, before: str = "") -> str:
    return f"# Changelog\n\n## Unreleased\n\n### For players\n- Better.\n\n{new}\n{before}"


def test_versions_have_an_order() -> None:
    in_order = ["0.9.0", "0.10.0", "1.0.0a2", "1.0.0b1", "1.0.0rc1", "1.0.0", "1.0.1"]
    for first, second in pairwise(in_order):
        assert order(first) < order(second)
    assert order("1.0") == ()


@pytest.mark.parametrize(
    ("version", "new", "before"),
    [
        ("0.2.1", "", ""),
        ("0.2.0", f"### Deprecated\n- {OLD}: use\n  another. Gone in 0.4.0.\n", ""),
        ("1.3.0", f"### Deprecated\n- {OLD}: use another. Gone in 2.0.0.\n", ""),
        ("0.3.0", "", ANNOUNCED),
        ("0.4.0", GONE, ANNOUNCED),
        ("0.5.0", "", f"## 0.4.0\n\n{GONE}\n{ANNOUNCED}"),
        ("0.4.0", f"### Deprecated\n- {OLD}: use another. Gone in 0.6.0.\n", ANNOUNCED),
    ],
)
def test_what_keeps_the_rule_can_be_released(version: str, new: str, before: str) -> None:
    assert objection(version, changelog(new, before)) is None


@pytest.mark.parametrize(
    ("version", "new", "before", "why"),
    [
        ("0.2.0", f"### Deprecated\n- {OLD}: use another.\n", "", "does not say in which"),
        ("0.2.0", f"### Deprecated\n- {OLD}. Gone in 0.3.0.\n", "", "gone before 0.4.0"),
        ("1.2.0", f"### Deprecated\n- {OLD}. Gone in 1.9.0.\n", "", "gone before 2.0.0"),
        ("0.2.1", GONE, ANNOUNCED, "a new MINOR version and no 0.2.1"),
        ("1.2.0", GONE, ANNOUNCED, "a new MAJOR version and no 1.2.0"),
        ("0.3.0", GONE, "", "no earlier version announced it"),
        ("0.3.0", GONE, ANNOUNCED, "earlier than announced"),
        ("0.4.0", "", ANNOUNCED, "announced to be gone by now"),
    ],
)
def test_what_breaks_the_rule_is_refused(version: str, new: str, before: str, why: str) -> None:
    assert why in (objection(version, changelog(new, before)) or "")
