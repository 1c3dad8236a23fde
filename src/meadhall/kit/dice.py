"""Dice in bulk, fair and quick."""

from meadhall.core.rng import Rng

_FAIR = 252  # bytes from here on would favour small faces and are thrown again
_FACES = bytes(byte % 6 + 1 for byte in range(256))
_UNFAIR = bytes(range(_FAIR, 256))


def throw(rng: Rng, count: int) -> tuple[bytes, Rng]:
    """So many six-sided dice, one byte of 1..6 each, and the generator to go on with."""
    dice = b""
    while len(dice) < count:
        drawn, rng = rng.block(count - len(dice) + 1)
        dice += drawn.translate(_FACES, _UNFAIR)
    return dice[:count], rng
