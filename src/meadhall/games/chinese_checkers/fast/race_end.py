"""The end of the race: how many moves a seat needs from every way of standing on the last holes.

The last holes are those of the target, the three rows before it, and two holes before these: 30 in
all, on which ten marbles can stand in 30,045,015 ways. A table has a byte for each. It is exact as
long as no other marbles are on these holes and the seat's own stay on them.

Every move can be taken back, so the table is built from the full target outwards: what one move
leads to from a position that needs n moves, and has no entry yet, needs n + 1.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import comb
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from meadhall.games.chinese_checkers.bots.network import PAIR
from meadhall.games.chinese_checkers.fast.tables import (
    AXIS,
    EMPTY,
    HOME,
    LOCK,
    PIECES,
    SEATS,
    TO_APEX,
    Numbers,
)
from meadhall.games.chinese_checkers.rules.board import (
    CORNER_OF,
    CORNERS,
    HOPS,
    MARBLES,
    SIZE,
    STEPS,
)
from meadhall.kit.compiled import kernel

Bytes = NDArray[np.uint8]
Ways: TypeAlias = tuple[Numbers, Numbers, Numbers, Numbers]
"""`steps`, `over` and `land` of a `Ground`, and room for a queue of holes."""

UNKNOWN = 255
NOT_LAST = -1
_LAST_ROWS, _TARGET_ROWS = 6, 3
"""Rows before the apex that count, and rows that are the target, both without the apex."""
_APEX_ROW = 8
"""Rows from the middle of the board to an apex."""

CHOOSE: Numbers = np.array([[comb(n, k) for k in range(12)] for n in range(31)], np.int64)


@dataclass(frozen=True, slots=True)
class Ground:
    """The last holes before a target, with the ways between them.

    `holes` has the target first. A chain of hops may also land on holes beside them, which have the
    numbers after them: `over` and `land` say for each hole what can be hopped over, and where that
    ends. `steps` has the neighbours; -1 where there is none.
    """

    holes: tuple[int, ...]
    marbles: int
    steps: Numbers
    over: Numbers
    land: Numbers

    @property
    def positions(self) -> int:
        """In how many ways the marbles can stand on the holes."""
        return comb(len(self.holes), self.marbles)


def place(target: int, hole: int) -> tuple[int, int]:
    """How far the hole is from the apex of the target, and from the middle of its row."""
    left, right = (
        AXIS[(target + 5) % CORNERS * SIZE + hole],
        AXIS[(target + 1) % CORNERS * SIZE + hole],
    )
    return int(TO_APEX[target * SIZE + hole]), int(right - left)


def last_holes(target: int, rows: int, extra: int) -> tuple[int, ...]:
    """The holes up to that many rows before the apex, then `extra` ones of the next row."""
    own = [hole for hole in range(SIZE) if CORNER_OF[hole] in (None, target)]
    places = {hole: place(target, hole) for hole in own}
    whole = [hole for hole in own if places[hole][0] <= rows]
    more = [hole for hole in own if places[hole][0] == rows + 1]
    more.sort(key=lambda hole: (abs(places[hole][1]), places[hole]))
    return (*sorted(whole, key=places.__getitem__), *sorted(more[:extra], key=places.__getitem__))


def make_ground(
    target: int = 0, rows: int = _LAST_ROWS, target_rows: int = _TARGET_ROWS, extra: int = 2
) -> Ground:
    """The last holes of a target and the ways between them; smaller ones for tests."""
    holes = last_holes(target, rows, extra)
    marbles = sum(place(target, hole)[0] <= target_rows for hole in holes)
    beside = {land for hole in holes for _, land in HOPS[hole]}
    beside |= {land for hole in beside for over, land in HOPS[hole] if over in holes}
    known = (*holes, *sorted(beside - set(holes)))
    number = {hole: index for index, hole in enumerate(known)}
    steps = np.full((len(holes), 6), -1, np.int64)
    over, land = (np.full((len(known), 6), -1, np.int64) for _ in range(2))
    for index, hole in enumerate(known):
        for way, (middle, end) in enumerate(HOPS[hole]):
            if middle in holes and end in number:
                over[index, way], land[index, way] = number[middle], number[end]
        near = [number[one] for one in STEPS[hole] if one in holes]
        if index < len(holes):
            steps[index, : len(near)] = near
    return Ground(holes, marbles, steps, over, land)


@kernel
def rank(standing: int) -> int:
    """The number of a way of standing, given as a bit for each hole: their order by size."""
    total, count, hole = 0, 0, 0
    while standing >> hole:
        if standing >> hole & 1:
            count += 1
            total += CHOOSE[hole, count]
        hole += 1
    return int(total)


@kernel
def write_once(table: Bytes, standing: int, moves: int) -> int:
    """Writes `moves` unless the table knows better; returns 1 if it was written."""
    at = rank(standing)
    if table[at] != UNKNOWN:
        return 0
    table[at] = moves
    return 1


@kernel
def write_hops(table: Bytes, rest: int, start: int, moves: int, ways: Ways) -> int:
    """Writes where chains of hops lead the marble that stands apart from the `rest`."""
    steps, over, land, queue = ways
    seen, head, tail, count = 1 << start, 0, 1, 0
    queue[0] = start
    while head < tail:
        here = queue[head]
        head += 1
        for way in range(6):
            end = land[here, way]
            if end < 0 or not rest >> over[here, way] & 1 or (seen | rest) >> end & 1:
                continue
            seen |= 1 << end
            queue[tail] = end
            tail += 1
            if end < len(steps):
                count += write_once(table, rest | 1 << end, moves)
    return count


@kernel
def write_neighbours(table: Bytes, standing: int, moves: int, ways: Ways) -> int:
    """Writes `moves` for every unknown position that is one move away; returns how many."""
    steps, count = ways[0], 0
    for start in range(len(steps)):
        if standing >> start & 1:
            rest = standing ^ 1 << start
            count += write_hops(table, rest, start, moves, ways)
            for way in range(6):
                near = steps[start, way]
                if near >= 0 and not standing >> near & 1:
                    count += write_once(table, rest | 1 << near, moves)
    return count


@kernel
def next_standing(standing: int) -> int:
    """The next larger number with the same number of bits."""
    low = standing & -standing
    ripple = standing + low
    return int(ripple | ((standing ^ ripple) // low) >> 2)


@kernel
def write_level(table: Bytes, marbles: int, moves: int, ways: Ways) -> int:
    """Writes all entries of `moves`, from those of one move less; returns how many."""
    count, standing = 0, (1 << marbles) - 1
    for at in range(len(table)):
        if table[at] == moves - 1:
            count += write_neighbours(table, standing, moves, ways)
        standing = next_standing(standing)
    return count


WAYS = make_ground()
LAST: Numbers = np.full(CORNERS * SIZE, NOT_LAST, np.int64)
"""For each target and hole: the number of the hole among the last ones, or `NOT_LAST`."""
LAST_HOLES: Numbers = np.array(
    [last_holes(target, _LAST_ROWS, 2) for target in range(CORNERS)], np.int64
)
for _target in range(CORNERS):
    for _number, _hole in enumerate(LAST_HOLES[_target]):
        LAST[_target * SIZE + _hole] = _number


@kernel
def end_index(state: Numbers, seat: int) -> int:
    """Where the table has the seat's position; `NOT_LAST` if it does not apply."""
    target = (state[HOME + seat] + 3) % CORNERS
    standing = 0
    if state[LOCK]:  # then a marble may not leave the target, which the table counts on
        return NOT_LAST
    for piece in range(PIECES + seat * MARBLES, PIECES + seat * MARBLES + MARBLES):
        number = LAST[target * SIZE + state[piece]]
        if number == NOT_LAST:
            return NOT_LAST
        standing |= 1 << number
    for number in range(LAST_HOLES.shape[1]):
        owner = state[LAST_HOLES[target, number]]
        if owner not in (seat, EMPTY):
            return NOT_LAST
    return rank(standing)


@kernel
def apart(state: Numbers, moves: int) -> bool:
    """Whether neither of two players can touch the other's way within that many moves each.

    A move takes a seat's rear back by one row at most: beyond it there is nothing to hop over. So
    the rows of both rears before their apexes, the moves, and a row for hops that land behind a
    rear have to be fewer than the rows from one apex to the other.
    """
    rears = 0
    if state[SEATS] != PAIR:
        return False
    for seat in range(PAIR):
        row = (state[HOME + seat] + 3) % CORNERS * SIZE
        nearest = AXIS[row + state[PIECES + seat * MARBLES]]
        for piece in range(1, MARBLES):
            nearest = min(nearest, AXIS[row + state[PIECES + seat * MARBLES + piece]])
        rears += _APEX_ROW - nearest
    return bool(rears + moves + 1 < 2 * _APEX_ROW)


def fill(table: Bytes, ground: Ground = WAYS) -> Iterator[int]:
    """Fills the table, which has a byte for each position; yields how many entries are written."""
    table[:] = UNKNOWN
    table[0] = 0  # the target comes first, so the full target is the smallest number
    ways = ground.steps, ground.over, ground.land, np.empty(len(ground.over), np.int64)
    written, moves = 1, 1
    yield written
    while more := int(write_level(table, ground.marbles, moves, ways)):
        written, moves = written + more, moves + 1
        yield written
