"""What a process does with lines that it hears: most are about matches that it does not follow."""

from types import SimpleNamespace
from typing import Any

import pytest

from meadhall.server.clock import DatabaseClock
from meadhall.server.cluster.together import Identity, Together
from meadhall.server.metrics import Metrics

ME = Identity("me", "", "", "", 2_000)


@pytest.mark.parametrize(
    ("line", "to_read"),
    [
        ("other facts here:7 there:3", {"here": 7, "there": 3}),
        ("other facts there:3", {}),
        ("me facts here:7", {}),
    ],
)
def test_only_news_of_matches_that_are_followed_is_read(line: str, to_read: dict[str, int]) -> None:
    nothing: Any = None
    together = Together(nothing, ME, DatabaseClock(), Metrics())
    hearer: Any = SimpleNamespace(follows=lambda matches: "here" in matches)
    together.hearer = hearer
    together._hear(line)
    assert together._stored == to_read
    assert together._heard.is_set() == bool(to_read)
