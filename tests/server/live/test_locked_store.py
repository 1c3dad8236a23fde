"""Another process holds the lock of the SQLite file: the server goes on, and loses nothing."""

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from serving import STONES_SLUG, Sitting, Visit, serving

from meadhall.match.facts import Acted
from meadhall.server.protocol.messages import Rejected, StepMessage
from meadhall.store import sqlite

HOLDER = """
import sqlite3, sys
database = sqlite3.connect(sys.argv[1], isolation_level=None)
database.execute("BEGIN IMMEDIATE")
print("locked", flush=True)
sys.stdin.readline()
database.execute("ROLLBACK")
"""
PROMPT_SECONDS = 5.0
"""Far longer than an answer takes, and half of what the server waits for the lock."""


@contextmanager
def held(file: Path) -> Iterator[None]:
    """Another process holds the lock until the block ends."""
    command = [sys.executable, "-c", HOLDER, str(file)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
        assert holder.stdout is not None
        assert holder.stdin is not None
        assert holder.stdout.readline() == b"locked\n"
        yield
        holder.stdin.write(b"\n")


async def table(visit: Visit) -> tuple[Any, Sitting]:
    """A match of stones with both seats on one connection."""
    made = await visit.match(STONES_SLUG, "mine", "mine")
    return made, await visit.sit(made["match"], *made["tokens"])


def act(name: str) -> dict[str, object]:
    return {"kind": "act", "id": name, "seat": 0, "turn": 1, "text": "take 3"}


def test_while_the_store_is_locked_health_and_reads_are_answered_and_moves_wait(
    tmp_path: Path,
) -> None:
    async def play() -> None:
        async with serving(tmp_path) as hall:
            ann = await hall.guest("Ann")
            made, device = await table(ann)
            with held(tmp_path / "hall.db"):
                await device.send(act("a"))
                async with httpx.AsyncClient(timeout=PROMPT_SECONDS) as http:
                    for path in ("/healthz", "/api/matches", f"/api/matches/{made['match']}"):
                        answer = await http.get(f"http://{hall.address}{path}")
                        assert answer.status_code == 200
                await device.send({"kind": "ping", "id": "p"})
                await asyncio.wait_for(device.answer("p"), PROMPT_SECONDS)
                assert device.log[0] == [], "the move waits"
            assert isinstance(await device.answer("a"), StepMessage)
            facts = await hall.hall.store.matches.facts(made["match"])
            assert [fact.id for fact in facts if isinstance(fact, Acted)] == ["a"]

    asyncio.run(play())


def test_what_could_not_be_stored_in_time_is_refused_and_can_be_sent_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "BUSY_TIMEOUT_MS", 100)

    async def play() -> None:
        async with serving(tmp_path) as hall:
            ann = await hall.guest("Ann")
            made, device = await table(ann)
            with held(tmp_path / "hall.db"):
                await device.send(act("a"))
                refused = await device.answer("a")
                assert isinstance(refused, Rejected)
                assert refused.refusal.code == "NOT_STORED"
                assert await device.closed() == 1012
                plan = {"game": STONES_SLUG, "seats": [{"kind": "mine"}] * 2}
                answer = await ann.ask("POST", "/matches", plan)
                assert (answer.status_code, answer.json()["code"]) == (503, "NOT_STORED")
                assert answer.headers["retry-after"] == "1"
            again = await ann.sit(made["match"], *made["tokens"])
            await again.send(act("a"))
            assert isinstance(await again.answer("a"), StepMessage)
            facts = await hall.hall.store.matches.facts(made["match"])
            assert [fact.id for fact in facts if isinstance(fact, Acted)] == ["a"]

    asyncio.run(play())
