"""Attacks by what requests cost: expensive answers, passwords, and a database that is locked."""

import asyncio
import re
import sqlite3
from collections.abc import Awaitable, Callable
from itertools import cycle
from time import sleep

from target import Target

TOGETHER = 8
GAMES = ("chinese-checkers", "elemental-clash", "jarls", "secret-toaster")


async def expensive_requests(target: Target) -> None:
    """Pages, files, games, lists and documentation as fast as they come."""
    _, page = await target.request("GET", "/")
    files = re.findall(r'(?:src|href)="(/[^"]+)"', page.decode())
    games = [f"/api/games/{game}{part}" for game in GAMES for part in ("", "/skin")]
    paths = cycle(["/", *files, *games, "/api/games", "/api/matches", "/api/docs/openapi.json"])
    await target.begin()
    await _repeat(target, lambda: target.attempt("GET", next(paths)))


async def wrong_passwords(target: Target) -> None:
    """Signing in with wrong passwords."""
    guess = {"name": "Nobody", "password": "not this one"}
    await target.begin()
    await _repeat(target, lambda: target.attempt("POST", "/api/session", guess))


async def locked_database(target: Target) -> None:
    """Another process holds the lock of the database, while matches are opened."""
    token = await target.guest()
    plan = {"game": "chinese-checkers", "seats": [{"kind": "mine"}, {"kind": "mine"}]}
    await target.begin()
    holding = asyncio.create_task(asyncio.to_thread(_hold_lock, target))
    while target.left > 0:
        await target.attempt("POST", "/api/matches", plan, token)
        await asyncio.sleep(0.2)
    await holding


def _hold_lock(target: Target) -> None:
    """Hold the lock that writers need, as long as the attack lasts."""
    base = sqlite3.connect(target.database, timeout=5, isolation_level=None)
    try:
        base.execute("BEGIN IMMEDIATE")
        sleep(target.left)
        base.execute("ROLLBACK")
    except sqlite3.OperationalError as error:
        target.got[str(error)] += 1
    finally:
        base.close()


async def _repeat(target: Target, attempt: Callable[[], Awaitable[bytes]]) -> None:
    async def work() -> None:
        while target.left > 0:
            await attempt()

    await asyncio.gather(*(work() for _ in range(TOGETHER)))
