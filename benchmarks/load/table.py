"""A match under load, whichever server it is on: two sockets that answer each other's moves."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import partial
from random import Random
from time import perf_counter

from websocket import Socket, connect

DOOR = 20
"""How many come in at the same time."""
PATIENCE = 60
"""Seconds after which a server that owes an answer is given up."""
SEATS = range(2)


class Load:
    """What all tables share: where they play, their dice, whether they may play, what they timed.

    While they may not, every table comes to hold a move back: then the server has nothing to do.
    """

    def __init__(self, port: int, tables: int) -> None:
        self.port, self.tables = port, tables
        self.random = Random("load")
        self.door = asyncio.Semaphore(DOOR)
        self.playing = False
        self.quiet = asyncio.Event()
        self.held: list[Callable[[], None]] = []
        self.flying = 0
        self.latencies: list[float] = []

    async def play(self, seconds: float) -> float:
        """Play for so long, and wait for what is under way; how long it took until all was quiet.

        Moves that were held back are sent now, and their time begins now.
        """
        await asyncio.wait_for(self.quiet.wait(), PATIENCE)
        self.quiet.clear()
        held, self.held, self.latencies = self.held, [], []
        began = perf_counter()
        self.playing = True
        for send in held:
            send()
        await asyncio.sleep(seconds)
        self.playing = False
        await asyncio.wait_for(self.quiet.wait(), PATIENCE)
        return perf_counter() - began

    def hold(self, send: Callable[[], None]) -> None:
        """Keep a move for the next time."""
        self.held.append(send)
        self._settle()

    def forget(self) -> None:
        """Nobody plays the moves that are held back."""
        self.held = []
        self.quiet.clear()

    def acknowledged(self, latency: float) -> None:
        """A move is no longer under way."""
        self.flying -= 1
        self.latencies.append(latency)
        self._settle()

    def _settle(self) -> None:
        if not self.flying and len(self.held) == self.tables:
            self.quiet.set()


class Table(ABC):
    """Where the same people play one match after the other."""

    path = ""
    """Where the match's sockets are opened."""

    def __init__(self, load: Load) -> None:
        self.load = load
        self.sent = [0.0, 0.0]

    @abstractmethod
    async def create(self) -> None:
        """Ask the server for the match and for both of its seats."""

    @abstractmethod
    def greet(self, seat: int) -> None:
        """Say whose socket this is."""

    @abstractmethod
    def heard(self, seat: int, text: bytes) -> None:
        """Deal with a message, and move where it is the seat's turn."""

    async def open(self) -> None:
        """Sit down to a new match; once it can be played, the first move is made or held back."""
        self.over = asyncio.get_running_loop().create_future()
        self.sockets: list[Socket] = []
        async with self.load.door:
            await self.create()
        for seat in SEATS:
            receive = partial(self.heard, seat)
            self.sockets.append(await connect(self.load.port, self.path, receive))
        for seat in SEATS:
            self.greet(seat)

    async def play(self) -> None:
        """Play a match to its end."""
        await self.open()
        await self.over
        self.leave()

    def leave(self) -> None:
        """Get up, whether the match is over or not."""
        for socket in self.sockets:
            socket.close()

    def move(self, seat: int, text: bytes) -> None:
        """Send the seat's move, now or when it may be."""
        if self.load.playing:
            self.send(seat, text)
        else:
            self.load.hold(partial(self.send, seat, text))

    def send(self, seat: int, text: bytes) -> None:
        """Look at the clock and send."""
        self.load.flying += 1
        self.sent[seat] = perf_counter()
        self.sockets[seat].send(text)

    def acknowledged(self, seat: int, *, over: bool) -> None:
        """The seat has heard of its own move, which may have been the last."""
        self.load.acknowledged(perf_counter() - self.sent[seat])
        if over:
            self.over.set_result(None)

    def fail(self, why: str) -> None:
        """The server did what it should not: nothing that is measured from here on counts."""
        self.over.set_exception(RuntimeError(why))
