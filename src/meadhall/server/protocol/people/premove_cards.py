"""Premoves over HTTP: moves that are chosen ahead, in case the others play what is expected."""

from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

from meadhall.core.scene import Scene
from meadhall.core.seats import Seat, Viewer
from meadhall.server.protocol.moves_change import Move

MoveText: TypeAlias = Annotated[str, Meta(max_length=500)]
LineTexts: TypeAlias = Annotated[tuple[MoveText, ...], Meta(max_length=20)]


class NewPremoves(Struct, forbid_unknown_fields=True):
    """The lines of a seat, from the position of this turn. Without lines nothing is chosen.

    A line has moves in notation, in the order in which they would be played: those that you expect
    of others, and your answers. It ends with a move of yours.
    """

    seat: Seat
    turn: int
    lines: Annotated[tuple[LineTexts, ...], Meta(max_length=20)]


class PremoveStep(Struct):
    """A move of a line: whose it is, in notation and in words, in which `seat 1` is a player."""

    seat: Seat
    text: str
    told: str


class PremoveList(Struct):
    """What a seat has chosen ahead, as far as it may still be played. Only its player sees that.

    `possible`: moves can be chosen ahead in this match.
    """

    possible: bool
    seat: Seat
    turn: int
    lines: tuple[tuple[PremoveStep, ...], ...]


class PremoveQuestion(Struct, forbid_unknown_fields=True):
    """Ask for the position after a line."""

    seat: Seat
    turn: int
    line: LineTexts = ()


class PremovePosition(Struct):
    """The position after a line: who moves next, and how. `next` is `null` after the end."""

    steps: tuple[PremoveStep, ...]
    next: Viewer
    scene: Scene | None
    moves: tuple[Move, ...]
