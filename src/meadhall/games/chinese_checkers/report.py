"""What balance reports compare with winning."""

from collections.abc import Mapping

from meadhall.core.seats import Seat
from meadhall.games.chinese_checkers.rules.board import (
    CORNER_OF,
    CORNERS,
    SEATINGS,
    SIZE,
    UNEVEN,
    empty_corner,
)
from meadhall.games.chinese_checkers.types import State

_TURNS = ("first", "second", "third", "fourth", "fifth", "sixth")
_PLACES = {1: "next to the empty one", 2: "two from the empty one", 3: "opposite the empty one"}


def features(state: State, seat: Seat) -> Mapping[str, str]:
    """When the seat moves in a round and, with five players, where its corner is."""
    corners = SEATINGS[state.seats][state.seating]
    found = {}
    # The first move of a match starts in its player's home.
    begun_in = CORNER_OF[state.history[0] // SIZE] if state.history else None
    if begun_in in corners:
        found["turn"] = _TURNS[(seat - corners.index(begun_in)) % state.seats]
    if state.seats == UNEVEN:
        apart = abs(corners[seat] - empty_corner(state.seating))
        found["corner"] = _PLACES[min(apart, CORNERS - apart)]
    return found
