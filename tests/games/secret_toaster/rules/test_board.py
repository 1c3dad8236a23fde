"""The map: hexes, keeps and roads."""

from collections import Counter

import pytest

from meadhall.games.secret_toaster.rules.board import (
    CASTLE,
    CLOCKWISE,
    CONNECTORS,
    DISTANCE,
    HEXES,
    KEEPS,
    NEIGHBOUR_SLOTS,
    NEIGHBOURS,
    PLAYABLE,
    ROADS,
    TYPES,
    axial,
    homeland,
)
from meadhall.kit.hexgrid import distance, rotate_around

pytestmark = pytest.mark.clause("The map")


def test_there_are_55_hexes_to_play_on() -> None:
    assert Counter(TYPES) == {"LAND": 48, "KEEP": 6, "CASTLE": 1, "BLANK": 55}
    assert len(PLAYABLE) == 55
    assert (CASTLE, KEEPS) == (55, (23, 26, 52, 58, 83, 86))
    assert CLOCKWISE == (26, 58, 86, 83, 52, 23)


def test_t1_neighbours_are_mutual_and_keep_their_slots_at_the_border() -> None:
    assert NEIGHBOUR_SLOTS[59] == (49, None, 69, 68, 58, 48)
    for hex_ in range(HEXES):
        assert len(NEIGHBOUR_SLOTS[hex_]) == 6
        assert all(hex_ in NEIGHBOURS[near] for near in NEIGHBOURS[hex_])
        assert all(distance(axial(hex_), axial(near)) == 1 for near in NEIGHBOURS[hex_])


def test_the_map_looks_the_same_from_every_keep() -> None:
    cells = {axial(hex_): TYPES[hex_] for hex_ in PLAYABLE}
    turned = {rotate_around(cell, axial(CASTLE), 1): type_ for cell, type_ in cells.items()}
    assert turned == cells
    ring = [axial(keep) for keep in CLOCKWISE]
    turns = [rotate_around(cell, axial(CASTLE), 1) for cell in ring]
    assert turns in (ring[1:] + ring[:1], ring[-1:] + ring[:-1])


def test_a_keep_is_three_steps_from_the_castle_and_its_two_neighbours() -> None:
    for place, keep in enumerate(CLOCKWISE):
        assert DISTANCE[keep][CASTLE] == 3
        assert DISTANCE[keep][CLOCKWISE[place - 1]] == 3
        assert set(homeland(keep)) == {keep, *NEIGHBOURS[keep]}
    assert sorted(CLOCKWISE) == list(KEEPS)
    assert all(TYPES[hex_] == "LAND" for hex_ in CONNECTORS)


def test_roads_lead_over_land_only() -> None:
    assert 60 in NEIGHBOURS[51]
    assert 60 not in ROADS[51]
    assert DISTANCE[52][0] == HEXES
