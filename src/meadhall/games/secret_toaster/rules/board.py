"""The map: 110 hexes, 55 of them land, with keeps, homelands and the castle.

Rows are numbered downwards; even rows are shifted half a hex to the right. A hex id is x + 10 * y.
"""

from typing import Literal, TypeAlias

from meadhall.games.secret_toaster.types import HexId

HexType: TypeAlias = Literal["BLANK", "LAND", "KEEP", "CASTLE"]

COLUMNS, ROWS = 10, 11
HEXES = COLUMNS * ROWS
CASTLE: HexId = 55
KEEPS: tuple[HexId, ...] = (23, 26, 52, 58, 83, 86)
"""By id. Free keeps are dealt from this list, so its order is part of the rules."""
CLOCKWISE: tuple[HexId, ...] = (26, 58, 86, 83, 52, 23)
CONNECTORS: tuple[HexId, ...] = (35, 43, 46, 63, 66, 75)

# NE, E, SE, SW, W, NW
_ODD_ROW = ((0, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (-1, -1))
_EVEN_ROW = ((1, -1), (1, 0), (1, 1), (0, 1), (-1, 0), (0, -1))


def coordinates(hex_: HexId) -> tuple[int, int]:
    """Column and row."""
    return hex_ % COLUMNS, hex_ // COLUMNS


def axial(hex_: HexId) -> tuple[int, int]:
    """The hex as (q, r), for distances."""
    # Even rows are the shifted ones, so half of y is rounded up.
    x, y = coordinates(hex_)
    return x - (y + y % 2) // 2, y


def _neighbours(hex_: HexId) -> tuple[HexId | None, ...]:
    x, y = coordinates(hex_)
    around = [(x + dx, y + dy) for dx, dy in (_ODD_ROW if y % 2 else _EVEN_ROW)]
    return tuple(
        nx + COLUMNS * ny if 0 <= nx < COLUMNS and 0 <= ny < ROWS else None for nx, ny in around
    )


NEIGHBOUR_SLOTS: tuple[tuple[HexId | None, ...], ...] = tuple(map(_neighbours, range(HEXES)))
"""The neighbours of each hex in the order NE, E, SE, SW, W, NW; `None` off the board."""
NEIGHBOURS: tuple[tuple[HexId, ...], ...] = tuple(
    tuple(slot for slot in slots if slot is not None) for slots in NEIGHBOUR_SLOTS
)


def _type(hex_: HexId) -> HexType:
    if hex_ == CASTLE:
        return "CASTLE"
    if hex_ in KEEPS:
        return "KEEP"
    beside = any(near in KEEPS or near == CASTLE for near in NEIGHBOURS[hex_])
    return "LAND" if beside or hex_ in CONNECTORS else "BLANK"


TYPES: tuple[HexType, ...] = tuple(map(_type, range(HEXES)))
PLAYABLE: tuple[HexId, ...] = tuple(h for h in range(HEXES) if TYPES[h] != "BLANK")
ROADS: tuple[tuple[HexId, ...], ...] = tuple(
    tuple(near for near in nears if TYPES[near] != "BLANK") for nears in NEIGHBOURS
)
"""The neighbours of each hex that are land."""


def homeland(keep: HexId) -> tuple[HexId, ...]:
    """The keep first, then its six neighbours by id."""
    return (keep, *sorted(NEIGHBOURS[keep]))


# Breadth first. `_reach` fills `steps` while it filters, so no hex enters `edge` twice.
def distances(goal: HexId) -> tuple[int, ...]:
    """Steps over land from every hex to the goal; from a blank hex `HEXES`, that is, too far."""
    steps, edge = {goal: 0}, [goal]
    while edge:
        edge = [near for here in edge for near in ROADS[here] if _reach(steps, here, near)]
    return tuple(steps.get(hex_, HEXES) for hex_ in range(HEXES))


def _reach(steps: dict[HexId, int], here: HexId, near: HexId) -> bool:
    """Note the distance of a hex that is reached for the first time."""
    if near in steps:
        return False
    steps[near] = steps[here] + 1
    return True


DISTANCE: tuple[tuple[int, ...], ...] = tuple(map(distances, range(HEXES)))
"""Steps between any two hexes."""
