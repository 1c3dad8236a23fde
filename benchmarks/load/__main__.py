"""The load generator: plays Chinese Checkers at random over many sockets, or what scripts say.

Runs in a process of its own. `python benchmarks/load ours|reference PORT MATCHES` plays for as many
seconds as each line of its standard input says, and answers the line with one JSON object; between
them it keeps its moves back. With `open` as a fourth word it only opens that many new matches for
each line. `python benchmarks/load idle PORT SOCKETS` only listens, and
`python benchmarks/load scripts PORT` plays the matches that it is given, of any game.
"""

import asyncio
import json
import sys

import uvloop
from ours import OurTable, decode
from reference import ReferenceTable
from scripts import play_slices
from table import Load, Table
from websocket import connect

SETTLE = 3
"""Seconds until idle sockets are idle."""
LONGEST_LINE = 2**20
"""Bytes: scripts are longer than asyncio expects."""
TABLES = {"ours": OurTable, "reference": ReferenceTable}


async def run(kind: type[Table], port: int, matches: int) -> None:
    """Keep this many matches going, whenever it is told to, until nobody is there to tell it."""
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
    """Whenever it is told to, open this many matches, one after the other, and leave them again."""
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
    reader = asyncio.StreamReader(LONGEST_LINE)
    protocol = asyncio.StreamReaderProtocol(reader)
    await asyncio.get_running_loop().connect_read_pipe(lambda: protocol, sys.stdin)
    return reader


async def main(mode: str, port: int, count: int = 0, how: str = "") -> None:
    """Do what the arguments say."""
    if mode == "scripts":
        await play_slices(port, await standard_input())
    elif mode == "idle":
        await idle(port, count)
    else:
        await (sit_down if how == "open" else run)(TABLES[mode], port, count)


if __name__ == "__main__":
    words = sys.argv[2:]
    uvloop.run(main(sys.argv[1], *map(int, words[:2]), *words[2:]))
