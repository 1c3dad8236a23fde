"""As little of HTTP and WebSocket as a load generator needs, to be faster than any server."""

import asyncio
import base64
import json
import os
from collections.abc import Callable

LOOPBACK = "127.0.0.1"
SMALL, MEDIUM = 126, 127


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


async def connect(port: int, path: str, receive: Callable[[bytes], None]) -> Socket:
    """An open socket, whose messages are given to `receive`."""
    loop = asyncio.get_running_loop()
    host = f"{LOOPBACK}:{port}"
    _, socket = await loop.create_connection(lambda: Socket(path, host, receive), LOOPBACK, port)
    await socket.open
    return socket


async def post(port: int, path: str, body: object, token: str = "") -> dict:
    """What the server answers, as JSON."""
    reader, writer = await asyncio.open_connection(LOOPBACK, port)
    text = json.dumps(body).encode()
    bearer = f"Authorization: Bearer {token}\r\n" if token else ""
    head = (
        f"POST {path} HTTP/1.1\r\nHost: {LOOPBACK}:{port}\r\nContent-Type: application/json\r\n"
        f"{bearer}Connection: close\r\nContent-Length: {len(text)}\r\n\r\n"
    )
    writer.write(head.encode() + text)
    answer = await reader.read()
    writer.close()
    return json.loads(answer.partition(b"\r\n\r\n")[2])
