"""A tournament over real sockets goes on where it was when its server is killed."""

import asyncio
from collections import Counter
from itertools import combinations
from pathlib import Path
from typing import Any

import httpx
from crowd.contenders import Contender, gather_players, start_tournament
from stubborn import Process

PLAYERS, ROUNDS = 16, 4
"""`./dev bench tournaments` plays with 200."""
PLAN = {
    "title": "Cup", "format": "swiss", "game": "elemental-clash", "rounds": ROUNDS, "pause": 0,
    "clock": {"mode": "fischer", "base": 60_000, "increment": 1_000},
}  # fmt: skip


def test_a_tournament_of_sixteen_survives_kills_and_pairs_each_round_once(tmp_path: Path) -> None:
    rounds, players, export = asyncio.run(play(tmp_path))
    assert len(rounds) == ROUNDS
    pairs = [frozenset(one["seats"]) for found in rounds for one in found["pairings"]]
    assert len(pairs) == ROUNDS * PLAYERS // 2
    assert len(set(pairs)) == len(pairs), "nobody met twice"
    matches = [one["match"] for found in rounds for one in found["pairings"]]
    assert len(set(matches)) == len(matches)
    played = Counter(match for one in players for match in one.matches)
    assert played == Counter(dict.fromkeys(matches, 2)), "each match was played by two, once"
    assert export["state"]["ending"] == "finished"
    assert sum(line["score"][0] for line in export["players"]) == 2 * len(pairs)
    assert all(a["score"] >= b["score"] for a, b in combinations(export["players"], 2))


async def play(folder: Path) -> tuple[list[Any], list[Contender], Any]:
    with Process(folder, bots=0) as server:
        server.start()
        await server.wait()
        async with httpx.AsyncClient(timeout=30) as http:
            players = await gather_players(http, [server.address], PLAYERS)
            tournament = await start_tournament(players, **PLAN)
            playing = [asyncio.create_task(one.play(tournament)) for one in players]
            for seconds in (0.7, 0.6, 0.5):  # in the first round, and in later ones
                await asyncio.sleep(seconds)
                server.kill()
                server.start()
                await server.wait()
            await asyncio.gather(*playing)
            host = players[0]
            export = await host.ask("GET", f"/tournaments/{tournament}/export")
    return export["rounds"], players, export["tournament"]
