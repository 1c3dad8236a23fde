"""What people call hexes, houses, knights and alliances.

States, actions and notation use short names of their own: hex 52, `Sir Ann 0`, `Ann's Alliance`.
Sentences never do. They call a player `seat 1`, which the page replaces by the player's own name.
"""

import re
from functools import cache, lru_cache
from string import ascii_uppercase
from typing import Final

from meadhall.core.seats import Seat, seat_name
from meadhall.games.secret_toaster.rules.board import CASTLE, coordinates
from meadhall.games.secret_toaster.types import NAMES, HexId

HOUSES: Final = ("Raven", "Stag", "Wolf", "Bear", "Otter", "Lynx")
"""The house of each seat; no two begin with the same letter."""
_FIRST_NAMES: Final = (
    ("Kay", "Bors", "Owain", "Gareth", "Lucan", "Tor"),
    ("Bedivere", "Hector", "Percival", "Lionel", "Sagramor", "Pelleas"),
    ("Gawain", "Dinadan", "Erec", "Caradoc", "Marhaus", "Griflet"),
    ("Tristan", "Safir", "Palamedes", "Aglovale", "Mador", "Brunor"),
    ("Galahad", "Agravain", "Constantine", "Melias", "Dagonet", "Urry"),
    ("Alisander", "Degore", "Elyan", "Ironside", "Lamorak", "Persant"),
)
"""The first names of each house's first knights, its second knights, and so on."""
_KNIGHT: Final = re.compile(rf"Sir ({'|'.join(NAMES)}) (\d+)")
_ALLIANCE: Final = re.compile(rf"({'|'.join(NAMES)})'s Alliance( \d+)?")
_KEPT: Final = 2048


@cache
def hex_name(hex_: HexId) -> str:
    """The letter of its row, from the top, and its place in the row: `F3`; or `the castle`."""
    x, y = coordinates(hex_)
    return "the castle" if hex_ == CASTLE else f"{ascii_uppercase[y]}{x + 1}"


def house(seat: Seat) -> str:
    """The seat's house: `House Raven`."""
    return f"House {HOUSES[seat]}"


@lru_cache(_KEPT)
def short_knight(name: str) -> str:
    """The knight as his own house calls him: `Sir Kay`."""
    known = _KNIGHT.fullmatch(name)
    if known is None:
        return name
    again, number = divmod(int(known[2]), len(_FIRST_NAMES))
    first = _FIRST_NAMES[number][NAMES.index(known[1])]
    return f"Sir {first} {again + 1}" if again else f"Sir {first}"


@lru_cache(_KEPT)
def knight_title(name: str) -> str:
    """The knight as everybody calls him: `Sir Kay of House Raven`."""
    known = _KNIGHT.fullmatch(name)
    return f"{short_knight(name)} of {house(NAMES.index(known[1]))}" if known else name


@lru_cache(_KEPT)
def alliance_title(name: str) -> str:
    """The name that its members gave an alliance, or whose it is: `seat 1's alliance`."""
    known = _ALLIANCE.fullmatch(name)
    if known is None:
        return name
    return f"{seat_name(NAMES.index(known[1]))}'s alliance{known[2] or ''}"
