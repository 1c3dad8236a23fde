"""What a move does to the board: walks, blocked attacks, and pushes of whole chains."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, TypeAlias

from meadhall.core.game import Step
from meadhall.games.jarls.rules.board import OFF, Grid, grid
from meadhall.games.jarls.rules.combat import calculate_combat
from meadhall.games.jarls.rules.pieces import (
    BY_NAME,
    EMPTY,
    HOLE,
    NAMES,
    is_jarl,
    is_shield,
    owner,
    sides,
)
from meadhall.games.jarls.types import (
    Blocked,
    Cause,
    Compressed,
    Eliminated,
    Event,
    Move,
    Moved,
    Pushed,
    State,
    Trace,
)
from meadhall.kit.hexgrid import Direction

Terminator: TypeAlias = Literal["empty", "edge", "hole", "throne", "shield", "ally"]


@dataclass(frozen=True, slots=True)
class MoveCells:
    """A move in cells: its start, its target, and the cell `beside` the target on the way."""

    code: int
    start: int
    target: int
    beside: int
    direction: Direction
    momentum: bool


@dataclass(frozen=True, slots=True)
class Chain:
    """The cells of a row of pieces, the defender's first, and what ends the row."""

    cells: tuple[int, ...]
    terminator: Terminator
    at: int


def route_of(state: State, move: Move) -> MoveCells:
    """The route of a legal move. A Jarl that would run across the Throne stops on it."""
    table, code = grid(state.radius), BY_NAME[move.piece]
    start, target = state.board.index(code), table.number[move.to]
    direction = table.towards[start][target]
    first = table.rays[start][direction][0]
    momentum = first != target
    if momentum and first == table.throne:
        target = first
    return MoveCells(code, start, target, first if target != first else start, direction, momentum)


def move_pieces(state: State, route: MoveCells) -> Step[State, Event]:
    """The board after the move: a walk, a blocked attack, or a push."""
    if state.board[route.target] == EMPTY:
        return _walk(state, route, route.target)
    if calculate_combat(state, route.start, route.target).outcome == "push":
        return resolve_push(state, route)
    return _resolve_block(state, route)


def detect_chain(state: State, route: MoveCells) -> Chain:
    """The row of pieces that a push would move, of any owner, and what ends it."""
    table, board = grid(state.radius), state.board
    cells = [route.target]
    for cell in table.rays[route.target][route.direction]:
        terminator = _terminator(state, table, cell, board[cells[-1]], route.code)
        if terminator is not None:
            return Chain(tuple(cells), terminator, cell)
        cells.append(cell)
    return Chain(tuple(cells), "edge", OFF)


def _terminator(
    state: State, table: Grid, cell: int, pushed: int, attacker: int
) -> Terminator | None:
    """What ends the row at the cell; `None` if the piece there is pushed along."""
    # In `shields` a Jarl can be pushed onto the Throne, and pushes along a Jarl that is there (J7).
    code = state.board[cell]
    if cell == table.throne and (state.options.ruleset == "holes" or not is_jarl(pushed)):
        return "throne"
    if code == EMPTY:
        return "empty"
    if code == HOLE:
        return "hole"
    if is_shield(code):
        return "shield"
    whose = sides(teams=state.options.teams)
    allied = whose[code] == whose[attacker] and owner(code) != owner(attacker)
    return "ally" if allied else None


def resolve_push(state: State, route: MoveCells) -> Step[State, Event]:
    """The board after an attack that is strong enough; what ends the chain decides."""
    chain = detect_chain(state, route)
    return _RESOLVE[chain.terminator](state, route, chain)


def resolve_simple_push(state: State, route: MoveCells, chain: Chain) -> Step[State, Event]:
    """Into an empty hex: every piece of the chain moves one hex."""
    return _shift(state, route, chain.cells, (*chain.cells[1:], chain.at), ())


def resolve_edge_push(state: State, route: MoveCells, chain: Chain) -> Step[State, Event]:
    """Over the edge: the last piece of the chain falls, the others move one hex."""
    return _push_out(state, route, chain, "edge")


def resolve_hole_push(state: State, route: MoveCells, chain: Chain) -> Step[State, Event]:
    """Into a hole: the last piece of the chain falls, the others move one hex."""
    return _push_out(state, route, chain, "hole")


def resolve_compression(state: State, route: MoveCells, chain: Chain) -> Step[State, Event]:
    """Against an obstacle: the chain does not move, and the attacker stops beside it."""
    step = _walk(state, route, route.beside)
    names = tuple(NAMES[state.board[cell]] for cell in chain.cells)
    at = grid(state.radius).hexes[chain.cells[-1]]
    return Step(step.state, (*step.events, Compressed(NAMES[route.code], names, at)))


_RESOLVE: dict[Terminator, Callable[[State, MoveCells, Chain], Step[State, Event]]] = {
    "empty": resolve_simple_push,
    "edge": resolve_edge_push,
    "hole": resolve_hole_push,
    "throne": resolve_compression,
    "shield": resolve_compression,
    "ally": resolve_compression,
}


def _resolve_block(state: State, route: MoveCells) -> Step[State, Event]:
    step = _walk(state, route, route.beside)
    attacker, defender = NAMES[route.code], NAMES[state.board[route.target]]
    at = grid(state.radius).hexes[route.beside]
    return Step(step.state, (*step.events, Blocked(attacker, defender, at)))


def _walk(state: State, route: MoveCells, end: int) -> Step[State, Event]:
    board = list(state.board)
    # In this order: an attacker that is blocked by its neighbour ends where it started.
    board[route.start] = EMPTY
    board[end] = route.code
    return _finish_move(state, route, board, end, ())


def _push_out(state: State, route: MoveCells, chain: Chain, cause: Cause) -> Step[State, Event]:
    # Nothing clears the cell of the dead piece: the next of the chain or the attacker moves in.
    last = chain.cells[-1]
    code = state.board[last]
    death = Eliminated(NAMES[code], owner(code), grid(state.radius).hexes[last], cause)
    return _shift(state, route, chain.cells[:-1], chain.cells[1:], (death,))


def _shift(
    state: State,
    route: MoveCells,
    starts: tuple[int, ...],
    ends: tuple[int, ...],
    deaths: tuple[Eliminated, ...],
) -> Step[State, Event]:
    """Pieces move from the starts to the ends; the attacker takes the defender's cell."""
    board, hexes = list(state.board), grid(state.radius).hexes
    board[route.start] = EMPTY
    board[route.target] = route.code
    pushes: list[Event] = []
    # Codes are read from the old board, so the pieces can be moved in any order.
    for depth, (start, end) in enumerate(zip(starts, ends, strict=True)):
        code = state.board[start]
        board[end] = code
        pushes.append(Pushed(NAMES[code], hexes[start], hexes[end], route.direction, depth))
    return _finish_move(state, route, board, route.target, (*deaths, *pushes))


def _finish_move(
    state: State, route: MoveCells, board: list[int], end: int, events: tuple[Event, ...]
) -> Step[State, Event]:
    hexes, name = grid(state.radius).hexes, NAMES[route.code]
    start_hex, end_hex = hexes[route.start], hexes[end]
    after = state.with_board(tuple(board), Trace(name, start_hex, end_hex))
    return Step(after, (Moved(name, start_hex, end_hex, route.momentum), *events))
