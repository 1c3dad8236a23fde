"""The bracket of a knock-out: who came through each of its stages.

At first the players stand in the order of the bracket, in which the two best seeds can meet only in
the last stage. Later the survivors keep that order, and neighbours play each other. A match without
a single best player is played again; after MOST_TRIES the best seed of those who share the first
place goes on.
"""

from collections.abc import Iterator, Sequence

from meadhall.tournaments.seeds import starters
from meadhall.tournaments.tournament import Tournament
from meadhall.tournaments.tournament_facts import Number, Pairing, PairingResult

MOST_TRIES = 3


def places_for(count: int) -> tuple[int, ...]:
    """The seeds, from 0, of a bracket of so many places, a power of two: 0 7 3 4 1 6 2 5."""
    order = [0]
    while len(order) < count:
        last = 2 * len(order) - 1
        order = [place for seed in order for place in (seed, last - seed)]
    return tuple(order)


def bracket_order(tournament: Tournament) -> tuple[Number, ...]:
    """Everybody who started, in the order of the bracket."""
    seeds = starters(tournament)
    count = 1
    while count < len(seeds):
        count *= 2
    return tuple(seeds[place] for place in places_for(count) if place < len(seeds))


def survivors_by_stage(tournament: Tournament) -> Iterator[tuple[Number, ...]]:
    """For each stage that is decided, who came through it, in the order of the bracket."""
    order = bracket_order(tournament)
    for stage in range(1, last_stage(tournament) + 1):
        decided = [best_of(tournament, tries) for tries in tries_at(tournament, stage)]
        if None in decided:
            return
        through = byes_at(tournament, stage) | set(decided)
        yield tuple(number for number in order if number in through)


def last_stage(tournament: Tournament) -> int:
    """The number of the last stage that was paired; 0 before the first."""
    return tournament.rounds[-1].round if tournament.rounds else 0


def tries_at(tournament: Tournament, stage: int) -> list[list[Pairing]]:
    """The matches of each group of a stage. What was played again comes after the first try."""
    groups: dict[frozenset[Number], list[Pairing]] = {}
    for paired in tournament.rounds:
        if paired.round == stage:
            for pairing in paired.pairings:
                groups.setdefault(frozenset(pairing.seats), []).append(pairing)
    return list(groups.values())


def byes_at(tournament: Tournament, stage: int) -> set[Number]:
    """Who came through a stage without a match, or because the others of the group had left."""
    return {n for paired in tournament.rounds if paired.round == stage for n in paired.byes}


def best_of(tournament: Tournament, tries: Sequence[Pairing]) -> Number | None:
    """Who goes on from a group; `None` while that is open."""
    last = tries[-1]
    stage = next(one.round for one in tournament.rounds if last in one.pairings)
    waved = byes_at(tournament, stage).intersection(last.seats)
    if waved:
        return waved.pop()
    result = tournament.results.get(last.match)
    if result is None:
        return None
    first = first_players(last, result)
    if len(first) > 1 and len(tries) < MOST_TRIES:
        return None
    return min(first, key=starters(tournament).index)


def first_players(pairing: Pairing, result: PairingResult) -> list[Number]:
    """Who did best in a match; several who share the first place."""
    best = max(result.payoffs)
    pairs = zip(pairing.seats, result.payoffs, strict=True)
    return [number for number, payoff in pairs if payoff == best]
