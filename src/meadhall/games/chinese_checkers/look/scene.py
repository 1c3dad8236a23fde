"""The scene: a star of holes, the marbles, how far everybody is, and the last move."""

from collections.abc import Sequence
from functools import cache
from itertools import compress

from meadhall.core.scene import Arrow, Cell, Gauge, Scene, Token
from meadhall.core.seats import Seat, seat_name
from meadhall.games.chinese_checkers.look.goal import GOAL, TASK, homes, point, targets
from meadhall.games.chinese_checkers.look.words import (
    COLOUR_NAMES,
    MARKS,
    headline,
    player,
    route_text,
)
from meadhall.games.chinese_checkers.rules.board import (
    CORNER_OF,
    HOLE_NAMES,
    MARBLES,
    SEATINGS,
    SIZE,
    UNEVEN,
    empty_corner,
    target_of,
)
from meadhall.games.chinese_checkers.rules.ending import MOVES_EACH, count_in_target
from meadhall.games.chinese_checkers.rules.marbles import marble_mask, shift
from meadhall.games.chinese_checkers.rules.route import route
from meadhall.games.chinese_checkers.rules.turns import seats_from
from meadhall.games.chinese_checkers.types import MARBLE, View

# Made once: scenes of all matches share these strings.
CELL_IDS = tuple(f"c{hole}" for hole in range(SIZE))
MARBLE_IDS = tuple(f"m{hole}" for hole in range(SIZE))


def scene(view: View) -> Scene:
    """The star with everything on it."""
    return Scene(
        headline=headline(view),
        cells=_cells(view.seats, view.seating),
        tokens=tuple(_tokens(view)),
        gauges=(
            *(goal_gauge(view, seat) for seat in range(view.seats)),
            moves_gauge(len(view.history), view.seats),
        ),
        arrows=_last_move(view),
        notes=_notes(view),
        task=TASK,
        goal=GOAL,
        homes=homes(view.seats, view.seating),
        targets=targets(view.seats, view.seating),
    )


@cache
def _cells(seats: int, seating: int) -> tuple[Cell, ...]:
    """The holes, which are the same in every position."""
    return tuple(_cell(seats, seating, hole) for hole in range(SIZE))


def _cell(seats: int, seating: int, hole: int) -> Cell:
    corner, corners = CORNER_OF[hole], SEATINGS[seats][seating]
    here = [seat for seat in range(seats) if corners[seat] == corner]
    aims = [seat for seat in range(seats) if target_of(seats, seat, seating) == corner]
    words = [f"home of {seat_name(seat)}" for seat in here]
    words += [f"goal of {seat_name(seat)}" for seat in aims]
    kind = "home" if here else "target" if aims else "centre" if corner is None else "corner"
    return Cell(
        CELL_IDS[hole],
        ", ".join([HOLE_NAMES[hole], *words]),
        *point(hole),
        "disc",
        kind,
        next(iter(here + aims), None),
        name=HOLE_NAMES[hole],
    )


def _token(hole: int, seat: Seat) -> Token:
    label = f"{COLOUR_NAMES[seat]} marble of {seat_name(seat)} in {HOLE_NAMES[hole]}"
    return Token(MARBLE_IDS[hole], label, CELL_IDS[hole], MARKS[seat], "marble", seat)


# Made once: a scene has up to 60 marbles, and picking them from here is one call per seat.
TOKENS = tuple(tuple(_token(hole, seat) for hole in range(SIZE)) for seat in range(len(MARBLE)))
"""A marble of each seat in each hole."""


def _tokens(view: View) -> list[Token]:
    tokens: list[Token] = []
    for seat in range(view.seats):
        tokens += compress(TOKENS[seat], marble_mask(view.board, seat))
    return tokens


def goal_gauge(view: View, seat: Seat) -> Gauge:
    """How many marbles the seat has in its target."""
    note = ", has left" if seat in view.gone else ""
    return _goal_gauge(seat, count_in_target(view, seat), note)


@cache
def _goal_gauge(seat: Seat, value: int, note: str) -> Gauge:
    label = f"{player(seat)} in goal{note}"
    return Gauge(f"home-{seat}", label, value, MARBLES, "progress", seat)


# About 3,000 entries at most: a match is adjudicated after MOVES_EACH * seats moves.
@cache
def moves_gauge(made: int, seats: int) -> Gauge:
    """How many moves have been made, out of those after which the match is adjudicated."""
    then = "then the player nearest to the goal wins"
    return Gauge("moves", "Moves", made, MOVES_EACH * seats, "round", then=then)


# The history has only start and end. Taking the move back gives the board on which the route is
# searched again, with the same result as when it was made.
def _last_move(view: View) -> tuple[Arrow, ...]:
    if not view.history:
        return ()
    start, end = divmod(view.history[-1], SIZE)
    way = route(shift(view.board, start, end), start, end)
    return (move_arrow(MARBLE.index(view.board[end]), way),)


def move_arrow(seat: Seat, way: tuple[int, ...]) -> Arrow:
    """The last move, along its route."""
    label = f"last move, {seat_name(seat)}: {route_text(way)}"
    return Arrow("last", label, tuple(CELL_IDS[hole] for hole in way), "move", seat)


def _notes(view: View) -> tuple[str, ...]:
    if view.seats == UNEVEN and not view.history:
        empty = empty_corner(view.seating)
        runner = next(s for s in range(UNEVEN) if target_of(UNEVEN, s, view.seating) == empty)
        return (f"{player(runner)} has an easier goal: with five players, nobody starts in it.",)
    return tuple(f"{player(seat)} had no move and was skipped." for seat in _skipped_seats(view))


def _skipped_seats(view: View) -> Sequence[Seat]:
    """The seats between the last mover and the one to move."""
    if not view.history or view.result is not None:
        return ()
    following = seats_from(view, seat_after_last(view))
    return following[: following.index(view.turn)]


def seat_after_last(view: View) -> Seat:
    """The seat that sits after the last mover."""
    # The state does not name the last mover, but its marble is in the hole where the move ended.
    return (MARBLE.index(view.board[view.history[-1] % SIZE]) + 1) % view.seats
