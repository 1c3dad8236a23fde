"""The load generator of `server.py`: plays Chinese Checkers at random over many sockets.

Runs in a process of its own. `python benchmarks/load ours|reference PORT MATCHES` plays for as many
seconds as each line of its standard input says, and answers the line with one JSON object; between
them it keeps its moves back. With `open` as a fourth word it only sits down to so many new matches
for each line. `python benchmarks/load idle PORT SOCKETS` only listens.
"""

import asyncio
import json
import sys

import uvloop
from ours import OurTable, decode
from reference import ReferenceTable
from table import Load, Table
from websocket import connect

SETTLE = 3
"""Seconds until idle sockets are idle."""
TABLES = {"ours": OurTable, "reference": ReferenceTable}


async def run(kind: type[Table], port: int, matches: int) -> None:
    """Keep so many matches going, whenever it is told to, until nobody is there to tell it."""
    load = Load(port, matches)
    async with asyncio.TaskGroup() as group:
        tables = [group.create_task(play(kind, load)) for _ in range(matches)]
        async for line in await standard_input():
            seconds = await load.play(float(line))
            print(json.dumps({"seconds": seconds, "latencies": load.latencies}), flush=True)
        for table in tables:
            table.cancel()


async def play(kind: type[Table], load: Load) -> None:
    """One match after the other."""
    table = kind(load)
    while True:
        await table.play()


async def sit_down(kind: type[Table], port: int, matches: int) -> None:
    """Whenever it is told to, open so many matches, one after the other, and leave them again."""
    load = Load(port, matches)
    tables = [kind(load) for _ in range(matches)]
    async for _ in await standard_input():
        for table in tables:
            await table.open()
        await load.quiet.wait()
        print(json.dumps({"opened": matches}), flush=True)
        load.forget()
        for table in tables:
            table.leave()


async def idle(port: int, sockets: int) -> None:
    """So many spectators of one match, who only listen."""
    table = OurTable(Load(port, 1))
    await table.create()
    heard = []
    held = []

    def receive(text: bytes) -> None:
        heard.append(decode(text).kind == "welcome")

    for _ in range(sockets):
        socket = await connect(port, table.path, receive)
        socket.send(b'{"kind":"join"}')
        held.append(socket)
    await asyncio.sleep(SETTLE)
    print(json.dumps({"sockets": len(held), "welcomed": sum(heard)}), flush=True)
    await (await standard_input()).read()


async def standard_input() -> asyncio.StreamReader:
    """Its lines, while the sockets are heard as well."""
    reader = asyncio.StreamReader()
    protocol = asyncio.StreamReaderProtocol(reader)
    await asyncio.get_running_loop().connect_read_pipe(lambda: protocol, sys.stdin)
    return reader


if __name__ == "__main__":
    mode, port, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    act = sit_down if "open" in sys.argv else run
    uvloop.run(idle(port, count) if mode == "idle" else act(TABLES[mode], port, count))
