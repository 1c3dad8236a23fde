"""Arena: those who wait are paired with others of about as many points, not with the last opponent.

Two who have just met wait for others, up to REMATCH_MS, if others are still playing. Computers play
people only.
"""

from collections.abc import Sequence

from meadhall.tournaments.pairing.groups import (
    form_groups,
    give_out_seats,
    group_sizes,
    seat_counts,
)
from meadhall.tournaments.pairing.least_cost import least_cost_pairs
from meadhall.tournaments.pairing.swiss import PAIR, PairedGroups
from meadhall.tournaments.standings import add_up
from meadhall.tournaments.tournament import Participant, Tournament
from meadhall.tournaments.tournament_facts import Number

REMATCH_MS = 10_000
"""How long two who have just met wait for other opponents, and a small group for more players."""
RECENT = 4
"""So many last opponents are avoided, the last one most."""
COMPUTERS, RECENTLY = 2**52, 2**28


def arena_round(tournament: Tournament, now: int) -> PairedGroups:
    """Whom to pair now; perhaps nobody."""
    playing = {number for one in tournament.playing.values() for number in one.seats}
    waiting = [one for one in tournament.present if one.number not in playing]
    if len(waiting) < PAIR or not any(one.player.holder for one in waiting):
        return PairedGroups(())
    if tournament.plan.size > PAIR:
        return _groups(tournament, waiting, now)
    return _pairs(tournament, waiting, now)


def _pairs(tournament: Tournament, waiting: Sequence[Participant], now: int) -> PairedGroups:
    tally, counts, recent = add_up(tournament), seat_counts(tournament), last_opponents(tournament)
    count = len(waiting)

    def cost(one: int, other: int) -> int:
        if other == count:  # who waits on: somebody who has not waited for long
            return max(0, now - waiting[one].free)
        first, second = waiting[one], waiting[other]
        if not (first.player.holder or second.player.holder):
            return COMPUTERS
        distance = tally.points[first.number] - tally.points[second.number]
        return RECENTLY * _recency(recent, first.number, second.number) + distance**2

    pairs = [
        (waiting[one], waiting[other])
        for one, other in least_cost_pairs(count + count % PAIR, cost)
        if other < count
    ]
    return PairedGroups(
        tuple(
            give_out_seats((one.number, other.number), counts)
            for one, other in pairs
            if _may_meet(tournament, recent, (one, other), now)
        )
    )


def _may_meet(
    tournament: Tournament,
    recent: dict[Number, list[Number]],
    pair: tuple[Participant, Participant],
    now: int,
) -> bool:
    one, other = pair
    if not (one.player.holder or other.player.holder):
        return False
    met_last = _recency(recent, one.number, other.number) == 2**RECENT
    others = len(tournament.playing) > 0 and now - max(one.free, other.free) < REMATCH_MS
    return not (met_last and others)


def _groups(tournament: Tournament, waiting: Sequence[Participant], now: int) -> PairedGroups:
    tally, counts, recent = add_up(tournament), seat_counts(tournament), last_opponents(tournament)
    size, sizes = tournament.plan.size, tournament.plan.sizes
    longest = now - min(one.free for one in waiting)
    if len(waiting) < size and tournament.playing and longest < REMATCH_MS:
        return PairedGroups(())
    ordered = sorted(waiting, key=lambda one: (-tally.points[one.number], one.number))

    def cost(one: Number, other: Number) -> int:
        distance = tally.points[one] - tally.points[other]
        return RECENTLY * _recency(recent, one, other) + distance**2

    numbers = [one.number for one in ordered]
    groups = form_groups(numbers, group_sizes(len(numbers), sizes), cost)
    people = {one.number for one in waiting if one.player.holder}
    return PairedGroups(
        tuple(give_out_seats(group, counts) for group in groups if people.intersection(group))
    )


def last_opponents(tournament: Tournament) -> dict[Number, list[Number]]:
    """The last opponents of each player, the last one first."""
    recent: dict[Number, list[Number]] = {one.number: [] for one in tournament.participants}
    for paired in reversed(tournament.rounds):
        for pairing in paired.pairings:
            for number in pairing.seats:
                if len(recent[number]) < RECENT:
                    recent[number] += [other for other in pairing.seats if other != number]
    return recent


def _recency(recent: dict[Number, list[Number]], one: Number, other: Number) -> int:
    """How little two want to meet again: 0 for strangers, most for the last opponent."""
    ranks = [recent[a].index(b) for a, b in ((one, other), (other, one)) if b in recent[a]]
    return 2 ** max(0, RECENT - min(ranks)) if ranks else 0
