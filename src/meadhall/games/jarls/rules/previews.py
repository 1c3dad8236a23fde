"""What each legal move would do: whether it attacks, how strong both sides are, whom it kills."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from meadhall.core.seats import Seat
from meadhall.games.jarls.rules.board import grid, moves_of
from meadhall.games.jarls.rules.combat import Combat, calculate_combat, heading
from meadhall.games.jarls.rules.ending import check_throne
from meadhall.games.jarls.rules.legal import destinations, legal_moves
from meadhall.games.jarls.rules.pieces import (
    BY_NAME,
    EMPTY,
    NAMES,
    STRIDE,
    enterable,
    is_jarl,
    jarl,
    owner,
    pieces_of,
    sides,
)
from meadhall.games.jarls.rules.push import detect_chain, move_pieces, route_of
from meadhall.games.jarls.types import Move, State


@dataclass(frozen=True, slots=True)
class MovePreview:
    """A legal move and what it would do."""

    move: Move
    type: Literal["move", "attack"]
    momentum: bool
    combat: Combat | None


def preview(state: State, move: Move) -> MovePreview:
    """What a legal move would do."""
    start, target = state.board.index(BY_NAME[move.piece]), grid(state.radius).number[move.to]
    _, momentum = heading(state, start, target)
    if state.board[target] == EMPTY:
        return MovePreview(move, "move", momentum, None)
    return MovePreview(move, "attack", momentum, calculate_combat(state, start, target))


def valid_moves(state: State, piece: str) -> tuple[MovePreview, ...]:
    """The moves that one piece has if it is its owner's turn, each with what it would do.

    There are none for a piece that is not on the board, for a Shield, and while nobody moves.
    """
    code = BY_NAME.get(piece, EMPTY)
    if state.phase != "playing" or code not in state.board or owner(code) < 0:
        return ()
    table, enter = grid(state.radius), enterable(owner(code), teams=state.options.teams)
    ends = destinations(state.board, table, state.board.index(code), enter)
    return tuple(preview(state, moves_of(code, state.radius)[end]) for end in ends)


def previews(state: State, seat: Seat) -> tuple[MovePreview, ...]:
    """The seat's legal moves, piece by piece, each with what it would do."""
    codes = [code for code, _ in pieces_of(state.board, seat)]
    return tuple(move for code in codes for move in valid_moves(state, NAMES[code]))


def enemy_moves(state: State, seat: Seat) -> list[Move]:
    """The moves that the enemies of a seat would have if it were their turn."""
    if state.phase != "playing":
        return []
    whose = sides(teams=state.options.teams)
    # Not `survivors`: in fog a Jarl may be out of sight while its Warriors are not.
    alive = sorted({owner(code) for code in state.board if code >= STRIDE})
    enemies = [enemy for enemy in alive if whose[jarl(enemy)] != whose[jarl(seat)]]
    return [move for enemy in enemies for move in legal_moves(state, state.board, enemy)]


def find_deaths(state: State, seat: Seat, moves: Iterable[Move]) -> dict[int, list[Move]]:
    """By code, the seat's pieces that some of these moves would kill if they came now."""
    deaths: dict[int, list[Move]] = {}
    for move in moves:
        victim = _victim(state, move)
        if victim is not None and owner(victim) == seat:
            deaths.setdefault(victim, []).append(move)
    return deaths


def _victim(state: State, move: Move) -> int | None:
    """The piece that the move would kill."""
    # Nearly all moves are walks, and finding their routes takes most of the time.
    if state.board[grid(state.radius).number[move.to]] == EMPTY:
        return None
    route = route_of(state, move)
    if state.board[route.target] == EMPTY:  # a Jarl that stops on the Throne
        return None
    chain = detect_chain(state, route)
    # A push kills the last of its chain, over the edge or into a hole.
    if chain.terminator not in ("edge", "hole"):
        return None
    if calculate_combat(state, route.start, route.target).outcome != "push":
        return None
    return state.board[chain.cells[-1]]


def find_throne_moves(state: State, moves: Iterable[Move]) -> list[Move]:
    """Those of the moves that would take the Throne if they came now."""
    runs = [(move, route_of(state, move)) for move in moves if is_jarl(BY_NAME[move.piece])]
    last = [(move, route) for move, route in runs if route.target == grid(state.radius).throne]
    return [move for move, route in last if check_throne(move_pieces(state, route).state, route)]
