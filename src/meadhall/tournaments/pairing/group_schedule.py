"""Round robin at tables of more than two: a schedule in which all meet about equally often.

It is searched for. Tables are filled by lot; then two players of a round change places, again and
again, where that evens out how often people meet, and at first also where it costs a little. The
lots follow from the number of players and the sizes of the tables, so equal numbers always have the
same schedule. Players sit out in turn where tables are too few.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import accumulate, combinations, pairwise
from math import gcd
from typing import TypeAlias

from meadhall.core.rng import Rng
from meadhall.tournaments.pairing.groups import give_out_seats, group_sizes
from meadhall.tournaments.tournament_facts import Number

Round: TypeAlias = tuple[tuple[Number, ...], ...]
"""The groups of a round, seat by seat. Who is in none sits out."""
SPREAD = 2
"""How much more often two may meet than two others, where such a schedule is found."""
CHANGES, WARMTH = 30_000, 6
"""How many changes of places are tried, and how much the first ones may cost."""
_LOT_BYTES = 8
_STRANGERS = 6
"""What it costs beside the squares of how often people meet, that two do not meet at all."""
_COSTS = [_STRANGERS, *(times * times for times in range(1, 100))]
_LESS = [0, *(fewer - more for fewer, more in pairwise(_COSTS))]
_MORE = [more - fewer for fewer, more in pairwise(_COSTS)]
"""What one meeting less adds to the cost, and one more, by how often two have met."""


# A round is asked for again and again while a tournament runs.
@lru_cache(64)
def group_schedule(count: int, sizes: tuple[int, ...]) -> tuple[Round, ...]:
    """The rounds for players from 0 to `count`, at tables of these sizes.

    There are as few rounds as let everybody meet everybody, nobody much more often than others, and
    all sit out equally often. There are never more rounds than players.
    """
    drafts = [_search(count, sizes, rounds) for rounds in _round_counts(count, sizes)]
    whole = [one for one in drafts if one.fewest > 0] or drafts
    even = [one for one in whole if one.spread <= SPREAD]
    chosen = (even or sorted(whole, key=lambda one: one.spread))[0]
    return tuple(_with_seats(chosen))


def _round_counts(count: int, sizes: Sequence[int]) -> range:
    """How many rounds there may be."""
    groups = group_sizes(count, sizes)
    met = sum(size * (size - 1) for size in groups)
    least = -(-count * (count - 1) // met)
    step = count // gcd(count, count - sum(groups))
    first = -(-least // step) * step
    return range(first, max(first, min(2 * least, count)) + 1, step)


def cost_of_meeting(times: int) -> int:
    """What one more meeting costs two players who have met this often."""
    return _MORE[times]


@dataclass(slots=True)
class _Draft:
    """A schedule on its way: the players of each round, group after group."""

    count: int
    groups: tuple[int, ...]
    rows: list[list[int]]
    met: list[list[int]] = field(default_factory=list)
    """How often two have met."""
    group_of: list[range] = field(default_factory=list)
    """For each place in a row, the places of its group."""

    def __post_init__(self) -> None:
        """Count who meets."""
        ends = [*accumulate(self.groups)]
        for size, end in zip(self.groups, ends, strict=True):
            self.group_of += [range(end - size, end)] * size
        self.met = [[0] * self.count for _ in range(self.count)]
        for row in self.rows:
            for places in set(self.group_of):
                for one, other in combinations(places, 2):
                    self.met[row[one]][row[other]] += 1
                    self.met[row[other]][row[one]] += 1

    @property
    def meetings(self) -> list[int]:
        """How often each pair of players meets."""
        return [self.met[one][other] for one, other in combinations(range(self.count), 2)]

    @property
    def fewest(self) -> int:
        """How often those meet who meet least often."""
        return min(self.meetings)

    @property
    def spread(self) -> int:
        """How much more often those meet who meet most often."""
        return max(self.meetings) - self.fewest

    def cost_of_change(self, row: list[int], place: int, other: int) -> int:
        """What it adds to the cost of all meetings, if two players change their places."""
        one, two, cost = self.met[row[place]], self.met[row[other]], 0
        for at in self.group_of[place]:
            if at != place:
                cost += _LESS[one[row[at]]] + _MORE[two[row[at]]]
        for at in self.group_of[other]:
            if at != other:
                cost += _LESS[two[row[at]]] + _MORE[one[row[at]]]
        return cost

    def change(self, row: list[int], place: int, other: int) -> None:
        """Let two players of a round change places."""
        for here, there in ((place, other), (other, place)):
            for at in self.group_of[here]:
                if at != here:
                    self._count_meeting(row[here], row[at], -1)
                    self._count_meeting(row[there], row[at], 1)
        row[place], row[other] = row[other], row[place]

    def _count_meeting(self, one: int, other: int, times: int) -> None:
        self.met[one][other] += times
        self.met[other][one] += times


def _search(count: int, sizes: Sequence[int], rounds: int) -> _Draft:
    """The most even schedule found for this number of rounds."""
    rng = Rng(f"schedule {count} {sizes} {rounds}")
    groups = group_sizes(count, sizes)
    out, rows = count - sum(groups), list[list[int]]()
    for number in range(rounds):
        sitting_out = {(number * out + place) % count for place in range(out)}
        order, rng = rng.shuffle([one for one in range(count) if one not in sitting_out])
        rows.append([*order])
    draft = _Draft(count, groups, rows)
    lots, _ = rng.block(CHANGES * _LOT_BYTES)
    for step in range(CHANGES if len(groups) > 1 else 0):
        lot = int.from_bytes(lots[step * _LOT_BYTES : (step + 1) * _LOT_BYTES], "big")
        lot, which = divmod(lot, rounds)
        lot, place = divmod(lot, len(rows[0]))
        lot, other = divmod(lot, len(rows[0]))
        if draft.group_of[place] == draft.group_of[other]:
            continue
        allowed = lot % (1 + WARMTH * (CHANGES - step) // CHANGES)
        if draft.cost_of_change(rows[which], place, other) <= allowed:
            draft.change(rows[which], place, other)
    return draft


def _with_seats(draft: _Draft) -> Iterator[Round]:
    """The rounds with seats given out so that everybody has each about equally often."""
    counts = {one: Counter[int]() for one in range(draft.count)}
    for row in draft.rows:
        seated: list[tuple[Number, ...]] = []
        for places in dict.fromkeys(draft.group_of):
            group = give_out_seats([row[at] for at in places], counts)
            for seat, one in enumerate(group):
                counts[one][seat] += 1
            seated.append(group)
        yield tuple(seated)
