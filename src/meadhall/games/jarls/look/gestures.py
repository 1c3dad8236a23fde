"""From actions to clicks and back."""

from meadhall.games.jarls.rules.board import grid
from meadhall.games.jarls.rules.pieces import BY_NAME, EMPTY, HOLE, NAMES
from meadhall.games.jarls.types import Action, Move, Place, Starve, State, Swap, View
from meadhall.kit.hexgrid import key

SWAP = Swap()


def gesture(action: Action) -> tuple[str, ...]:
    """A move is a click on the piece and one on the hex; a choice is one click or a button."""
    if isinstance(action, Move):
        return action.piece, key(action.to)
    if isinstance(action, Starve):
        return (action.piece,)
    return (key(action.to),) if isinstance(action, Place) else (action.kind,)


def action_from_clicks(view: View, clicks: tuple[str, ...]) -> Action | None:
    """The action that the clicks mean: the piece on the first hex moves to the last, or starves.

    A single click on a piece means a move to a neighbour, so that a refusal can give a reason.
    """
    state = view.state
    if clicks == (SWAP.kind,):
        return SWAP
    first, last = _cell_of(state, clicks[0]), _cell_of(state, clicks[-1])
    if first is None or last is None:
        return None
    table = grid(state.radius)
    if state.to_place:
        return Place(table.hexes[last])
    piece = state.board[first]
    if piece in (EMPTY, HOLE):
        return None
    if state.famine is not None:
        return Starve(NAMES[piece])
    goal = last if len(clicks) > 1 else next(iter(table.towards[first]))
    return Move(NAMES[piece], table.hexes[goal])


def _cell_of(state: State, id_: str) -> int | None:
    """The cell of the hex or of the piece with that id; `None` if it is not on the board."""
    if id_ in BY_NAME:
        code = BY_NAME[id_]
        return state.board.index(code) if code in state.board else None
    names = {key(hex_): cell for hex_, cell in grid(state.radius).number.items()}
    return names.get(id_)
