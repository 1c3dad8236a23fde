"""The cache by identity: one result per object, and no more of them than wanted."""

from meadhall.kit.identity_cache import identity_cache

Number = tuple[int, ...]


def make() -> Number:
    return tuple(range(3))


def test_the_same_objects_give_the_same_result() -> None:
    calls: list[Number] = []

    @identity_cache(10)
    def reverse(one: Number, two: Number) -> Number:
        calls.append(one)
        return (*two[::-1], *one[::-1])

    one, two = make(), make()
    assert reverse(one, two) is reverse(one, two)
    assert calls == [one]
    assert reverse(two, one) == reverse(one, two)
    assert len(calls) == 2, "equal, but other objects"


def test_the_oldest_results_are_dropped_first() -> None:
    calls: list[Number] = []

    @identity_cache(2)
    def copy(one: Number) -> Number:
        calls.append(one)
        return one

    first, second, third = make(), make(), make()
    for one in (first, second, third, second, third):
        assert copy(one) is one
    assert len(calls) == 3
    copy(first)
    assert len(calls) == 4


def test_an_argument_lives_as_long_as_its_result() -> None:
    @identity_cache(100)
    def total(one: Number) -> int:
        return sum(one)

    # Without that, a new tuple could get the id of an old one, and its result.
    assert [total((number, 0)) for number in range(50)] == list(range(50))
