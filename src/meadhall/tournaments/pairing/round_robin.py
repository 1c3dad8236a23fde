"""Round robin: everybody meets everybody once, by the circle method."""

from collections.abc import Sequence

from meadhall.tournaments.pairing.swiss import PairedGroups
from meadhall.tournaments.seeds import starters
from meadhall.tournaments.tournament import Tournament
from meadhall.tournaments.tournament_facts import Number


def round_count(count: int) -> int:
    """How many rounds so many players need: with an odd number, each sits out once."""
    return count - 1 + count % 2


def round_robin_round(tournament: Tournament) -> PairedGroups:
    """The next round. Whose opponent has left the tournament has a bye."""
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
