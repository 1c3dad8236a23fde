"""Boards before the first move."""

from itertools import product

import pytest

from meadhall.core.game import Traits, start
from meadhall.core.options import parse_options
from meadhall.core.refusal import Refused
from meadhall.core.rng import Rng
from meadhall.games.jarls import GAME
from meadhall.games.jarls.options import Options, Terrain
from meadhall.games.jarls.rules.board import grid
from meadhall.games.jarls.rules.layout import (
    generate_holes,
    generate_shields,
    hole_sites,
    keeps_lines_clear,
    place_warriors,
    radius_of,
    shield_sites,
    starts,
    warrior_order,
    where_pieces_stand,
)
from meadhall.games.jarls.rules.pieces import EMPTY, HOLE, NAMES, is_shield, jarl, owner
from meadhall.games.jarls.rules.scales import CLASSIC, hole_count
from meadhall.games.jarls.types import State
from meadhall.kit.hexgrid import ORIGIN, Hex, distance, line, on_edge, rotate_around

pytestmark = pytest.mark.clause("Board", "Pieces", "Shields", "Options")

PLAYERS = (2, 3, 4, 5, 6)
RADII = range(3, 11)
TERRAINS: tuple[Terrain, ...] = ("calm", "treacherous", "chaotic")
RULESETS = ("holes", "shields")

START_TABLE = {
    2: ["3,0: 2,0 1,0 2,1 3,-1 1,2", "-3,0: -2,0 -1,0 -2,-1 -3,1 -1,-2"],
    3: [
        "5,0: 4,0 3,0 2,0 1,0 4,1",
        "-5,5: -4,4 -3,3 -2,2 -1,1 -5,4",
        "0,-5: 0,-4 0,-3 0,-2 0,-1 1,-5",
    ],
    4: [
        "6,0: 5,0 4,0 3,0 2,0",
        "-3,6: -2,5 -2,4 -1,3 -1,2",
        "-6,0: -5,0 -4,0 -3,0 -2,0",
        "3,-6: 3,-5 2,-4 2,-3 1,-2",
    ],
    5: [
        "7,0: 6,0 5,0 4,0 3,0",
        "-2,7: -2,6 -1,5 -1,4 -1,3",
        "-7,4: -6,3 -5,3 -4,2 -3,2",
        "-3,-4: -3,-3 -2,-3 -2,-2 -1,-2",
        "5,-7: 4,-6 4,-5 3,-4 2,-3",
    ],
    6: [
        "8,0: 7,0 6,0 5,0 4,0",
        "0,8: 0,7 0,6 0,5 0,4",
        "-8,8: -7,7 -6,6 -5,5 -4,4",
        "-8,0: -7,0 -6,0 -5,0 -4,0",
        "0,-8: 0,-7 0,-6 0,-5 0,-4",
        "8,-8: 7,-7 6,-6 5,-5 4,-4",
    ],
}


def begin(seats: int, seed: str = "1", **options: object) -> State:
    """A classic board, unless the options say more."""
    chosen = Options(**{"standard": "classic", **options})  # type: ignore[arg-type]  # names and values come from tables
    return start(GAME, chosen, seats, Rng(seed))


def places(state: State) -> dict[str, Hex]:
    hexes = grid(state.radius).hexes
    return {NAMES[c]: hexes[i] for i, c in enumerate(state.board) if c not in (EMPTY, HOLE)}


def obstacles(state: State) -> list[Hex]:
    hexes = grid(state.radius).hexes
    return [hexes[i] for i, c in enumerate(state.board) if c == HOLE or is_shield(c)]


@pytest.mark.parametrize("seats", PLAYERS)
def test_j1_starts_are_those_of_the_table(seats: int) -> None:
    at = places(begin(seats))
    for number, row in enumerate(START_TABLE[seats], start=1):
        names = [
            f"p{number}-j",
            *(f"p{number}-w{n}" for n in range(1, CLASSIC[seats].warriors + 1)),
        ]
        found = [f"{at[name][0]},{at[name][1]}" for name in names]
        assert f"{found[0]}: {' '.join(found[1:])}" == row


@pytest.mark.parametrize("seats", PLAYERS)
@pytest.mark.parametrize("radius", RADII)
def test_j1_jarls_stand_on_different_edge_hexes_equally_far_from_the_throne(
    seats: int, radius: int
) -> None:
    found = starts(seats, radius)
    assert len(set(found)) == seats
    assert all(on_edge(hex_, radius) for hex_ in found)


def test_j1_on_odd_radii_the_side_seats_still_face_each_other() -> None:
    _, south, _, north = starts(4, 3)
    assert south == (-north[0], -north[1])


@pytest.mark.parametrize("seats", PLAYERS)
@pytest.mark.parametrize("radius", RADII)
@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_board_has_room_for_everybody(seats: int, radius: int, ruleset: str) -> None:
    for seed, terrain in product("abcde", TERRAINS):
        state = begin(seats, seed, radius=radius, ruleset=ruleset, terrain=terrain)
        owners = [owner(code) for code in state.board]
        for seat in range(seats):
            assert owners.count(seat) == CLASSIC[seats].warriors + 1
            assert jarl(seat) in state.board
        wanted = CLASSIC[seats].shields if ruleset == "shields" else None
        assert wanted in (None, len(obstacles(state)))
        assert keeps_lines_clear(obstacles(state), seats, radius)


def test_the_board_has_every_hex_once() -> None:
    assert len(grid(3).hexes) == len(set(grid(3).hexes)) == 37


def test_radius_fits_the_players_unless_asked_for() -> None:
    assert [radius_of(Options(standard="classic"), seats) for seats in PLAYERS] == [3, 5, 6, 7, 8]
    assert radius_of(Options(radius=10), 2) == 10


@pytest.mark.parametrize(
    ("seats", "counts"),
    [(2, (3, 4, 4)), (3, (5, 9, 14)), (4, (6, 11, 17)), (5, (6, 13, 19)), (6, (7, 15, 22))],
)
def test_terrain_says_how_many_holes_there_are(seats: int, counts: tuple[int, ...]) -> None:
    found = [len(obstacles(begin(seats, terrain=terrain))) for terrain in TERRAINS]
    assert tuple(found) == counts


def test_more_holes_are_wanted_than_fit_on_the_smallest_board() -> None:
    assert [hole_count(terrain, 3) for terrain in TERRAINS] == [3, 6, 9]
    assert len(hole_sites(2, 3)) == 4


@pytest.mark.parametrize("seats", PLAYERS)
def test_holes_keep_off_edge_throne_and_lines_home(seats: int) -> None:
    radius = CLASSIC[seats].radius
    holes, _ = generate_holes("chaotic", seats, CLASSIC[seats], Rng("7"))
    ways = {hex_ for hex_ in starts(seats, radius) for hex_ in line(hex_, ORIGIN)}
    for hole in holes:
        assert 1 <= distance(hole, ORIGIN) <= radius - 2
        assert hole not in ways


def test_holes_differ_with_the_seed_and_only_with_it() -> None:
    draws = [generate_holes("calm", 6, CLASSIC[6], Rng(seed))[0] for seed in ("1", "1", "2")]
    assert draws[0] == draws[1] != draws[2]


def rotate(shields: tuple[Hex, ...], sixths: int) -> set[Hex]:
    return {rotate_around(hex_, ORIGIN, sixths) for hex_ in shields}


@pytest.mark.parametrize("seed", range(40))
def test_j2_two_players_have_two_half_turn_pairs_and_one_shield_between_them(seed: int) -> None:
    shields, _ = generate_shields(2, CLASSIC[2], Rng(str(seed)))
    one, other = starts(2, 3)
    assert len(set(shields)) == 5
    *pairs, lone = shields
    assert rotate(tuple(pairs), 3) == set(pairs)
    assert distance(lone, one) == distance(lone, other)


@pytest.mark.parametrize("seed", range(20))
def test_j2_three_players_have_a_third_of_a_turn_triple_and_one_more(seed: int) -> None:
    shields, _ = generate_shields(3, CLASSIC[3], Rng(str(seed)))
    assert len(set(shields)) == 4
    assert rotate(shields[:3], 2) == set(shields[:3])


@pytest.mark.parametrize("seed", range(20))
def test_j2_four_players_have_two_half_turn_pairs(seed: int) -> None:
    shields, _ = generate_shields(4, CLASSIC[4], Rng(str(seed)))
    assert len(shields) == 4
    assert rotate(shields, 3) == set(shields)


def test_j2_five_players_have_any_three_and_six_a_triple() -> None:
    assert len(set(generate_shields(5, CLASSIC[5], Rng("1"))[0])) == 3
    triple, _ = generate_shields(6, CLASSIC[6], Rng("1"))
    assert len(triple) == 3
    assert rotate(triple, 2) == set(triple)


@pytest.mark.parametrize("seats", PLAYERS)
@pytest.mark.parametrize("seed", "123456789")
def test_j2_shields_keep_inside_and_every_player_keeps_a_clear_line(seats: int, seed: str) -> None:
    radius = CLASSIC[seats].radius
    shields, _ = generate_shields(seats, CLASSIC[seats], Rng(seed))
    assert set(shields) <= set(shield_sites(seats, radius))
    assert all(1 <= distance(hex_, ORIGIN) < radius for hex_ in shields)
    assert keeps_lines_clear(shields, seats, radius)


def test_a_shield_on_a_line_home_is_noticed() -> None:
    assert not keeps_lines_clear([(2, 0)], 2, 3)


def test_warriors_go_around_obstacles_and_never_onto_the_throne() -> None:
    order = where_pieces_stand(warrior_order((3, 0)), 3)
    assert place_warriors(order, 5, ()) == (
        (2, 0),
        (1, 0),
        (2, 1),
        (3, -1),
        (1, 2),
    )
    assert place_warriors(order, 5, ((2, 0), (2, 1)))[:3] == (
        (1, 0),
        (3, -1),
        (1, 2),
    )


@pytest.mark.parametrize(
    ("given", "place"),
    [
        ({"radius": "2"}, "radius"),
        ({"radius": "11"}, "radius"),
        ({"radius": "big"}, "radius"),
        ({"terrain": "lava"}, "terrain"),
        ({"ruleset": "swords"}, "ruleset"),
        ({"turn_timer": "0"}, "turn_timer"),
        ({"starvation_rounds": "0"}, "starvation_rounds"),
        ({"starvation_repeat": "99"}, "starvation_repeat"),
        ({"draw_after_rounds": "1"}, "draw_after_rounds"),
        ({"fog": "perhaps"}, "fog"),
        ({"rivers": "3"}, "rivers"),
    ],
)
def test_an_option_that_is_not_allowed_is_named(given: dict[str, str], place: str) -> None:
    with pytest.raises(Refused) as caught:
        parse_options(Options, given)
    assert place in caught.value.refusal.objects
    assert caught.value.refusal.code in ("BAD_OPTION", "UNKNOWN_OPTION")


@pytest.mark.parametrize("seats", [0, 1, 7, 8])
def test_a_player_count_outside_of_two_to_six_is_refused(seats: int) -> None:
    with pytest.raises(Refused) as caught:
        start(GAME, Options(), seats, Rng("1"))
    assert caught.value.refusal.code == "BAD_SEAT_COUNT"


def test_options_of_the_other_ruleset_change_nothing() -> None:
    plain, changed = begin(2), begin(2, starvation_rounds=3, shield_draft=True)
    assert plain.board == changed.board
    plain, changed = begin(2, ruleset="shields"), begin(2, ruleset="shields", terrain="chaotic")
    assert plain.board == changed.board


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        (Options(), Traits()),
        (Options(fog=True), Traits(hidden=True)),
        (Options(ruleset="shields"), Traits(simultaneous=True, hidden=True)),
    ],
)
def test_traits_follow_from_the_options(options: Options, expected: Traits) -> None:
    assert [GAME.traits(options, seats) for seats in PLAYERS] == [expected] * len(PLAYERS)
