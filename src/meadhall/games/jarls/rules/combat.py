"""Strength against strength: support, bracing, and the outcome of an attack."""

from dataclasses import dataclass
from typing import Literal

from meadhall.games.jarls.rules.board import grid
from meadhall.games.jarls.rules.pieces import NAMES, STRENGTH, sides
from meadhall.games.jarls.types import State
from meadhall.kit.hexgrid import Direction, opposite


@dataclass(frozen=True, slots=True)
class Breakdown:
    """The parts of a strength. `support` is inline support, or bracing for a defender."""

    base: int
    momentum: int
    support: int

    @property
    def total(self) -> int:
        """The strength that is compared."""
        return self.base + self.momentum + self.support


@dataclass(frozen=True, slots=True)
class Combat:
    """An attack with both strengths. A tie is blocked."""

    attacker: str
    defender: str
    attack: Breakdown
    defense: Breakdown
    direction: Direction

    @property
    def outcome(self) -> Literal["push", "blocked"]:
        """A push only if the attack is stronger."""
        return "push" if self.attack.total > self.defense.total else "blocked"

    @property
    def push_direction(self) -> Direction | None:
        """The direction in which the defender is pushed, if it is."""
        return self.direction if self.outcome == "push" else None


def find_support(state: State, start: int, direction: Direction) -> tuple[int, ...]:
    """The unbroken row of pieces behind an attacker that fight on its side."""
    return _rank(state, state.board[start], grid(state.radius).rays[start][opposite(direction)])


def find_bracing(state: State, target: int, direction: Direction) -> tuple[int, ...]:
    """The unbroken row of pieces behind a defender that fight on its side."""
    return _rank(state, state.board[target], grid(state.radius).rays[target][direction])


def _rank(state: State, code: int, cells: tuple[int, ...]) -> tuple[int, ...]:
    whose = sides(teams=state.options.teams)
    rank = []
    for cell in cells:
        # Empty hexes, holes and Shields are on no side, so they end the row too.
        if whose[state.board[cell]] != whose[code]:
            break
        rank.append(state.board[cell])
    return tuple(rank)


def calculate_attack(
    state: State, start: int, direction: Direction, *, momentum: bool
) -> Breakdown:
    """The strength of an attack; support counts from the hex where the attacker starts."""
    support = sum(STRENGTH[code] for code in find_support(state, start, direction))
    return Breakdown(STRENGTH[state.board[start]], int(momentum), support)


def calculate_defense(state: State, target: int, direction: Direction) -> Breakdown:
    """The strength of a defender against a push in that direction."""
    bracing = sum(STRENGTH[code] for code in find_bracing(state, target, direction))
    return Breakdown(STRENGTH[state.board[target]], 0, bracing)


def calculate_combat(state: State, start: int, target: int) -> Combat:
    """The attack from one cell on the piece on another, one or two hexes straight ahead."""
    direction, momentum = heading(state, start, target)
    return Combat(
        NAMES[state.board[start]],
        NAMES[state.board[target]],
        calculate_attack(state, start, direction, momentum=momentum),
        calculate_defense(state, target, direction),
        direction,
    )


def heading(state: State, start: int, target: int) -> tuple[Direction, bool]:
    """The direction from cell to cell, and whether it is two hexes away, which gives momentum."""
    table = grid(state.radius)
    direction = table.towards[start][target]
    return direction, table.rays[start][direction][0] != target
