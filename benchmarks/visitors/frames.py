"""A WebSocket client that sends any frame, and reads only if it is told to."""

import asyncio
import base64
import json
import os

from target import Target, abort

TEXT, CLOSE, PING, PONG, CONTINUATION = 0x81, 0x88, 0x89, 0x8A, 0x00
MEDIUM, LARGE = 126, 127
ABNORMAL = 1006
"""How RFC 6455 names an end without a close frame."""


decode = json.loads
"""A message of the protocol."""


def frame(first: int, payload: bytes = b"") -> bytes:
    """A frame from its first byte and its payload; masked with zeroes, which change nothing."""
    size = len(payload)
    if size < MEDIUM:
        head = bytes((first, 0x80 | size))
    elif size < 1 << 16:
        head = bytes((first, 0x80 | MEDIUM)) + size.to_bytes(2, "big")
    else:
        head = bytes((first, 0x80 | LARGE)) + size.to_bytes(8, "big")
    return head + b"\0\0\0\0" + payload


class RawSocket:
    """An open WebSocket."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer
        self.welcome: dict = {}

    async def send(self, message: object) -> None:
        """Send a message of the protocol."""
        await self.send_bytes(frame(TEXT, json.dumps(message, ensure_ascii=False).encode()))

    async def send_bytes(self, data: bytes) -> None:
        """Send bytes as they are, as fast as the server takes them."""
        self.writer.write(data)
        await self.writer.drain()

    async def read(self) -> tuple[int, bytes]:
        """The opcode and the payload of the next frame."""
        first, size = await self.reader.readexactly(2)
        if size == MEDIUM:
            size = int.from_bytes(await self.reader.readexactly(2), "big")
        elif size == LARGE:
            size = int.from_bytes(await self.reader.readexactly(8), "big")
        return first, await self.reader.readexactly(size)

    async def message(self, kind: str) -> dict:
        """The next message of that kind; others are skipped, and pings are answered."""
        while True:
            first, payload = await self.read()
            if first == PING:
                await self.send_bytes(frame(PONG, payload))
            if first == CLOSE:
                raise ConnectionError(f"closed {int.from_bytes(payload[:2], 'big')}")
            if first == TEXT and (found := decode(payload))["kind"] == kind:
                return found

    async def close_code(self) -> int:
        """Read to the end: the code that the server closes the socket with."""
        try:
            while True:
                first, payload = await self.read()
                if first == CLOSE:
                    return int.from_bytes(payload[:2], "big")
        except (asyncio.IncompleteReadError, OSError):
            return ABNORMAL

    def abort(self) -> None:
        """Close the connection without a word."""
        abort(self.writer)


async def open_socket(target: Target, match: str) -> RawSocket:
    """A socket at a table, before `join`; raises ConnectionError if the server refuses it."""
    reader, writer = await target.connect()
    key = base64.b64encode(os.urandom(16)).decode()
    lines = (
        "Upgrade: websocket", "Connection: Upgrade",
        f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13",
    )  # fmt: skip
    writer.write(target.head("GET", f"/api/matches/{match}/socket", *lines))
    try:
        head = await reader.readuntil(b"\r\n\r\n")
    except asyncio.IncompleteReadError:
        raise ConnectionError("hung up") from None
    status = head.split(b" ", 2)[1].decode()
    if status != "101":
        abort(writer)
        raise ConnectionError(status)
    return RawSocket(reader, writer)


async def join(target: Target, match: str, *tokens: str) -> RawSocket:
    """A socket that has joined, and been welcomed, with the seats of these tokens."""
    line = await open_socket(target, match)
    await line.send({"kind": "join", "tokens": tokens})
    line.welcome = await line.message("welcome")
    return line
