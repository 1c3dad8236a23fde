"""The server under attack, the clock of the attack, and what the attacker got."""

import asyncio
import json
import re
import socket
import sys
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic

LOOPBACK = "127.0.0.1"
FIRST_ERROR = 400
PATIENCE = 20
"""Seconds after the attack in which an attacker waits for answers."""


@dataclass
class Target:
    """A server, how long it is attacked, and how often the attacker got what.

    `size` is the size of the attack: 1 is as large as the limits allow, the tests attack with less.
    """

    port: int
    database: Path
    seconds: float
    size: float
    source: str = ""
    """The attacker's address, if it is not the usual one."""
    got: Counter[str] = field(default_factory=Counter)
    ends: float = 0

    async def begin(self) -> None:
        """Say that all is prepared, wait for the signal, and start the clock."""
        print("ready", flush=True)
        await asyncio.to_thread(sys.stdin.readline)
        self.ends = monotonic() + self.seconds

    @property
    def left(self) -> float:
        """Seconds until the attack is over."""
        return self.ends - monotonic()

    def share(self, count: int) -> int:
        """This count at full size, fewer in a short run, but at least one."""
        return max(1, round(count * self.size))

    async def connect(self, source: str = "") -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A TCP connection, from another address of this machine if one is given."""
        address = source or self.source
        local = (address, 0) if address else None
        return await asyncio.open_connection(LOOPBACK, self.port, local_addr=local)

    def head(self, method: str, path: str, *lines: str) -> bytes:
        """The head of a request."""
        first = f"{method} {path} HTTP/1.1\r\nHost: {LOOPBACK}:{self.port}\r\n"
        return (first + "".join(f"{line}\r\n" for line in lines) + "\r\n").encode()

    async def request(
        self, method: str, path: str, body: object = None, token: str = ""
    ) -> tuple[int, bytes]:
        """The status and the body of the answer; each request has a connection of its own."""
        text = b"" if body is None else json.dumps(body).encode()
        lines = ["Connection: close", f"Content-Length: {len(text)}"]
        lines += ["Content-Type: application/json"] if text else []
        lines += [f"Authorization: Bearer {token}"] if token else []
        reader, writer = await self.connect()
        try:
            with suppress(ConnectionError):  # it may answer and hang up before it has read all
                writer.write(self.head(method, path, *lines) + text)
                await writer.drain()
            answer = await reader.read(-1)
        finally:
            abort(writer)
        head, _, content = answer.partition(b"\r\n\r\n")
        return int(head.split(b" ", 2)[1]) if head else 0, content

    async def post(self, path: str, body: object, token: str = "") -> dict:
        """The JSON that the server answers, for what the attack needs to have."""
        status, content = await self.request("POST", path, body, token)
        if status not in (200, 201):
            raise RuntimeError(f"POST {path} gave {status}: {content[:200]!r}")
        return json.loads(content)

    async def attempt(self, method: str, path: str, body: object = None, token: str = "") -> bytes:
        """Send a request and count its status; gives the body of the answer."""
        try:
            limit = max(self.left, 0) + PATIENCE
            status, content = await asyncio.wait_for(self.request(method, path, body, token), limit)
        except TimeoutError:
            self.got["no answer"] += 1
            return b""
        except OSError as error:
            self.got[type(error).__name__] += 1
            return b""
        self.got[_answer_name(status, content)] += 1
        return content

    async def guest(self) -> str:
        """The session of a new guest."""
        return (await self.post("/api/guests", {"name": "Attacker"}))["token"]

    async def table(self) -> tuple[str, list[str]]:
        """A match of Chinese Checkers that has begun, and the tokens of both seats."""
        plan = {"game": "chinese-checkers", "seats": [{"kind": "mine"}, {"kind": "mine"}]}
        made = await self.post("/api/matches", plan, await self.guest())
        return made["match"], made["tokens"]


def _answer_name(status: int, content: bytes) -> str:
    """The status, with the code of a refusal."""
    code = re.search(rb'"code":"(\w+)"', content[-500:]) if status >= FIRST_ERROR else None
    return f"{status} {code[1].decode()}" if code else str(status or "hung up")


def abort(writer: asyncio.StreamWriter) -> None:
    """Close the connection at once, whatever is still to be written."""
    writer.transport.abort()


def receive_little(writer: asyncio.StreamWriter) -> None:
    """Make the kernel keep little of what this client does not read."""
    line = writer.get_extra_info("socket")
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
