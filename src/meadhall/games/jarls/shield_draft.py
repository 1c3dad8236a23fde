"""The Shields as a first act: players place them one by one, the last seat first."""

from dataclasses import replace

from meadhall.core.game import Step
from meadhall.core.refusal import Refusal
from meadhall.core.seats import Seat, seat_name
from meadhall.games.jarls.grid import grid
from meadhall.games.jarls.pieces import EMPTY, NAMES, jarl
from meadhall.games.jarls.setup import SCALES, populate, shield_sites
from meadhall.games.jarls.types import Event, Options, Place, ShieldPlaced, State, Turn
from meadhall.kit.hexgrid import Hex, key

_CLAUSE = "Placing the Shields"


def first_position(options: Options, seats: int) -> State:
    """Everything but the Shields on the board, and the last seat to place the first of them."""
    state = populate(options, seats, ())
    turn = Turn(0, 0, 0, seats - 1, 0)
    return replace(state, turn=turn, to_place=SCALES[seats].shields)


def sites(state: State) -> tuple[Hex, ...]:
    """Where the next Shield may go."""
    number = grid(state.radius).number
    allowed = shield_sites(state.seats, state.radius)
    return tuple(hex_ for hex_ in allowed if state.board[number[hex_]] == EMPTY)


def refusal(state: State, seat: Seat, action: Place) -> Refusal | None:
    """Why the seat cannot put the Shield there."""
    if state.phase != "placing":
        return Refusal("NO_SHIELD_TO_PLACE", "There is no Shield to place now.", (), _CLAUSE)
    if seat != state.turn.mover:
        sentence = f"It is {seat_name(state.turn.mover)} who places the next Shield."
        return Refusal("NOT_YOUR_TURN", sentence, (), _CLAUSE)
    if action.to not in sites(state):
        sentence = (
            f"No Shield may go to {key(action.to)}: take a free hex inside the board that is not"
            " on a Jarl's line to the Throne."
        )
        return Refusal("BAD_SHIELD_HEX", sentence, (), _CLAUSE)
    return None


def place(state: State, seat: Seat, action: Place) -> Step[State, Event]:
    """The Shield on its hex, and the next seat to place one, or to make the first move."""
    code = SCALES[state.seats].shields - state.to_place + 1
    board = list(state.board)
    board[grid(state.radius).number[action.to]] = code
    placed = replace(state, board=tuple(board), to_place=state.to_place - 1)
    return Step(next_placer(placed), (ShieldPlaced(seat, NAMES[code], action.to),))


def next_placer(state: State) -> State:
    """The same with the next surviving seat, against the turn order, to place; then the first."""
    seats = state.seats
    start, sense = (state.turn.mover, -1) if state.to_place else (seats - 1, 1)
    around = ((start + sense * step) % seats for step in range(1, seats + 1))
    mover = next(seat for seat in around if jarl(seat) in state.board)
    first = state.turn.first if state.to_place else mover
    return state.with_turn(Turn(0, 0, first, mover, 0))
