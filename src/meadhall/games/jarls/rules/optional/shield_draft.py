"""The Shield draft: players place the Shields before the first move, the last seat first."""

from dataclasses import replace

from meadhall.core.game import Step
from meadhall.core.seats import Seat
from meadhall.games.jarls.options import Options
from meadhall.games.jarls.rules.board import grid
from meadhall.games.jarls.rules.layout import populate, shield_sites
from meadhall.games.jarls.rules.pieces import EMPTY, NAMES, jarl
from meadhall.games.jarls.rules.scales import scale
from meadhall.games.jarls.types import Event, Place, ShieldPlaced, State, TurnState
from meadhall.kit.hexgrid import Hex


def first_position(options: Options, seats: int) -> State:
    """All pieces but the Shields on the board, and the last seat to place the first Shield."""
    state = populate(options, seats, ())
    turn = TurnState(0, 0, 0, seats - 1, 0)
    return replace(state, turn=turn, to_place=scale(options, seats).shields)


def sites(state: State) -> tuple[Hex, ...]:
    """The hexes that the next Shield may be placed on."""
    number = grid(state.radius).number
    chosen = scale(state.options, state.seats)
    allowed = shield_sites(state.seats, state.radius, chosen.starts, chosen.open_rings)
    return tuple(hex_ for hex_ in allowed if state.board[number[hex_]] == EMPTY)


def place(state: State, seat: Seat, action: Place) -> Step[State, Event]:
    """The Shield on its hex; then the next seat places one, or the first seat moves."""
    shields = scale(state.options, state.seats).shields
    code = shields - state.to_place + 1  # Shields count from 1
    board = list(state.board)
    board[grid(state.radius).number[action.to]] = code
    after = replace(state, board=tuple(board), to_place=state.to_place - 1)
    return Step(pass_draft(after), (ShieldPlaced(seat, NAMES[code], action.to),))


def pass_draft(state: State) -> State:
    """The next surviving seat, against the turn order, places; then the first one moves."""
    seats = state.seats
    # Downwards from the seat that has placed; after the last Shield upwards, beginning with seat 0.
    start, sense = (state.turn.mover, -1) if state.to_place else (seats - 1, 1)
    around = ((start + sense * step) % seats for step in range(1, seats + 1))
    mover = next(seat for seat in around if jarl(seat) in state.board)
    first = state.turn.first if state.to_place else mover
    return state.with_turn(TurnState(0, 0, first, mover, 0))
