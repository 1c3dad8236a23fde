"""Jarls in numbers: every action has an index, every view is a stack of planes.

The indexes of moves come first (for each piece, every hex), then the pieces that may starve, then
the hexes where a Shield may be placed, then the swap where sides can be swapped. There is a plane
for each piece, the viewer's pieces first and then clockwise; then planes for holes, Shields and the
hexes that have not fallen; then one plane filled with whether it is the viewer's turn, and one
filled with the quiet rounds.
"""

from meadhall.core.capabilities import Learn
from meadhall.core.seats import Viewer
from meadhall.games.jarls.options import Options
from meadhall.games.jarls.rules.board import grid
from meadhall.games.jarls.rules.pieces import BY_NAME, HOLE, NAMES, STRIDE, is_shield, owner
from meadhall.games.jarls.rules.scales import Scale, scale
from meadhall.games.jarls.types import Action, Move, Place, Starve, Swap, View

_OTHER_PLANES = 5


def _sizes(options: Options, seats: int) -> tuple[int, int]:
    """The largest numbers of pieces and of cells."""
    chosen = scale(options, seats)
    return seats * (chosen.warriors + 1), len(grid(chosen.radius).hexes)


def action_count(options: Options, seats: int) -> int:
    """How many actions have an index."""
    pieces, cells = _sizes(options, seats)
    return pieces * cells + pieces + cells + (scale(options, seats).first_move == "swap")


def index(options: Options, seats: int, action: Action) -> int:
    """The index of the action. A skip has none, since only a clock may play it."""
    pieces, cells = _sizes(options, seats)
    chosen = scale(options, seats)
    number = grid(chosen.radius).number
    if isinstance(action, Move):
        return _piece_index(BY_NAME[action.piece], chosen) * cells + number[action.to]
    if isinstance(action, Starve):
        return pieces * cells + _piece_index(BY_NAME[action.piece], chosen)
    if isinstance(action, Place):
        return pieces * cells + pieces + number[action.to]
    if isinstance(action, Swap):
        return pieces * cells + pieces + cells
    raise ValueError("a skipped turn has no index")


def action(options: Options, seats: int, number: int) -> Action:
    """The action with that index."""
    pieces, cells = _sizes(options, seats)
    chosen = scale(options, seats)
    hexes = grid(chosen.radius).hexes
    if number < pieces * cells:
        piece, cell = divmod(number, cells)
        return Move(NAMES[_code(piece, chosen)], hexes[cell])
    rest = number - pieces * cells
    if rest < pieces:
        return Starve(NAMES[_code(rest, chosen)])
    return Place(hexes[rest - pieces]) if rest < pieces + cells else Swap()


def _piece_index(code: int, chosen: Scale) -> int:
    """The index of the piece among all pieces of the match."""
    return owner(code) * (chosen.warriors + 1) + code % STRIDE


def _code(piece: int, chosen: Scale) -> int:
    seat, number = divmod(piece, chosen.warriors + 1)
    return STRIDE * (seat + 1) + number


def shape(options: Options, seats: int) -> tuple[int, int]:
    """The number of planes, and of hexes in each."""
    pieces, cells = _sizes(options, seats)
    return pieces + _OTHER_PLANES, cells


def observe(view: View, viewer: Viewer) -> tuple[int, ...]:
    """The view as numbers, plane by plane; for a spectator, as seat 0 would order them."""
    state, me = view.state, viewer or 0
    pieces, cells = _sizes(state.options, state.seats)
    first = me * pieces // state.seats  # the index of the viewer's first piece
    planes = [[0] * cells for _ in range(pieces + _OTHER_PLANES)]
    # A plane has the cells of the first board, so that the shape stays when rings fall.
    chosen = scale(state.options, state.seats)
    number = grid(chosen.radius).number
    for hex_, code in zip(grid(state.radius).hexes, state.board, strict=True):
        cell = number[hex_]
        planes[pieces + 2][cell] = 1
        if code == HOLE:
            planes[pieces][cell] = 1
        elif is_shield(code):
            planes[pieces + 1][cell] = 1
        elif code >= STRIDE:
            planes[(_piece_index(code, chosen) - first) % pieces][cell] = 1
    planes[pieces + 3] = [int(state.turn.mover == me)] * cells
    planes[pieces + 4] = [state.turn.quiet] * cells
    return tuple(value for plane in planes for value in plane)


def bounds(options: Options, seats: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """All planes have only 0 and 1, but the last one: it has the quiet rounds."""
    planes, cells = shape(options, seats)
    low, high = (0,) * (planes * cells), (1,) * ((planes - 1) * cells)
    return low, high + (_most_quiet(options, seats),) * cells


def _most_quiet(options: Options, seats: int) -> int:
    """The quiet rounds after which a match is drawn, or nobody has a piece left to starve."""
    if options.ruleset == "holes":
        return options.draw_after_rounds
    pieces = scale(options, seats).warriors + 1
    return options.starvation_rounds + pieces * options.starvation_repeat


LEARN: Learn[Options, Action, View] = Learn(
    action_count=action_count,
    index=index,
    action=action,
    shape=shape,
    observe=observe,
    bounds=bounds,
)
