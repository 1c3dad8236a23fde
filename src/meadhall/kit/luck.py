"""Random numbers for compiled code: a linear congruential generator with one number as its state.

It is for playouts, which must be fast and need no secrecy; matches draw from `core.rng`. In
compiled code the value of a product that overflows 64 bits is undefined, so no product here does.
"""

WORD = (1 << 42) - 1
"""The largest number of the generator; of a larger seed only the lower bits count."""
# The multiplier is below 2**21, so products stay below 2**63. It is 1 modulo 4 and the increment is
# odd, so the period is full for every power of two.
MULTIPLIER, INCREMENT = 1_664_525, 1_013_904_223
# Together they are the 42 bits of WORD. A bound below 2**33 does not overflow.
DRAWN_BITS, SPARE_BITS = 30, 12


def random_step(random: int) -> int:
    """The number that follows this one."""
    return ((random & WORD) * MULTIPLIER + INCREMENT) & WORD


def draw(random: int, bound: int) -> int:
    """A number from 0 to below `bound`, from the upper bits: the lower ones repeat too quickly."""
    return (random >> SPARE_BITS) * bound >> DRAWN_BITS


# Small enough that products stay below 2**63, odd so that nothing is lost.
_SCATTER = 1_540_483
_HALF_BITS = 21


def scatter(random: int) -> int:
    """A number that looks unrelated to this one: for a generator with a start of its own.

    Numbers of the same generator would be the same sequence, only shifted.
    """
    random &= WORD
    for _ in range(3):
        random = ((random ^ random >> _HALF_BITS) * _SCATTER) & WORD
    return random ^ random >> _HALF_BITS
