"""A tournament over real sockets goes on where it was when its server is killed."""

import asyncio
from pathlib import Path

import httpx
from crowd.contenders import faults, gather_players, start_tournament
from stubborn import Process

PLAYERS, ROUNDS = 16, 3
"""`./dev bench tournaments` plays with 200."""
PLAN = {
    "title": "Cup", "format": "swiss", "game": "elemental-clash", "rounds": ROUNDS, "pause": 0,
    "clock": {"mode": "fischer", "base": 60_000, "increment": 1_000},
}  # fmt: skip


def test_a_tournament_of_sixteen_survives_kills_and_pairs_each_round_once(tmp_path: Path) -> None:
    assert asyncio.run(play(tmp_path)) == []


async def play(folder: Path) -> list[str]:
    with Process(folder, bots=0) as server:
        server.start()
        await server.wait()
        async with httpx.AsyncClient(timeout=30) as http:
            players = await gather_players(http, [server.address], PLAYERS)
            tournament = await start_tournament(players, **PLAN)
            playing = [asyncio.create_task(one.play(tournament)) for one in players]
            for seconds in (0.5, 0.8):  # in the first round, and in a later one
                await asyncio.sleep(seconds)
                server.kill()
                server.start()
                await server.wait()
            await asyncio.gather(*playing)
            export = await players[0].ask("GET", f"/tournaments/{tournament}/export")
    return faults(export, players, ROUNDS)
