"""What players call a first move."""

from collections.abc import Sequence

from meadhall.games.jarls.rules.board import grid
from meadhall.games.jarls.rules.pieces import BY_NAME, is_jarl
from meadhall.games.jarls.types import Action, Move, Swap, View
from meadhall.kit.hexgrid import ORIGIN, distance


def opening(view: View, actions: Sequence[Action]) -> str:
    """Which piece goes how far and where: `Warrior two hexes towards the Throne`."""
    first = next((action for action in actions if isinstance(action, Move | Swap)), None)
    if isinstance(first, Swap):
        return "Takes over the other side"
    if first is None or BY_NAME[first.piece] not in view.state.board:
        return ""
    code, board = BY_NAME[first.piece], view.state.board
    start = grid(view.state.radius).hexes[board.index(code)]
    piece = "Jarl" if is_jarl(code) else "Warrior"
    length = "one hex" if distance(start, first.to) == 1 else "two hexes"
    nearer = distance(start, ORIGIN) - distance(first.to, ORIGIN)
    way = "towards" if nearer > 0 else "away from" if nearer < 0 else "around"
    return f"{piece} {length} {way} the Throne"
