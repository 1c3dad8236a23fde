"""Clients that say themselves which bytes are sent, and when they read."""

import asyncio
import socket
from contextlib import suppress
from typing import Self

from serving import PATIENCE, STONES_SLUG, Served, decode
from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.uri import parse_uri

from meadhall.server.protocol.messages import Pong


class Line:
    """A client that says when which byte is sent, and leaves the reading to the library."""

    def __init__(self, address: str, match: str) -> None:
        self.host, self.port = address.split(":")
        self.protocol = ClientProtocol(parse_uri(f"ws://{address}/api/matches/{match}/socket"))
        self.frames: list[Frame] = []

    async def open(self) -> Self:
        self.reader, self.writer = await connect(self.host, int(self.port))
        self.protocol.send_request(self.protocol.connect())
        await self.send(b"".join(self.protocol.data_to_send()))
        await self._receive()
        assert self.protocol.state.name == "OPEN"
        return self

    async def send(self, *pieces: bytes) -> None:
        """Each piece by itself."""
        for piece in pieces:
            self.writer.write(piece)
            await self.writer.drain()
            await asyncio.sleep(0.002)

    async def frame(self) -> Frame:
        """The next one that comes."""
        while not self.frames:
            await self._receive()
        return self.frames.pop(0)

    async def pongs(self, *names: str) -> None:
        """The answers to pings of these names come, in this order, and nothing else."""
        for name in names:
            heard = decode(bytes((await self.frame()).data))
            assert isinstance(heard, Pong)
            assert heard.id == name

    async def closed(self) -> int | None:
        """The code that the server closes with."""
        while self.protocol.close_rcvd is None:
            await self._receive()
        return self.protocol.close_rcvd.code

    async def close(self) -> None:
        self.writer.close()
        with suppress(ConnectionError):
            await self.writer.wait_closed()

    async def _receive(self) -> None:
        data = await asyncio.wait_for(self.reader.read(1 << 16), PATIENCE)
        assert data, "the connection is closed"
        self.protocol.receive_data(data)
        self.frames += [e for e in self.protocol.events_received() if isinstance(e, Frame)]


async def connect(host: str, port: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A connection that holds little of what has not been read."""
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.settimeout(0)
    await asyncio.get_running_loop().sock_connect(line, (host, port))
    return await asyncio.open_connection(sock=line, limit=4096)


def framed(data: bytes, opcode: Opcode = Opcode.TEXT, *, fin: bool = True) -> bytes:
    return Frame(opcode, data, fin).serialize(mask=True)


def ping(name: str, size: int = 0) -> bytes:
    """A message of at least that size that is answered by `pong`."""
    return b'{"kind":"ping","id":"%s"}'.ljust(size) % name.encode()


JOIN = framed(b'{"kind":"join"}')


async def watcher(hall: Served, *, joined: bool = True) -> Line:
    guest = await hall.guest("Ann")
    made = await guest.match(STONES_SLUG, "mine", "mine")
    line = await Line(hall.address, made["match"]).open()
    hall._lines.push_async_callback(line.close)
    if joined:
        await line.send(JOIN)
        await line.frame()  # the welcome
        await line.frame()  # who is here now
    return line
