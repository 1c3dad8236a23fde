"""Hexes: coordinates, distances, lines, rings and turns."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadhall.core.refusal import Refused
from meadhall.kit.hexgrid import (
    DIRECTIONS,
    ORIGIN,
    Hex,
    direction_of,
    distance,
    hexagon,
    key,
    line,
    neighbour,
    neighbours,
    on_board,
    on_edge,
    opposite,
    parse_key,
    ring,
    rotate_around,
    rotate_ccw,
    rotate_cw,
    to_axial,
    to_cube,
)

coordinates = st.integers(-60, 60)
hexes = st.tuples(coordinates, coordinates)
directions = st.integers(0, 5)


def test_cube_and_axial_are_two_ways_to_write_a_hex() -> None:
    assert to_cube((2, -1)) == (2, -1, -1)
    assert to_axial((2, -1, -1)) == (2, -1)


def test_cube_coordinates_must_add_up_to_zero() -> None:
    with pytest.raises(ValueError, match="must be 0"):
        to_axial((1, 1, 1))


def test_directions_run_from_east_against_the_clock_face() -> None:
    names = ("E", "NE", "NW", "W", "SW", "SE")
    steps = dict(zip(names, DIRECTIONS, strict=True))
    assert steps == {
        "E": (1, 0), "NE": (1, -1), "NW": (0, -1), "W": (-1, 0), "SW": (-1, 1), "SE": (0, 1),
    }  # fmt: skip


def test_distance_from_the_origin() -> None:
    assert distance(ORIGIN, (2, -1)) == 2
    assert distance(ORIGIN, (3, 0)) == 3


def test_a_hex_has_six_neighbours_one_step_away() -> None:
    around = neighbours(ORIGIN)
    assert len(set(around)) == 6
    assert {distance(ORIGIN, hex_) for hex_ in around} == {1}


def test_a_line_includes_both_ends() -> None:
    assert line(ORIGIN, (3, 0)) == ((0, 0), (1, 0), (2, 0), (3, 0))
    assert line((1, 2), (1, 2)) == ((1, 2),)


def test_a_line_that_could_go_two_ways_is_nudged_to_one() -> None:
    assert line(ORIGIN, (1, 1)) == ((0, 0), (1, 0), (1, 1))
    assert line((-3, 6), ORIGIN)[1:5] == ((-2, 5), (-2, 4), (-1, 3), (-1, 2))


def test_the_edge_is_the_outermost_ring() -> None:
    assert on_edge((3, 0), 3)
    assert not on_edge((1, 0), 3)
    assert on_edge((0, 3), 3)


def test_the_board_ends_at_its_radius() -> None:
    assert on_board((2, 1), 3)
    assert not on_board((4, 0), 3)


def test_a_sixth_of_a_turn_either_way() -> None:
    assert to_cube(rotate_cw((1, 0))) == (1, -1, 0)
    assert to_cube(rotate_ccw((1, 0))) == (0, 1, -1)


def test_positive_turns_around_a_centre_are_clockwise() -> None:
    assert rotate_around((3, 2), (2, 2), 1) == (3, 1)
    assert rotate_around((3, 2), (2, 2), -1) == (2, 3)


def test_a_ring_starts_in_the_east_and_walks_north_west_first() -> None:
    assert ring(0) == (ORIGIN,)
    assert ring(1) == ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
    assert ring(2)[:4] == ((2, 0), (2, -1), (2, -2), (1, -2))


@pytest.mark.parametrize("text", ["", "1", "1,2,3", "1,x", "1;2", "1.5,2"])
def test_a_key_that_is_no_hex_is_refused(text: str) -> None:
    with pytest.raises(Refused) as caught:
        parse_key(text)
    assert caught.value.refusal.code == "BAD_HEX"


@pytest.mark.parametrize("radius", range(11))
def test_a_hexagon_is_its_rings(radius: int) -> None:
    board = list(hexagon(radius))
    assert len(board) == 3 * radius * (radius + 1) + 1
    assert set(board) == {hex_ for around in range(radius + 1) for hex_ in ring(around)}
    assert board == sorted(board, key=lambda hex_: (hex_[1], hex_[0]))


@given(hexes)
def test_six_sixths_of_a_turn_are_none(hex_: Hex) -> None:
    turned = hex_
    for _ in range(6):
        turned = rotate_cw(turned)
    assert turned == hex_
    assert rotate_ccw(rotate_cw(hex_)) == hex_


@given(hexes, hexes, st.integers(-12, 12))
def test_turning_keeps_the_distance_to_the_centre(hex_: Hex, centre: Hex, steps: int) -> None:
    turned = rotate_around(hex_, centre, steps)
    assert distance(turned, centre) == distance(hex_, centre)
    assert rotate_around(turned, centre, -steps) == hex_


@given(hexes, hexes, hexes)
def test_distance_is_a_metric(a: Hex, b: Hex, c: Hex) -> None:
    assert (distance(a, b) == 0) == (a == b)
    assert distance(a, b) == distance(b, a)
    assert distance(a, c) <= distance(a, b) + distance(b, c)


@given(hexes, hexes)
def test_a_line_is_the_shortest_way(a: Hex, b: Hex) -> None:
    way = line(a, b)
    assert len(way) == distance(a, b) + 1
    assert (way[0], way[-1]) == (a, b)
    assert all(distance(here, there) == 1 for here, there in pairwise(way))


@given(st.integers(1, 20))
def test_a_ring_is_closed_and_each_hex_is_beside_the_next(radius: int) -> None:
    around = ring(radius)
    assert len(set(around)) == len(around) == 6 * radius
    assert all(on_edge(hex_, radius) for hex_ in around)
    assert all(distance(a, b) == 1 for a, b in pairwise((*around, around[0])))


@given(hexes)
def test_a_key_reads_back(hex_: Hex) -> None:
    assert parse_key(key(hex_)) == hex_
    assert to_axial(to_cube(hex_)) == hex_


@given(hexes, directions, st.integers(1, 30))
def test_what_lies_straight_ahead_has_a_direction(start: Hex, direction: int, steps: int) -> None:
    there = neighbour(start, direction, steps)
    assert direction_of(start, there) == direction
    assert direction_of(there, start) == opposite(direction)
    assert neighbour(there, opposite(direction), steps) == start


def test_what_lies_aside_has_no_direction() -> None:
    assert direction_of(ORIGIN, (1, 1)) is None
    assert direction_of(ORIGIN, ORIGIN) is None
