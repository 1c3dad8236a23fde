"""The order of the players before anything is played, and who took part from the start."""

from collections.abc import Iterable

from meadhall.tournaments.tournament import Tournament
from meadhall.tournaments.tournament_facts import Number, RoundPaired


def seeds(tournament: Tournament, numbers: Iterable[Number]) -> tuple[Number, ...]:
    """These players, the highest rating first; among equals, the one who came first."""
    ordered = sorted(numbers, key=lambda one: (-tournament.participant(one).rating, one))
    return tuple(ordered)


def starters(tournament: Tournament) -> tuple[Number, ...]:
    """The seeds of those who were paired in the first round; before it, of all who are present."""
    if not tournament.rounds:
        return seeds(tournament, (one.number for one in tournament.present))
    return seeds(tournament, players_of(tournament.rounds[0]))


def players_of(paired: RoundPaired) -> tuple[Number, ...]:
    """Everybody who is paired in a round, or has a bye."""
    seated = (number for pairing in paired.pairings for number in pairing.seats)
    return (*seated, *paired.byes)
