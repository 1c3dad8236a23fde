"""Acknowledged moves are never lost or doubled, by crashes or lost connections."""

import asyncio
import socket
import struct
from pathlib import Path

import pytest
from kill_loop import faults, kill_loop, new_match
from serving import STONES_SLUG, Served, serving
from stubborn import Stubborn

KILLS = 50
"""`./dev bench kills` kills more."""
MATCHES = 3


@pytest.mark.one_adapter("It is about the store, and takes long.")
def test_nothing_acknowledged_is_lost_or_doubled_when_the_server_is_killed(tmp_path: Path) -> None:
    report = asyncio.run(kill_loop(tmp_path, KILLS, MATCHES))
    assert report.faults == []
    assert report.kills == KILLS
    assert report.acknowledged > KILLS
    assert max(player.connections for player in report.players) > 5


class Proxy:
    """Stands between client and server, and cuts each connection after some bytes."""

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


def test_connections_cut_at_any_byte_resume_and_finish(tmp_path: Path) -> None:
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
        assert faults(players, facts) == []
        assert [len(player.log) for player in players] == [len(players[0].log)] * 2
        number += 1
    proxy.server.close()
    await proxy.server.wait_closed()
