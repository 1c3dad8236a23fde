"""Who meets: pure functions, for any seeks."""

from collections.abc import Sequence
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from meadhall.server.meeting.encounters import ANYBODY_MS, STEP_MS, encounters, reach, suit
from meadhall.store.meeting.stored_seeks import Seek


def seek(person: str, rating: int = 1000, *, error: int = 100, **more: object) -> Seek:
    fields = {"game": "jarls", "seats": 2, "terms": "usual", "since": 0, "seen": 0}
    return Seek(
        person=person, name=person, rating=rating, error=error, reserved=f"of {person}", share="",
        **{**fields, **more},  # type: ignore[arg-type]
    )  # fmt: skip


def names(found: Sequence[Sequence[Seek]]) -> list[set[str]]:
    return [{one.person for one in group} for group in found]


def test_the_range_widens_in_steps_until_anybody_will_do() -> None:
    one = seek("ann")
    assert [reach(one, now) for now in (0, STEP_MS - 1, STEP_MS, 3 * STEP_MS, ANYBODY_MS)] == [
        200, 200, 250, 350, None,
    ]  # fmt: skip
    assert reach(seek("new", error=653), 0) == 476
    assert reach(one, -5) == 200, "a clock that is a little behind"


def test_both_must_be_in_range_of_each_other() -> None:
    ann, bob = seek("ann", 1000), seek("bob", 1300, since=ANYBODY_MS)
    assert not suit(ann, bob, ANYBODY_MS)
    assert names(encounters([ann, bob], (), ANYBODY_MS)) == []
    assert names(encounters([ann, bob], (), ANYBODY_MS + 2 * STEP_MS)) == [{"ann", "bob"}]


def test_who_waited_longest_meets_the_nearest() -> None:
    ann, bob, cid = seek("ann", 1000), seek("bob", 1150, since=1), seek("cid", 1050, since=2)
    assert names(encounters([cid, bob, ann], (), 3)) == [{"ann", "cid"}]


def test_three_seats_take_three_people() -> None:
    some = [seek(name, seats=3, since=at) for at, name in enumerate(("ann", "bob", "cid", "dag"))]
    assert names(encounters(some, (), 9)) == [{"ann", "bob", "cid"}]
    assert encounters(some[:2], (), 9) == []
    assert names(encounters(some, [("bob", "ann")], 9)) == [{"ann", "cid", "dag"}]


SEEKS = st.lists(
    st.builds(
        seek,
        st.sampled_from("abcdefghijkl"),
        st.integers(0, 2500),
        error=st.integers(0, 700),
        seats=st.just(2),
        terms=st.sampled_from(("fast", "slow")),
        since=st.integers(0, 90_000),
        encounter=st.sampled_from(("", "", "met")),
        trouble=st.sampled_from(("", "", "sorry")),
    ),
    unique_by=lambda one: one.person,
)
PEOPLE = st.sampled_from("abcdefghijkl")


@given(SEEKS, st.sets(st.tuples(PEOPLE, PEOPLE)), st.integers(0, 200_000))
def test_nobody_meets_twice_or_somebody_who_does_not_suit(
    seeks: list[Seek], apart: set[tuple[str, str]], now: int
) -> None:
    found = encounters(seeks, apart, now)
    people = [one.person for group in found for one in group]
    assert len(people) == len(set(people))
    for group in found:
        assert len(group) == group[0].seats
        for one, other in combinations(group, 2):
            assert one.terms == other.terms
            assert suit(one, other, now)
            assert (one.person, other.person) not in apart
            assert (other.person, one.person) not in apart
        assert not any(one.encounter or one.trouble for one in group)
    left = [one for one in seeks if one.person not in people and not (one.encounter or one.trouble)]
    for one, other in combinations(left, 2):
        keeps_apart = (one.person, other.person) in apart or (other.person, one.person) in apart
        assert one.terms != other.terms or keeps_apart or not suit(one, other, now)
