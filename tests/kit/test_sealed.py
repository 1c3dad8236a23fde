"""Sealed choices: made, changed, taken back, and not visible to others."""

from hypothesis import given
from hypothesis import strategies as st

from meadhall.kit.sealed import Sealed

seats = st.integers(0, 3)


def test_at_first_nobody_has_chosen() -> None:
    empty: Sealed[str] = Sealed.empty(3)
    assert empty.have_chosen() == (False, False, False)
    assert empty.waiting((0, 2)) == (0, 2)
    assert empty.choice(1) is None


def test_a_choice_is_put_changed_and_taken_back() -> None:
    empty: Sealed[str] = Sealed.empty(2)
    put = empty.put(1, "wall")
    assert put.choice(1) == "wall"
    assert put.have_chosen() == (False, True)
    assert put.waiting((0, 1)) == (0,)
    assert put.put(1, "axe").choice(1) == "axe"
    assert put.put(1, None) == empty


@given(seats, seats, st.integers(), st.integers())
def test_the_order_of_two_seats_does_not_matter(a: int, b: int, x: int, y: int) -> None:
    empty: Sealed[int] = Sealed.empty(4)
    if a != b:
        assert empty.put(a, x).put(b, y) == empty.put(b, y).put(a, x)
    else:
        assert empty.put(a, x).put(b, y).choice(a) == y


@given(seats, st.integers(), st.integers())
def test_what_others_may_know_is_the_same_for_every_choice(seat: int, x: int, y: int) -> None:
    empty: Sealed[int] = Sealed.empty(4)
    assert empty.put(seat, x).have_chosen() == empty.put(seat, y).have_chosen()
