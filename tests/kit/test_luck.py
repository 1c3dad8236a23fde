"""The generator gives the same numbers compiled as in plain Python, and its draws are fair."""

from collections import Counter

import pytest

from meadhall.core.fast_lane import Array
from meadhall.kit.compiled import bind, kernel
from meadhall.kit.luck import WORD, draw, random_step, scatter


def fill(draws: Array, random: int, bound: int) -> None:
    for number in range(len(draws)):
        random = random_step(random)
        draws[number] = draw(random, bound)


def test_compiled_and_plain_draws_are_the_same_and_below_the_bound() -> None:
    """The compiler optimises the whole loop: an overflow in it would change the draws."""
    np = pytest.importorskip("numpy")
    pytest.importorskip("numba")
    plainly, compiled = np.zeros((2, 1000), np.int64)
    fill(plainly, 12345, 6)
    names = {"random_step": kernel(random_step), "draw": kernel(draw)}
    bind(fill, names)(compiled, 12345, 6)
    assert list(plainly) == list(compiled)
    assert set(compiled) == set(range(6))


@pytest.mark.parametrize("seed", [0, 1, WORD, 1 << 62])
def test_pairs_of_draws_are_fair(seed: int) -> None:
    random, pairs = seed, Counter[tuple[int, int]]()
    for _ in range(36_000):
        random = random_step(random)
        first = draw(random, 6)
        random = random_step(random)
        pairs[first, draw(random, 6)] += 1
    assert len(pairs) == 36
    assert all(850 < count < 1150 for count in pairs.values())


def test_scattered_numbers_differ_and_begin_sequences_of_their_own() -> None:
    starts = [scatter(number) for number in range(1000)]
    assert len(set(starts)) == 1000
    assert all(0 <= start <= WORD for start in starts)
    assert starts[1] not in {random_step(starts[0]), random_step(random_step(starts[0]))}
