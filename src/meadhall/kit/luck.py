"""Luck for compiled code: a plain linear generator whose whole state is one number.

It is for playouts, where quick matters and nobody can look ahead; matches draw from `core.rng`.
Machine words that overflow have no defined value in compiled code, so no product here does.
"""

WORD = (1 << 42) - 1
"""What a number of the generator is at most; of any other seed the lower bits count."""
MULTIPLIER, INCREMENT = 1_664_525, 1_013_904_223
DRAWN_BITS, SPARE_BITS = 30, 12


def random_step(random: int) -> int:
    """The next number of the generator."""
    return ((random & WORD) * MULTIPLIER + INCREMENT) & WORD


def draw(random: int, bound: int) -> int:
    """A number below the bound from the generator's upper bits."""
    return (random >> SPARE_BITS) * bound >> DRAWN_BITS
