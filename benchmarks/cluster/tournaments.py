"""A tournament of 200 players over real sockets, on two processes. The first is killed.

The first process is the one that pairs. The players, and what is wrong with a tournament, are those
of the tests, where 16 play.
"""

import asyncio
import sys
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import monotonic
from typing import TYPE_CHECKING

import httpx

from meadhall.cli.bench.figures import Figure

if TYPE_CHECKING:
    from nemesis.database import Database
    from nemesis.servers import Cluster

ROOT = Path(__file__).parents[2]
sys.path += [str(ROOT), str(ROOT / "tests" / "fixtures")]

TITLE = "Tournaments: 200 players over real sockets, two processes, the one that pairs is killed"
PLAYERS, ROUNDS, KILLS = 200, 5, 4
PLAN = {
    "title": "Cup", "format": "swiss", "game": "elemental-clash", "rounds": ROUNDS, "pause": 0,
    "clock": {"mode": "fischer", "base": 600_000, "increment": 5_000},
}  # fmt: skip
LOOK_SECONDS = 2.0
"""How often a player without a match looks: the page itself is told, and does not ask."""
DEAD_SECONDS = 4.0
"""How long a killed process stays away."""


def measure() -> list[Figure]:
    """Play one tournament to its end."""
    from nemesis.database import running_database  # noqa: PLC0415 - from the folder that was added above

    with TemporaryDirectory() as name:
        folder = Path(name)
        with running_database(folder / "postgres") as database:
            wrong, matches, seconds, kills = asyncio.run(play(database, folder))
    for sentence in wrong:
        print(sentence, file=sys.stderr)
    together = f"{PLAYERS} players, {ROUNDS} rounds, two processes"
    return [
        Figure(
            "rounds paired twice, players paired twice, points lost", len(wrong), "", target="0"
        ),
        Figure("matches played to their end", matches, "", None, together),
        Figure("kills of the process that pairs", kills, "", target=">= 3"),
        Figure("from the start to the end, kills included", seconds, "s"),
    ]


async def play(database: "Database", folder: Path) -> tuple[list[str], int, float, int]:
    """What went wrong, how many matches were played, how long it took, and how many kills."""
    from crowd.contenders import faults, gather_players, start_tournament  # noqa: PLC0415 - the same
    from nemesis.servers import running_cluster  # noqa: PLC0415 - the same

    limits = httpx.Limits(max_connections=50)
    async with (
        running_cluster(database, folder, 2, bots=0) as cluster,
        httpx.AsyncClient(timeout=60, limits=limits) as http,
    ):
        addresses = [server.process.address for server in cluster.servers]
        players = await gather_players(http, addresses, PLAYERS)
        for one in players:
            one.look_seconds = LOOK_SECONDS
        tournament = await start_tournament(players, **PLAN)
        began = monotonic()
        playing = asyncio.gather(*(one.play(tournament) for one in players))
        kills = await kill_by_turns(cluster, playing)
        await playing
        seconds = monotonic() - began
        export = await players[0].ask("GET", f"/tournaments/{tournament}/export")
    matches = sum(len(each["pairings"]) for each in export["rounds"])
    return faults(export, players, ROUNDS), matches, seconds, kills


async def kill_by_turns(cluster: "Cluster", playing: asyncio.Future[list[object]]) -> int:
    """Kill one process after the other while the tournament is being played; returns how often."""
    random = Random("kills")
    for number in range(KILLS):
        await asyncio.sleep(random.uniform(3.0, 8.0))
        if playing.done():
            return number
        server = cluster.servers[number % len(cluster.servers)]
        await server.kill()
        await asyncio.sleep(DEAD_SECONDS)
        await server.start()
    return KILLS
