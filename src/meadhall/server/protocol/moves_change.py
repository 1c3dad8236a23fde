"""The change of a seat's legal moves, which is sent instead of all of them."""

from typing import TypeAlias

from msgspec import Struct

Move: TypeAlias = tuple[tuple[str, ...], str]
"""A legal action: the ids to click, in order, and the notation, which the client sends back."""


class MovesChange(Struct, omit_defaults=True):
    """What has changed of a seat's legal moves, which have no order.

    `put`: new moves; `gone`: the notation of moves that are no longer legal. `whole`: `put` are
    all there are.
    """

    put: tuple[Move, ...] = ()
    gone: tuple[str, ...] = ()
    whole: bool = False


def patch_moves(moves: tuple[Move, ...], change: MovesChange | None) -> tuple[Move, ...]:
    """The moves after the change, for clients in Python."""
    if change is None:
        return moves
    kept = () if change.whole else tuple(move for move in moves if move[1] not in change.gone)
    return (*kept, *change.put)
