"""A match on our own server, which sends the legal moves along."""

import json

import msgspec
from table import Table
from websocket import post

GAME = "chinese-checkers"
NO_MOVES = msgspec.Raw(b"[]")


class SeatView(msgspec.Struct):
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
    seat_views: list[SeatView] = []
    table: Board | None = None


decode = msgspec.json.Decoder(Message).decode


class OurTable(Table):
    """A guest who holds both seats, and stays the same from match to match."""

    guest = ""
    number = 0

    async def create(self) -> None:
        port = self.load.port
        self.guest = self.guest or (await post(port, "/api/guests", {"name": "Load"}))["token"]
        plans = [{"kind": "mine"}, {"kind": "mine"}]
        made = await post(port, "/api/matches", {"game": GAME, "seats": plans}, self.guest)
        self.path = f"/api/matches/{made['match']}/socket"
        self.tokens = made["tokens"]

    def greet(self, seat: int) -> None:
        join = {"kind": "join", "tokens": [self.tokens[seat]]}
        self.sockets[seat].send(json.dumps(join).encode())

    def heard(self, seat: int, text: bytes) -> None:
        message = decode(text)
        if message.kind == "step":
            over = message.result is not None
            if message.answers:
                self.acknowledged(seat, over=over)
            if not over:
                self.act(seat, message.turn, bytes(message.moves))
        elif message.kind == "welcome":
            self.act(seat, message.table.turn, bytes(message.seat_views[0].moves))
        elif message.kind == "rejected":
            self.fail(text.decode())

    def act(self, seat: int, turn: int, moves: bytes) -> None:
        """Play any of the moves, if there are any; they are `[[["m1","c2"],"1-2"],…]`."""
        # In a duel all moves change with each step. An earlier server sends them without `whole`.
        texts = moves.removesuffix(b',"whole":true}').split(b'],"')
        if len(texts) == 1:
            return
        text, _, _ = texts[self.load.random.randrange(1, len(texts))].partition(b'"')
        self.number += 1
        self.move(
            seat,
            b'{"kind":"act","id":"%d","seat":%d,"turn":%d,"text":"%s"}'
            % (self.number, seat, turn, text),
        )
