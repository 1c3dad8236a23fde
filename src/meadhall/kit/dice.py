"""Throws many dice at once, fair and fast."""

from meadhall.core.rng import Rng

_FAIR = 252  # 6 * 42: larger bytes would favour small faces, so they are thrown again
_FACES = bytes(byte % 6 + 1 for byte in range(256))
_UNFAIR = bytes(range(_FAIR, 256))


def throw(rng: Rng, count: int) -> tuple[bytes, Rng]:
    """Throw `count` six-sided dice: one byte of 1 to 6 each, and the next generator."""
    dice = b""
    while len(dice) < count:
        # The spare byte makes up for one that is thrown away. How many are drawn decides which dice
        # come next, so recorded matches depend on it.
        drawn, rng = rng.block(count - len(dice) + 1)
        dice += drawn.translate(_FACES, _UNFAIR)
    return dice[:count], rng
