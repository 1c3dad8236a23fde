"""Damaged rows are reported with their match and version, never skipped silently."""

from collections.abc import AsyncIterator
from dataclasses import replace

import pytest
from sqlalchemy import Executable, delete, text, update
from sqlalchemy.exc import ProgrammingError
from tests.store.matches import closed_table, games, in_lobby, in_play, play_on

from meadhall.core.codec import encode
from meadhall.match.evolve import fold
from meadhall.match.facts import Acted
from meadhall.match.ports import Damage, DamagedMatch, Query, StoreUnavailable
from meadhall.store import Store, open_store
from meadhall.store.archive import export, restore
from meadhall.store.backend import checksum
from meadhall.store.schema import FACTS, INCOMING, MATCHES, SEATS

pytestmark = pytest.mark.anyio


@pytest.fixture(params=["incoming", "flushed"])
async def hall(request: pytest.FixtureRequest, place: str) -> AsyncIterator[Store]:
    """A store with two matches, whose facts are still incoming or have been flushed."""
    store = await open_store(place)
    for id_ in ("good", "bad"):
        match, first = in_play(id_)
        _, second = play_on(match)
        await store.matches.append([first, second])
    if request.param == "flushed":
        await store.close()
        store = await open_store(place)
    yield store
    await store.close()


async def execute(store: Store, statement: Executable) -> None:
    await store.backend.write(lambda database: database.execute(statement))


async def damage(store: Store, version: int, body: str, crc: int | None = None) -> None:
    """Overwrite a fact, by default with the right checksum for the new text."""
    crc = checksum("bad", version, body) if crc is None else crc
    for table in (FACTS, INCOMING):
        broken = update(table).where(table.c.match == "bad", table.c.version == version)
        await execute(store, broken.values(body=body, crc=crc))


async def lose(store: Store, version: int) -> None:
    for table in (FACTS, INCOMING):
        lost = delete(table).where(table.c.match == "bad", table.c.version == version)
        await execute(store, lost)


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("{", "Not JSON"),
        ('{"kind":"acted"}', "missing"),
        ('{"kind":"danced","at":1}', "expected"),
        ('{"kind":"started","at":1.5}', "expected int"),
    ],
)
async def test_an_unreadable_fact_is_named(hall: Store, body: str, reason: str) -> None:
    await damage(hall, 3, body)
    with pytest.raises(DamagedMatch, match="match bad, fact 3") as caught:
        await hall.matches.facts("bad")
    assert reason in caught.value.damage.text
    scanned = [found async for found in hall.matches.scan(Query())]
    assert [found for found in scanned if isinstance(found, Damage)] == [caught.value.damage]
    assert [found[0] for found in scanned if isinstance(found, tuple)] == ["good"]


async def test_a_fact_that_can_be_read_and_is_not_what_was_written_is_named(hall: Store) -> None:
    (*_, last) = await hall.matches.facts("bad")
    assert isinstance(last, Acted)
    edited = encode(replace(last, action="take 2")).decode()
    await damage(hall, 7, edited, crc=checksum("bad", 7, encode(last).decode()))
    with pytest.raises(DamagedMatch, match="not as it was written"):
        await hall.matches.facts("bad")


@pytest.mark.parametrize("version", [1, 4, 7])
async def test_a_missing_fact_is_named(hall: Store, version: int) -> None:
    await lose(hall, version)
    with pytest.raises(DamagedMatch) as caught:
        await hall.matches.facts("bad")
    assert caught.value.damage == Damage("bad", version, "The fact is missing.")


@pytest.mark.parametrize(
    "body",
    [
        '{"at":1,"seat":0,"action":"take 77","turn":1,"kind":"acted"}',
        '{"at":1,"seat":5,"kind":"unseated"}',
        '{"at":1,"seat":-1,"ready":true,"kind":"readied"}',
    ],
)
async def test_facts_that_do_not_add_up_are_left_out_of_an_export_and_reported(
    hall: Store, body: str
) -> None:
    await damage(hall, 2, body)
    exported = [line async for line in export(hall.matches, games)]
    lines = [line for line in exported if isinstance(line, str)]
    damages = [line for line in exported if isinstance(line, Damage)]
    assert len(lines) == 1
    assert '"match": "good"' in lines[0]
    assert [(found.match, found.version) for found in damages] == [("bad", 0)]


async def test_an_unreadable_match_is_left_out_of_an_export_and_reported(hall: Store) -> None:
    await damage(hall, 1, "?")
    exported = [line async for line in export(hall.matches, games)]
    damages = [line for line in exported if isinstance(line, Damage)]
    assert [(found.match, found.version) for found in damages] == [("bad", 1)]


async def test_all_started_matches_move_to_another_hall_as_records(store: Store) -> None:
    played, entry = in_play("played")
    await store.matches.append([entry, in_lobby("waiting")[1], *closed_table("closed")])
    for _ in range(12):
        played, entry = play_on(played)
        await store.matches.append([entry])
    lines = [line async for line in export(store.matches, games)]
    assert len(lines) == 1
    for table in (INCOMING, FACTS, SEATS, MATCHES):
        await execute(store, delete(table))
    texts = [line for line in lines if isinstance(line, str)]
    report = await restore(store.matches, games, texts, now=5)
    assert (report.kept, report.skipped) == (["played"], [])
    back = fold(games("template"), await store.matches.facts("played"))
    assert (back.state, back.status) == (played.state, played.status)


async def test_what_cannot_be_read_back_is_reported_line_by_line(store: Store) -> None:
    await store.matches.append([in_play("there")[1]])
    (line,) = [line async for line in export(store.matches, games)]
    assert isinstance(line, str)
    edited = line.replace('"Anna"', '"Amma"')
    lines = ["?", "[]", "{}", '{"match": "x", "record": {}}', edited, line]
    report = await restore(store.matches, games, lines, now=5)
    assert report.kept == []
    names = [*(f"line {number}" for number in range(1, 6)), "there"]
    assert [(damage.match, damage.version) for damage in report.skipped] == [
        (name, 0) for name in names
    ]
    assert report.skipped[-1].text == "There is such a match already."
    assert "edited" in report.skipped[-2].text


async def test_a_database_that_refuses_a_question_is_not_called_damage(store: Store) -> None:
    await store.matches.append([in_play("m")[1]])
    await execute(store, text("ALTER TABLE facts RENAME TO elsewhere"))
    with pytest.raises((StoreUnavailable, ProgrammingError)):
        await store.matches.facts("m")
    await execute(store, text("ALTER TABLE elsewhere RENAME TO facts"))
