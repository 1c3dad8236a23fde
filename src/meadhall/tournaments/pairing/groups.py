"""Groups of more than two: how large they are, who meets in them, and who sits where."""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations, permutations

from meadhall.tournaments.standings import Tally
from meadhall.tournaments.tournament import Tournament
from meadhall.tournaments.tournament_facts import Number

Cost = Callable[[Number, Number], int]
SWAPS = 4
"""How often all exchanges between groups are tried."""


def group_sizes(count: int, sizes: Sequence[int]) -> tuple[int, ...]:
    """How large groups of these players are: as few left over, as few groups, as even as can be."""
    for playing in range(count, 1, -1):
        for groups in range(1, playing // 2 + 1):
            smaller, larger = divmod(playing, groups)
            even = (smaller + 1,) * larger + (smaller,) * (groups - larger)
            if all(size in sizes for size in even):
                return even
    return ()


def choose_byes(numbers: Sequence[Number], count: int, tally: Tally) -> tuple[Number, ...]:
    """Who sits out: those who did so least often, with the fewest points, who came last."""
    ordered = sorted(numbers, key=lambda one: (tally.byes[one], tally.points[one], -one))
    return tuple(sorted(ordered[:count]))


def form_groups(
    ordered: Sequence[Number], sizes: Sequence[int], cost: Cost
) -> list[tuple[Number, ...]]:
    """Groups of these sizes, the first players first, in which costs of meetings are low."""
    waiting = list(ordered)
    groups: list[list[Number]] = []
    for size in sizes:
        group = [waiting.pop(0)]
        while len(group) < size:
            best = min(waiting, key=lambda one: _cost_with(one, group, cost))
            waiting.remove(best)
            group.append(best)
        groups.append(group)
    for _ in range(SWAPS):
        if not _improve(groups, cost):
            break
    return [tuple(group) for group in groups]


def _cost_with(one: Number, group: Sequence[Number], cost: Cost) -> int:
    return sum(cost(one, other) for other in group if other != one)


def _improve(groups: Sequence[list[Number]], cost: Cost) -> bool:
    """Exchange players between groups wherever that costs less; whether anything changed."""
    changed = False
    for first, second in combinations(groups, 2):
        for i in range(len(first)):
            for j in range(len(second)):
                changed |= _exchange(first, second, (i, j), cost)
    return changed


def _exchange(
    first: list[Number], second: list[Number], places: tuple[int, int], cost: Cost
) -> bool:
    i, j = places
    one, other = first[i], second[j]
    rest, others = first[:i] + first[i + 1 :], second[:j] + second[j + 1 :]
    before = _cost_with(one, rest, cost) + _cost_with(other, others, cost)
    after = _cost_with(other, rest, cost) + _cost_with(one, others, cost)
    if after >= before:
        return False
    first[i], second[j] = other, one
    return True


def seat_counts(tournament: Tournament) -> dict[Number, Counter[int]]:
    """How often each player had each seat."""
    counts: dict[Number, Counter[int]] = {one.number: Counter() for one in tournament.participants}
    for paired in tournament.rounds:
        for pairing in paired.pairings:
            for seat, number in enumerate(pairing.seats):
                counts[number][seat] += 1
    return counts


def give_out_seats(
    group: Sequence[Number], counts: dict[Number, Counter[int]]
) -> tuple[Number, ...]:
    """The group in the order of seats that balances best what everybody had so far."""
    if len(group) == 2:  # noqa: PLR2004 - a pair: who had the first seat more often gets the second
        one, other = group
        lead = {n: counts[n][0] - counts[n][1] for n in group}
        return (one, other) if lead[one] <= lead[other] else (other, one)
    orders = permutations(group)
    return min(
        orders, key=lambda order: sum(counts[one][seat] ** 2 for seat, one in enumerate(order))
    )
