"""Why a command cannot be given: every check in its order, each with its own code."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from meadhall.core.refusal import Refusal
from meadhall.core.seats import Seat, seat_name
from meadhall.games.jarls.grid import Grid, grid
from meadhall.games.jarls.moves import destinations, has_draft
from meadhall.games.jarls.pieces import (
    BY_NAME,
    EMPTY,
    HOLE,
    NAMES,
    enterable,
    is_jarl,
    is_shield,
    owner,
)
from meadhall.games.jarls.types import Move, Phase, State
from meadhall.kit.hexgrid import key

_REACH = 2


@dataclass(frozen=True, slots=True)
class Attempt:
    """A command that may be wrong in any way, with all that there is to look at."""

    state: State
    board: tuple[int, ...]
    seat: Seat
    move: Move

    @property
    def table(self) -> Grid:
        """The tables of the board."""
        return grid(self.state.radius)

    @property
    def code(self) -> int:
        """The piece; `EMPTY` where it is none that stands on the board."""
        code = BY_NAME.get(self.move.piece, EMPTY)
        return code if code in self.board else EMPTY

    @property
    def start(self) -> int:
        """The cell that the piece stands on."""
        return self.board.index(self.code)

    @property
    def target(self) -> int:
        """The cell that it is sent to."""
        return self.table.number[self.move.to]

    @property
    def found(self) -> int:
        """What is on that cell."""
        return self.board[self.target]

    @property
    def path(self) -> tuple[int, ...]:
        """The cells from the first step up to the target; the target lies straight ahead."""
        ray = self.table.rays[self.start][self.table.towards[self.start][self.target]]
        return ray[: ray.index(self.target) + 1]


Check: TypeAlias = Callable[[Attempt], Refusal | None]


def refusal(state: State, board: tuple[int, ...], seat: Seat, move: Move) -> Refusal | None:
    """Why the seat cannot give that command on that board, or None: it is legal.

    A command is legal if its hex is among the piece's destinations; the checks only tell why not.
    """
    attempt = Attempt(state, board, seat, move)
    if _is_legal(attempt):
        return None
    return next(found for check in CHECKS if (found := check(attempt)) is not None)


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


def _game_not_playing(attempt: Attempt) -> Refusal | None:
    reason = _WAITS.get(attempt.state.phase)
    return None if reason is None else Refusal("GAME_NOT_PLAYING", reason[0], (), reason[1])


_WAITS: dict[Phase, tuple[str, str]] = {
    "placing": ("The Shields are placed first.", "Placing the Shields"),
    "starving": ("Hunger comes first: some still choose who starves.", "Starvation"),
    "over": ("The match is over.", "Winning"),
}
"""Why nobody moves in a phase, and the rule."""


def _not_your_turn(attempt: Attempt) -> Refusal | None:
    mover = attempt.state.turn.mover
    if attempt.seat == mover:
        return None
    return Refusal("NOT_YOUR_TURN", f"It is the turn of {seat_name(mover)}.", (), "Turns")


def _piece_not_found(attempt: Attempt) -> Refusal | None:
    if attempt.code != EMPTY:
        return None
    sentence = f"There is no piece {attempt.move.piece} on the board."
    return Refusal("PIECE_NOT_FOUND", sentence, (), "Pieces")


def _not_your_piece(attempt: Attempt) -> Refusal | None:
    code = attempt.code
    if owner(code) == attempt.seat:
        return None
    whose = "a Shield" if is_shield(code) else f"a piece of {seat_name(owner(code))}"
    sentence = f"{NAMES[code]} is {whose}; move your own."
    return Refusal("NOT_YOUR_PIECE", sentence, (NAMES[code],), "Pieces")


def _off_board(attempt: Attempt) -> Refusal | None:
    hex_ = attempt.move.to
    if hex_ in attempt.table.number:
        return None
    sentence = f"{key(hex_)} is outside of the board."
    return Refusal("DESTINATION_OFF_BOARD", sentence, (), "Board")


def _hole(attempt: Attempt) -> Refusal | None:
    if attempt.found != HOLE:
        return None
    where = key(attempt.move.to)
    return Refusal("DESTINATION_IS_HOLE", f"There is a hole at {where}.", (where,), "Holes")


def _shield(attempt: Attempt) -> Refusal | None:
    if not is_shield(attempt.found):
        return None
    sentence = f"The Shield {NAMES[attempt.found]} stands there and never moves."
    return Refusal("DESTINATION_IS_SHIELD", sentence, (NAMES[attempt.found],), "Shields")


def _friendly(attempt: Attempt) -> Refusal | None:
    if enterable(attempt.seat, teams=attempt.state.options.teams)[attempt.found]:
        return None
    name = NAMES[attempt.found]
    sentence = f"Your own side's {name} stands there."
    return Refusal("DESTINATION_OCCUPIED_FRIENDLY", sentence, (name,), "Moves")


def _throne(attempt: Attempt) -> Refusal | None:
    if is_jarl(attempt.code) or attempt.target != attempt.table.throne:
        return None
    sentence = "Only a Jarl may step onto the Throne."
    return Refusal("WARRIOR_CANNOT_ENTER_THRONE", sentence, (key(attempt.move.to),), "Throne")


def _not_straight(attempt: Attempt) -> Refusal | None:
    if attempt.target in attempt.table.towards[attempt.start]:
        return None
    sentence = f"{key(attempt.move.to)} is not straight ahead in any of the six directions."
    return Refusal("MOVE_NOT_STRAIGHT_LINE", sentence, (), "Moves")


def _too_far(attempt: Attempt) -> Refusal | None:
    if len(attempt.path) <= _REACH:
        return None
    kind = "JARL" if is_jarl(attempt.code) else "WARRIOR"
    sentence = f"{len(attempt.path)} hexes are too far; two are the most."
    return Refusal(f"INVALID_DISTANCE_{kind}", sentence, (), "Moves")


def _no_draft(attempt: Attempt) -> Refusal | None:
    if not is_jarl(attempt.code) or len(attempt.path) < _REACH:
        return None
    direction = attempt.table.towards[attempt.start][attempt.target]
    if has_draft(attempt.board, attempt.table, attempt.start, direction):
        return None
    sentence = "A Jarl runs two hexes only with two of its own Warriors in line behind it."
    return Refusal("JARL_NEEDS_DRAFT_FOR_TWO_HEX", sentence, (), "Draft")


def _path_blocked(attempt: Attempt) -> Refusal | None:
    """All that is left when every other check has passed."""
    middle = attempt.path[0]
    code, where = attempt.board[middle], key(attempt.table.hexes[middle])
    if code == HOLE:
        return Refusal(
            "PATH_BLOCKED", f"There is a hole on the way, at {where}.", (where,), "Moves"
        )
    if code == EMPTY:
        sentence = "The Throne is on the way, and a Warrior never crosses it."
        return Refusal("PATH_BLOCKED", sentence, (where,), "Throne")
    return Refusal("PATH_BLOCKED", f"{NAMES[code]} is in the way.", (NAMES[code],), "Moves")


CHECKS: tuple[Check, ...] = (
    _game_not_playing,
    _not_your_turn,
    _piece_not_found,
    _not_your_piece,
    _off_board,
    _hole,
    _shield,
    _friendly,
    _throne,
    _not_straight,
    _too_far,
    _no_draft,
    _path_blocked,
)
"""In this order; the first that finds something is what the player is told."""
