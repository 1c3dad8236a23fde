"""Round robins at tables of more than two: all meet about equally often, in few rounds."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.tournaments.playing import START, Course, plan

from meadhall.core.refusal import Refusal
from meadhall.match.facts import Player
from meadhall.tournaments.entering import MOST_IN_ROUND_ROBIN, enter, withdraw
from meadhall.tournaments.pairing.group_schedule import Round, group_schedule
from meadhall.tournaments.pairing.groups import seat_counts
from meadhall.tournaments.standings import standings
from meadhall.tournaments.tournament import Tournament
from meadhall.tournaments.tournament_facts import Pairing, RoundPaired

SIZES = [(2, 3), (2, 3, 4), (2, 3, 4, 5, 6), (3, 4), (3, 4, 5, 6)]
LAWS = settings(max_examples=15, deadline=None)


def met_in(rounds: tuple[Round, ...]) -> Counter[frozenset[int]]:
    pairs = (combinations(group, 2) for groups in rounds for group in groups)
    return Counter(frozenset(pair) for some in pairs for pair in some)


@LAWS
@given(st.integers(3, MOST_IN_ROUND_ROBIN), st.sampled_from([*SIZES, (3,)]))
def test_everybody_meets_everybody_about_equally_often(count: int, sizes: tuple[int, ...]) -> None:
    rounds = group_schedule(count, sizes)
    met = met_in(rounds)
    often = [met[frozenset(pair)] for pair in combinations(range(count), 2)]
    assert min(often) >= 1
    assert max(often) - min(often) <= 3
    assert len(rounds) <= count
    played = Counter(one for groups in rounds for group in groups for one in group)
    assert len(set(played.values())) == 1, "all play equally often"
    assert set(played) == set(range(count))
    for groups in rounds:
        seated = [one for group in groups for one in group]
        assert len(seated) == len(set(seated)), "nobody is at two tables"
        assert all(len(group) in sizes for group in groups)
    for seat in range(sizes[-1]):
        had = Counter(group[seat] for groups in rounds for group in groups if len(group) > seat)
        assert max(had.values(), default=0) - min(had[one] for one in range(count)) <= 2


@pytest.mark.parametrize(
    ("count", "sizes", "rounds", "often"),
    [
        (9, (2, 3), 4, {1}),
        (16, (2, 3, 4), 5, {1}),
        (7, (3,), 7, {2}),
        (5, (3, 4), 5, {3}),
        (7, (2, 3, 4), 3, {1, 3}),
        (4, (2, 3, 4), 1, {1}),
    ],
)
def test_perfect_schedules_are_found(
    count: int, sizes: tuple[int, ...], rounds: int, often: set[int]
) -> None:
    schedule = group_schedule(count, sizes)
    assert (len(schedule), set(met_in(schedule).values())) == (rounds, often)


def payoffs_by(data: st.DataObject, pairing: Pairing) -> tuple[int, ...]:
    return tuple(data.draw(st.integers(-1, 1)) for _ in pairing.seats)


def meetings(tournament: Tournament) -> Counter[frozenset[int]]:
    return met_in(
        tuple(tuple(one.seats for one in paired.pairings) for paired in tournament.rounds)
    )


@LAWS
@given(count=st.integers(3, 12), sizes=st.sampled_from(SIZES), data=st.data())
def test_a_tournament_follows_its_schedule(
    count: int, sizes: tuple[int, ...], data: st.DataObject
) -> None:
    course = Course(plan("roundRobin", sizes=sizes), count)
    tournament = course.play(lambda one: payoffs_by(data, one))
    schedule = group_schedule(count, sizes)
    assert tournament.ending == "finished"
    assert tournament.total == len(tournament.rounds) == len(schedule)
    assert sorted(meetings(tournament).values()) == sorted(met_in(schedule).values())
    lines = standings(tournament)
    assert [line.score for line in lines] == sorted((line.score for line in lines), reverse=True)
    assert len({line.played for line in lines}) == 1


@LAWS
@given(count=st.integers(5, 10), sizes=st.sampled_from(SIZES[:3]), data=st.data())
def test_once_somebody_has_left_the_others_are_grouped_anew(
    count: int, sizes: tuple[int, ...], data: st.DataObject
) -> None:
    course = Course(plan("roundRobin", sizes=sizes), count)
    course.start()
    leaver = data.draw(st.integers(1, count))
    while course.tournament.phase == "running":
        course.score(lambda one: payoffs_by(data, one))
        if course.tournament.participant(leaver).is_present:
            course.add(withdraw(course.tournament, f"p{leaver}", course.now))
        course.now += 1
        for fact in course.due():
            if isinstance(fact, RoundPaired):
                seated = [number for one in fact.pairings for number in one.seats]
                assert sorted(seated) == [n for n in range(1, count + 1) if n != leaver]
    left = [pair for pair in meetings(course.tournament) if leaver not in pair]
    assert len(left) > (count - 1) * (count - 2) // 3, "most have met"
    for seats in seat_counts(course.tournament).values():
        assert max(seats.values(), default=0) <= 2 + len(course.tournament.rounds) // 2


def test_who_comes_back_plays_on_and_nobody_joins_late() -> None:
    course = Course(plan("roundRobin", sizes=(2, 3)), 7)
    course.start()
    course.add(withdraw(course.tournament, "p3", course.now))
    course.score(lambda one: tuple(range(len(one.seats))))
    course.now = START + 60_000
    course.due()
    assert course.tournament.pairing_of(3) is None
    course.enter("p3")
    course.score(lambda one: tuple(range(len(one.seats))))
    course.now += 60_000
    course.due()
    assert course.tournament.pairing_of(3) is not None
    late = enter(course.tournament, Player("Late", "late"), 0, course.now)
    assert isinstance(late, Refusal)
    assert late.code == "TOO_LATE"
