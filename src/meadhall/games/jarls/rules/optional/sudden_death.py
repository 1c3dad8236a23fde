"""Sudden death: after many quiet rounds, the outer ring of the board falls away."""

from dataclasses import replace

from meadhall.core.game import Step
from meadhall.games.jarls.rules.board import grid
from meadhall.games.jarls.rules.ending import remove_player, resolve_deaths, survivors
from meadhall.games.jarls.rules.pieces import NAMES, STRIDE, jarl, owner
from meadhall.games.jarls.types import Eliminated, Event, RingFell, State

FIRST, REPEAT, SMALLEST = 20, 5, 1
"""Quiet rounds until the first ring falls and until each next one, and the radius that stays."""


def is_due(state: State) -> bool:
    """Whether a ring falls at the end of this round."""
    over = state.turn.quiet - FIRST
    due = over >= 0 and over % REPEAT == 0
    return state.options.sudden_death and due and state.radius > SMALLEST


def drop_ring(state: State) -> Step[State, Event]:
    """The board without its outer ring, and what follows from the pieces lost with it."""
    outer, inner = grid(state.radius), grid(state.radius - 1)
    board = tuple(state.board[outer.number[hex_]] for hex_ in inner.hexes)
    # A code is on the board once at most, so a piece missing on the smaller board was on the ring.
    deaths = [
        Eliminated(NAMES[code], owner(code), outer.hexes[cell], "collapse")
        for cell, code in enumerate(state.board)
        if code >= STRIDE and code not in board
    ]
    events: tuple[Event, ...] = (RingFell(inner.radius), *deaths)
    after = replace(state, radius=inner.radius, board=board)
    for seat in survivors(state):
        if jarl(seat) not in board:
            step = remove_player(after, seat, "collapse")
            after, events = step.state, (*events, *step.events)
    end = resolve_deaths(after)
    return Step(end.state, (*events, *end.events))
