"""What a process does with lines that it hears: most are about matches that it does not follow."""

from types import SimpleNamespace
from typing import Any

import pytest

from meadhall.server.clock import DatabaseClock
from meadhall.server.cluster.together import Identity, Together
from meadhall.server.metrics import Metrics
from meadhall.server.neighbours import Neighbours

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


@pytest.mark.parametrize(
    ("audience", "phase", "leases", "is_followed"),
    [
        ({"Ann"}, "playing", (), True),
        ((), "lobby", (), True),
        ((), "playing", ("m",), True),
        ((), "playing", ("another",), False),
        ((), "over", (), False),
    ],
)
def test_a_match_is_followed_where_somebody_watches_or_tends_it(
    audience: Any, phase: str, leases: tuple[str, ...], is_followed: object
) -> None:
    room = SimpleNamespace(
        id="m", channel=SimpleNamespace(audience=audience), match=SimpleNamespace(phase=phase)
    )
    nothing: Any = None
    loop: Any = SimpleNamespace(rooms={"m": room})
    cluster: Any = SimpleNamespace(has_lease=lambda match: match in leases)
    neighbours = Neighbours(loop, nothing, cluster, nothing, nothing, nothing)
    assert neighbours.follows(["elsewhere", "m"]) == is_followed
    assert not neighbours.follows(["elsewhere"])


@pytest.mark.anyio
async def test_a_lease_that_another_process_has_is_asked_for_once_per_heartbeat() -> None:
    asked: list[set[str]] = []

    async def tend(_: str, matches: set[str]) -> set[str]:
        asked.append(set(matches))
        return {"free"} & matches

    async def note_leases(_: object) -> None:
        pass

    shared: Any = SimpleNamespace(members=SimpleNamespace(tend=tend))
    together = Together(shared, ME, DatabaseClock(), Metrics())
    hearer: Any = SimpleNamespace(note_leases=note_leases)
    together.hearer = hearer
    assert not any(map(together.tends, ("taken", "free")))
    await together._flush_leases()
    together._work.clear()
    assert (together.tends("free"), together.tends("taken")) == (True, False)
    assert not together._work.is_set(), "nothing is asked with every move"
    assert not together.tends("new")
    await together._flush_leases()
    together._work.clear()
    together._ask_again()
    assert together._work.is_set(), "a heartbeat later it may be free"
    await together._flush_leases()
    assert asked == [{"taken", "free"}, {"new"}, {"taken"}]
