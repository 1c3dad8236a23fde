"""The stated rules of tournaments: points, tie-breaks, late joiners, leavers, closing."""

from dataclasses import replace

import pytest
from tests.tournaments.playing import START, Course, plan

from meadhall.core.refusal import Refusal, Refused
from meadhall.match.clock import BY_RULES, Daily, PerTurn
from meadhall.match.facts import Player
from meadhall.tournaments.due_facts import fewest_players, is_due
from meadhall.tournaments.entering import announce, close, enter, start_refusal, withdraw
from meadhall.tournaments.match_points import match_points
from meadhall.tournaments.pairing.arena_pairs import REMATCH_MS
from meadhall.tournaments.pairing.swiss import pair_by_cost
from meadhall.tournaments.standings import standings
from meadhall.tournaments.tournament import fold_tournament
from meadhall.tournaments.tournament_facts import (
    Announced,
    Entered,
    Pairing,
    PairingResult,
    Renamed,
    RoundPaired,
    Scored,
    TournamentClosed,
    Withdrew,
)

FIRST_WINS, SECOND_WINS, DRAWN = (1, -1), (-1, 1), (0, 0)


def code(given: object) -> str:
    return given.code if isinstance(given, Refusal) else ""


def scores(course: Course) -> dict[int, tuple[int, ...]]:
    return {line.number: line.score for line in standings(course.tournament)}


def best_first(pairing: Pairing) -> tuple[int, ...]:
    """The lower number wins."""
    one, other = pairing.seats
    return FIRST_WINS if one < other else SECOND_WINS


@pytest.mark.parametrize(
    ("payoffs", "points"),
    [
        ((1, -1), (2, 0)),
        ((0, 0), (1, 1)),
        ((1, -1, -1), (4, 1, 1)),
        ((5, 3, 3, 0), (6, 3, 3, 0)),
        ((-1, -1), (1, 1)),
    ],
)
def test_two_points_for_each_player_behind_and_one_for_each_level(
    payoffs: tuple[int, ...], points: tuple[int, ...]
) -> None:
    assert match_points(payoffs) == points


def test_a_third_win_in_a_row_counts_double_in_an_arena_and_berserk_adds_one() -> None:
    course = Course(plan("arena"), 2)
    course.start()
    expected = [2, 4, 8, 13, 13, 15]
    for result, points in zip("wwwWlw", expected, strict=True):
        (pairing,) = course.tournament.playing.values()
        won = result.lower() == "w"
        payoffs = FIRST_WINS if (pairing.seats[0] == 1) == won else SECOND_WINS
        course.now += 1000
        hasty = (1,) if result == "W" else ()
        course.add([Scored(course.now, (PairingResult(pairing.match, payoffs, hasty),))])
        assert scores(course)[1][0] == points
        course.due()  # nobody else is there, so the two meet again at once
    line = next(line for line in standings(course.tournament) if line.number == 1)
    assert (line.played, line.wins, line.streak) == (6, 5, 1)


def test_swiss_ties_are_broken_by_buchholz_and_sonneborn_berger() -> None:
    course = Course(plan("swiss", rounds=3), 4)
    course.play(best_first)
    # Everybody met everybody, and the lower number always won.
    assert scores(course) == {
        1: (6, 6, 12, 3),
        2: (4, 8, 4, 2),
        3: (2, 10, 0, 1),
        4: (0, 12, 0, 0),
    }


def test_equal_players_share_a_place() -> None:
    course = Course(plan("roundRobin"), 3)
    course.play(lambda _: DRAWN)
    assert [line.place for line in standings(course.tournament)] == [1, 1, 1]


def test_a_bye_is_worth_a_win_and_goes_to_somebody_else_each_time() -> None:
    course = Course(plan("swiss", rounds=3), 3)
    tournament = course.play(best_first)
    byes = [paired.byes for paired in tournament.rounds]
    assert sorted(byes) == [(1,), (2,), (3,)]
    assert {line.number: line.score[0] for line in standings(tournament)} == {1: 6, 2: 4, 3: 2}


def test_the_highest_ratings_meet_last_in_a_knock_out() -> None:
    course = Course(plan("knockOut"), 6, ratings=[900, 1500, 1000, 1400, 1200, 1100])
    course.start()
    assert course.tournament.rounds[0].byes == (2, 4)
    course.play(lambda one: FIRST_WINS if one.seats[0] in (2, 4) else SECOND_WINS)
    assert set(course.tournament.order[-1].seats) == {2, 4}


def test_a_drawn_knock_out_match_is_played_again_with_seats_exchanged() -> None:
    course = Course(plan("knockOut"), 2)
    tournament = course.play(lambda _: DRAWN)
    assert [one.seats for one in tournament.order] == [(1, 2), (2, 1), (1, 2)]
    assert [line.number for line in standings(tournament)] == [1, 2], "then the better seed"


def test_where_somebody_has_left_a_drawn_match_is_not_played_again() -> None:
    course = Course(plan("knockOut"), 2)
    course.start()
    course.score(lambda _: DRAWN)
    course.add(withdraw(course.tournament, "p1", course.now))
    course.due()
    course.due()
    assert course.tournament.phase == "over"
    assert standings(course.tournament)[0].number == 2


def test_a_tournament_with_one_player_does_not_take_place() -> None:
    course = Course(plan("swiss"), 1)
    assert code(start_refusal(course.tournament, "host")) == "TOO_FEW_PLAYERS"
    course.start()
    assert (course.tournament.phase, course.tournament.ending) == ("over", "tooFew")
    assert fewest_players(course.tournament) == 2


def test_computers_alone_do_not_make_a_tournament_and_do_not_play_each_other_in_an_arena() -> None:
    facts = announce(plan("arena"), ("novice", "novice", "novice"), 0)
    assert not isinstance(facts, Refusal)
    alone = Course(plan("arena"), 0)
    alone.add(facts[1:])
    alone.start()
    assert alone.tournament.ending == "tooFew"
    course = Course(plan("arena"), 0)
    course.add(facts[1:])
    course.enter("anna")
    course.start()
    (pairing,) = course.tournament.playing.values()
    assert 4 in pairing.seats
    assert code(announce(plan(), ("novice",) * 17, 0)) == "BAD_TOURNAMENT"


def test_two_who_have_just_met_wait_for_others_in_an_arena() -> None:
    course = Course(plan("arena"), 4)
    course.start()
    first, second = course.tournament.playing.values()
    course.score(best_first, [first])
    assert course.due() == ()
    course.score(best_first, [second])
    course.due()
    met = {frozenset(one.seats) for one in course.tournament.playing.values()}
    assert met.isdisjoint({frozenset(first.seats), frozenset(second.seats)})
    third, _ = course.tournament.playing.values()
    course.score(best_first, [third])
    course.now += REMATCH_MS
    course.due()
    assert len(course.tournament.playing) == 2, "but not for ever"


def test_an_arena_ends_when_its_time_is_up_and_its_last_match_is_over() -> None:
    course = Course(plan("arena", minutes=1), 4)
    course.start()
    course.now = course.tournament.ends
    assert course.due() == ()
    course.score(best_first)
    assert course.due() == (TournamentClosed(course.now, "finished"),)
    assert (course.tournament.phase, course.tournament.ending) == ("over", "finished")
    assert not is_due(course.tournament, course.now)


def test_a_small_group_waits_for_more_players() -> None:
    course = Course(plan("arena", sizes=(2, 3)), 5)
    course.start()
    sizes = sorted(len(one.seats) for one in course.tournament.playing.values())
    assert sizes == [2, 3]
    pair = next(one for one in course.tournament.playing.values() if len(one.seats) == 2)
    course.score(best_first, [pair])
    assert course.due() == ()
    course.now += REMATCH_MS
    assert course.due() != ()


@pytest.mark.parametrize(
    ("kind", "rounds", "expected"),
    [("swiss", 1, ""), ("swiss", 3, "TOO_LATE"), ("roundRobin", 1, "TOO_LATE"),
     ("knockOut", 1, "TOO_LATE"), ("arena", 3, "")],
)  # fmt: skip
def test_late_joiners(kind: str, rounds: int, expected: str) -> None:
    course = Course(plan(kind, rounds=5), 6)  # type: ignore[arg-type] # a format
    course.start()
    for _ in range(rounds - 1):
        course.score(best_first)
        course.now += 20_000
        course.due()
    given = enter(course.tournament, Player("Late", "late"), 0, course.now)
    assert code(given) == expected


def test_who_comes_late_to_swiss_has_no_points_for_the_rounds_before() -> None:
    course = Course(plan("swiss", rounds=4), 4)
    course.start()
    course.enter("late")
    course.score(best_first)
    course.due()
    assert course.tournament.rounds[1].byes != ()
    assert scores(course)[5][0] in (0, 2)
    seated = [n for one in course.tournament.rounds[1].pairings for n in one.seats]
    assert 5 in (*seated, *course.tournament.rounds[1].byes)


def test_who_leaves_is_not_paired_again_until_they_come_back() -> None:
    course = Course(plan("swiss", rounds=3), 4)
    course.start()
    course.add(withdraw(course.tournament, "p1", course.now))
    assert course.add(withdraw(course.tournament, "p1", course.now)) == ()
    assert course.tournament.pairing_of(1) is not None, "the server gives the match up"
    course.score(best_first)
    course.due()
    assert course.tournament.pairing_of(1) is None
    course.enter("p1", rating=1900)
    assert course.tournament.participant(1).rating == 0, "as at first"
    course.score(best_first)
    course.due()
    assert course.tournament.pairing_of(1) is not None
    course.enter("p1")
    assert course.tournament.version == len(course.facts), "coming twice does nothing"
    assert code(withdraw(course.tournament, "stranger", 0)) == "NOT_ENTERED"


def test_who_does_not_move_in_a_match_is_taken_out_and_may_come_back() -> None:
    course = Course(plan("arena"), 2)
    course.start()
    (pairing,) = course.tournament.playing.values()
    course.add([Scored(course.now, (PairingResult(pairing.match, (1, -1), (), (2,)),))])
    assert course.tournament.participant(2).gone == "absent"
    course.now += REMATCH_MS
    assert course.due() == ()
    course.enter("p2")
    course.now += REMATCH_MS
    assert course.due() != ()


def test_who_plays_in_another_tournament_is_left_out_at_the_start() -> None:
    course = Course(plan("swiss"), 3)
    course.now = START
    course.due(elsewhere=[2])
    assert course.tournament.participant(2).gone == "elsewhere"
    assert [*course.tournament.rounds[0].pairings[0].seats] in ([1, 3], [3, 1])


def test_the_host_closes_it_and_standings_stay() -> None:
    course = Course(plan("swiss", rounds=3), 4)
    course.start()
    course.score(best_first)
    course.due()
    before = scores(course)
    assert code(close(course.tournament, "p1", course.now)) == "NOT_THE_HOST"
    course.add(close(course.tournament, "host", course.now))
    assert course.tournament.ending == "closed"
    assert scores(course) == before
    for given in (
        close(course.tournament, "host", course.now),
        enter(course.tournament, Player("Late", "late"), 0, course.now),
        withdraw(course.tournament, "p1", course.now),
    ):
        assert code(given) == "TOURNAMENT_OVER"
    assert course.due() == ()


def test_only_the_host_starts_it_and_only_once() -> None:
    course = Course(plan("swiss"), 4)
    assert code(start_refusal(course.tournament, "p1")) == "NOT_THE_HOST"
    assert start_refusal(course.tournament, "host") is None
    course.start()
    assert code(start_refusal(course.tournament, "host")) == "ALREADY_STARTED"


def test_a_full_tournament_takes_nobody_more() -> None:
    course = Course(plan("swiss", most=2), 2)
    given = enter(course.tournament, Player("Late", "late"), 0, 0)
    assert code(given) == "TOURNAMENT_FULL"


@pytest.mark.parametrize(
    "wrong",
    [
        {"title": ""}, {"title": " Cup"}, {"title": "x" * 61}, {"clock": BY_RULES},
        {"sizes": ()}, {"sizes": (2, 7)}, {"most": 1}, {"most": 501}, {"rounds": 21},
        {"format": "arena", "minutes": 0}, {"format": "arena", "minutes": 5, "clock": Daily(1)},
        {"format": "arena", "minutes": 5, "clock": PerTurn(1000), "haste": True},
        {"haste": True},
        {"format": "roundRobin", "most": 25}, {"format": "knockOut"},
        {"format": "knockOut", "draws": False, "sizes": (3, 4)},
    ],
)  # fmt: skip
def test_a_plan_that_cannot_be_played_is_refused(wrong: dict[str, object]) -> None:
    assert code(announce(plan(**wrong), (), 0)) == "BAD_TOURNAMENT"  # type: ignore[arg-type] # a plan's


def test_a_deleted_account_leaves_an_alias_that_is_not_paired() -> None:
    course = Course(plan("swiss"), 3)
    course.add([Renamed(0, 2, Player("a former member", "alias"))])
    course.start()
    assert course.tournament.find("p2") is None
    assert 2 not in course.tournament.rounds[0].pairings[0].seats


def test_a_tournament_begins_with_its_announcement_and_has_only_one() -> None:
    facts = announce(plan(), (), 0)
    assert not isinstance(facts, Refusal)
    with pytest.raises(Refused):
        fold_tournament([Withdrew(0, 1, "left")])
    with pytest.raises(Refused):
        fold_tournament([*facts, Announced(0, plan())])
    entered = Entered(1, 1, Player("Anna", "anna"))
    tournament = fold_tournament([*facts, entered])
    assert (tournament.version, tournament.at) == (2, 1)


def test_the_pairs_of_least_cost_meet_again_only_where_they_have_to() -> None:
    course = Course(plan("swiss", rounds=9), 4)
    course.tournament = replace(course.tournament, phase="running", total=9)
    for number in range(6):
        paired = pair_by_cost(course.tournament)
        pairings = tuple(
            Pairing(f"x{number}{index}", group) for index, group in enumerate(paired.groups)
        )
        course.add([RoundPaired(0, number + 1, pairings)])
        course.score(best_first)
    met: dict[frozenset[int], int] = {}
    for one in course.tournament.order:
        met[frozenset(one.seats)] = met.get(frozenset(one.seats), 0) + 1
    assert sorted(met.values()) == [2] * 6
