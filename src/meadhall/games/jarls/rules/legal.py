"""What is legal: drafts, destinations, and the actions of a seat."""

from collections.abc import Sequence

from meadhall.core.seats import Seat
from meadhall.games.jarls.rules.board import OFF, Grid, grid, moves_of
from meadhall.games.jarls.rules.optional import swap
from meadhall.games.jarls.rules.optional.fog import known_board
from meadhall.games.jarls.rules.optional.shield_draft import sites
from meadhall.games.jarls.rules.pieces import EMPTY, HOLE, STRIDE, enterable, pieces_of
from meadhall.games.jarls.types import Action, Move, Place, Starve, State, Swap
from meadhall.kit.hexgrid import Direction, opposite

_DRAFT = 2
"""The number of Warriors behind a Jarl that let it run two hexes."""


def legal_actions(state: State, seat: Seat) -> Sequence[Action]:
    """The moves of the seat to move, or the choices of a seat that places or starves a piece.

    Swapping sides comes last.
    """
    if state.famine is not None and seat in state.famine.waiting:
        return tuple(Starve(name) for name in state.famine.candidates[seat])
    if state.phase in ("starving", "over") or seat != state.turn.mover:
        return ()
    if state.to_place:
        return tuple(Place(hex_) for hex_ in sites(state))
    moves = legal_moves(state, known_board(state, seat), seat)
    return [*moves, Swap()] if swap.is_open(state) else moves


def legal_moves(state: State, board: tuple[int, ...], seat: Seat) -> list[Move]:
    """The seat's moves on that board, piece by piece."""
    table = grid(state.radius)
    enter = enterable(seat, teams=state.options.teams)
    moves: list[Move] = []
    for code, cell in pieces_of(board, seat):
        to = moves_of(code, state.radius)
        moves += [to[target] for target in destinations(board, table, cell, enter)]
    return moves


def can_move(state: State, board: tuple[int, ...], seat: Seat) -> bool:
    """Whether the seat has a legal move on that board."""
    table = grid(state.radius)
    enter = enterable(seat, teams=state.options.teams)
    low, high = STRIDE * (seat + 1), STRIDE * (seat + 2)
    return any(
        destinations(board, table, cell, enter)
        for cell, code in enumerate(board)
        if low <= code < high
    )


def destinations(
    board: tuple[int, ...], table: Grid, cell: int, enter: tuple[bool, ...]
) -> list[int]:
    """The cells that the piece on the cell may move to: by direction, near before far.

    `enter` says by code what the piece may move onto (see `pieces.enterable`).
    """
    is_jarl = board[cell] % STRIDE == 0
    steps = table.jarl_steps[cell] if is_jarl else table.warrior_steps[cell]
    reached: list[int] = []
    # A Jarl's run across the Throne is listed; `push.route_of` ends it there.
    for direction, one, two in steps:
        code = board[one]
        if enter[code]:
            reached.append(one)
            if (
                code == EMPTY
                and two != OFF
                and enter[board[two]]
                and (not is_jarl or has_draft(board, table, cell, direction))
            ):
                reached.append(two)
    return reached


def has_draft(board: tuple[int, ...], table: Grid, cell: int, direction: Direction) -> bool:
    """Whether the Jarl on the cell has two of its own Warriors behind it; gaps are allowed."""
    jarl, count = board[cell], 0
    for behind in table.rays[cell][opposite(direction)]:
        code = board[behind]
        # A hole is a gap like an empty hex (J6).
        if code in (EMPTY, HOLE):
            continue
        # A Jarl's own Warriors have the codes that follow its own.
        if not jarl < code < jarl + STRIDE:
            return False
        count += 1
        if count == _DRAFT:
            return True
    return False
