"""Where pieces may go: drafts, destinations and the legal commands."""

from meadhall.core.seats import Seat
from meadhall.games.jarls.grid import OFF, Grid, grid, moves_of
from meadhall.games.jarls.pieces import EMPTY, HOLE, STRIDE, enterable
from meadhall.games.jarls.types import Move, State
from meadhall.kit.hexgrid import Direction, opposite

_DRAFT = 2
"""So many Warriors behind a Jarl let it run two hexes."""


def pieces_of(board: tuple[int, ...], seat: Seat) -> list[tuple[int, int]]:
    """The seat's pieces as (code, cell): the Jarl, then the Warriors by number."""
    low, high = STRIDE * (seat + 1), STRIDE * (seat + 2)
    return sorted([(code, cell) for cell, code in enumerate(board) if low <= code < high])


def has_draft(board: tuple[int, ...], table: Grid, cell: int, direction: Direction) -> bool:
    """Whether the Jarl on the cell has two own Warriors behind it, gaps allowed."""
    jarl, found = board[cell], 0
    for behind in table.rays[cell][opposite(direction)]:
        code = board[behind]
        if code in (EMPTY, HOLE):
            continue
        if not jarl < code < jarl + STRIDE:
            return False
        found += 1
        if found == _DRAFT:
            return True
    return False


def destinations(
    board: tuple[int, ...], table: Grid, cell: int, enter: tuple[bool, ...]
) -> list[int]:
    """The cells that the piece on the cell may be sent to: direction by direction, near before far.

    `enter` says by code what the piece may go onto (see `pieces.enterable`).
    """
    is_jarl = board[cell] % STRIDE == 0
    steps = table.jarl_steps[cell] if is_jarl else table.warrior_steps[cell]
    reached: list[int] = []
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


def legal_moves(state: State, board: tuple[int, ...], seat: Seat) -> list[Move]:
    """Every command that the seat may give on that board, piece by piece."""
    table = grid(state.radius)
    enter = enterable(seat, teams=state.options.teams)
    moves: list[Move] = []
    for code, cell in pieces_of(board, seat):
        to = moves_of(code, state.radius)
        moves += [to[target] for target in destinations(board, table, cell, enter)]
    return moves


def can_move(state: State, board: tuple[int, ...], seat: Seat) -> bool:
    """Whether the seat has any legal command on that board."""
    table = grid(state.radius)
    enter = enterable(seat, teams=state.options.teams)
    low, high = STRIDE * (seat + 1), STRIDE * (seat + 2)
    return any(
        destinations(board, table, cell, enter)
        for cell, code in enumerate(board)
        if low <= code < high
    )
