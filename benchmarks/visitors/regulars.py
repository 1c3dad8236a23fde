"""People who play, watch, chat, come back and look at replays, as long as the server is measured.

Each table has an address of its own, so that the usual limits hold for each of them.
"""

import asyncio
import sys
from collections import Counter
from contextlib import suppress
from dataclasses import replace
from itertools import count
from random import Random

from frames import CLOSE, PING, PONG, TEXT, RawSocket, decode, frame, join
from target import Target

GAMES = ("chinese-checkers", "elemental-clash", "jarls", "secret-toaster")
TABLES = 12
MOST_MOVES = 150
"""After this many moves one player resigns, so that there are new matches all the time."""
BETWEEN_MOVES = 0.15
PATIENCE = 20
"""Seconds after which a player who hears nothing comes back."""
LOST = (OSError, EOFError, TimeoutError)


async def visit(target: Target) -> Counter[str]:
    """Keep all tables busy until the standard input ends; gives how often what was done."""
    await target.begin()
    tables = [asyncio.create_task(_keep_playing(target, number)) for number in range(TABLES)]
    over = asyncio.create_task(asyncio.to_thread(sys.stdin.read))
    await asyncio.wait([over, *tables], return_when=asyncio.FIRST_COMPLETED)
    for table in tables:
        if table.done():
            table.result()  # only a fault of this program ends a table
    # Again and again: a wait that ends at the same moment can swallow a cancellation.
    while running := [table for table in tables if not table.done()]:
        for table in running:
            table.cancel()
        await asyncio.wait(running, timeout=0.5)
    return target.got


async def _keep_playing(target: Target, number: int) -> None:
    """One match after the other: each game in turn, every other time against a bot."""
    here = replace(target, source=f"127.1.0.{number + 1}")
    for round_ in count():
        game = GAMES[(number + round_) % len(GAMES)]
        table = Table(here, game, Random(f"{number} {round_}"), bot=round_ % 2 == 1)
        try:
            await table.play()
        except LOST as error:
            # Such a match stays in memory until it has been idle for long.
            target.got[f"matches given up: {type(error).__name__}"] += 1


class Table:
    """A match of one person, who holds a seat or two, and a spectator."""

    def __init__(self, target: Target, game: str, random: Random, *, bot: bool) -> None:
        self.target, self.game, self.random, self.bot = target, game, random, bot
        self.moves: dict[int, list] = {}
        self.turn = 0
        self.over = False
        self.numbers = count(1)

    async def play(self) -> None:
        """Play the match to its end, and look at its replay."""
        other = {"kind": "bot", "level": "easy"} if self.bot else {"kind": "mine"}
        plan = {"game": self.game, "seats": [{"kind": "mine"}, other]}
        made = await self.target.post("/api/matches", plan, await self.target.guest())
        self.match, self.tokens = made["match"], made["tokens"]
        spectator = asyncio.create_task(self._watch())
        try:
            await self._play_to_the_end()
        finally:
            spectator.cancel()
        self.target.got["matches"] += 1
        await self.target.request("GET", f"/api/matches/{self.match}/replay")
        self.target.got["replays"] += 1

    async def _play_to_the_end(self) -> None:
        line = await self._sit_down()
        for number in range(MOST_MOVES):
            if self.over:
                break
            if number % 40 == 39:
                line.abort()
                line = await self._sit_down()
                self.target.got["reconnects"] += 1
            if number % 8 == 7:
                await self._say(line)
            await self._move(line)
            await asyncio.sleep(BETWEEN_MOVES)
        while not self.over:
            await line.send({"kind": "do", "id": self._id(), "seat": 0, "request": "resign"})
            await asyncio.wait_for(self._learn(line), PATIENCE)
        line.abort()

    async def _sit_down(self) -> RawSocket:
        line = await join(self.target, self.match, *self.tokens)
        self.turn = line.welcome["table"]["turn"]
        for view in line.welcome["seat_views"]:
            self.moves[view["seat"]] = view.get("moves", [])
        return line

    async def _move(self, line: RawSocket) -> None:
        """Play any move of any seat that has some; wait for the bot if there is none."""
        while not self.over and not any(self.moves.values()):
            await asyncio.wait_for(self._learn(line), PATIENCE)
        seats = [seat for seat, moves in self.moves.items() if moves]
        if self.over or not seats:
            return
        seat = self.random.choice(seats)
        text = self.random.choice(self.moves[seat])[1]
        act = {"kind": "act", "id": self._id(), "seat": seat, "turn": self.turn, "text": text}
        await line.send(act)
        while not self.over and not await asyncio.wait_for(self._learn(line, act["id"]), PATIENCE):
            pass
        self.target.got["moves"] += 1

    async def _say(self, line: RawSocket) -> None:
        words = " ".join(self.random.choices(("mead", "horn", "well played", "hm"), k=20))
        await line.send({"kind": "say", "id": self._id(), "seat": 0, "text": words})
        self.target.got["messages"] += 1

    async def _learn(self, line: RawSocket, awaited: str = "") -> bool:
        """Take note of the next message; whether it answers the awaited one."""
        first, payload = await line.read()
        if first == PING:
            await line.send_bytes(frame(PONG, payload))
        if first == CLOSE:
            raise ConnectionError(f"closed {int.from_bytes(payload[:2], 'big')}")
        message = decode(payload) if first == TEXT else {}
        table, view = message.get("table") or {}, message.get("seat_view") or message
        self.turn = message.get("turn", table.get("turn", self.turn))
        if message.get("kind") == "reset":
            self.moves[view["seat"]] = view["moves"]
        elif message.get("kind") == "step":
            self._patch_moves(view["seat"], view.get("moves", {}))
        self.over |= bool(message.get("result") or table.get("result"))
        return awaited in (message.get("answers"), message.get("id"))

    def _patch_moves(self, seat: int, change: dict) -> None:
        gone, old = change.get("gone", []), [] if change.get("whole") else self.moves[seat]
        self.moves[seat] = [move for move in old if move[1] not in gone] + change.get("put", [])

    async def _watch(self) -> None:
        """A spectator reads along, and comes back when the line is lost."""
        while True:
            with suppress(*LOST):
                line = await join(self.target, self.match)
                self.target.got["spectators"] += 1
                while True:
                    await line.message("never")

    def _id(self) -> str:
        return f"{self.random.getrandbits(32):x}-{next(self.numbers)}"
