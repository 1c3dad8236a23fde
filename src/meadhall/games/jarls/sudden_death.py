"""Sudden death: when nothing happens for long, the outer ring of the board falls away."""

from dataclasses import replace

from meadhall.core.game import Step
from meadhall.games.jarls.grid import grid
from meadhall.games.jarls.pieces import NAMES, STRIDE, jarl, owner
from meadhall.games.jarls.types import Eliminated, Event, RingFell, State
from meadhall.games.jarls.victory import aftermath, eliminate_player, standing

FIRST, REPEAT, SMALLEST = 20, 5, 1


def falls(state: State) -> bool:
    """Whether a ring falls after so many rounds in which nobody was pushed to death."""
    over = state.turn.quiet - FIRST
    due = over >= 0 and over % REPEAT == 0
    return state.options.sudden_death and due and state.radius > SMALLEST


def shrink(state: State) -> Step[State, Event]:
    """The board without its outer ring, and what comes of losing whoever stood there."""
    outer, inner = grid(state.radius), grid(state.radius - 1)
    board = tuple(state.board[outer.number[hex_]] for hex_ in inner.hexes)
    fallen = [
        Eliminated(NAMES[code], owner(code), outer.hexes[cell], "collapse")
        for cell, code in enumerate(state.board)
        if code >= STRIDE and code not in board
    ]
    events: tuple[Event, ...] = (RingFell(inner.radius), *fallen)
    after = replace(state, radius=inner.radius, board=board)
    for seat in standing(state):
        if jarl(seat) not in board:
            step = eliminate_player(after, seat, "collapse")
            after, events = step.state, (*events, *step.events)
    end = aftermath(after)
    return Step(end.state, (*events, *end.events))
