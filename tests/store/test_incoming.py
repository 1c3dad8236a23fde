"""A SQLite file flushes facts from one table to another; readers see no difference."""

import asyncio
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from tests.store.matches import chat, in_play, play_on

from meadhall.cli.new_game.template import GAME
from meadhall.match.evolve import fold
from meadhall.match.match import Match
from meadhall.match.ports import Append, Damage, DamagedMatch, Query
from meadhall.store import Store, open_store, sqlite
from meadhall.store.account import Account

pytestmark = pytest.mark.anyio

ROOT = Path(__file__).parents[2]
APPEND = """
import asyncio, os, signal, sys
from meadhall.store import open_store
from tests.store.matches import in_play, chat

async def append(file, version):
    store = await open_store(file)
    match, _ = in_play("m")
    talk = chat(match, "from next door")
    lost = await store.matches.append([talk.__class__("m", int(version), talk.facts)])
    print(lost, flush=True)
    os.kill(os.getpid(), signal.SIGKILL)

asyncio.run(append(*sys.argv[1:]))
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
    """Change the file with a plain connection, which checks no foreign keys."""
    database = sqlite3.connect(file)
    database.execute(statement)
    database.commit()
    database.close()


def collect_complaints() -> list[str]:
    """A list that fills with the errors reported to the event loop."""
    complaints: list[str] = []
    asyncio.get_running_loop().set_exception_handler(
        lambda _, context: complaints.append(f"{context['message']}: {context['exception']}")
    )
    return complaints


def append_next_door(file: Path, version: int) -> str:
    """Another process appends to match "m" and is killed; returns the conflicts that it printed."""
    command = [sys.executable, "-c", APPEND, str(file), str(version)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.returncode < 0, done.stderr
    return done.stdout.strip()


async def with_a_match(file: Path) -> tuple[Store, Match]:
    """A store with match "m", one move of which has not been flushed."""
    store = await open_store(str(file))
    match, first = in_play("m", options=(("stones", 50),))
    await store.matches.append([first])
    await store.close()
    store = await open_store(str(file))
    match, second = play_on(match)
    await store.matches.append([second])
    assert rows(file, "incoming") == 1
    return store, match


async def test_facts_are_flushed_when_many_have_collected(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "FLUSH_MAX", 9)
    store, match = await with_a_match(file)
    for _ in range(40):
        match, entry = play_on(match)
        assert await store.matches.append([entry]) == ()
        assert fold(GAME, await store.matches.facts("m")) == match
    assert 0 < rows(file, "incoming") + rows(file, "facts") == match.version
    assert rows(file, "facts") > match.version - 2 * 9
    await store.close()


async def test_closing_a_store_flushes_everything(file: Path) -> None:
    store, match = await with_a_match(file)
    await store.close()
    assert (rows(file, "incoming"), rows(file, "facts")) == (0, match.version)


async def test_facts_are_flushed_while_others_write(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "FLUSH_MAX", 1)
    store = await open_store(str(file))

    async def play(name: str) -> Match:
        match, entry = in_play(name, options=(("stones", 50),))
        for _ in range(30):
            assert await store.matches.append([entry]) == ()
            match, entry = play_on(match)
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


async def test_cancelling_a_task_that_waits_for_a_flush_does_not_cancel_the_flush(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    complaints = collect_complaints()
    store, match = await with_a_match(file)
    monkeypatch.setattr(sqlite, "FLUSH_MAX", 1)
    edit(file, SLOW)
    match, entry = play_on(match)
    assert await store.matches.append([entry]) == ()
    impatient = asyncio.create_task(store.matches.append([chat(match, "never mind")]))
    await asyncio.sleep(0)
    impatient.cancel()
    match, entry = play_on(match)
    assert await store.matches.append([entry]) == ()
    assert fold(GAME, await store.matches.facts("m")) == match
    await store.close()
    assert complaints == []


@pytest.mark.parametrize("first", [0, 1])
async def test_of_two_stores_one_wins_a_match_with_incoming_facts(file: Path, first: int) -> None:
    opened, match = await with_a_match(file)
    stores = [opened, await open_store(str(file))]
    winner, loser = stores[first], stores[1 - first]
    too_late, too_early = chat(match, "too late"), Append("m", match.version + 3, ())
    match, entry = play_on(match)
    assert await winner.matches.append([entry]) == ()
    for conflict in (too_late, too_early):
        assert await loser.matches.append([conflict]) == ("m",)
    match, entry = play_on(match)
    assert await loser.matches.append([entry]) == ()
    for conflict in (too_late, too_early):
        assert await winner.matches.append([conflict]) == ("m",)
    assert rows(file, "incoming") == 3
    for store in stores:
        assert fold(GAME, await store.matches.facts("m")) == match
        await store.close()


async def test_another_process_writes_to_a_match_with_incoming_facts_and_is_killed(
    file: Path,
) -> None:
    store, match = await with_a_match(file)
    assert append_next_door(file, match.version - 1) == "('m',)"
    assert append_next_door(file, match.version + 1) == "('m',)"
    assert append_next_door(file, match.version) == "()"
    assert rows(file, "incoming") == 2
    assert await store.matches.append([chat(match, "too late")]) == ("m",)
    talk = chat(match, "now").facts
    assert await store.matches.append([Append("m", match.version + 1, talk)]) == ()
    assert len(await store.matches.facts("m")) == match.version + 2
    await store.close()


async def test_facts_that_a_killed_process_left_incoming_are_flushed_by_the_next(
    file: Path,
) -> None:
    store, match = await with_a_match(file)
    await store.close()
    for version in range(match.version, match.version + 3):
        assert append_next_door(file, version) == "()"
    assert rows(file, "incoming") == 3
    store = await open_store(str(file))
    assert len(await store.matches.facts("m")) == match.version + 3
    assert await store.matches.append([chat(match, "too late")]) == ("m",)
    await store.close()
    assert (rows(file, "incoming"), rows(file, "facts")) == (0, match.version + 3)


async def test_facts_that_others_left_count_towards_the_next_flush(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, match = await with_a_match(file)
    await store.close()
    assert append_next_door(file, match.version) == "()"
    monkeypatch.setattr(sqlite, "FLUSH_MAX", 2)
    store = await open_store(str(file))
    talk = chat(match, "and so on").facts
    for version in (match.version + 1, match.version + 2):
        assert await store.matches.append([Append("m", version, talk)]) == ()
    assert rows(file, "incoming") == 1
    await store.close()


MISSING, TWICE, NO_MATCH = "is missing", "is there twice", "There is no such match"


@pytest.mark.parametrize(
    ("edited", "found", "left"),
    [
        ("version = 3 WHERE match = 'm' AND version = 7", [("m", 3, TWICE)], 1),
        ("version = 7 WHERE match = 'm' AND version = 8", [("m", 7, TWICE)], 1),
        ("version = 9 WHERE match = 'm' AND version = 8", [("m", 8, MISSING)], 0),
        ("version = 'x' WHERE match = 'm' AND version = 7", [("m", 7, MISSING)], 0),
        (
            "match = 'x' WHERE match = 'm' AND version = 7",
            [("x", 7, NO_MATCH), ("m", 7, MISSING)],
            1,
        ),
        ("match = 'x' WHERE match = 'm' AND version = 8", [("x", 8, NO_MATCH)], 1),
        (
            "match = CAST(x'6DFF' AS TEXT) WHERE match = 'm' AND version = 8",
            [("m\N{REPLACEMENT CHARACTER}", 8, NO_MATCH)],
            1,
        ),
        ("body = CAST(x'7BFF' AS TEXT) WHERE match = 'm' AND version = 8", [("m", 8, "as it")], 0),
    ],
)
async def test_a_damaged_incoming_fact_is_reported_and_does_not_stop_the_flush_of_others(
    file: Path, edited: str, found: list[tuple[str, int, str]], left: int
) -> None:
    good = await with_incoming_facts(file)
    edit(file, f"UPDATE incoming SET {edited}")  # noqa: S608 - our own words
    for incoming in (3, left):
        assert rows(file, "incoming") == incoming
        store = await open_store(str(file))
        scanned = [item async for item in store.matches.scan(Query())]
        damages = [item for item in scanned if isinstance(item, Damage)]
        assert [(damage.match, damage.version) for damage in damages] == [
            (match, version) for match, version, _ in found
        ]
        for damage, (_, _, text) in zip(damages, found, strict=True):
            assert text in damage.text
        assert fold(GAME, await store.matches.facts("good")) == good
        good, entry = play_on(good)
        stale = Append("m", 3, entry.facts)
        assert await store.matches.append([entry, stale]) == ("m",)
        await store.close()


async def with_incoming_facts(file: Path) -> Match:
    """Make a file with incoming facts 7 and 8 of match "m" and 7 of "good"; returns the latter.

    The file is a backup of an open store: closing a store would flush them.
    """
    hall = file.with_name("open.db")
    store = await open_store(str(hall))
    (bad, first), (good, second) = in_play("m"), in_play("good")
    await store.matches.append([first, second])
    await store.close()
    store = await open_store(str(hall))
    for _ in range(2):
        bad, entry = play_on(bad)
        await store.matches.append([entry])
    good, entry = play_on(good)
    await store.matches.append([entry])
    source, copy = sqlite3.connect(hall), sqlite3.connect(file)
    source.backup(copy)
    source.close()
    copy.close()
    await store.close()
    return good


async def test_a_missing_last_fact_is_still_reported_after_a_flush(file: Path) -> None:
    store = await open_store(str(file))
    match, entry = in_play("m")
    await store.matches.append([entry, in_play("good")[1]])
    edit(file, f"DELETE FROM incoming WHERE match = 'm' AND version = {match.version}")  # noqa: S608 - our own words
    for _ in range(2):
        with pytest.raises(DamagedMatch, match=f"fact {match.version}: The fact is missing"):
            await store.matches.facts("m")
        await store.close()
        store = await open_store(str(file))
    await store.close()


async def test_a_fact_without_a_match_makes_no_match(file: Path) -> None:
    await with_incoming_facts(file)
    edit(file, "UPDATE incoming SET match = 'x' WHERE match = 'm' AND version = 8")
    store = await open_store(str(file))
    with pytest.raises(DamagedMatch, match="match x, fact 1: The fact is missing"):
        await store.matches.facts("x")
    await store.close()


async def test_facts_that_cannot_be_flushed_are_safe_and_are_flushed_later(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    complaints = collect_complaints()
    store, match = await with_a_match(file)
    monkeypatch.setattr(sqlite, "FLUSH_MAX", 2)
    edit(file, "CREATE TRIGGER no BEFORE INSERT ON facts BEGIN SELECT RAISE(FAIL, 'no'); END")
    for _ in range(4):
        match, entry = play_on(match)
        assert await store.matches.append([entry]) == ()
        assert fold(GAME, await store.matches.facts("m")) == match
    assert "facts could not be flushed: no" in complaints
    assert rows(file, "incoming") == 5
    edit(file, "DROP TRIGGER no")
    match, entry = play_on(match)
    assert await store.matches.append([entry]) == ()
    await store.close()
    assert (rows(file, "incoming"), rows(file, "facts")) == (0, match.version)
