"""The load generator of `server.py`: plays Chinese Checkers at random over many sockets.

Runs in a process of its own: `python benchmarks/load ours|reference|idle PORT COUNT SECONDS` prints
a line when it begins to count, and one JSON object with what it found.
"""

import asyncio
import json
import sys
from time import perf_counter

import uvloop
from ours import OurTable, decode
from reference import ReferenceTable
from table import Load, Table
from websocket import connect

WARM_UP = 3
"""Seconds before it counts; a server that is compiled as it runs needs them."""
ALONE = asyncio.Barrier(1)
TABLES = {"ours": OurTable, "reference": ReferenceTable}


async def run(kind: type[Table], port: int, matches: int, seconds: float) -> dict:
    """Keep so many matches going, and count their moves for so long."""
    load = Load(port)
    together = asyncio.Barrier(matches)
    tasks = [asyncio.create_task(play(kind, load, together)) for _ in range(matches)]
    while load.begun < matches:  # noqa: ASYNC110 - nobody needs to be told sooner
        await asyncio.sleep(0.1)
    await asyncio.sleep(WARM_UP)
    load.counting = True
    print("counting", flush=True)
    began = perf_counter()
    await asyncio.sleep(seconds)
    load.counting = False
    took = perf_counter() - began
    for task in tasks:
        if task.done():
            task.result()
        task.cancel()
    ordered = sorted(load.latencies)
    return {
        "moves": load.moves,
        "rate": load.moves / took,
        "p50": ordered[len(ordered) // 2] * 1000 if ordered else None,
        "p99": ordered[len(ordered) * 99 // 100] * 1000 if ordered else None,
        "failed": load.failed[:3],
    }


async def play(kind: type[Table], load: Load, together: asyncio.Barrier) -> None:
    """One match after the other; the first ones of all begin together."""
    await kind(load).play(together)
    while True:
        await kind(load).play(ALONE)


async def idle(port: int, sockets: int, seconds: float) -> dict:
    """So many spectators of one match, who only listen."""
    table = OurTable(Load(port))
    await table.create()
    heard = []
    held = []

    def receive(text: bytes) -> None:
        heard.append(decode(text).kind == "welcome")

    for _ in range(sockets):
        socket = await connect(port, table.path, receive)
        socket.send(b'{"kind":"join"}')
        held.append(socket)
    await asyncio.sleep(WARM_UP)
    print(json.dumps({"sockets": len(held), "welcomed": sum(heard)}), flush=True)
    await asyncio.sleep(seconds)
    return {}


if __name__ == "__main__":
    mode, port, count, seconds = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), float(sys.argv[4])
    work = idle(port, count, seconds) if mode == "idle" else run(TABLES[mode], port, count, seconds)
    print(json.dumps(uvloop.run(work)))
