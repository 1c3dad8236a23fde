"""Matches that are played by a script: every seat and every spectator on a socket of their own."""

import asyncio
import json
from functools import partial

import msgspec
from websocket import Socket, connect, post

WELCOME, REJECTED = b'{"kind":"welcome"', b'{"kind":"rejected"'


class Script(msgspec.Struct):
    """A match: its seed, and its moves as seat, turn and notation."""

    seed: str
    moves: list[tuple[int, int, str]]


class Slice(msgspec.Struct):
    """Matches of one kind of table, to be played side by side."""

    game: str
    seats: int
    options: dict[str, str | int | bool]
    spectators: int
    scripts: list[Script]


decode = msgspec.json.Decoder(Slice).decode


class ScriptedMatch:
    """A match on the server, whose next move is sent when the one before it is acknowledged."""

    def __init__(self, script: Script) -> None:
        self.script = script
        self.sockets: list[Socket] = []
        self.answers = asyncio.Queue[bytes]()

    async def open(self, port: int, table: Slice) -> None:
        """Create the match, sit down on all seats, and let the spectators in."""
        guest = (await post(port, "/api/guests", {"name": "Load"}))["token"]
        plan = {
            "game": table.game, "options": table.options, "seed": self.script.seed,
            "seats": [{"kind": "mine"}] * table.seats, "clock": {"mode": "none"},
        }  # fmt: skip
        made = await post(port, "/api/matches", plan, guest)
        path = f"/api/matches/{made['match']}/socket"
        for tokens in [[token] for token in made["tokens"]] + [[]] * table.spectators:
            welcome = asyncio.get_running_loop().create_future()
            socket = await connect(port, path, partial(self.heard, welcome))
            socket.send(json.dumps({"kind": "join", "tokens": tokens}).encode())
            self.sockets.append(socket)
            await welcome

    def heard(self, welcome: asyncio.Future[None], text: bytes) -> None:
        """Keep answers to moves; what else the seats and the spectators are sent is discarded."""
        if text.startswith(WELCOME):
            welcome.set_result(None)
        elif b'"answers":' in text or text.startswith(REJECTED):
            self.answers.put_nowait(text)

    async def play(self) -> None:
        """Play all moves."""
        for number, (seat, turn, text) in enumerate(self.script.moves):
            act = {"kind": "act", "id": str(number), "seat": seat, "turn": turn, "text": text}
            self.sockets[seat].send(json.dumps(act).encode())
            answer = await self.answers.get()
            assert b'"answers":"%d"' % number in answer, answer

    def leave(self) -> None:
        for socket in self.sockets:
            socket.close()


async def play_slices(port: int, lines: asyncio.StreamReader) -> None:
    """Open the matches of a line; play them after the next line. Both are answered when done."""
    while line := await lines.readline():
        table = decode(line)
        matches = [ScriptedMatch(script) for script in table.scripts]
        for match in matches:
            await match.open(port, table)
        print("open", flush=True)
        await lines.readline()
        await asyncio.gather(*(match.play() for match in matches))
        print("played", flush=True)
        for match in matches:
            match.leave()
