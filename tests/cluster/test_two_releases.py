"""The release before this one serves beside this one, so an upgrade needs no pause."""

import asyncio
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import asyncpg  # type: ignore[import-untyped] # it ships no types
import pytest
from nemesis.checker import violations
from nemesis.database import Database, running_database
from nemesis.line import ask
from nemesis.player import Habits, Player, Told
from nemesis.servers import GONE
from ports import free_port

from meadhall.cli.bench.earlier_commit import ROOT, worktree
from meadhall.core.codec import decode
from meadhall.match.facts import Acted, Fact

BEFORE = "23f5505507da00ff4bd7550c566e96247afcd6b7"
"""The commit that stands for the release before this one, until there is a tag of one. Earlier ones
cannot read that a match belongs to a tournament, which no release has written yet."""
HABITS = Habits(pause=0.05, writes=0.2, longest=40)
"""With pauses, since one of the two processes may be slow at first: both have to play."""
PATIENCE = 120.0


def release_before() -> str:
    """The last release, as git knows it."""
    command = ["git", "describe", "--tags", "--abbrev=0"]
    found = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    return found.stdout.strip() or BEFORE


@contextmanager
def server(source: Path, database: Database) -> Iterator[int]:
    """A server of the source in this folder; gives its port."""
    port = free_port()
    given = {
        "DB": database.address, "PORT": str(port), "SECRET": "of both", "LOG": "error",
        "COMPILE_AHEAD": "false", "BOTS": "1", "MESSAGE_RATE": "10000",
    }  # fmt: skip
    variables = {f"MEADHALL_{name}": value for name, value in given.items()}
    process = subprocess.Popen(
        [sys.executable, "-m", "meadhall.server"],
        env={**os.environ, **variables, "PYTHONPATH": str(source / "src")},
    )
    try:
        asyncio.run(answering(port))
        yield port
    finally:
        process.terminate()
        process.wait()


async def answering(port: int) -> None:
    async with asyncio.timeout(PATIENCE):
        while True:
            with suppress(*GONE, ValueError):
                await ask(port, "GET", "/api/games")
                return
            await asyncio.sleep(0.1)


async def play(database: Database, ports: tuple[int, int]) -> None:
    """A match of two people at these ports, which nobody can tell from any other."""
    guests = [(await ask(port, "POST", "/api/guests", {"name": "Ann"}))["token"] for port in ports]
    plan = {
        "game": "secret-toaster", "clock": {"mode": "none"},
        "seats": [{"kind": "mine"}, {"kind": "open"}],
    }  # fmt: skip
    made = await ask(ports[0], "POST", "/api/matches", plan, guests[0])
    path = f"/api/matches/{made['match']}/seats"
    tokens = made["tokens"] + (await ask(ports[1], "POST", path, {"seat": 1}, guests[1]))["tokens"]
    players = [
        Player(staying_at(port), Told(made["match"], seat), token, Random(seat), HABITS)
        for seat, (port, token) in enumerate(zip(ports, tokens, strict=True))
    ]
    async with asyncio.timeout(PATIENCE):
        await asyncio.gather(*(player.play() for player in players))
    facts = await stored(database, made["match"])
    assert violations(facts, [player.told for player in players]) == []
    assert {fact.seat for fact in facts if isinstance(fact, Acted)} == {0, 1}


def staying_at(port: int) -> Any:
    """A cluster of one."""
    only = SimpleNamespace(port=port, killed=0.0)
    return SimpleNamespace(any=lambda *_: only)


async def stored(database: Database, match: str) -> list[Fact]:
    connection = await asyncpg.connect(database.address)
    rows = await connection.fetch("SELECT body FROM facts WHERE match = $1 ORDER BY version", match)
    await connection.close()
    return [decode(Fact, row["body"]) for row in rows]


def test_processes_of_two_releases_serve_one_hall(tmp_path: Path) -> None:
    with (
        worktree(release_before()) as before,
        running_database(tmp_path / "postgres") as database,
    ):
        if before is None:
            pytest.skip("this checkout has no history")
        with server(before, database) as old:
            asyncio.run(play(database, (old, old)))
            with server(ROOT, database) as new:
                for ports in ((old, new), (new, old)):
                    asyncio.run(play(database, ports))
        # The new release has migrated the database; the old one can still be started on it.
        with server(before, database) as old, server(ROOT, database) as new:
            asyncio.run(play(database, (old, new)))
