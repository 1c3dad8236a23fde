"""The goal in a sentence, and where everybody sits."""

from functools import lru_cache

from meadhall.core.scene import LAYERS
from meadhall.games.jarls.options import Options
from meadhall.games.jarls.rules import layout
from meadhall.games.jarls.types import State
from meadhall.kit.hexgrid import Hex

ROW = 866  # rows of pointy-top hexes are √3/2 of a hex apart


def goal(state: State) -> str:
    """How one wins."""
    if state.options.teams:
        return "Walk a Jarl of your team onto the Throne, or push all enemy Jarls off the board."
    return "Walk your Jarl onto the Throne, or push every other Jarl off the board."


def homes(state: State) -> tuple[tuple[int, int], ...]:
    """By seat, where the Jarl of its side began. The hex itself may fall with a ring."""
    places = _homes(state.options, state.seats)
    return places[::-1] if state.swapped else places


@lru_cache(LAYERS)
def _homes(options: Options, seats: int) -> tuple[tuple[int, int], ...]:
    return tuple(map(point, layout.homes(options, seats)))


def point(hex_: Hex) -> tuple[int, int]:
    """Where the middle of a hex lies, in thousandths of a hex."""
    q, r = hex_
    return 1000 * q + 500 * r, ROW * r
