"""A backup of a hall whose server plays on has every move that was acknowledged before it began."""

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest
from kill_loop import play_for_ever
from stubborn import Process, Stubborn

from meadhall.match.facts import Acted, Fact
from meadhall.store import open_store
from meadhall.store.backup import restore_backup

pytestmark = pytest.mark.anyio
MATCHES = 3
MOVES = 60
"""How many moves are acknowledged before the backup, and again after it."""


async def test_a_backup_has_all_that_was_acknowledged(place: str, tmp_path: Path) -> None:
    tables: list[list[Stubborn]] = []
    with Process(tmp_path, db=place) as server:
        server.start()
        await server.wait()
        playing = [
            asyncio.create_task(play_for_ever(server, number, tables)) for number in range(MATCHES)
        ]
        await acknowledged(tables, MOVES)
        before = {id(player): [*player.kept] for players in tables for player in players}
        await asyncio.to_thread(back_up, place, tmp_path / "hall.backup")
        await acknowledged(tables, MOVES + sum(len(kept) for kept in before.values()))
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        server.stop()
    copy = str(tmp_path / "copy.db")
    await restore_backup(tmp_path / "hall.backup", copy)
    for players in tables:
        saved, stored = [await facts_of(hall, players[0]) for hall in (copy, place)]
        assert saved == stored[: len(saved)]
        moves = {fact.id: fact.action for fact in saved if isinstance(fact, Acted)}
        for player in players:
            assert [
                name for name, text in before.get(id(player), []) if moves.get(name) != text
            ] == []


async def acknowledged(tables: list[list[Stubborn]], moves: int) -> None:
    """Wait until this many moves have been acknowledged."""
    while sum(len(player.kept) for players in tables for player in players) < moves:  # noqa: ASYNC110 - players tell nobody
        await asyncio.sleep(0.01)


def back_up(place: str, file: Path) -> None:
    command = [sys.executable, "-m", "meadhall", "backup", str(file), "--db", place]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "matches with" in done.stdout


async def facts_of(hall: str, player: Stubborn) -> tuple[Fact, ...]:
    store = await open_store(hall)
    try:
        return await store.matches.facts(player.url.split("/")[5])
    finally:
        await store.close()
