"""A match on boardgame.io, which sends the board; what can be played on it our own rules know.

Its messages are JSON behind the digits of Engine.IO and Socket.IO: `42` is an event, `40` comes
into a room, `2` and `3` are heartbeats.
"""

import json

import msgspec
from table import SEATS, Table
from websocket import post

from meadhall.games.chinese_checkers import GAME
from meadhall.games.chinese_checkers.types import Options, State

NAME = GAME.spec.slug
ROOM = f"/{NAME},".encode()
EVENT = b"42" + ROOM
UPDATE, SYNC = EVENT + b'["update"', EVENT + b'["sync"'
WELCOME, PING, PONG = b"40" + ROOM, b"2", b"3"
OPTIONS = Options()


class Ground(msgspec.Struct):
    """What the rules on that side keep."""

    board: str


class Context(msgspec.Struct):
    """What boardgame.io keeps."""

    currentPlayer: str | None  # noqa: N815 - its name there
    gameover: object = None


class Shown(msgspec.Struct, rename={"number": "_stateID"}):
    """What a player is shown."""

    G: Ground
    ctx: Context
    number: int


class Whole(msgspec.Struct):
    """What a player is shown on coming in."""

    state: Shown


class Update(msgspec.Struct, array_like=True):
    """After every move."""

    kind: str
    match: str
    state: Shown


class Sync(msgspec.Struct, array_like=True):
    """At the beginning."""

    kind: str
    match: str
    whole: Whole


decode_update = msgspec.json.Decoder(Update).decode
decode_sync = msgspec.json.Decoder(Sync).decode


class ReferenceTable(Table):
    """Two players with their credentials."""

    path = "/socket.io/?EIO=4&transport=websocket"

    async def create(self) -> None:
        port, lobby = self.load.port, f"/games/{NAME}"
        self.id = (await post(port, f"{lobby}/create", {"numPlayers": len(SEATS)}))["matchID"]
        self.credentials = []
        for seat in SEATS:
            player = {"playerID": str(seat), "playerName": "Load"}
            joined = await post(port, f"{lobby}/{self.id}/join", player)
            self.credentials.append(joined["playerCredentials"])
        self.awaited = [0, 0]
        """For each seat the number of the state that its move leads to, while it waits for it."""

    def greet(self, seat: int) -> None:
        self.sockets[seat].send(WELCOME)

    def heard(self, seat: int, text: bytes) -> None:
        if text.startswith(UPDATE):
            self.saw(seat, decode_update(text[len(EVENT) :]).state)
        elif text.startswith(SYNC):
            self.saw(seat, decode_sync(text[len(EVENT) :]).whole.state)
        elif text.startswith(WELCOME):
            joining = ["sync", self.id, str(seat), self.credentials[seat], len(SEATS)]
            self.sockets[seat].send(EVENT + json.dumps(joining).encode())
        elif text == PING:
            self.sockets[seat].send(PONG)

    def saw(self, seat: int, shown: Shown) -> None:
        """Move, where it is the seat's turn."""
        over = shown.ctx.gameover is not None
        if self.awaited[seat]:
            if shown.number != self.awaited[seat]:
                self.fail(f"{shown.number} came instead of {self.awaited[seat]}")
                return
            self.awaited[seat] = 0
            self.acknowledged(seat, over=over)
        if not over and shown.ctx.currentPlayer == str(seat):
            self.act(seat, shown)

    def act(self, seat: int, shown: Shown) -> None:
        """Play any of the legal moves."""
        moves = GAME.legal_actions(State(OPTIONS, len(SEATS), shown.G.board, seat), seat)
        move = self.load.random.choice(moves)
        self.awaited[seat] = shown.number + 1
        self.move(
            seat,
            b'%s["update",{"type":"MAKE_MOVE","payload":{"type":"move","args":[%d,%d],'
            b'"playerID":"%d","credentials":"%s"}},%d,"%s","%d"]'
            % (
                EVENT, move.start, move.end, seat, self.credentials[seat].encode(),
                shown.number, self.id.encode(), seat,
            ),
        )  # fmt: skip
