"""A tournament over real sockets goes on where it was when its server is killed."""

import asyncio
from pathlib import Path

import httpx
from crowd.contenders import Contender, faults, gather_players, start_tournament
from stubborn import Process

PLAYERS, ROUNDS = 16, 3
"""`./dev bench tournaments` plays with 200."""
PLAN = {
    "title": "Cup", "format": "swiss", "game": "elemental-clash", "rounds": ROUNDS, "pause": 0,
    "clock": {"mode": "fischer", "base": 60_000, "increment": 1_000},
}  # fmt: skip


def test_a_tournament_of_sixteen_survives_kills_and_pairs_each_round_once(tmp_path: Path) -> None:
    assert asyncio.run(play(tmp_path)) == []


async def reach_round(player: Contender, tournament: str, number: int) -> None:
    """Until the round is being played."""
    while (await player.ask("GET", f"/tournaments/{tournament}"))["state"]["round"] < number:
        await asyncio.sleep(0.1)
    await asyncio.sleep(0.3)


async def play(folder: Path) -> list[str]:
    with Process(folder, bots=0) as server:
        server.start()
        await server.wait()
        async with httpx.AsyncClient(timeout=30) as http:
            players = await gather_players(http, [server.address], PLAYERS)
            tournament = await start_tournament(players, **PLAN)
            playing = [asyncio.create_task(one.play(tournament)) for one in players]
            for number in (1, 2):
                await reach_round(players[0], tournament, number)
                server.kill()
                server.start()
                await server.wait()
            await asyncio.gather(*playing)
            export = await players[0].ask("GET", f"/tournaments/{tournament}/export")
    return faults(export, players, ROUNDS)
