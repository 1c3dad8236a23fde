"""What every format promises, for all results and departures."""

from collections import Counter
from functools import cache
from itertools import combinations, pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.tournaments.playing import Course, plan

from meadhall.tournaments.bracket import survivors_by_stage
from meadhall.tournaments.entering import withdraw
from meadhall.tournaments.match_points import bye_points
from meadhall.tournaments.pairing.groups import group_sizes, seat_counts
from meadhall.tournaments.pairing.least_cost import least_cost_pairs
from meadhall.tournaments.standings import add_up, standings
from meadhall.tournaments.tournament import Tournament, fold_tournament
from meadhall.tournaments.tournament_facts import Format, Pairing, RoundPaired

OUTCOMES = ((1, -1), (-1, 1), (0, 0))
LAWS = settings(max_examples=40, deadline=None)
players = st.integers(2, 13)
outcome = st.sampled_from(OUTCOMES)


def meetings(tournament: Tournament) -> Counter[frozenset[int]]:
    met: Counter[frozenset[int]] = Counter()
    for paired in tournament.rounds:
        for pairing in paired.pairings:
            met.update(map(frozenset, combinations(pairing.seats, 2)))
    return met


def leave_sometimes(course: Course, data: st.DataObject) -> None:
    present = course.tournament.present
    if len(present) > 2 and data.draw(st.integers(0, 5)) == 0:
        leaver = data.draw(st.sampled_from(present))
        if course.tournament.pairing_of(leaver.number) is None:
            course.add(withdraw(course.tournament, leaver.player.holder, course.now))


def has_new_pairing(
    numbers: frozenset[int], met: frozenset[frozenset[int]], byes: frozenset[int]
) -> bool:
    """Whether these players can be paired without a second meeting or a second bye."""

    @cache
    def possible(rest: frozenset[int], bye_left: int) -> bool:
        if not rest:
            return True
        first, *others = sorted(rest)
        if bye_left and first not in byes and possible(rest - {first}, 0):
            return True
        return any(
            frozenset((first, other)) not in met and possible(rest - {first, other}, bye_left)
            for other in others
        )

    return possible(numbers, len(numbers) % 2)


@LAWS
@given(count=players, rounds=st.integers(1, 9), data=st.data())
def test_nobody_meets_twice_in_swiss_and_byes_come_once_while_that_can_be(
    count: int, rounds: int, data: st.DataObject
) -> None:
    course = Course(plan("swiss", rounds=rounds), count)
    course.start()
    while course.tournament.phase == "running":
        course.score(lambda _: data.draw(outcome))
        leave_sometimes(course, data)
        before, here = course.tournament, frozenset(one.number for one in course.tournament.present)
        byes = frozenset(number for paired in before.rounds for number in paired.byes)
        possible = has_new_pairing(here, frozenset(meetings(before)), byes)
        course.now += 1
        for fact in course.due():
            if isinstance(fact, RoundPaired):
                seated = [number for pairing in fact.pairings for number in pairing.seats]
                assert sorted((*seated, *fact.byes)) == sorted(here), "everybody once"
                assert len(fact.byes) == len(here) % 2
                if possible:
                    assert not byes.intersection(fact.byes)
                    assert max(meetings(course.tournament).values(), default=1) == max(
                        meetings(before).values(), default=1
                    )


@LAWS
@given(count=st.integers(2, 13), data=st.data())
def test_seats_stay_balanced_in_swiss(count: int, data: st.DataObject) -> None:
    tournament = Course(plan("swiss", rounds=6), count).play(lambda _: data.draw(outcome))
    for seats in seat_counts(tournament).values():
        assert abs(seats[0] - seats[1]) <= 2


@LAWS
@given(count=players, data=st.data())
def test_everybody_meets_everybody_once_in_round_robin(count: int, data: st.DataObject) -> None:
    tournament = Course(plan("roundRobin"), count).play(lambda _: data.draw(outcome))
    numbers = range(1, count + 1)
    assert meetings(tournament) == Counter(map(frozenset, combinations(numbers, 2)))
    for seats in seat_counts(tournament).values():
        assert abs(seats[0] - seats[1]) <= 1
    byes = Counter(number for paired in tournament.rounds for number in paired.byes)
    assert byes == Counter(numbers if count % 2 else ())


@LAWS
@given(count=players, data=st.data())
def test_who_leaves_a_round_robin_gives_their_opponents_the_points(
    count: int, data: st.DataObject
) -> None:
    course = Course(plan("roundRobin"), count)
    course.start()
    while course.tournament.phase == "running":
        course.score(lambda _: data.draw(outcome))
        leave_sometimes(course, data)
        here = {one.number for one in course.tournament.present}
        course.now += 1
        for fact in course.due():
            if isinstance(fact, RoundPaired):
                seated = {number for pairing in fact.pairings for number in pairing.seats}
                assert seated | set(fact.byes) == here
    assert max(meetings(course.tournament).values()) == 1


@LAWS
@given(count=st.integers(2, 40), data=st.data())
def test_a_knock_out_ends_with_one_winner(count: int, data: st.DataObject) -> None:
    course = Course(plan("knockOut", most=40), count)
    course.start()
    while course.tournament.phase == "running":
        course.score(lambda _: data.draw(outcome))
        leave_sometimes(course, data)
        course.now += 1
        course.due()
    lines = standings(course.tournament)
    assert [line.place for line in lines].count(1) == 1
    stages = [*survivors_by_stage(course.tournament)]
    assert lines[0].number in stages[-1]
    assert all(set(later) <= set(earlier) for earlier, later in pairwise(stages))


@LAWS
@given(count=st.integers(2, 30))
def test_without_draws_a_knock_out_takes_one_match_less_than_players(count: int) -> None:
    tournament = Course(plan("knockOut", most=30), count).play(lambda _: (1, -1))
    assert len(tournament.order) == count - 1
    assert len(tournament.rounds[-1].pairings) == 1
    byes = [paired.byes for paired in tournament.rounds]
    assert not any(byes[1:]), "byes come in the first round only"


@LAWS
@given(
    count=st.integers(2, 20),
    sizes=st.sampled_from([(2, 3, 4), (2, 3, 4, 6), (2, 3, 4, 5, 6), (3, 4)]),
    kind=st.sampled_from(["swiss", "arena", "knockOut"]),
    data=st.data(),
)
def test_groups_are_of_allowed_sizes_and_nobody_sits_twice(
    count: int, sizes: tuple[int, ...], kind: Format, data: st.DataObject
) -> None:
    if kind == "knockOut" or count < sizes[0]:
        sizes = (2, *sizes[1:])
    chosen = plan(kind, sizes=sizes, most=20, rounds=4, minutes=1 if kind == "arena" else 0)
    course = Course(chosen, count)
    course.start()

    def payoffs(pairing: Pairing) -> tuple[int, ...]:
        return tuple(data.draw(st.integers(-1, 1)) for _ in pairing.seats)

    while course.tournament.phase == "running":
        for pairing in course.tournament.playing.values():
            assert len(pairing.seats) in sizes
        seated = [n for one in course.tournament.playing.values() for n in one.seats]
        assert len(set(seated)) == len(seated), "nobody is in two matches"
        course.score(payoffs)
        course.now += 5000
        course.due()
    check_sums(course.tournament)


def check_sums(tournament: Tournament) -> None:
    tally, size = add_up(tournament), tournament.plan.size
    byes = sum(len(paired.byes) for paired in tournament.rounds) * bye_points(size)
    shared = sum(len(one.seats) * (len(one.seats) - 1) for one in tournament.order)
    assert sum(tally.played.values()) == sum(len(one.seats) for one in tournament.order)
    if tournament.plan.format != "arena":
        assert sum(tally.points.values()) == shared + byes
    lines = standings(tournament)
    assert sorted(line.number for line in lines) == [one.number for one in tournament.participants]
    assert [line.score for line in lines] == sorted((line.score for line in lines), reverse=True)


@LAWS
@given(
    kind=st.sampled_from(["swiss", "roundRobin", "knockOut", "arena"]),
    count=players,
    data=st.data(),
)
def test_standings_add_up_and_the_facts_give_the_tournament(
    kind: Format, count: int, data: st.DataObject
) -> None:
    course = Course(plan(kind, minutes=1 if kind == "arena" else 0), count)
    tournament = course.play(lambda _: data.draw(outcome))
    check_sums(tournament)
    assert fold_tournament(course.facts) == tournament


@LAWS
@given(count=players, seed=st.integers(0, 9999))
def test_an_arena_pairs_everybody_who_can_be_and_nobody_in_two_matches(
    count: int, seed: int
) -> None:
    random, course = Random(seed), Course(plan("arena", minutes=2), count)
    course.start()
    assert len(course.tournament.playing) == count // 2
    while course.tournament.phase == "running":
        playing = [*course.tournament.playing.values()]
        if playing:
            ended = random.sample(playing, random.randint(1, len(playing)))
            course.score(lambda _: random.choice(OUTCOMES), ended)
        course.now += random.choice([500, 4000, 15_000])
        course.due()
        seated = [n for one in course.tournament.playing.values() for n in one.seats]
        assert len(set(seated)) == len(seated)
        if course.now < course.tournament.ends and not course.tournament.playing:
            raise AssertionError("nobody waits for a player who is there")
    for seats in seat_counts(course.tournament).values():
        assert abs(seats[0] - seats[1]) <= 3


@LAWS
@given(
    st.lists(st.lists(st.integers(0, 2**50), min_size=8, max_size=8), min_size=8, max_size=8),
    st.sampled_from([2, 4, 6, 8]),
)
def test_pairs_cost_as_little_as_can_be(costs: list[list[int]], count: int) -> None:
    def cost(one: int, other: int) -> int:
        return costs[min(one, other)][max(one, other)]

    def least(rest: tuple[int, ...]) -> int:
        if not rest:
            return 0
        first, *others = rest
        return min(
            cost(first, other) + least(tuple(one for one in others if one != other))
            for other in others
        )

    pairs = least_cost_pairs(count, cost)
    assert sorted(one for pair in pairs for one in pair) == [*range(count)]
    assert sum(cost(*pair) for pair in pairs) == least(tuple(range(count)))


@pytest.mark.parametrize(
    ("count", "sizes", "expected"),
    [
        (7, (2, 3, 4, 5, 6), (4, 3)),
        (12, (2, 3, 4, 6), (6, 6)),
        (5, (2, 3, 4, 6), (3, 2)),
        (7, (3,), (3, 3)),
        (5, (2,), (2, 2)),
        (2, (3, 4), ()),
    ],
)
def test_groups_are_few_even_and_leave_few_over(
    count: int, sizes: tuple[int, ...], expected: tuple[int, ...]
) -> None:
    assert group_sizes(count, sizes) == expected
