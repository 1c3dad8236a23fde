"""What processes on one PostgreSQL database know of each other, on a real server."""

import asyncio
from collections.abc import AsyncIterator

import pytest
from tests.store.matches import in_play
from tests.store.servers import empty_database

from meadhall.match.clock import PerTurn
from meadhall.match.decide.play import due
from meadhall.store import open_store
from meadhall.store.postgres import PostgresBackend
from meadhall.store.postgres.news_lines import MOST_BYTES, news_of, read_line, write_lines

pytestmark = pytest.mark.anyio
LONG, SHORT = 3_600_000, 1
"""Patience in milliseconds: of a process that lives, and of one that dies at once."""


@pytest.fixture
async def shared(postgres: str) -> AsyncIterator[PostgresBackend]:
    store = await open_store(await empty_database(postgres))
    assert store.shared is not None
    yield store.shared
    await store.close()


async def die(shared: PostgresBackend, *processes: str) -> list[str]:
    """Bury processes of short patience."""
    await asyncio.sleep(0.01)
    return await shared.members.bury(processes)


async def test_processes_know_each_other_and_refuse_those_of_another_hall(
    shared: PostgresBackend,
) -> None:
    members = shared.members
    first = await members.join("a", "first", "https://a", "print", LONG)
    assert first == (None, None, None)
    second = await members.join("b", "second", "", "print", LONG)
    assert second.steady is not None
    stranger = await members.join("c", "third", "", "another", LONG)
    assert stranger.stranger in ("first", "second")
    pulse = await members.beat("a")
    assert [one.id for one in pulse.members if one.lives(pulse.now)] == ["a", "b"]
    assert pulse.known
    assert not (await members.beat("c")).known
    await members.leave("a")
    await members.leave("b")
    assert (await members.join("c", "third", "", "another", LONG)).stranger is None


async def test_a_process_that_died_is_buried_once_and_its_people_are_lost(
    shared: PostgresBackend,
) -> None:
    members = shared.members
    await members.join("a", "first", "", "p", SHORT)
    await members.join("b", "second", "", "p", LONG)
    await members.enter("a", [("m", 0), ("m", 1)])
    assert await members.enter("b", [("m", 1)]) == []
    assert await die(shared, "a", "b") == ["m"]
    assert await die(shared, "a", "b") == []
    lost = {one.seat for one in await members.seats(["m"]) if one.lost is not None}
    assert lost == {0, 1}
    (back,) = await members.enter("b", [("m", 0)])
    assert back.seat == 0
    assert back.lost is not None
    assert await members.enter("b", [("m", 0)]) == []
    assert [one.seat for one in await members.take_missing(0, 10)] == [1]
    assert await members.take_missing(0, 10) == []
    await members.exit("b", [("m", 0), ("m", 1)])
    assert await members.seats(["m"]) == []


async def test_a_lease_lasts_while_its_holder_lives_and_goes_to_where_people_sit(
    shared: PostgresBackend,
) -> None:
    members = shared.members
    for process, patience in (("a", LONG), ("b", LONG), ("c", SHORT)):
        await members.join(process, process, "", "p", patience)
    assert await members.tend("a", ["m", "n"]) == {"m", "n"}
    assert await members.tend("b", ["m"]) == set()
    await members.enter("b", [("m", 0)])
    assert await members.tend("b", ["m"]) == {"m"}
    assert await members.tend("a", ["m", "n"]) == {"n"}
    await members.release("b", ["m", "n"])
    assert await members.tend("a", ["m"]) == {"m"}
    assert await members.tend("c", ["o", "p"]) == {"o", "p"}
    await die(shared, "c")
    taken = [*await members.take_orphans("b", 1), *await members.take_orphans("a", 10)]
    assert sorted(taken) == ["o", "p"]
    assert await members.take_orphans("a", 10) == []


async def test_a_match_that_is_due_is_taken_once(shared: PostgresBackend) -> None:
    timed, entry = in_play("timed", clock=PerTurn(10_000))
    await shared.append([entry])
    soon = (due(timed) or 0) + 1
    for process in ("a", "b"):
        await shared.members.join(process, process, "", "p", LONG)
    assert await shared.members.take_due("a", soon - 1, 10) == []
    both = await asyncio.gather(*(shared.members.take_due(one, soon, 10) for one in ("a", "b")))
    assert sorted(both) == [[], ["timed"]]


async def test_news_is_heard_and_leads_to_the_facts(shared: PostgresBackend) -> None:
    heard: asyncio.Queue[str] = asyncio.Queue()
    await shared.news.listen(heard.put_nowait, lambda: None)
    match, entry = in_play("m")
    shared.news_of = lambda entries: news_of("a", entries)
    assert await shared.append([entry]) == ()
    line = read_line(await asyncio.wait_for(heard.get(), 60))
    assert line == ("a", "facts", f"m:{match.version}")
    assert line.versions() == (["m"], [str(match.version)])
    assert read_line(await heard.get()) == ("a", "lists", "* anna bert")
    assert await shared.append([entry]) == ("m",), "it is there already"
    found = await shared.news.facts_after({"m": 1, "n": 0})
    assert found == {"m": tuple(enumerate(entry.facts[1:], 2))}
    assert heard.empty(), "nothing was stored, so there was no news"


async def test_a_turn_is_one_processs_at_a_time(shared: PostgresBackend) -> None:
    order: list[str] = []

    async def take(name: str) -> None:
        async with shared.members.turn("quick"):
            order.append(f"{name} in")
            await asyncio.sleep(0.02)
            order.append(f"{name} out")

    await asyncio.gather(take("a"), take("b"))
    assert order in (["a in", "a out", "b in", "b out"], ["b in", "b out", "a in", "a out"])


def test_lines_fit_into_a_notification_and_lose_nothing() -> None:
    words = [f"match{number}:7" for number in range(3_000)]
    lines = write_lines("a", "facts", [*words, "two words", "x" * 1_000, ""])
    assert all(len(line.encode()) <= MOST_BYTES for line in lines)
    assert [word for line in lines for word in read_line(line).words()] == words
    assert write_lines("a", "facts", []) == []
