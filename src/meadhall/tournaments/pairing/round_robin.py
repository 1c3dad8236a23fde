"""Round robin: everybody meets everybody once, by the circle method.

At tables of more than two they meet about equally often, by a schedule for all rounds. Once
somebody has left, those who are there are grouped anew for each round.
"""

from collections.abc import Sequence

from meadhall.tournaments.pairing.group_schedule import cost_of_meeting, group_schedule
from meadhall.tournaments.pairing.groups import (
    choose_byes,
    form_groups,
    give_out_seats,
    group_sizes,
    seat_counts,
)
from meadhall.tournaments.pairing.swiss import PAIR, PairedGroups
from meadhall.tournaments.seeds import starters
from meadhall.tournaments.standings import add_up
from meadhall.tournaments.tournament import Tournament
from meadhall.tournaments.tournament_facts import Number


def round_count(count: int) -> int:
    """The number of rounds in pairs: with an odd number of players, each sits out once."""
    return count - 1 + count % 2


def round_robin_round(tournament: Tournament) -> PairedGroups:
    """The next round."""
    if tournament.plan.size > PAIR:
        return _planned_groups(tournament) or _new_groups(tournament)
    return _pairs(tournament)


def _planned_groups(tournament: Tournament) -> PairedGroups | None:
    """The round by the schedule; `None` once somebody has left."""
    players, index = starters(tournament), len(tournament.rounds)
    if not {one.number for one in tournament.present}.issuperset(players):
        return None
    plan = [
        tuple(tuple(players[place] for place in group) for group in groups)
        for groups in group_schedule(len(players), tournament.plan.sizes)
    ]
    played = (tuple(one.seats for one in paired.pairings) for paired in tournament.rounds)
    if any(groups != planned for groups, planned in zip(played, plan, strict=False)):
        return None
    seated = {number for group in plan[index] for number in group}
    byes = tuple(sorted(number for number in players if number not in seated))
    return PairedGroups(plan[index], byes)


def _new_groups(tournament: Tournament) -> PairedGroups:
    """Those who are there, in groups in which few have met often."""
    tally, counts = add_up(tournament), seat_counts(tournament)
    numbers = [one.number for one in tournament.present]
    sizes = group_sizes(len(numbers), tournament.plan.sizes)
    byes = choose_byes(numbers, len(numbers) - sum(sizes), tally)
    groups = form_groups(
        [number for number in numbers if number not in byes],
        sizes,
        lambda one, other: cost_of_meeting(tally.met[one][other]),
    )
    return PairedGroups(tuple(give_out_seats(group, counts) for group in groups), byes)


def _pairs(tournament: Tournament) -> PairedGroups:
    """The pairs of the next round. Whose opponent has left the tournament has a bye."""
    pairs = circle_round(starters(tournament), len(tournament.rounds))
    here = {one.number for one in tournament.present}
    groups = tuple(pair for pair in pairs if here.issuperset(pair))
    paired = {number for pair in groups for number in pair}
    left = {number for pair in pairs for number in pair if number in here} - paired
    alone = [number for number in starters(tournament) if number in here]
    seated = {number for pair in pairs for number in pair}
    sitting_out = {number for number in alone if number not in seated}
    return PairedGroups(groups, tuple(sorted(left | sitting_out)))


def circle_round(players: Sequence[Number], index: int) -> list[tuple[Number, Number]]:
    """The pairs of a round, from 0, seat by seat. With an odd number one player sits out.

    All players but the last stand in a circle that turns by one place with each round. Of two in
    the circle, the one with the shorter way to the other has the first seat, so that everybody has
    it equally often; the last player's seat alternates.
    """
    count = len(players)
    around = round_count(count)
    pairs: list[tuple[Number, Number]] = []
    if not count % 2:
        pivot, last = players[index], players[-1]
        pairs.append((pivot, last) if index % 2 else (last, pivot))
    for step in range(1, around // 2 + 1):
        one, other = (index + step) % around, (index - step) % around
        if (other - one) % around > around // 2:
            one, other = other, one
        pairs.append((players[one], players[other]))
    return pairs
