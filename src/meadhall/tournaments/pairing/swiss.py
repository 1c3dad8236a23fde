"""Swiss: players with equal points meet, nobody meets twice, and seats and byes are fair.

Pairs are made by the Dutch system of FIDE, which refuses a round that only a second meeting, a
second bye or three times the same seat would complete. Then the pairs of least cost are taken: as
few second meetings as possible, then second byes, then seats and points.
"""

from dataclasses import dataclass

from meadhall.tournaments.pairing.dutch import pair_by_dutch_system
from meadhall.tournaments.pairing.groups import (
    choose_byes,
    form_groups,
    give_out_seats,
    group_sizes,
    seat_counts,
)
from meadhall.tournaments.pairing.least_cost import least_cost_pairs
from meadhall.tournaments.standings import add_up
from meadhall.tournaments.tournament import Tournament
from meadhall.tournaments.tournament_facts import Number

MEETING, BYE, SEAT = 2**48, 2**36, 2**24
"""What a second meeting, a second bye and a seat too often cost, against a point of distance."""
PAIR = 2


@dataclass(frozen=True, slots=True)
class PairedGroups:
    """Who meets in the next round, seat by seat, and who has a bye."""

    groups: tuple[tuple[Number, ...], ...]
    byes: tuple[Number, ...] = ()


def swiss_round(tournament: Tournament) -> PairedGroups:
    """The next round."""
    if tournament.plan.size > PAIR:
        return _round_of_groups(tournament)
    return pair_by_dutch(tournament) or pair_by_cost(tournament)


def pair_by_dutch(tournament: Tournament) -> PairedGroups | None:
    """The round by the Dutch system; `None` where its rules forbid every pairing."""
    pairs = pair_by_dutch_system(tournament)
    if pairs is None:
        return None
    groups = tuple((one, other) for one, other in pairs if other)
    return PairedGroups(groups, tuple(one for one, other in pairs if not other))


def pair_by_cost(tournament: Tournament) -> PairedGroups:
    """The round with as few second meetings as possible."""
    tally, counts = add_up(tournament), seat_counts(tournament)
    numbers: list[Number] = [one.number for one in tournament.present]
    absent = len(numbers) % PAIR
    lead = {n: counts[n][0] - counts[n][1] for n in numbers}

    def cost(one: int, other: int) -> int:
        if other == len(numbers):  # the bye
            number = numbers[one]
            return BYE * tally.byes[number] + tally.points[number] ** 2
        first, second = numbers[one], numbers[other]
        distance = tally.points[first] - tally.points[second]
        seats = max(0, abs(lead[first] + lead[second]) - 1)
        return MEETING * tally.met[first][second] + SEAT * seats**2 + distance**2

    pairs = least_cost_pairs(len(numbers) + absent, cost)
    return PairedGroups(
        tuple(
            give_out_seats((numbers[one], numbers[other]), counts)
            for one, other in pairs
            if other < len(numbers)
        ),
        tuple(numbers[one] for one, other in pairs if other == len(numbers)),
    )


def _round_of_groups(tournament: Tournament) -> PairedGroups:
    tally, counts = add_up(tournament), seat_counts(tournament)
    numbers = [one.number for one in tournament.present]
    sizes = group_sizes(len(numbers), tournament.plan.sizes)
    byes = choose_byes(numbers, len(numbers) - sum(sizes), tally)
    ordered = sorted(
        (number for number in numbers if number not in byes),
        key=lambda number: (-tally.points[number], number),
    )

    def cost(one: Number, other: Number) -> int:
        distance = tally.points[one] - tally.points[other]
        return SEAT * tally.met[one][other] + distance**2

    groups = form_groups(ordered, sizes, cost)
    return PairedGroups(tuple(give_out_seats(group, counts) for group in groups), byes)
