"""A match under load, whichever server it is on: two sockets that answer each other's moves."""

import asyncio
from abc import ABC, abstractmethod
from functools import partial
from random import Random
from time import perf_counter

from websocket import Socket, connect

DOOR = 20
"""How many come in at the same time."""
SEATS = range(2)


class Load:
    """What all tables share: where they play, their dice, and what has been counted."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.random = Random("load")
        self.door = asyncio.Semaphore(DOOR)
        self.moves = 0
        self.latencies: list[float] = []
        self.counting = False
        self.begun = 0
        self.failed: list[str] = []


class Table(ABC):
    """One match from its creation to its end."""

    path = ""
    """Where its sockets are opened."""

    def __init__(self, load: Load) -> None:
        self.load = load
        self.sent = [0.0, 0.0]
        self.over = asyncio.get_running_loop().create_future()
        self.sockets: list[Socket] = []

    @abstractmethod
    async def create(self) -> None:
        """Ask the server for the match and for both of its seats."""

    @abstractmethod
    def greet(self, seat: int) -> None:
        """Say whose socket this is."""

    @abstractmethod
    def heard(self, seat: int, text: bytes) -> None:
        """Deal with a message, and move where it is the seat's turn."""

    async def play(self, together: asyncio.Barrier) -> None:
        """Play to the end; tables that wait at the same barrier begin at the same time."""
        async with self.load.door:
            await self.create()
        await together.wait()
        for seat in SEATS:
            receive = partial(self.heard, seat)
            self.sockets.append(await connect(self.load.port, self.path, receive))
        await together.wait()
        for seat in SEATS:
            self.greet(seat)
        self.load.begun += 1
        await self.over
        for socket in self.sockets:
            socket.close()

    def move(self, seat: int, text: bytes) -> None:
        """Send the seat's move, and look at the clock."""
        self.sent[seat] = perf_counter()
        self.sockets[seat].send(text)

    def acknowledged(self, seat: int) -> None:
        """The seat has heard of its own move."""
        if self.load.counting:
            self.load.moves += 1
            self.load.latencies.append(perf_counter() - self.sent[seat])

    def end(self) -> None:
        """The match is over; every seat may say so."""
        if not self.over.done():
            self.over.set_result(None)
