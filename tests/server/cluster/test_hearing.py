"""What a process does with lines that it hears: most are about matches that it does not follow."""

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from meadhall.match.ports import StoreUnavailable
from meadhall.server.clock import DatabaseClock
from meadhall.server.cluster import together as together_module
from meadhall.server.cluster.identity import Identity
from meadhall.server.cluster.together import Together
from meadhall.server.metrics import Metrics
from meadhall.server.neighbours import Neighbours
from meadhall.store.postgres.members import Others, Pulse

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


@pytest.mark.anyio
async def test_news_that_could_not_be_read_is_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Found by the nemesis: people waited for the next sweep, and their clocks ran."""
    monkeypatch.setattr(together_module, "RETRY_SECONDS", 0.0)
    nothing: Any = None
    together, read = Together(nothing, ME, DatabaseClock(), Metrics()), asyncio.Event()
    asked: list[object] = []

    async def note_facts(matches: object) -> None:
        asked.append(matches)
        if len(asked) == 1:
            together._stored = {"here": 8, "there": 3}
            raise StoreUnavailable("a connection was lost")
        read.set()

    hearer: Any = SimpleNamespace(note_facts=note_facts)
    together.hearer, together._stored = hearer, {"here": 7}
    together._heard.set()
    reading = asyncio.create_task(together._read())
    await read.wait()
    reading.cancel()
    assert asked == [{"here": 7}, {"here": 8, "there": 3}]


@pytest.mark.anyio
async def test_who_was_taken_for_dead_reads_what_nobody_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Until the others know of it again, they may have stored facts without news of them."""
    monkeypatch.setattr(together_module, "UNKNOWN_SECONDS", (0.0,))
    asked: asyncio.Queue[object] = asyncio.Queue()

    async def beat(_: str) -> Pulse:
        return Pulse((), 0, known=False)

    async def join(*_: object) -> Others:
        return Others(None, None, None)

    async def take_orphans(*_: object) -> list[str]:
        return []

    members = SimpleNamespace(beat=beat, join=join, take_orphans=take_orphans)
    shared: Any = SimpleNamespace(members=members)
    together = Together(shared, ME, DatabaseClock(), Metrics())
    hearer: Any = SimpleNamespace(note_facts=asked.put, note_lapse=lambda: None)
    together.hearer = hearer
    beating = asyncio.create_task(together._beat())
    assert await asked.get() is None
    beating.cancel()
