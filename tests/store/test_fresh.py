"""A SQLite file takes facts in at one table and moves them to another; nobody may notice."""

import asyncio
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from tests.store.matches import in_play, moved, said

from meadhall.cli.template import GAME
from meadhall.match.evolve import fold
from meadhall.match.match import Match
from meadhall.match.ports import Append, Damage, DamagedMatch, Query
from meadhall.store import Store, open_store, sqlite
from meadhall.store.accounts import Account

pytestmark = pytest.mark.anyio

ROOT = Path(__file__).parents[2]
SAY = """
import asyncio, os, signal, sys
from meadhall.store import open_store
from tests.store.matches import in_play, said

async def say(file, version):
    store = await open_store(file)
    match, _ = in_play("m")
    talk = said(match, "from next door")
    lost = await store.matches.append([talk.__class__("m", int(version), talk.facts)])
    print(lost, flush=True)
    os.kill(os.getpid(), signal.SIGKILL)

asyncio.run(say(*sys.argv[1:]))
"""

SLOW = """
CREATE TRIGGER slow BEFORE INSERT ON facts BEGIN
    SELECT count(*) FROM (
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300000)
        SELECT i FROM n
    );
END
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "hall.db"


def rows(file: Path, table: str) -> int:
    database = sqlite3.connect(file)
    (count,) = database.execute(f"SELECT count(*) FROM {table}").fetchone()  # noqa: S608 - our own words
    database.close()
    return int(count)


def edit(file: Path, statement: str) -> None:
    """What somebody does who does not care about keys and types."""
    database = sqlite3.connect(file)
    database.execute(statement)
    database.commit()
    database.close()


def listened() -> list[str]:
    """What the event loop is going to complain of."""
    complaints: list[str] = []
    asyncio.get_running_loop().set_exception_handler(
        lambda _, context: complaints.append(f"{context['message']}: {context['exception']}")
    )
    return complaints


def say_next_door(file: Path, version: int) -> str:
    """Another process appends to match "m" and is killed; returns the conflicts it was told of."""
    command = [sys.executable, "-c", SAY, str(file), str(version)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.returncode < 0, done.stderr
    return done.stdout.strip()


async def with_a_match(file: Path) -> tuple[Store, Match]:
    """A store with match "m", one move of which has not settled."""
    store = await open_store(str(file))
    match, first = in_play("m", options=(("stones", 50),))
    await store.matches.append([first])
    await store.close()
    store = await open_store(str(file))
    match, second = moved(match)
    await store.matches.append([second])
    assert rows(file, "fresh") == 1
    return store, match


async def test_facts_settle_when_many_wait(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite, "MANY", 9)
    store, match = await with_a_match(file)
    for _ in range(40):
        match, entry = moved(match)
        assert await store.matches.append([entry]) == ()
        assert fold(GAME, await store.matches.facts("m")) == match
    assert 0 < rows(file, "fresh") + rows(file, "facts") == match.version
    assert rows(file, "facts") > match.version - 2 * 9
    await store.close()


async def test_a_closed_store_leaves_everything_settled(file: Path) -> None:
    store, match = await with_a_match(file)
    await store.close()
    assert (rows(file, "fresh"), rows(file, "facts")) == (0, match.version)


async def test_facts_settle_while_others_write(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite, "MANY", 1)
    store = await open_store(str(file))

    async def play(name: str) -> Match:
        match, entry = in_play(name, options=(("stones", 50),))
        for _ in range(30):
            assert await store.matches.append([entry]) == ()
            match, entry = moved(match)
        assert await store.matches.append([entry]) == ()
        return match

    async def sign_up() -> None:
        for number in range(30):
            assert await store.accounts.add(Account(f"{number}", f"Anna {number}", "", 1))

    signing_up = asyncio.create_task(sign_up())
    for match in await asyncio.gather(*(play(f"m{i}") for i in range(5))):
        assert fold(GAME, await store.matches.facts(match.setup.id)) == match
    await signing_up
    await store.close()


async def test_whoever_gives_up_waiting_for_facts_to_settle_disturbs_nobody(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    complaints = listened()
    store, match = await with_a_match(file)
    monkeypatch.setattr(sqlite, "MANY", 1)
    edit(file, SLOW)
    match, entry = moved(match)
    assert await store.matches.append([entry]) == ()
    impatient = asyncio.create_task(store.matches.append([said(match, "never mind")]))
    await asyncio.sleep(0)
    impatient.cancel()
    match, entry = moved(match)
    assert await store.matches.append([entry]) == ()
    assert fold(GAME, await store.matches.facts("m")) == match
    await store.close()
    assert complaints == []


@pytest.mark.parametrize("first", [0, 1])
async def test_of_two_stores_one_wins_an_unsettled_match(file: Path, first: int) -> None:
    opened, match = await with_a_match(file)
    stores = [opened, await open_store(str(file))]
    winner, loser = stores[first], stores[1 - first]
    too_late, too_early = said(match, "too late"), Append("m", match.version + 3, ())
    match, entry = moved(match)
    assert await winner.matches.append([entry]) == ()
    for conflict in (too_late, too_early):
        assert await loser.matches.append([conflict]) == ("m",)
    match, entry = moved(match)
    assert await loser.matches.append([entry]) == ()
    for conflict in (too_late, too_early):
        assert await winner.matches.append([conflict]) == ("m",)
    assert rows(file, "fresh") == 3
    for store in stores:
        assert fold(GAME, await store.matches.facts("m")) == match
        await store.close()


async def test_another_process_writes_to_an_unsettled_match_and_is_killed(file: Path) -> None:
    store, match = await with_a_match(file)
    assert say_next_door(file, match.version - 1) == "('m',)"
    assert say_next_door(file, match.version + 1) == "('m',)"
    assert say_next_door(file, match.version) == "()"
    assert rows(file, "fresh") == 2
    assert await store.matches.append([said(match, "too late")]) == ("m",)
    talk = said(match, "now").facts
    assert await store.matches.append([Append("m", match.version + 1, talk)]) == ()
    assert len(await store.matches.facts("m")) == match.version + 2
    await store.close()


async def test_what_a_killed_process_left_unsettled_goes_on_in_the_next(file: Path) -> None:
    store, match = await with_a_match(file)
    await store.close()
    for version in range(match.version, match.version + 3):
        assert say_next_door(file, version) == "()"
    assert rows(file, "fresh") == 3
    store = await open_store(str(file))
    assert len(await store.matches.facts("m")) == match.version + 3
    assert await store.matches.append([said(match, "too late")]) == ("m",)
    await store.close()
    assert (rows(file, "fresh"), rows(file, "facts")) == (0, match.version + 3)


async def test_what_others_left_counts_among_the_many(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, match = await with_a_match(file)
    await store.close()
    assert say_next_door(file, match.version) == "()"
    monkeypatch.setattr(sqlite, "MANY", 2)
    store = await open_store(str(file))
    talk = said(match, "and so on").facts
    for version in (match.version + 1, match.version + 2):
        assert await store.matches.append([Append("m", version, talk)]) == ()
    assert rows(file, "fresh") == 1
    await store.close()


MISSING, TWICE, NOBODYS = "is missing", "is there twice", "There is no such match"


@pytest.mark.parametrize(
    ("edited", "found", "left"),
    [
        ("version = 3 WHERE match = 'm' AND version = 7", [("m", 3, TWICE)], 1),
        ("version = 7 WHERE match = 'm' AND version = 8", [("m", 7, TWICE)], 1),
        ("version = 9 WHERE match = 'm' AND version = 8", [("m", 8, MISSING)], 0),
        ("version = 'x' WHERE match = 'm' AND version = 7", [("m", 7, MISSING)], 0),
        (
            "match = 'x' WHERE match = 'm' AND version = 7",
            [("x", 7, NOBODYS), ("m", 7, MISSING)],
            1,
        ),
        ("match = 'x' WHERE match = 'm' AND version = 8", [("x", 8, NOBODYS)], 1),
        (
            "match = CAST(x'6DFF' AS TEXT) WHERE match = 'm' AND version = 8",
            [("m\N{REPLACEMENT CHARACTER}", 8, NOBODYS)],
            1,
        ),
        ("body = CAST(x'7BFF' AS TEXT) WHERE match = 'm' AND version = 8", [("m", 8, "as it")], 0),
    ],
)
async def test_a_damaged_fresh_fact_is_named_and_keeps_no_other_from_settling(
    file: Path, edited: str, found: list[tuple[str, int, str]], left: int
) -> None:
    good = await with_fresh_facts(file)
    edit(file, f"UPDATE fresh SET {edited}")  # noqa: S608 - our own words
    for fresh in (3, left):
        assert rows(file, "fresh") == fresh
        store = await open_store(str(file))
        scanned = [item async for item in store.matches.scan(Query())]
        damages = [item for item in scanned if isinstance(item, Damage)]
        assert [(damage.match, damage.version) for damage in damages] == [
            (match, version) for match, version, _ in found
        ]
        for damage, (_, _, text) in zip(damages, found, strict=True):
            assert text in damage.text
        assert fold(GAME, await store.matches.facts("good")) == good
        good, entry = moved(good)
        stale = Append("m", 3, entry.facts)
        assert await store.matches.append([entry, stale]) == ("m",)
        await store.close()


async def with_fresh_facts(file: Path) -> Match:
    """A file in which facts 7 and 8 of match "m" wait, and fact 7 of the returned, "good" one.

    It is a copy, as one is made of a hall that is open.
    """
    hall = file.with_name("open.db")
    store = await open_store(str(hall))
    (bad, first), (good, second) = in_play("m"), in_play("good")
    await store.matches.append([first, second])
    await store.close()
    store = await open_store(str(hall))
    for _ in range(2):
        bad, entry = moved(bad)
        await store.matches.append([entry])
    good, entry = moved(good)
    await store.matches.append([entry])
    source, copy = sqlite3.connect(hall), sqlite3.connect(file)
    source.backup(copy)
    source.close()
    copy.close()
    await store.close()
    return good


async def test_a_last_fact_that_is_missing_is_not_forgotten_when_others_settle(file: Path) -> None:
    store = await open_store(str(file))
    match, entry = in_play("m")
    await store.matches.append([entry, in_play("good")[1]])
    edit(file, f"DELETE FROM fresh WHERE match = 'm' AND version = {match.version}")  # noqa: S608 - our own words
    for _ in range(2):
        with pytest.raises(DamagedMatch, match=f"fact {match.version}: The fact is missing"):
            await store.matches.facts("m")
        await store.close()
        store = await open_store(str(file))
    await store.close()


async def test_a_fact_of_nobody_is_no_match(file: Path) -> None:
    await with_fresh_facts(file)
    edit(file, "UPDATE fresh SET match = 'x' WHERE match = 'm' AND version = 8")
    store = await open_store(str(file))
    with pytest.raises(DamagedMatch, match="match x, fact 1: The fact is missing"):
        await store.matches.facts("x")
    await store.close()


async def test_facts_that_cannot_settle_are_safe_and_settle_later(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    complaints = listened()
    store, match = await with_a_match(file)
    monkeypatch.setattr(sqlite, "MANY", 2)
    edit(file, "CREATE TRIGGER no BEFORE INSERT ON facts BEGIN SELECT RAISE(FAIL, 'no'); END")
    for _ in range(4):
        match, entry = moved(match)
        assert await store.matches.append([entry]) == ()
        assert fold(GAME, await store.matches.facts("m")) == match
    assert "facts could not be settled: no" in complaints
    assert rows(file, "fresh") == 5
    edit(file, "DROP TRIGGER no")
    match, entry = moved(match)
    assert await store.matches.append([entry]) == ()
    await store.close()
    assert (rows(file, "fresh"), rows(file, "facts")) == (0, match.version)
