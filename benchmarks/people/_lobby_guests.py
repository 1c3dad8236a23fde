"""Guests in the lobby: `python _lobby_guests.py PORT PEOPLE`, until standard input ends.

Each holds the hall's socket with its lists and the chat. One in ten searches, each for a match with
another clock, so that nobody is found. Every two seconds somebody opens a table and writes.
"""

import asyncio
import sys

from _guests_http import ask
from websockets.asyncio.client import ClientConnection, connect

GAME = "chinese-checkers"
PAUSE_SECONDS = 2.0
SEARCHING = 10
"""One guest in this many searches."""


async def main(port: int, people: int) -> None:
    """Connect everybody, say so, and talk until nobody listens."""
    lines: list[ClientConnection] = []
    tokens: list[str] = []
    for number in range(people):
        token = str(ask(port, "POST", "/guests", {"name": f"Guest {number}"})["token"])
        tokens.append(token)
        headers = {"Authorization": f"Bearer {token}"}
        address = f"ws://127.0.0.1:{port}/api/hall/socket?chat=yes"
        # Pages do not ping; they only answer the server's pings.
        line = await connect(address, additional_headers=headers, ping_interval=None)
        lines.append(line)
        if number % SEARCHING == 0:
            clock = {"mode": "turn", "base": 10_000 + number}
            ask(port, "PUT", "/me/seek", {"game": GAME, "clock": clock}, token)
    readers = [asyncio.create_task(read(line)) for line in lines]
    print("here", flush=True)
    talk = asyncio.create_task(keep_talking(port, tokens))
    await asyncio.to_thread(sys.stdin.read)
    for task in (talk, *readers):
        task.cancel()


async def read(line: ClientConnection) -> None:
    """Take what comes, as a page would."""
    async for _ in line:
        """A page would draw it."""


async def keep_talking(port: int, tokens: list[str]) -> None:
    """One after the other opens a table and writes."""
    while True:
        for token in tokens:
            seats = [{"kind": "mine"}, {"kind": "open"}]
            body = {"game": GAME, "seats": seats}
            await asyncio.to_thread(ask, port, "POST", "/matches", body, token)
            line = {"text": "who plays?"}
            await asyncio.to_thread(ask, port, "POST", "/hall/lines", line, token)
            await asyncio.sleep(PAUSE_SECONDS)


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]), int(sys.argv[2])))
