"""The generator: the same numbers everywhere, uniform, and unchanged by drawing."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from meadhall.core.rng import Rng

seeds = st.text(max_size=20)

KNOWN_DRAWS = [14, 23, 52, 78, 16, 49, 79, 81]
KNOWN_ORDER = "ghbadefc"
KNOWN_BLOCK = "4d8971f22832f764"
KNOWN_FORK = 929


def test_known_answers_never_change() -> None:
    draws, rng = [], Rng("meadhall")
    for _ in range(8):
        value, rng = rng.below(100)
        draws.append(value)
    assert draws == KNOWN_DRAWS
    assert Rng("meadhall").shuffle("abcdefgh")[0] == tuple(KNOWN_ORDER)
    assert Rng("meadhall").block(8)[0].hex() == KNOWN_BLOCK
    assert Rng("meadhall", 3).fork("bot").below(1000)[0] == KNOWN_FORK


@given(seeds, st.integers(1, 10**12))
def test_a_draw_is_in_range_and_does_not_change_the_generator(seed: str, bound: int) -> None:
    rng = Rng(seed)
    value, after = rng.below(bound)
    assert 0 <= value < bound
    assert rng == Rng(seed)
    assert after.counter > rng.counter
    assert rng.below(bound) == (value, after)


@pytest.mark.parametrize("bound", [0, -1])
def test_an_empty_range_is_an_error(bound: int) -> None:
    with pytest.raises(ValueError, match="at least 1"):
        Rng("x").below(bound)


@settings(max_examples=20)
@given(seeds, st.integers(2, 12))
def test_draws_are_uniform(seed: str, bound: int) -> None:
    rng, counts, draws = Rng(seed), Counter[int](), 400 * bound
    for _ in range(draws):
        value, rng = rng.below(bound)
        counts[value] += 1
    expected = draws / bound
    chi_square = sum((counts[v] - expected) ** 2 / expected for v in range(bound))
    assert chi_square < bound - 1 + 7 * (2 * (bound - 1)) ** 0.5  # seven standard deviations


def test_a_very_large_bound_is_not_biased() -> None:
    bound = 3 * (1 << 62)  # without rejection a third of the values would come twice as often
    rng, small_values = Rng("bias"), 0
    for _ in range(3000):
        value, rng = rng.below(bound)
        small_values += value < bound // 3
    assert 850 < small_values < 1150  # 1,000 expected; 1,500 with the bias
    assert rng.counter > 3000  # some words were rejected


@given(seeds, st.lists(st.integers(), max_size=20))
def test_shuffle_keeps_every_item(seed: str, items: list[int]) -> None:
    shuffled, _ = Rng(seed).shuffle(items)
    assert sorted(shuffled) == sorted(items)


def test_shuffle_gives_every_order_equally_often() -> None:
    orders = Counter(Rng(str(i)).shuffle("abc")[0] for i in range(1200))
    assert len(orders) == 6
    assert all(130 < count < 270 for count in orders.values())


@given(seeds, st.lists(st.integers(), min_size=1))
def test_choice_is_one_of_the_items(seed: str, items: list[int]) -> None:
    assert Rng(seed).choice(items)[0] in items


@given(seeds, st.integers(0, 300))
def test_a_shorter_block_is_the_beginning_of_a_longer_one(seed: str, size: int) -> None:
    block, after = Rng(seed).block(size)
    assert len(block) == size
    assert Rng(seed).block(size // 2)[0] == block[: size // 2]
    assert after.counter == -(-size // 64)


def test_block_bytes_are_uniform() -> None:
    block, _ = Rng("bytes").block(256 * 200)
    counts = Counter(block)
    assert sum((counts[v] - 200) ** 2 / 200 for v in range(256)) < 255 + 7 * (2 * 255) ** 0.5


@given(seeds, st.text(max_size=5), st.text(max_size=5))
def test_forks_differ_exactly_if_their_labels_do(seed: str, a: str, b: str) -> None:
    rng = Rng(seed)
    assert rng.fork(a) == rng.fork(a)
    assert (rng.fork(a) == rng.fork(b)) == (a == b)
    assert rng.fork(a).below(1 << 60)[0] != rng.below(1 << 60)[0]
