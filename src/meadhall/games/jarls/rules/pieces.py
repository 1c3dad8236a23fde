"""Pieces as numbers: what stands on a hex is one small integer, a code.

0 is an empty hex and `HOLE` a hole. The other codes below `STRIDE` are Shields s1, s2, …; above
that, each seat owns a block of `STRIDE` codes: its Jarl first, then its Warriors w1, w2, …
"""

from functools import cache
from itertools import compress

from meadhall.core.seats import Seat, seat_name

STRIDE = 64
EMPTY = 0
HOLE = STRIDE - 1
MOST_SEATS = 6
CODES = STRIDE * (MOST_SEATS + 1)
NO_SIDE = -1


def jarl(seat: Seat) -> int:
    """The code of the seat's Jarl."""
    return STRIDE * (seat + 1)


def warrior(seat: Seat, number: int) -> int:
    """The code of the seat's Warrior with that number, counted from 1."""
    return STRIDE * (seat + 1) + number


def owner(code: int) -> Seat:
    """The seat that owns the piece; -1 if no seat does."""
    return code // STRIDE - 1


def is_jarl(code: int) -> bool:
    """Whether the code is a Jarl's."""
    return code >= STRIDE and code % STRIDE == 0


def is_shield(code: int) -> bool:
    """Whether the code is a Shield's."""
    return EMPTY < code < HOLE


def things(board: tuple[int, ...]) -> list[tuple[int, int]]:
    """What stands on the board, as (cell, code): pieces, Shields and holes."""
    # `EMPTY` is 0, which counts as false: twice as fast as comparing every code.
    return [*compress(enumerate(board), board)]


def pieces_of(board: tuple[int, ...], seat: Seat) -> list[tuple[int, int]]:
    """The seat's pieces as (code, cell): the Jarl, then the Warriors by number."""
    low, high = STRIDE * (seat + 1), STRIDE * (seat + 2)
    return sorted([(code, cell) for cell, code in enumerate(board) if low <= code < high])


def _name(code: int) -> str:
    if code < STRIDE:
        return f"s{code}"
    seat, number = owner(code) + 1, code % STRIDE
    return f"p{seat}-w{number}" if number else f"p{seat}-j"


NAMES: tuple[str, ...] = tuple(_name(code) for code in range(CODES))
"""By code, the id of the piece: `p1-j`, `p1-w3`, `s2`."""

BY_NAME: dict[str, int] = {
    name: code for code, name in enumerate(NAMES) if code not in (EMPTY, HOLE)
}
"""By id, the code of the piece."""


def title(code: int) -> str:
    """The piece as its owner calls it: `Jarl`, `Warrior 3`, `Shield 2`."""
    if is_shield(code):
        return f"Shield {code}"
    return "Jarl" if is_jarl(code) else f"Warrior {code % STRIDE}"


def label(code: int) -> str:
    """The piece as everybody calls it: `seat 1's Warrior 3`, `Shield 2`."""
    return title(code) if is_shield(code) else f"{seat_name(owner(code))}'s {title(code)}"


STRENGTH: tuple[int, ...] = tuple(
    2 if is_jarl(code) else int(code > STRIDE) for code in range(CODES)
)
"""By code, what a piece adds to an attack or a defence: a Jarl 2, a Warrior 1, anything else 0."""


def side(seat: Seat, *, teams: bool) -> int:
    """The side that the seat fights for: its own, or one of two teams that alternate by seat."""
    return seat % 2 if teams else seat


@cache
def sides(*, teams: bool) -> tuple[int, ...]:
    """By code, the side that the piece fights for; `NO_SIDE` if it is no player's piece."""
    return tuple(
        side(owner(code), teams=teams) if code >= STRIDE else NO_SIDE for code in range(CODES)
    )


@cache
def enterable(seat: Seat, *, teams: bool) -> tuple[bool, ...]:
    """By code, whether the seat's pieces may move onto it: an empty hex or an enemy."""
    mine = side(seat, teams=teams)
    return tuple(
        code == EMPTY or whose not in (NO_SIDE, mine)
        for code, whose in enumerate(sides(teams=teams))
    )
