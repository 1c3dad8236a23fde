"""Guests who look into their inboxes: `python _guests.py PORT PEOPLE`, until standard input ends.

Two of them share a match that waits, and each holds the hall's socket without lists. The matches
go on: a pair at a time talks, so that inboxes change about ten times a second.
"""

import asyncio
import json
import sys

from _guests_http import ask
from websockets.asyncio.client import ClientConnection, connect

GAME = "chinese-checkers"
SPEAKING_SECONDS = 0.1


async def main(port: int, people: int) -> None:
    """Connect everybody, say so, and talk until nobody listens."""
    lines, tables = [], []
    for number in range(0, people, 2):
        tokens = [
            str(ask(port, "POST", "/guests", {"name": f"Guest {number + seat}"})["token"])
            for seat in range(2)
        ]
        seats = [{"kind": "mine"}, {"kind": "open"}]
        made = ask(
            port, "POST", "/matches", {"game": GAME, "seats": seats, "listed": False}, tokens[0]
        )
        ask(port, "POST", f"/matches/{made['match']}/seats", {}, tokens[1])
        tables.append((made["match"], made["tokens"][0]))
        for token in tokens:
            address = f"ws://127.0.0.1:{port}/api/hall/socket?lists=none"
            headers = {"Authorization": f"Bearer {token}"}
            # Pages do not ping; they only answer the server's pings.
            line = await connect(address, additional_headers=headers, ping_interval=None)
            lines.append(line)
    print("here", flush=True)
    talk = asyncio.create_task(keep_talking(port, tables))
    await asyncio.to_thread(sys.stdin.read)
    talk.cancel()


async def keep_talking(port: int, tables: list[tuple[str, str]]) -> None:
    """Say something at one table after the other."""
    while True:
        for number, (match, token) in enumerate(tables):
            line: ClientConnection
            async with connect(f"ws://127.0.0.1:{port}/api/matches/{match}/socket") as line:
                await line.send(json.dumps({"kind": "join", "tokens": [token]}))
                await line.recv()
                said = {"kind": "say", "id": f"{number}", "seat": 0, "text": "your move"}
                await line.send(json.dumps(said))
                await line.recv()
            await asyncio.sleep(SPEAKING_SECONDS)


asyncio.run(main(int(sys.argv[1]), int(sys.argv[2])))
