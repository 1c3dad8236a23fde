"""Pieces as numbers: what stands on a hex is one small integer, a code.

0 is an empty hex and `HOLE` a hole. The other codes below `STRIDE` are Shields s1, s2, …; from
there on each seat owns a block of `STRIDE` codes: its Jarl first, then its Warriors w1, w2, …
"""

from functools import cache

from meadhall.core.seats import Seat

STRIDE = 64
EMPTY = 0
HOLE = STRIDE - 1
MOST_SEATS = 6
CODES = STRIDE * (MOST_SEATS + 1)
NO_SIDE = -1


def jarl(seat: Seat) -> int:
    """The seat's Jarl."""
    return STRIDE * (seat + 1)


def warrior(seat: Seat, number: int) -> int:
    """The seat's Warrior of that number, counted from one."""
    return STRIDE * (seat + 1) + number


def owner(code: int) -> Seat:
    """Whose piece it is; -1 for what belongs to nobody."""
    return code // STRIDE - 1


def is_jarl(code: int) -> bool:
    """Whether the piece is a Jarl."""
    return code >= STRIDE and code % STRIDE == 0


def is_shield(code: int) -> bool:
    """Whether the code is a Shield's."""
    return EMPTY < code < HOLE


def _name(code: int) -> str:
    if code < STRIDE:
        return f"s{code}"
    seat, number = owner(code) + 1, code % STRIDE
    return f"p{seat}-w{number}" if number else f"p{seat}-j"


NAMES: tuple[str, ...] = tuple(_name(code) for code in range(CODES))
"""The piece's id by code: `p1-j`, `p1-w3`, `s2`."""

BY_NAME: dict[str, int] = {
    name: code for code, name in enumerate(NAMES) if code not in (EMPTY, HOLE)
}
"""The code by id."""

STRENGTH: tuple[int, ...] = tuple(
    2 if is_jarl(code) else int(code > STRIDE) for code in range(CODES)
)
"""What a piece adds to an attack or a defense: a Jarl 2, a Warrior 1, anything else nothing."""


def side(seat: Seat, *, teams: bool) -> int:
    """Whom the seat fights for: itself, or in a team match every other seat round the table."""
    return seat % 2 if teams else seat


@cache
def sides(*, teams: bool) -> tuple[int, ...]:
    """By code, whom the piece fights for; `NO_SIDE` for what is no player's piece."""
    return tuple(
        side(owner(code), teams=teams) if code >= STRIDE else NO_SIDE for code in range(CODES)
    )


@cache
def enterable(seat: Seat, *, teams: bool) -> tuple[bool, ...]:
    """By code, whether the seat's pieces may go where it stands: nothing there, or an enemy."""
    mine = side(seat, teams=teams)
    return tuple(
        code == EMPTY or whose not in (NO_SIDE, mine)
        for code, whose in enumerate(sides(teams=teams))
    )
