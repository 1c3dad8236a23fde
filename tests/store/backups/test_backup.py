"""Backups are whole and of one moment, also under load, and come back to either database."""

import asyncio
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from hall import Hall
from sqlalchemy import create_engine
from tests.store.matches import games, in_play, play_on
from tests.store.servers import empty_database
from tests.store.test_migrations import write_with_early_code

from meadhall.core.refusal import Refused
from meadhall.match.evolve import fold
from meadhall.match.match import Match
from meadhall.match.ports import Append, Damage, Query
from meadhall.store import Store, open_store
from meadhall.store.account import Account
from meadhall.store.backup import make_backup, restore_backup
from meadhall.store.backup.backup_file import mark
from meadhall.store.migrate import upgrade

pytestmark = pytest.mark.anyio
MATCHES = 20


async def fill(store: Store) -> list[Match]:
    await store.accounts.add(Account("ann", "Ann", "hash", 1, 0))
    made = [in_play(f"m{number}") for number in range(MATCHES)]
    await store.matches.append([entry for _, entry in made])
    return [match for match, _ in made]


async def matches_in(place: str) -> dict[str, Match]:
    store = await open_store(place)
    found = [item async for item in store.matches.scan(Query())]
    assert await store.accounts.by_name("Ann") is not None
    await store.close()
    assert not any(isinstance(item, Damage) for item in found)
    return {match: fold(games("template"), facts) for match, facts in found}  # type: ignore[misc] # no damage


async def play_until(done: asyncio.Event, store: Store, matches: list[Match]) -> int:
    """Play a move in every match at once, again and again, as a busy server would."""
    rounds = 0
    while not done.is_set() and matches[0].asked:
        played: list[tuple[Match, Append]] = [play_on(match) for match in matches]
        assert await store.matches.append([entry for _, entry in played]) == ()
        matches, rounds = [match for match, _ in played], rounds + 1
        await asyncio.sleep(0.01)
    return rounds


async def test_a_backup_under_load_is_of_one_moment(place: str, tmp_path: Path) -> None:
    store = await open_store(place)
    matches = await fill(store)
    done, file = asyncio.Event(), tmp_path / "hall.backup"
    load = asyncio.create_task(play_until(done, store, matches))
    await asyncio.sleep(0.03)
    saved = await _in_a_thread(place, file)
    done.set()
    assert await load > 0
    await store.close()
    copy = str(tmp_path / "copy.db")
    await restore_backup(file, copy)
    found = await matches_in(copy)
    assert len(found) == saved == MATCHES
    # Each round is one commit, so at every moment all matches are equally long.
    assert len({match.version for match in found.values()}) == 1
    assert _mode(file) == _mode(copy) == 0o600


async def _in_a_thread(place: str, file: Path) -> int:
    """Beside the event loop, as a process of its own would be."""
    return await asyncio.to_thread(lambda: asyncio.run(make_backup(place, file, "now")).matches)


async def test_a_backup_goes_back_to_either_database(
    place: str, postgres: str, tmp_path: Path
) -> None:
    store = await open_store(place)
    matches = await fill(store)
    for _ in range(3):
        played = [play_on(match) for match in matches]
        await store.matches.append([entry for _, entry in played])
        matches = [match for match, _ in played]
    if place != postgres:  # a file's facts may still be incoming; PostgreSQL has no such moment
        assert sqlite3.connect(place).execute("SELECT count(*) FROM incoming").fetchone() != (0,)
    file = tmp_path / "hall.backup"
    await make_backup(place, file, "now")
    await store.close()
    await empty_database(postgres)
    targets = (str(tmp_path / "new" / "copy.db"), postgres)
    (tmp_path / "new").mkdir()
    for target in targets:
        await restore_backup(file, target)
        found = await matches_in(target)
        assert {m.setup.id: m.state for m in matches} == {k: m.state for k, m in found.items()}
        with pytest.raises(Refused, match="HALL_NOT_EMPTY"):
            await restore_backup(file, target)
        assert await matches_in(target) == found, "nothing was changed"


async def test_a_backup_of_an_earlier_version_is_restored(postgres: str, tmp_path: Path) -> None:
    file, (_, stored) = tmp_path / "old.backup", in_play("m")
    engine = create_engine(f"sqlite:///{file}")
    with engine.begin() as database:
        upgrade(database, "0002")
    engine.dispose()
    write_with_early_code(file, stored)
    with closing(sqlite3.connect(file)) as early:
        assert mark(early, "then").step == "0002"
    await empty_database(postgres)
    for target in (str(tmp_path / "copy.db"), postgres):
        await restore_backup(file, target)
        store = await open_store(target)
        assert await store.matches.facts("m") == stored.facts
        await store.close()


async def test_what_is_no_backup_is_refused_and_nothing_is_made(tmp_path: Path) -> None:
    place, target = str(tmp_path / "hall.db"), tmp_path / "copy.db"
    store = await open_store(place)
    await fill(store)
    await store.close()
    good = tmp_path / "good.backup"
    await make_backup(place, good, "now")
    whole = good.read_bytes()
    (tmp_path / "text").write_text("no database " * 500)
    (tmp_path / "short").write_bytes(whole[: len(whole) // 2])
    (tmp_path / "less").write_bytes(whole)
    _edit(tmp_path / "less", "DELETE FROM facts WHERE version = 1")
    (tmp_path / "later").write_bytes(whole)
    _edit(tmp_path / "later", "UPDATE meadhall_backup SET step = '9999'")
    _edit(tmp_path / "other.db", "CREATE TABLE songs (id INTEGER)")
    for name in ("text", "short", "less", "other.db", "hall.db", "missing"):
        with pytest.raises(Refused, match="NOT_A_BACKUP"):
            await restore_backup(tmp_path / name, str(target))
    with pytest.raises(Refused, match="NEWER_DATABASE"):
        await restore_backup(tmp_path / "later", str(target))
    with pytest.raises(Refused, match="FILE_EXISTS"):
        await make_backup(place, good, "later")
    with pytest.raises(Refused, match="NO_HALL"):
        await make_backup(str(tmp_path / "text"), tmp_path / "new", "now")
    assert not target.exists()
    assert not (tmp_path / "new").exists()
    assert good.read_bytes() == whole
    assert _drafts(tmp_path) == []


async def test_a_hall_of_a_newer_version_is_refused(place: str, tmp_path: Path) -> None:
    store = await open_store(place)
    await store.backend.write(
        lambda database: database.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    )
    await store.close()
    if "postgresql" in place:  # a newer release may serve it too, while it is rolled out
        await (await open_store(place)).close()
    else:
        with pytest.raises(Refused, match="A newer Meadhall wrote this database"):
            await open_store(place)
    with pytest.raises(Refused, match="A newer Meadhall wrote this hall"):
        await make_backup(place, tmp_path / "new", "now")
    assert not (tmp_path / "new").exists()


def test_the_commands_say_what_they_did_or_exit_with_2(hall: Hall) -> None:
    async def prepare() -> None:
        store = await open_store(str(hall.folder / "meadhall.db"))
        await fill(store)
        await store.close()

    asyncio.run(prepare())
    saved = hall.run("backup", "hall.backup")
    assert "20 matches with" in saved.stdout, saved.stderr
    restored = hall.run("restore", "hall.backup", "--db", "copy.db")
    assert "20 matches with" in restored.stdout, restored.stderr
    again = hall.run("restore", "hall.backup", "--db", "copy.db")
    wrong = hall.run("restore", "meadhall.db", "--db", "third.db")
    assert (again.returncode, wrong.returncode) == (2, 2)
    assert "it is a hall itself" in wrong.stderr.replace("\n", " ")
    assert hall.run("backup", "x", "--db", "postgresql://localhost:1/x").returncode == 2
    _edit(hall.folder / "copy.db", "UPDATE alembic_version SET version_num = '9999'")
    served = subprocess.run(
        [sys.executable, "-m", "meadhall", "serve", "--port", "0", "--db", "copy.db"],
        cwd=hall.folder, text=True, capture_output=True, check=False, timeout=120,
    )  # fmt: skip
    assert served.returncode == 2
    assert served.stderr.startswith("A newer Meadhall wrote this database (step 9999")
    assert served.stderr.count("\n") == 1


def _mode(file: Path | str) -> int:
    return Path(file).stat().st_mode & 0o777


def _drafts(folder: Path) -> list[Path]:
    return [*folder.glob(".*")]


def _edit(file: Path, statement: str) -> None:
    with closing(sqlite3.connect(file)) as database:
        database.execute(statement)
        database.commit()
