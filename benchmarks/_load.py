"""The load generator of `server.py`: plays Chinese Checkers at random over many sockets.

Runs in a process of its own: `python benchmarks/_load.py PORT MATCHES SECONDS` prints one JSON
object. It speaks WebSocket by itself, as little of it as is needed, to be faster than the server.
"""

import asyncio
import base64
import json
import os
import sys
from collections.abc import Callable
from functools import partial
from random import Random
from time import perf_counter

import msgspec
import uvloop

GAME = "chinese-checkers"
DOOR = 20
"""How many come in at the same time."""
ALONE = asyncio.Barrier(1)
SMALL, MEDIUM = 126, 127
NO_MOVES = msgspec.Raw(b"[]")


class Face(msgspec.Struct):
    """The part of a welcome that lists moves."""

    moves: msgspec.Raw = NO_MOVES


class Board(msgspec.Struct):
    """The part of a welcome that tells the turn."""

    turn: int = 0


class Message(msgspec.Struct):
    """What a player needs of a message."""

    kind: str
    turn: int = 0
    moves: msgspec.Raw = NO_MOVES
    answers: str = ""
    result: object = None
    faces: list[Face] = []
    table: Board | None = None
    refusal: object = None


decode = msgspec.json.Decoder(Message).decode


class Socket(asyncio.Protocol):
    """A WebSocket client that masks with zeroes, which leaves the payload as it is."""

    def __init__(self, path: str, host: str, receive: Callable[[bytes], None]) -> None:
        self.path, self.host, self.receive = path, host, receive
        self.buffer = b""
        self.open: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.transport: asyncio.Transport | None = None
        self.shaken = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport
        key = base64.b64encode(os.urandom(16)).decode()
        transport.write(
            f"GET {self.path} HTTP/1.1\r\nHost: {self.host}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\n"
            "Sec-WebSocket-Version: 13\r\n\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        self.buffer = self.buffer + data if self.buffer else data
        if not self.shaken:
            head, found, rest = self.buffer.partition(b"\r\n\r\n")
            if not found:
                return
            assert b" 101 " in head, head
            self.shaken, self.buffer = True, rest
            if not self.open.done():
                self.open.set_result(None)
        self._frames()

    def _frames(self) -> None:
        buffer, at = self.buffer, 0
        while len(buffer) - at >= 2:
            opcode, size, start = buffer[at] & 15, buffer[at + 1], at + 2
            if size == SMALL:
                size, start = int.from_bytes(buffer[start : start + 2], "big"), start + 2
            elif size == MEDIUM:
                size, start = int.from_bytes(buffer[start : start + 8], "big"), start + 8
            if len(buffer) < start + size:
                break
            if opcode == 1:
                self.receive(buffer[start : start + size])
            elif opcode == 9:
                self._send(0x8A, buffer[start : start + size])
            at = start + size
        self.buffer = buffer[at:]

    def send(self, text: bytes) -> None:
        self._send(0x81, text)

    def _send(self, opcode: int, text: bytes) -> None:
        size = len(text)
        head = (
            bytes((opcode, 0x80 | size))
            if size < SMALL
            else bytes((opcode, 0x80 | SMALL)) + size.to_bytes(2, "big")
        )
        self.transport.write(head + b"\0\0\0\0" + text)

    def close(self) -> None:
        self.transport.abort()


class Load:
    """Keeps so many matches going and counts their moves."""

    def __init__(self, port: int, seed: str) -> None:
        self.port, self.host = port, f"127.0.0.1:{port}"
        self.random = Random(seed)
        self.door = asyncio.Semaphore(DOOR)
        self.moves = 0
        self.latencies: list[float] = []
        self.counting = False
        self.begun = 0
        self.failed: list[str] = []

    async def match(self) -> dict:
        """A new match of a new guest, who holds both seats."""
        token = (await self.post("/api/guests", {"name": "Load"}))["token"]
        plans = [{"kind": "mine"}, {"kind": "mine"}]
        return await self.post("/api/matches", {"game": GAME, "seats": plans}, token)

    async def post(self, path: str, body: object, token: str = "") -> dict:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        text = json.dumps(body).encode()
        head = f"POST {path} HTTP/1.1\r\nHost: {self.host}\r\nContent-Type: application/json\r\n"
        bearer = f"Authorization: Bearer {token}\r\n" if token else ""
        writer.write(
            f"{head}{bearer}Connection: close\r\nContent-Length: {len(text)}\r\n\r\n".encode()
            + text
        )
        answer = await reader.read()
        writer.close()
        return json.loads(answer.partition(b"\r\n\r\n")[2])

    async def socket(self, path: str, receive: Callable[[bytes], None]) -> Socket:
        loop = asyncio.get_running_loop()
        _, socket = await loop.create_connection(
            lambda: Socket(path, self.host, receive), "127.0.0.1", self.port
        )
        await socket.open
        return socket

    async def play(self, together: asyncio.Barrier) -> None:
        """One match after the other; the first ones of all begin together."""
        await Game(self).play(together)
        while True:
            await Game(self).play(ALONE)


class Game:
    """One match: two sockets that answer each other's moves."""

    def __init__(self, load: Load) -> None:
        self.load = load
        self.sent = [0.0, 0.0]
        self.number = 0
        self.over = asyncio.get_running_loop().create_future()
        self.sockets: list[Socket] = []

    async def play(self, together: asyncio.Barrier) -> None:
        async with self.load.door:
            made = await self.load.match()
        await together.wait()
        path = f"/api/matches/{made['match']}/socket"
        for seat in range(len(made["tokens"])):
            self.sockets.append(await self.load.socket(path, partial(self.heard, seat)))
        await together.wait()
        for socket, token in zip(self.sockets, made["tokens"], strict=True):
            socket.send(json.dumps({"kind": "join", "tokens": [token]}).encode())
        self.load.begun += 1
        await self.over
        for socket in self.sockets:
            socket.close()

    def heard(self, seat: int, text: bytes) -> None:
        message = decode(text)
        load = self.load
        if message.kind == "step":
            if message.answers and load.counting:
                load.moves += 1
                load.latencies.append(perf_counter() - self.sent[seat])
            if message.result is not None:
                if not self.over.done():
                    self.over.set_result(None)
            else:
                self.act(seat, message.turn, bytes(message.moves))
        elif message.kind == "welcome":
            self.act(seat, message.table.turn, bytes(message.faces[0].moves))
        elif message.kind == "rejected":
            load.failed.append(text.decode())

    def act(self, seat: int, turn: int, moves: bytes) -> None:
        """Play any of the moves, if there are any; they are `[[["m1","c2"],"1-2"],…]`."""
        texts = moves.split(b'],"')
        if len(texts) == 1:
            return
        text, _, _ = texts[self.load.random.randrange(1, len(texts))].partition(b'"')
        self.number += 1
        self.sent[seat] = perf_counter()
        self.sockets[seat].send(
            b'{"kind":"act","id":"%d","seat":%d,"turn":%d,"text":"%s"}'
            % (self.number, seat, turn, text)
        )


async def run(port: int, matches: int, seconds: float) -> dict:
    load = Load(port, "load")
    together = asyncio.Barrier(matches)
    tasks = [asyncio.create_task(load.play(together)) for _ in range(matches)]
    while load.begun < matches:  # noqa: ASYNC110 - nobody needs to be told sooner
        await asyncio.sleep(0.1)
    await asyncio.sleep(1)
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
        "moves": load.moves / took,
        "p50": ordered[len(ordered) // 2] * 1000 if ordered else None,
        "p99": ordered[len(ordered) * 99 // 100] * 1000 if ordered else None,
        "failed": load.failed[:3],
    }


async def idle(port: int, sockets: int, seconds: float) -> dict:
    """So many spectators of one match, who only listen."""
    load = Load(port, "idle")
    made = await load.match()
    path = f"/api/matches/{made['match']}/socket"
    heard = []
    held = []
    for _ in range(sockets):
        socket = await load.socket(path, lambda text: heard.append(decode(text).kind == "welcome"))
        socket.send(b'{"kind":"join"}')
        held.append(socket)
    await asyncio.sleep(1)
    print(json.dumps({"sockets": len(held), "welcomed": sum(heard)}), flush=True)
    await asyncio.sleep(seconds)
    return {}


if __name__ == "__main__":
    mode, port, count, seconds = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), float(sys.argv[4])
    work = run if mode == "play" else idle
    print(json.dumps(uvloop.run(work(port, count, seconds))))
