"""What a command does to the board: walks, blocked attacks, and pushes of chains."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, TypeAlias

from meadhall.core.game import Step
from meadhall.games.jarls.combat import calculate_combat
from meadhall.games.jarls.grid import OFF, Grid, grid
from meadhall.games.jarls.pieces import (
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
class March:
    """A command in cells: from where, what it aims at, and the last cell before that."""

    code: int
    start: int
    target: int
    beside: int
    direction: Direction
    momentum: bool


@dataclass(frozen=True, slots=True)
class Chain:
    """The cells of the pieces in a row, the defender's first, and what ends the row."""

    cells: tuple[int, ...]
    terminator: Terminator
    at: int


def march(state: State, move: Move) -> March:
    """The legal command in cells. A Jarl that would run across the Throne stops on it."""
    table, code = grid(state.radius), BY_NAME[move.piece]
    start, target = state.board.index(code), table.number[move.to]
    direction = table.towards[start][target]
    first = table.rays[start][direction][0]
    momentum = first != target
    if momentum and first == table.throne:
        target = first
    return March(code, start, target, first if target != first else start, direction, momentum)


def carry_out(state: State, order: March) -> Step[State, Event]:
    """The board after the command: a walk, a blocked attack, or a push."""
    if state.board[order.target] == EMPTY:
        return _walk(state, order, order.target)
    if calculate_combat(state, order.start, order.target).outcome == "push":
        return resolve_push(state, order)
    return _resolve_block(state, order)


def detect_chain(state: State, order: March) -> Chain:
    """The row of pieces that a push would move, whoever owns them, and what ends it."""
    table, board = grid(state.radius), state.board
    cells = [order.target]
    for cell in table.rays[order.target][order.direction]:
        terminator = _terminator(state, table, cell, board[cells[-1]], order.code)
        if terminator is not None:
            return Chain(tuple(cells), terminator, cell)
        cells.append(cell)
    return Chain(tuple(cells), "edge", OFF)


def _terminator(
    state: State, table: Grid, cell: int, pushed: int, attacker: int
) -> Terminator | None:
    """What the pushed piece finds on the cell, if not one more piece to push along."""
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


def resolve_push(state: State, order: March) -> Step[State, Event]:
    """The board after a push that is strong enough, as the chain's end allows."""
    chain = detect_chain(state, order)
    return _RESOLVE[chain.terminator](state, order, chain)


def resolve_simple_push(state: State, order: March, chain: Chain) -> Step[State, Event]:
    """Into an empty hex: every piece of the chain moves on by one."""
    return _shift(state, order, chain.cells, (*chain.cells[1:], chain.at), ())


def resolve_edge_push(state: State, order: March, chain: Chain) -> Step[State, Event]:
    """Over the edge: the last piece of the chain falls, the others move on by one."""
    return _push_out(state, order, chain, "edge")


def resolve_hole_push(state: State, order: March, chain: Chain) -> Step[State, Event]:
    """Into a hole: the last piece of the chain falls, the others move on by one."""
    return _push_out(state, order, chain, "hole")


def resolve_compression(state: State, order: March, chain: Chain) -> Step[State, Event]:
    """Against something that holds: nobody in the chain moves and the attacker stops short."""
    step = _walk(state, order, order.beside)
    names = tuple(NAMES[state.board[cell]] for cell in chain.cells)
    at = grid(state.radius).hexes[chain.cells[-1]]
    return Step(step.state, (*step.events, Compressed(NAMES[order.code], names, at)))


_RESOLVE: dict[Terminator, Callable[[State, March, Chain], Step[State, Event]]] = {
    "empty": resolve_simple_push,
    "edge": resolve_edge_push,
    "hole": resolve_hole_push,
    "throne": resolve_compression,
    "shield": resolve_compression,
    "ally": resolve_compression,
}


def _resolve_block(state: State, order: March) -> Step[State, Event]:
    step = _walk(state, order, order.beside)
    attacker, defender = NAMES[order.code], NAMES[state.board[order.target]]
    at = grid(state.radius).hexes[order.beside]
    return Step(step.state, (*step.events, Blocked(attacker, defender, at)))


def _walk(state: State, order: March, end: int) -> Step[State, Event]:
    board = list(state.board)
    board[order.start] = EMPTY
    board[end] = order.code
    return _moved(state, order, board, end, ())


def _push_out(state: State, order: March, chain: Chain, cause: Cause) -> Step[State, Event]:
    last = chain.cells[-1]
    code = state.board[last]
    fallen = Eliminated(NAMES[code], owner(code), grid(state.radius).hexes[last], cause)
    return _shift(state, order, chain.cells[:-1], chain.cells[1:], (fallen,))


def _shift(
    state: State,
    order: March,
    starts: tuple[int, ...],
    ends: tuple[int, ...],
    fallen: tuple[Eliminated, ...],
) -> Step[State, Event]:
    """The pieces on the starts go to the ends, and the attacker takes the defender's cell."""
    board, hexes = list(state.board), grid(state.radius).hexes
    board[order.start] = EMPTY
    board[order.target] = order.code
    pushes: list[Event] = []
    for depth, (start, end) in enumerate(zip(starts, ends, strict=True)):
        code = state.board[start]
        board[end] = code
        pushes.append(Pushed(NAMES[code], hexes[start], hexes[end], order.direction, depth))
    return _moved(state, order, board, order.target, (*fallen, *pushes))


def _moved(
    state: State, order: March, board: list[int], end: int, events: tuple[Event, ...]
) -> Step[State, Event]:
    hexes, name = grid(state.radius).hexes, NAMES[order.code]
    start_hex, end_hex = hexes[order.start], hexes[end]
    after = state.with_board(tuple(board), Trace(name, start_hex, end_hex))
    return Step(after, (Moved(name, start_hex, end_hex, order.momentum), *events))
