"""Knock-out: the next stage of the bracket, or what has to be played again."""

from meadhall.tournaments.bracket import (
    best_of,
    bracket_order,
    first_players,
    last_stage,
    places_for,
    survivors_by_stage,
    tries_at,
)
from meadhall.tournaments.pairing.groups import give_out_seats, group_sizes, seat_counts
from meadhall.tournaments.pairing.swiss import PAIR, PairedGroups
from meadhall.tournaments.seeds import starters
from meadhall.tournaments.tournament import Tournament
from meadhall.tournaments.tournament_facts import Number, Pairing


def next_stage(tournament: Tournament) -> tuple[int, PairedGroups] | None:
    """The stage, from 1, and who meets in it; `None` once one player is left."""
    stage = last_stage(tournament)
    open_groups = [
        tries for tries in tries_at(tournament, stage) if best_of(tournament, tries) is None
    ]
    if open_groups:
        return stage, _play_again(tournament, [tries[-1] for tries in open_groups])
    survivors = _survivors(tournament)
    return (stage + 1, _stage(tournament, survivors)) if len(survivors) > 1 else None


def _survivors(tournament: Tournament) -> tuple[Number, ...]:
    """Who is still in the bracket, in its order."""
    survivors = bracket_order(tournament)
    for survivors in survivors_by_stage(tournament):  # noqa: B007 - the last one is wanted
        pass
    return survivors


def _play_again(tournament: Tournament, drawn: list[Pairing]) -> PairedGroups:
    """The same groups with seats moved on; where somebody has left, the best seed goes on."""
    groups: list[tuple[Number, ...]] = []
    byes: list[Number] = []
    seeds = starters(tournament)
    for pairing in drawn:
        gone = [n for n in pairing.seats if not tournament.participant(n).is_present]
        if not gone:
            groups.append((*pairing.seats[1:], pairing.seats[0]))
            continue
        first = first_players(pairing, tournament.results[pairing.match])
        here = [number for number in first if number not in gone]
        byes.append(min(here or first, key=seeds.index))
    return PairedGroups(tuple(groups), tuple(byes))


def _stage(tournament: Tournament, survivors: tuple[Number, ...]) -> PairedGroups:
    """Neighbours meet. Who is left over, the best seeds, have a bye, as has the last one there."""
    seeds = [number for number in starters(tournament) if number in survivors]
    here = [number for number in survivors if tournament.participant(number).is_present]
    if len(here) < PAIR:
        return PairedGroups((), (*here, *seeds)[:1])
    sizes = group_sizes(len(here), tournament.plan.sizes)
    if tournament.plan.size == PAIR and not tournament.rounds:
        byes = _first_byes(survivors)
    else:
        byes = tuple(number for number in seeds if number in here)[: len(here) - sum(sizes)]
    playing = [number for number in here if number not in byes]
    counts = seat_counts(tournament)
    groups: list[tuple[Number, ...]] = []
    for size in sizes:
        group, playing = playing[:size], playing[size:]
        if group:
            groups.append(give_out_seats(group, counts))
    return PairedGroups(tuple(groups), byes)


def _first_byes(order: tuple[Number, ...]) -> tuple[Number, ...]:
    """The best seeds, so that the number of players left is a power of two."""
    places = 1
    while places < len(order):
        places *= 2
    taken = [place for place in places_for(places) if place < len(order)]
    by_seed = dict(zip(taken, order, strict=True))
    return tuple(by_seed[seed] for seed in range(places - len(order)))
