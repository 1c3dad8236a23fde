"""Dice are as many as asked for, fair, and the same for the same generator."""

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from meadhall.core.rng import Rng
from meadhall.kit.dice import throw


@settings(deadline=None)
@given(st.integers(0, 500), st.text(max_size=5))
def test_as_many_dice_as_asked_for_all_with_six_faces(count: int, seed: str) -> None:
    dice, rng = throw(Rng(seed), count)
    assert len(dice) == count
    assert set(dice) <= set(range(1, 7))
    assert throw(Rng(seed), count) == (dice, rng)


def test_the_generator_goes_on() -> None:
    first, rng = throw(Rng("dice"), 100)
    second, _ = throw(rng, 100)
    assert first != second


def test_bytes_that_would_favour_small_faces_are_thrown_again() -> None:
    """For some seeds there is such a byte among the first 64; there are still enough dice."""
    for seed in range(40):
        drawn, _ = Rng(str(seed)).block(64)
        dice, _ = throw(Rng(str(seed)), 64)
        fair = bytes(byte % 6 + 1 for byte in drawn if byte < 252)
        assert dice.startswith(fair[:60])


def test_faces_are_equally_likely() -> None:
    counts = Counter(throw(Rng("fair"), 60_000)[0])
    assert all(9_600 < counts[face] < 10_400 for face in range(1, 7))
