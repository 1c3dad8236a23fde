"""How much processor time a server needs until it is ready, by the number of unfinished matches."""

import asyncio
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from meadhall import registry
from meadhall.cli.bench.figures import Figure
from meadhall.match.clock import Daily
from meadhall.match.facts import Player, Setup
from meadhall.match.fork import open_match
from meadhall.match.ports import append_of
from meadhall.server.assembly import open_hall
from meadhall.server.clock import SteadyClock
from meadhall.server.live.match_loop import raise_if_refused
from meadhall.server.settings import Settings
from meadhall.store import open_store

TITLE = "Starting: processor time until the server is ready"
MANY, FEW, BATCH = 100_000, 100, 1_000


def measure() -> list[Figure]:
    """Start over a database of few unfinished matches and over one of many."""
    asyncio.run(_start_up(FEW))  # the first start in a process also loads modules
    few, many = (asyncio.run(_start_up(count)) for count in (FEW, MANY))
    name = f"ready with {MANY:,} unfinished matches that have a clock of days"
    against = f"{FEW} matches: {few * 1000:.0f} ms"
    return [Figure(name, many * 1000, "ms", many / few, against, "under 2,000 ms")]


async def _start_up(count: int) -> float:
    with TemporaryDirectory() as folder:
        place = str(Path(folder) / "hall.db")
        await fill(place, count)
        began = time.process_time()
        hall = await open_hall(Settings(db=place))
        await hall.start()
        spent = time.process_time() - began
        await hall.stop()
    return spent


async def fill(place: str, count: int) -> None:
    """Store so many matches that have begun and wait for their first move."""
    game = registry.game("chinese-checkers")
    players = Player("Ann", "ann"), Player("Bob", "bob")
    store, now = await open_store(place), SteadyClock()()
    for first in range(0, count, BATCH):
        batch = []
        for number in range(first, min(first + BATCH, count)):
            setup = Setup(
                id=f"{number}",
                game=game.spec.slug,
                rules_version=game.spec.rules_version,
                seats=2,
                seed="s",
                clock=Daily(1),
            )
            made = raise_if_refused(open_match(game, setup, players, now))
            batch.append(append_of(None, made.match, made.facts))
        await store.matches.append(batch)
    await store.close()
