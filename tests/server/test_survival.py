"""What was acknowledged is never lost and never there twice, whatever happens to server or line."""

import asyncio
import socket
import struct
from pathlib import Path
from random import Random

import httpx
from serving import STONES_SLUG, Served, serving
from stubborn import Process, Stubborn

from meadhall.match.facts import Acted, Fact, Undone
from meadhall.store import open_store

CHECKERS = "chinese-checkers"
KILLS = 50
MATCHES = 3


async def new_match(http: httpx.AsyncClient, address: str, game: str) -> tuple[str, list[str]]:
    """A match whose two seats are both ours."""
    guest = (await http.post(f"http://{address}/api/guests", json={"name": "Ann"})).json()
    made = await http.post(
        f"http://{address}/api/matches",
        json={"game": game, "seats": [{"kind": "mine"}, {"kind": "mine"}]},
        headers={"Authorization": f"Bearer {guest['token']}"},
    )
    return made.json()["match"], made.json()["tokens"]


async def play_for_ever(server: Process, number: int, finished: list[list[Stubborn]]) -> None:
    """One match after the other; the players of each are kept to be looked at afterwards."""
    while True:
        try:
            async with httpx.AsyncClient(timeout=5) as http:
                match, tokens = await new_match(http, server.address, CHECKERS)
        except (httpx.HTTPError, ValueError):
            await asyncio.sleep(0.02)
            continue
        seed = f"{number}-{len(finished)}"
        players = [Stubborn(server.address, match, token, seed) for token in tokens]
        finished.append(players)
        await asyncio.gather(*(player.play() for player in players))


async def stored(folder: Path, players: list[Stubborn]) -> tuple[Fact, ...]:
    store = await open_store(str(folder / "hall.db"))
    try:
        return await store.matches.facts(players[0].url.split("/")[5])
    finally:
        await store.close()


def test_killed_at_random_moments_nothing_acknowledged_is_lost_or_doubled(tmp_path: Path) -> None:
    random = Random("kills")
    tables: list[list[Stubborn]] = []

    async def torment(server: Process) -> None:
        server.start()
        await server.wait()
        playing = [asyncio.create_task(play_for_ever(server, n, tables)) for n in range(MATCHES)]
        for _ in range(KILLS):
            await asyncio.sleep(random.uniform(0.02, 0.25))
            server.kill()
            server.start()
            await server.wait()
        await asyncio.sleep(0.5)
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        server.stop()
        for players in tables:
            check(players, await stored(tmp_path, players))

    with Process(tmp_path) as server:
        asyncio.run(torment(server))
    assert sum(len(player.kept) for players in tables for player in players) > KILLS
    assert max(player.connections for players in tables for player in players) > 5


def check(players: list[Stubborn], facts: tuple[Fact, ...]) -> None:
    acts = [fact for fact in facts if isinstance(fact, Acted)]
    ids = [act.id for act in acts]
    assert len(ids) == len(set(ids)), "nothing is stored twice"
    by_id = {act.id: act.action for act in acts}
    for player in players:
        for name, text in player.kept:
            assert by_id.get(name) == text, "what was acknowledged is there"
        told = [entry.text for entry in player.log]
        assert told == [act.action for act in acts][: len(told)], "nothing is missed or repeated"
        assert [entry.ply for entry in player.log] == list(range(1, len(told) + 1))
    assert not any(isinstance(fact, Undone) for fact in facts)


class Proxy:
    """Stands between client and server, and cuts each connection after so many bytes."""

    def __init__(self, address: str, cuts: list[tuple[str, int, bool]], delay: float = 0) -> None:
        host, _, port = address.partition(":")
        self.target = host, int(port)
        self.cuts, self.delay = iter(cuts), delay
        self.left = len(cuts)
        self._tasks: set[asyncio.Task[None]] = set()

    async def start(self) -> str:
        self.server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        port = self.server.sockets[0].getsockname()[1]
        return f"127.0.0.1:{port}"

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        direction, budget, reset = next(self.cuts, ("none", 0, False))
        self.left -= direction != "none"
        up_reader, up_writer = await asyncio.open_connection(*self.target)
        budgets = {"up": 1 << 40, "down": 1 << 40, direction: budget if direction != "none" else 0}
        pumps = [
            asyncio.create_task(self._pump(reader, up_writer, budgets["up"])),
            asyncio.create_task(self._pump(up_reader, writer, budgets["down"])),
        ]
        await asyncio.wait(pumps, return_when=asyncio.FIRST_COMPLETED)
        for pump in pumps:
            pump.cancel()
        for side in (writer, up_writer):
            close(side, reset=reset)

    async def _pump(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, budget: int
    ) -> None:
        while budget > 0:
            data = await reader.read(min(4096, budget))
            if not data:
                return
            budget -= len(data)
            if self.delay:
                await asyncio.sleep(self.delay)
            writer.write(data)
            await writer.drain()


def close(writer: asyncio.StreamWriter, *, reset: bool) -> None:
    """Hang up politely, or with a reset that throws away what is on its way."""
    if reset:
        line: socket.socket = writer.get_extra_info("socket")
        line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        writer.transport.abort()
    else:
        writer.close()


BOUNDARIES = (
    1,
    2,
    16,
    100,
    129,
    130,
    131,
    132,
    133,
    134,
    140,
    200,
    300,
    500,
    800,
    1300,
    2100,
    3400,
)
"""Within the handshake, around its end, in frame headers, in payloads, between frames."""


def test_connections_cut_at_every_kind_of_byte_boundary_resume_and_finish(tmp_path: Path) -> None:
    cuts = [
        (direction, size, reset)
        for size in BOUNDARIES
        for direction in ("up", "down")
        for reset in (False, True)
    ]

    async def play(delay: float) -> None:
        async with serving(tmp_path) as running:
            await through_a_bad_line(running, cuts, delay)

    asyncio.run(play(0))
    asyncio.run(play(0.002))


async def through_a_bad_line(
    running: Served, cuts: list[tuple[str, int, bool]], delay: float
) -> None:
    proxy = Proxy(running.address, cuts, delay)
    address = await proxy.start()
    number = 0
    while proxy.left > 0:
        match, tokens = await new_match(running.http, running.address, STONES_SLUG)
        players = [Stubborn(address, match, token, f"{number}") for token in tokens]
        await asyncio.wait_for(asyncio.gather(*(player.play() for player in players)), 60)
        facts = await running.hall.store.matches.facts(match)
        check(players, facts)
        assert [len(player.log) for player in players] == [len(players[0].log)] * 2
        number += 1
    proxy.server.close()
    await proxy.server.wait_closed()
