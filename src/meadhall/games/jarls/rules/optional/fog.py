"""Fog of war: which hexes a seat sees, and which seats see an event.

A seat sees the hexes within four of any piece of its side. A move is checked on the board that its
seat knows and carried out on the real one, so refusals and lists of legal moves reveal nothing
about the fog. There is no fog while Shields are placed, in a famine and after the end.
"""

from collections import defaultdict
from dataclasses import replace
from functools import cache, lru_cache

from meadhall.core.game import Step
from meadhall.core.seats import Seat, Viewer
from meadhall.games.jarls.rules.board import grid
from meadhall.games.jarls.rules.pieces import EMPTY, STRIDE, side, sides, things
from meadhall.games.jarls.types import Blocked, Compressed, Event, Moved, Pushed, State
from meadhall.kit.hexgrid import Hex, distance

SIGHT = 4
KEPT = 2048
"""How many recent boards are kept with what a side sees of them."""


def is_fogged(state: State) -> bool:
    """Whether pieces may be hidden now."""
    return state.options.fog and state.phase == "playing"


def known_board(state: State, viewer: Viewer) -> tuple[int, ...]:
    """The board with pieces out of the viewer's sight removed. Holes and Shields always show."""
    return _hide_pieces(state.board, sight(state, viewer))[0] if is_fogged(state) else state.board


def sight(state: State, viewer: Viewer) -> frozenset[int]:
    """The cells that the viewer sees. A spectator sees none, since they could help a player."""
    if viewer is None or viewer not in range(state.seats):
        return frozenset()
    return _sights(state)[viewer]


def _sights(state: State) -> tuple[frozenset[int], ...]:
    """By seat, the cells that it sees."""
    return _sights_on(state.board, state.radius, state.seats, teams=state.options.teams)


# Kept, because the list of legal moves, the seers of events and every view need it: without this
# and the three below, a move of six players takes twice as long.
@lru_cache(KEPT)
def _sights_on(
    board: tuple[int, ...], radius: int, seats: int, *, teams: bool
) -> tuple[frozenset[int], ...]:
    whose, cells = sides(teams=teams), defaultdict[int, list[int]](list)
    for cell, code in _pieces(board):
        cells[whose[code]].append(cell)
    own = [cells[side(seat, teams=teams)] for seat in range(seats)]
    return tuple([sight_from(tuple(stands), radius) for stands in own])


@lru_cache(KEPT)
def _pieces(board: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """The pieces that fog can hide, as (cell, code)."""
    return tuple([thing for thing in things(board) if thing[1] >= STRIDE])


# The same object as long as the side's pieces stay where they are.
@lru_cache(KEPT)
def sight_from(cells: tuple[int, ...], radius: int) -> frozenset[int]:
    """The cells that pieces on these cells see."""
    near = _cells_in_sight(radius)
    return frozenset().union(*[near[cell] for cell in cells])


@cache
def _cells_in_sight(radius: int) -> tuple[frozenset[int], ...]:
    """By cell, the cells that a piece on it sees."""
    hexes = grid(radius).hexes
    return tuple(
        frozenset(cell for cell, other in enumerate(hexes) if distance(here, other) <= SIGHT)
        for here in hexes
    )


@lru_cache(KEPT)
def _hide_pieces(
    board: tuple[int, ...], lit: frozenset[int]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The board without the pieces on cells that are not lit, and the codes of those pieces."""
    dark = [(cell, code) for cell, code in _pieces(board) if cell not in lit]
    known = list(board)
    for cell, _ in dark:
        known[cell] = EMPTY
    return tuple(known), tuple(sorted([code for _, code in dark]))


def hide(state: State, viewer: Viewer) -> tuple[State, tuple[int, ...]]:
    """The state as the viewer knows it, and the codes of the pieces hidden in the fog."""
    lit, last = sight(state, viewer), state.last
    board, unseen = _hide_pieces(state.board, lit)
    if last is not None and lit.isdisjoint(_cells_of(state, (last.start, last.end))):
        last = None
    return replace(state, board=board, last=last), unseen


def _cells_of(state: State, hexes: tuple[Hex, ...]) -> list[int]:
    """The cells of the hexes, without those that fell with their ring: nobody sees them."""
    number = grid(state.radius).number
    return [number[hex_] for hex_ in hexes if hex_ in number]


def add_seers(before: State, step: Step[State, Event]) -> Step[State, Event]:
    """The step of a move; in fog, each event lists the seats that see it.

    The result of an attack is seen by those who see where the attacker ends.
    """
    last = step.state.last
    if last is None or not is_fogged(before):
        return step
    events = [_with_seers(before, step.state, event, last.end) for event in step.events]
    return Step(step.state, tuple(events))


def _with_seers(before: State, after: State, event: Event, end: Hex) -> Event:
    if isinstance(event, Moved | Pushed):
        return replace(event, seers=_seers(before, after, (event.start, event.end)))
    if isinstance(event, Blocked | Compressed):
        return replace(event, seers=_seers(before, after, (end,)))
    return event  # deaths and turns are public, also in fog


def _seers(before: State, after: State, hexes: tuple[Hex, ...]) -> tuple[Seat, ...]:
    """The seats that see one of the hexes before or after the move."""
    # A ring may have fallen in between, so the same hex can have two numbers.
    looks = [(_sights(state), _cells_of(state, hexes)) for state in (before, after)]
    return tuple(
        seat
        for seat in range(before.seats)
        if any(not lit[seat].isdisjoint(cells) for lit, cells in looks)
    )
