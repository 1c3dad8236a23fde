"""Strength against strength: support, bracing, and what an attack would come to."""

from dataclasses import dataclass
from typing import Literal

from meadhall.core.seats import Seat
from meadhall.games.jarls.grid import grid
from meadhall.games.jarls.moves import legal_moves
from meadhall.games.jarls.pieces import BY_NAME, EMPTY, NAMES, STRENGTH, sides
from meadhall.games.jarls.types import Move, State
from meadhall.kit.hexgrid import Direction, opposite


@dataclass(frozen=True, slots=True)
class Breakdown:
    """What a strength is made of. `support` is inline support, or bracing for a defender."""

    base: int
    momentum: int
    support: int

    @property
    def total(self) -> int:
        """What counts."""
        return self.base + self.momentum + self.support


@dataclass(frozen=True, slots=True)
class Combat:
    """An attack worked out: both strengths and who prevails. A tie is blocked."""

    attacker: str
    defender: str
    attack: Breakdown
    defense: Breakdown
    direction: Direction

    @property
    def outcome(self) -> Literal["push", "blocked"]:
        """Push only where the attack is the stronger."""
        return "push" if self.attack.total > self.defense.total else "blocked"

    @property
    def push_direction(self) -> Direction | None:
        """Where the defender is pushed to, if it is."""
        return self.direction if self.outcome == "push" else None


@dataclass(frozen=True, slots=True)
class MovePreview:
    """A legal command with what it would do."""

    move: Move
    type: Literal["move", "attack"]
    momentum: bool
    combat: Combat | None


def find_support(state: State, start: int, direction: Direction) -> tuple[int, ...]:
    """The pieces that stand one behind the other behind an attacker and fight on its side."""
    return _rank(state, state.board[start], grid(state.radius).rays[start][opposite(direction)])


def find_bracing(state: State, target: int, direction: Direction) -> tuple[int, ...]:
    """The pieces that stand one behind the other behind a defender and fight on its side."""
    return _rank(state, state.board[target], grid(state.radius).rays[target][direction])


def _rank(state: State, code: int, cells: tuple[int, ...]) -> tuple[int, ...]:
    whose = sides(teams=state.options.teams)
    rank = []
    for cell in cells:
        if whose[state.board[cell]] != whose[code]:
            break
        rank.append(state.board[cell])
    return tuple(rank)


def calculate_attack(
    state: State, start: int, direction: Direction, *, momentum: bool
) -> Breakdown:
    """How strong the piece attacks; support counts from the hex it starts on."""
    support = sum(STRENGTH[code] for code in find_support(state, start, direction))
    return Breakdown(STRENGTH[state.board[start]], int(momentum), support)


def calculate_defense(state: State, target: int, direction: Direction) -> Breakdown:
    """How well the piece stands against a push in that direction."""
    bracing = sum(STRENGTH[code] for code in find_bracing(state, target, direction))
    return Breakdown(STRENGTH[state.board[target]], 0, bracing)


def calculate_combat(state: State, start: int, target: int) -> Combat:
    """The attack from one cell on the piece on another, one or two hexes straight ahead."""
    direction, momentum = _heading(state, start, target)
    return Combat(
        NAMES[state.board[start]],
        NAMES[state.board[target]],
        calculate_attack(state, start, direction, momentum=momentum),
        calculate_defense(state, target, direction),
        direction,
    )


def _heading(state: State, start: int, target: int) -> tuple[Direction, bool]:
    """The direction from cell to cell, and whether the way is two hexes long: momentum."""
    table = grid(state.radius)
    direction = table.towards[start][target]
    return direction, table.rays[start][direction][0] != target


def preview(state: State, move: Move) -> MovePreview:
    """What a legal command would do."""
    start, target = state.board.index(BY_NAME[move.piece]), grid(state.radius).number[move.to]
    _, momentum = _heading(state, start, target)
    if state.board[target] == EMPTY:
        return MovePreview(move, "move", momentum, None)
    return MovePreview(move, "attack", momentum, calculate_combat(state, start, target))


def previews(state: State, seat: Seat) -> tuple[MovePreview, ...]:
    """All legal commands of the seat, each with what it would do."""
    return tuple(preview(state, move) for move in legal_moves(state, state.board, seat))


def attacks(state: State, seat: Seat) -> tuple[tuple[Move, Combat], ...]:
    """The seat's legal attacks, each worked out."""
    return tuple((p.move, p.combat) for p in previews(state, seat) if p.combat is not None)
