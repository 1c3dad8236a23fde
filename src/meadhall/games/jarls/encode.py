"""Jarls in numbers: every command has an index, every view is a stack of planes.

Commands come first (piece by piece, each with every hex), then the pieces that may be starved, then
the hexes that a Shield may be placed on. The planes are one per piece, the viewer's first and on
round the table, then holes, Shields, the hexes still there, and two filled with one number each.
"""

from meadhall.core.game import Encoding
from meadhall.games.jarls.grid import grid
from meadhall.games.jarls.pieces import BY_NAME, HOLE, NAMES, STRIDE, is_shield, owner
from meadhall.games.jarls.setup import SCALES, radius_of
from meadhall.games.jarls.types import Action, Move, Options, Place, Starve, View

_OTHER_PLANES = 5


def _sizes(options: Options, seats: int) -> tuple[int, int]:
    """How many pieces and how many cells there are at most."""
    return seats * (SCALES[seats].warriors + 1), len(grid(radius_of(options, seats)).hexes)


def action_count(options: Options, seats: int) -> int:
    """How many numbers stand for actions."""
    pieces, cells = _sizes(options, seats)
    return pieces * cells + pieces + cells


def index(options: Options, seats: int, action: Action) -> int:
    """The number of the action. A skip is the clock's and has none."""
    pieces, cells = _sizes(options, seats)
    number = grid(radius_of(options, seats)).number
    if isinstance(action, Move):
        return _rank(BY_NAME[action.piece], seats) * cells + number[action.to]
    if isinstance(action, Starve):
        return pieces * cells + _rank(BY_NAME[action.piece], seats)
    if isinstance(action, Place):
        return pieces * cells + pieces + number[action.to]
    raise ValueError("a skipped turn has no number")


def action(options: Options, seats: int, number: int) -> Action:
    """The action of that number."""
    pieces, cells = _sizes(options, seats)
    hexes = grid(radius_of(options, seats)).hexes
    if number < pieces * cells:
        piece, cell = divmod(number, cells)
        return Move(NAMES[_code(piece, seats)], hexes[cell])
    rest = number - pieces * cells
    return Starve(NAMES[_code(rest, seats)]) if rest < pieces else Place(hexes[rest - pieces])


def _rank(code: int, seats: int) -> int:
    """The piece's place in the line of all pieces of the match."""
    return owner(code) * (SCALES[seats].warriors + 1) + code % STRIDE


def _code(rank: int, seats: int) -> int:
    seat, number = divmod(rank, SCALES[seats].warriors + 1)
    return STRIDE * (seat + 1) + number


def shape(options: Options, seats: int) -> tuple[int, int]:
    """Planes, and hexes of each."""
    pieces, cells = _sizes(options, seats)
    return pieces + _OTHER_PLANES, cells


def observe(view: View) -> tuple[int, ...]:
    """The view as numbers, plane by plane, as the viewer's seat sees the table."""
    state, me = view.state, view.viewer or 0
    pieces, cells = _sizes(state.options, state.seats)
    first = me * pieces // state.seats  # the rank of the viewer's first piece
    planes = [[0] * cells for _ in range(pieces + _OTHER_PLANES)]
    number = grid(radius_of(state.options, state.seats)).number
    for hex_, code in zip(grid(state.radius).hexes, state.board, strict=True):
        cell = number[hex_]
        planes[pieces + 2][cell] = 1
        if code == HOLE:
            planes[pieces][cell] = 1
        elif is_shield(code):
            planes[pieces + 1][cell] = 1
        elif code >= STRIDE:
            planes[(_rank(code, state.seats) - first) % pieces][cell] = 1
    planes[pieces + 3] = [int(state.turn.mover == me)] * cells
    planes[pieces + 4] = [state.turn.quiet] * cells
    return tuple(value for plane in planes for value in plane)


ENCODING: Encoding[Options, Action, View] = Encoding(
    action_count=action_count, index=index, action=action, shape=shape, observe=observe
)
