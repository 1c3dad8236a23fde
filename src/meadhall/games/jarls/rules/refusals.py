"""Why an action is refused: every check in its order, each with its own code."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from meadhall.core.refusal import NOT_AN_ACTION, Refusal
from meadhall.core.seats import Seat, seat_name
from meadhall.games.jarls.rules.board import Grid, grid, hex_name
from meadhall.games.jarls.rules.legal import destinations, has_draft
from meadhall.games.jarls.rules.optional import swap
from meadhall.games.jarls.rules.optional.fog import known_board
from meadhall.games.jarls.rules.optional.shield_draft import sites
from meadhall.games.jarls.rules.pieces import (
    BY_NAME,
    EMPTY,
    HOLE,
    NAMES,
    enterable,
    is_jarl,
    is_shield,
    label,
    owner,
    title,
)
from meadhall.games.jarls.types import Move, Phase, Place, Skip, Starve, State, Swap
from meadhall.kit.hexgrid import key
from meadhall.kit.sentences import start_sentence

_REACH = 2


def refusal(state: State, seat: Seat, action: object) -> Refusal | None:
    """Why the seat cannot do that now; `None` if it can.

    A seat that does not exist is never the one to act, so every check below refuses it.
    """
    if isinstance(action, Move):
        return refuse_move(state, known_board(state, seat), seat, action)
    if isinstance(action, Starve):
        return _refuse_starve(state, seat, action)
    if isinstance(action, Place):
        return _refuse_place(state, seat, action)
    if isinstance(action, Swap):
        return _refuse_swap(state, seat)
    return _refuse_skip(state, seat) if isinstance(action, Skip) else NOT_AN_ACTION


def _refuse_starve(state: State, seat: Seat, action: Starve) -> Refusal | None:
    clause = "Starvation"
    if state.famine is None:
        return Refusal("NO_STARVATION", "Nobody is starving now.", (), clause)
    if seat not in state.famine.waiting:
        return Refusal("NOTHING_TO_CHOOSE", "You have no choice to make.", (), clause)
    allowed = state.famine.candidates[seat]
    if action.piece not in allowed:
        titles = " or ".join(title(BY_NAME[name]) for name in allowed)
        sentence = f"Choose one of your pieces furthest from the Throne: {titles}."
        return Refusal("NOT_A_CANDIDATE", sentence, allowed, clause)
    return None


def _refuse_place(state: State, seat: Seat, action: Place) -> Refusal | None:
    clause = "Placing the Shields"
    if state.phase != "placing":
        return Refusal("NO_SHIELD_TO_PLACE", "There is no Shield to place now.", (), clause)
    if seat != state.turn.mover:
        sentence = f"It is the turn of {seat_name(state.turn.mover)} to place a Shield."
        return Refusal("NOT_YOUR_TURN", sentence, (), clause)
    if action.to not in sites(state):
        sentence = (
            "You cannot place a Shield there: choose a free hex inside the board that is not on a"
            " Jarl's line to the Throne."
        )
        return Refusal("BAD_SHIELD_HEX", sentence, (), clause)
    return None


def _refuse_swap(state: State, seat: Seat) -> Refusal | None:
    if not swap.is_open(state):
        sentence = "Only the second player may take over the other side, after the first move."
        return Refusal("NO_SWAP", sentence, (), "First move")
    return _refuse_turn(state, seat)


def _refuse_skip(state: State, seat: Seat) -> Refusal | None:
    if state.phase != "playing":
        return Refusal("GAME_NOT_PLAYING", "There is no turn to skip now.", (), "Turns")
    return _refuse_turn(state, seat)


def _refuse_turn(state: State, seat: Seat) -> Refusal | None:
    mover = state.turn.mover
    if seat == mover:
        return None
    return Refusal("NOT_YOUR_TURN", f"It is the turn of {seat_name(mover)}.", (), "Turns")


@dataclass(frozen=True, slots=True)
class Attempt:
    """A move that may be wrong in any way, and the board that its seat knows."""

    state: State
    board: tuple[int, ...]
    seat: Seat
    move: Move

    @property
    def table(self) -> Grid:
        """The geometry of the board."""
        return grid(self.state.radius)

    @property
    def code(self) -> int:
        """The code of the piece; `EMPTY` if no such piece is on the board."""
        code = BY_NAME.get(self.move.piece, EMPTY)
        return code if code in self.board else EMPTY

    @property
    def start(self) -> int:
        """The cell that the piece stands on."""
        return self.board.index(self.code)

    @property
    def target(self) -> int:
        """The cell that it would move to."""
        return self.table.number[self.move.to]

    @property
    def occupant(self) -> int:
        """The code of what is on the target."""
        return self.board[self.target]

    @property
    def path(self) -> tuple[int, ...]:
        """The cells from the first step to the target, which must be straight ahead."""
        ray = self.table.rays[self.start][self.table.towards[self.start][self.target]]
        return ray[: ray.index(self.target) + 1]


Check: TypeAlias = Callable[[Attempt], Refusal | None]


def refuse_move(state: State, board: tuple[int, ...], seat: Seat, move: Move) -> Refusal | None:
    """Why the seat cannot make that move on that board; `None` if it is legal.

    The piece's destinations decide whether a move is legal. Nearly all moves are, so the checks
    run only for the others, to find the reason.
    """
    attempt = Attempt(state, board, seat, move)
    if _is_legal(attempt):
        return None
    # There is always one: the last check refuses whatever the others let pass.
    return next(reason for check in CHECKS if (reason := check(attempt)) is not None)


def _is_legal(attempt: Attempt) -> bool:
    state, board, seat = attempt.state, attempt.board, attempt.seat
    if state.phase != "playing" or seat != state.turn.mover:
        return False
    code = BY_NAME.get(attempt.move.piece, EMPTY)
    if owner(code) != seat or code not in board:
        return False
    table, enter = grid(state.radius), enterable(seat, teams=state.options.teams)
    reached = destinations(board, table, board.index(code), enter)
    return table.number.get(attempt.move.to) in reached


def _check_phase(attempt: Attempt) -> Refusal | None:
    reason = _WAITS.get(attempt.state.phase)
    return None if reason is None else Refusal("GAME_NOT_PLAYING", reason[0], (), reason[1])


_WAITS: dict[Phase, tuple[str, str]] = {
    "placing": ("The Shields are placed first.", "Placing the Shields"),
    "starving": ("First, players choose which pieces starve.", "Starvation"),
    "over": ("The match is over.", "Winning"),
}
"""By phase, why nobody moves, and the clause of the rules."""


def _check_turn(attempt: Attempt) -> Refusal | None:
    return _refuse_turn(attempt.state, attempt.seat)


def _check_piece(attempt: Attempt) -> Refusal | None:
    if attempt.code != EMPTY:
        return None
    sentence = "That piece is not on the board."
    return Refusal("PIECE_NOT_FOUND", sentence, (), "Pieces")


def _check_owner(attempt: Attempt) -> Refusal | None:
    code = attempt.code
    if owner(code) == attempt.seat:
        return None
    sentence = f"That is {label(code)}; move one of your own pieces."
    return Refusal("NOT_YOUR_PIECE", sentence, (NAMES[code],), "Pieces")


def _check_on_board(attempt: Attempt) -> Refusal | None:
    hex_ = attempt.move.to
    if hex_ in attempt.table.number:
        return None
    return Refusal("DESTINATION_OFF_BOARD", "That hex is not on the board.", (), "Board")


def _check_hole(attempt: Attempt) -> Refusal | None:
    if attempt.occupant != HOLE:
        return None
    sentence = f"There is a hole at {hex_name(attempt.move.to)}."
    return Refusal("DESTINATION_IS_HOLE", sentence, (key(attempt.move.to),), "Holes")


def _check_shield(attempt: Attempt) -> Refusal | None:
    if not is_shield(attempt.occupant):
        return None
    sentence = f"{title(attempt.occupant)} stands there, and Shields never move."
    return Refusal("DESTINATION_IS_SHIELD", sentence, (NAMES[attempt.occupant],), "Shields")


def _check_friend(attempt: Attempt) -> Refusal | None:
    if enterable(attempt.seat, teams=attempt.state.options.teams)[attempt.occupant]:
        return None
    where, who = hex_name(attempt.move.to), label(attempt.occupant)
    sentence = f"{start_sentence(where)} is taken by {who}, on your own side."
    objects = (NAMES[attempt.occupant],)
    return Refusal("DESTINATION_OCCUPIED_FRIENDLY", sentence, objects, "Moves")


def _check_throne(attempt: Attempt) -> Refusal | None:
    if is_jarl(attempt.code) or attempt.target != attempt.table.throne:
        return None
    sentence = "Only a Jarl may step onto the Throne."
    return Refusal("WARRIOR_CANNOT_ENTER_THRONE", sentence, (key(attempt.move.to),), "Throne")


def _check_straight(attempt: Attempt) -> Refusal | None:
    if attempt.target in attempt.table.towards[attempt.start]:
        return None
    where = start_sentence(hex_name(attempt.move.to))
    sentence = f"{where} is not straight ahead in any of the six directions."
    return Refusal("MOVE_NOT_STRAIGHT_LINE", sentence, (), "Moves")


def _check_distance(attempt: Attempt) -> Refusal | None:
    if len(attempt.path) <= _REACH:
        return None
    kind = "JARL" if is_jarl(attempt.code) else "WARRIOR"
    sentence = f"{len(attempt.path)} hexes is too far; a piece moves two at most."
    return Refusal(f"INVALID_DISTANCE_{kind}", sentence, (), "Moves")


def _check_draft(attempt: Attempt) -> Refusal | None:
    if not is_jarl(attempt.code) or len(attempt.path) < _REACH:
        return None
    direction = attempt.table.towards[attempt.start][attempt.target]
    if has_draft(attempt.board, attempt.table, attempt.start, direction):
        return None
    sentence = "A Jarl runs two hexes only with two of its own Warriors in line behind it."
    return Refusal("JARL_NEEDS_DRAFT_FOR_TWO_HEX", sentence, (), "Draft")


def _check_path(attempt: Attempt) -> Refusal:
    """The only reason left when every other check has passed."""
    middle = attempt.path[0]
    hex_ = attempt.table.hexes[middle]
    code, where = attempt.board[middle], key(hex_)
    if code == HOLE:
        sentence = f"There is a hole in the way, at {hex_name(hex_)}."
        return Refusal("PATH_BLOCKED", sentence, (where,), "Moves")
    if code == EMPTY:
        sentence = "The Throne is in the way, and a Warrior never crosses it."
        return Refusal("PATH_BLOCKED", sentence, (where,), "Throne")
    return Refusal("PATH_BLOCKED", f"The way is blocked by {label(code)}.", (NAMES[code],), "Moves")


CHECKS: tuple[Check, ...] = (
    _check_phase,
    _check_turn,
    _check_piece,
    _check_owner,
    _check_on_board,
    _check_hole,
    _check_shield,
    _check_friend,
    _check_throne,
    _check_straight,
    _check_distance,
    _check_draft,
    _check_path,
)
"""In this order: a check may rely on those before it, and the player reads the first refusal."""
