"""Properties of ratings: what a match may change, and what it may not."""

from hypothesis import given
from hypothesis import strategies as st

from meadhall.ratings.rate import Pool, RatedResult, rate, size_of
from meadhall.ratings.scale import NEW, NEW_SIGMA, Rating, anchor

POOL = Pool("stones", "two")
strengths = st.builds(Rating, st.floats(0, 50), st.floats(1, NEW_SIGMA), st.integers(0, 99))
payoffs = st.integers(-1, 1)


def result(players: str, got: tuple[int, ...], teams: int = 0) -> RatedResult:
    return RatedResult("m", POOL, 1, tuple(players), got, teams)


@given(st.lists(strengths, min_size=4, max_size=4), payoffs, payoffs)
def test_matches_of_different_people_may_come_in_any_order(
    given_: list[Rating], first: int, second: int
) -> None:
    known = dict(zip("abcd", given_, strict=True))
    one, two = result("ab", (first, -first)), result("cd", (second, -second))
    forwards = {**known, **rate(one, known, {})}
    forwards |= rate(two, forwards, {})
    backwards = {**known, **rate(two, known, {})}
    backwards |= rate(one, backwards, {})
    assert forwards == backwards


@given(st.lists(strengths, min_size=2, max_size=6), st.data())
def test_winners_never_lose_by_it_and_everybody_is_surer_or_nearly_so(
    given_: list[Rating], data: st.DataObject
) -> None:
    players = "abcdef"[: len(given_)]
    winner = data.draw(st.integers(0, len(given_) - 1))
    got = tuple(1 if seat == winner else -1 for seat in range(len(given_)))
    known = dict(zip(players, given_, strict=True))
    after = rate(result(players, got), known, {})
    assert after[players[winner]].mu >= known[players[winner]].mu
    for player in players:
        assert after[player].matches == known[player].matches + 1
        assert after[player].sigma <= known[player].sigma + 0.01  # skill may change a little


@given(strengths, st.integers(2, 6))
def test_a_draw_of_equals_changes_no_strength(strength: Rating, seats: int) -> None:
    players = "abcdef"[:seats]
    after = rate(result(players, (0,) * seats), dict.fromkeys(players, strength), {})
    assert all(abs(rating.mu - strength.mu) < 1e-6 for rating in after.values())


@given(strengths, payoffs, st.integers(300, 2500))
def test_anchors_stay_where_they_are_and_hold_others_by_it(
    strength: Rating, got: int, points: int
) -> None:
    after = rate(result("ab", (got, -got)), {"a": strength}, {"b": points})
    assert set(after) == {"a"}
    assert anchor(points).points == points


def test_people_who_play_like_an_anchor_come_to_its_rating() -> None:
    known = {"a": NEW}
    for number in range(200):
        got = 1 if number % 2 else -1
        known |= rate(result("ab", (got, -got)), known, {"b": 1400})
    assert abs(known["a"].points - 1400) < 60
    assert not known["a"].provisional
    assert NEW.provisional


def test_teams_win_together() -> None:
    after = rate(result("abcd", (1, -1, 1, -1), teams=2), {}, {})
    assert after["a"] == after["c"]
    assert after["b"] == after["d"]
    assert after["a"].mu > NEW.mu > after["b"].mu
    alone = rate(result("abcd", (1, -1, 1, -1)), {}, {})
    assert alone["a"] != after["a"]


def test_a_level_on_two_seats_is_rated_once() -> None:
    after = rate(result("abb", (1, -1, -1)), {}, {})
    assert set(after) == {"a", "b"}
    assert after["b"].matches == 1


def test_duels_and_larger_tables_are_rated_apart() -> None:
    assert [size_of(seats) for seats in (2, 3, 6)] == ["two", "more", "more"]
