"""The options that shape a board: starts, symmetry, numbers of pieces, and a board of one's own."""

from itertools import product

import pytest

from meadhall.core.game import start
from meadhall.core.options import option_specs
from meadhall.core.refusal import Refused
from meadhall.core.rng import Rng
from meadhall.games.jarls import GAME
from meadhall.games.jarls.options import Options, Ruleset, Terrain
from meadhall.games.jarls.rules.board import grid
from meadhall.games.jarls.rules.layout import homes, lines_to_throne, race_length, starts
from meadhall.games.jarls.rules.pieces import EMPTY, HOLE, STRIDE, is_shield, jarl, owner
from meadhall.games.jarls.rules.scales import CLASSIC, EVEN, FAIR, TURNS, scale
from meadhall.games.jarls.rules.turns import skip_turn
from meadhall.games.jarls.types import State
from meadhall.kit.hexgrid import ORIGIN, Hex, distance, on_edge, rotate_around

pytestmark = pytest.mark.clause("Board", "Options", "First move", "A board of your own")

PLAYERS = (2, 3, 4, 5, 6)
RULESETS: tuple[Ruleset, ...] = ("holes", "shields")
TERRAINS: tuple[Terrain, ...] = ("calm", "treacherous", "chaotic")


def begin(seats: int, seed: str = "1", **options: object) -> State:
    return start(GAME, Options(**options), seats, Rng(seed))  # type: ignore[arg-type]  # names and values come from tables


def contents(state: State) -> dict[Hex, int]:
    pairs = zip(grid(state.radius).hexes, state.board, strict=True)
    return {hex_: code for hex_, code in pairs if code != EMPTY}


def obstacles(state: State) -> set[Hex]:
    return {h for h, code in contents(state).items() if code == HOLE or is_shield(code)}


def mirror(hex_: Hex, seats: int, seat: int) -> Hex:
    """Where seat 0's hex is seen from the seat, for the tables whose seats are all alike."""
    if seats == 4 and seat in (1, 3):
        q, r = hex_
        return (-q - r, r) if seat == 1 else (q + r, -r)
    return rotate_around(hex_, ORIGIN, -seat * 6 // seats)


@pytest.mark.parametrize("seats", [2, 3, 4, 6])
@pytest.mark.parametrize("radius", range(3, 11))
def test_j12_mirrored_starts_are_images_of_the_first_one(seats: int, radius: int) -> None:
    state = begin(seats, radius=radius, starts="mirrored", terrain="calm", symmetry=False)
    clear = {h: code for h, code in contents(state).items() if code >= STRIDE}
    first = {h: code % STRIDE for h, code in clear.items() if owner(code) == 0}
    assert all(on_edge(hex_, radius) for hex_ in starts(seats, radius, "mirrored"))
    jarls = [h for h, number in first.items() if number == 0]
    for seat in range(seats):
        assert clear[mirror(jarls[0], seats, seat)] == jarl(seat)
    lines = lines_to_throne(seats, radius, "mirrored")
    assert {mirror(hex_, seats, seat) for hex_ in lines for seat in range(seats)} == lines


def test_j12_four_mirrored_starts_are_as_far_from_their_neighbours_on_both_sides() -> None:
    at = starts(4, 6, "mirrored")
    assert distance(at[0], at[1]) == distance(at[2], at[3])
    assert distance(at[1], at[2]) == distance(at[3], at[0])
    assert starts(4, 6) == ((6, 0), (-3, 6), (-6, 0), (3, -6))


@pytest.mark.parametrize("seats", PLAYERS)
@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("seed", "abc")
def test_j12_symmetric_boards_look_alike_from_all_seats(
    seats: int, ruleset: Ruleset, seed: str
) -> None:
    for terrain in TERRAINS:
        state = begin(seats, seed, ruleset=ruleset, symmetry=True, terrain=terrain)
        found = obstacles(state)
        assert found
        assert {rotate_around(hex_, ORIGIN, TURNS[seats]) for hex_ in found} == found
        jarls = {hex_ for hex_, code in contents(state).items() if code % STRIDE == 0}
        assert {rotate_around(hex_, ORIGIN, TURNS[seats]) for hex_ in jarls} == jarls


@pytest.mark.parametrize("seats", PLAYERS)
def test_terrain_has_an_effect_on_every_standard_board(seats: int) -> None:
    counts = [len(obstacles(begin(seats, terrain=terrain))) for terrain in TERRAINS]
    assert counts == sorted(set(counts))


def test_the_terrain_says_where_it_has_no_effect() -> None:
    counts = [len(obstacles(begin(2, standard="classic", terrain=each))) for each in TERRAINS]
    assert counts == [3, 4, 4]
    (spec,) = (spec for spec in option_specs(Options) if spec.name == "terrain")
    assert "On the classic board for two there is room for four" in spec.help


@pytest.mark.parametrize("seats", PLAYERS)
@pytest.mark.parametrize("count", [1, 2, 5, 8])
def test_every_player_has_exactly_the_warriors_asked_for(seats: int, count: int) -> None:
    for ruleset, radius in product(RULESETS, (6, 10)):
        owners = [
            owner(c) for c in begin(seats, warriors=count, ruleset=ruleset, radius=radius).board
        ]
        assert [owners.count(seat) for seat in range(seats)] == [count + 1] * seats


@pytest.mark.parametrize("seats", PLAYERS)
@pytest.mark.parametrize("count", [0, 1, 4, 6])
def test_there_are_exactly_the_shields_asked_for(seats: int, count: int) -> None:
    state = begin(seats, ruleset="shields", shield_count=count, symmetry=False)
    assert len(obstacles(state)) == count


def test_holes_keep_as_far_inside_as_asked_for() -> None:
    for inside, seed in product((1, 2), "abcdef"):
        state = begin(2, seed, radius=5, hole_sites=inside, terrain="chaotic")
        furthest = max(distance(hex_, ORIGIN) for hex_ in obstacles(state))
        assert furthest <= 5 - inside
    assert any(
        distance(hex_, ORIGIN) == 4
        for seed in "abcdef"
        for hex_ in obstacles(begin(2, seed, radius=5, hole_sites=1, terrain="chaotic"))
    )


@pytest.mark.parametrize(
    ("seats", "options", "option"),
    [
        (6, {"warriors": 8, "radius": 3}, "warriors"),
        (4, {"warriors": 8, "radius": 3, "ruleset": "shields"}, "warriors"),
        (2, {"ruleset": "shields", "shield_count": 3, "symmetry": True}, "shield_count"),
        (6, {"ruleset": "shields", "shield_count": 18, "radius": 3}, "shield_count"),
    ],
)
def test_what_has_no_room_is_refused(seats: int, options: dict[str, object], option: str) -> None:
    with pytest.raises(Refused) as caught:
        start(GAME, Options(**options), seats, Rng("1"))  # type: ignore[arg-type]  # from the table
    assert (caught.value.refusal.code, caught.value.refusal.objects[0]) == ("BAD_SETUP", option)


@pytest.mark.parametrize(("seats", "expected"), [(2, [1, 2, 1, 2]), (3, [1, 2, 3, 1, 2, 3])])
def test_in_a_fixed_order_every_round_begins_with_the_first_seat(
    seats: int, expected: list[int]
) -> None:
    state, movers = begin(seats, first_move="fixed"), []
    for _ in expected:
        movers.append(state.turn.mover + 1)
        state = skip_turn(state).state
    assert movers == expected


def test_in_a_fixed_order_the_next_survivor_takes_over_the_first_turn() -> None:
    assert GAME.leave is not None
    state = GAME.leave(begin(3, first_move="fixed"), 0).state
    movers = []
    for _ in range(4):
        movers.append(state.turn.mover + 1)
        state = skip_turn(state).state
    assert movers == [2, 3, 2, 3]


@pytest.mark.parametrize("seats", PLAYERS)
@pytest.mark.parametrize("ruleset", RULESETS)
def test_j11_what_is_left_open_comes_from_the_standard(seats: int, ruleset: Ruleset) -> None:
    assert scale(Options(ruleset=ruleset), seats) == EVEN[ruleset, seats]
    assert scale(Options(ruleset=ruleset, standard="fair"), seats) == FAIR[ruleset, seats]
    assert scale(Options(ruleset=ruleset, standard="classic"), seats) == CLASSIC[seats]
    chosen = scale(Options(ruleset=ruleset, radius=9, starts="classic"), seats)
    assert (chosen.radius, chosen.starts) == (9, "classic")
    assert chosen.first_move == EVEN[ruleset, seats].first_move


@pytest.mark.parametrize("ruleset", RULESETS)
def test_j14_a_lot_decides_who_is_ahead_in_a_duel(ruleset: Ruleset) -> None:
    boards = [begin(2, f"lot {seed}", ruleset=ruleset) for seed in range(24)]
    lengths = [[race_length(state, seat) for seat in (0, 1)] for state in boards]
    assert all(one == two for one, two in lengths), "the boards are symmetric"
    assert 6 <= sum(one % 2 for one, _ in lengths) <= 18, "both happen"
    assert all(distance(hex_, ORIGIN) > 1 for state in boards for hex_ in obstacles(state))
    assert len({state.board for state in boards}) == 24


def test_j14_where_all_races_are_as_long_the_last_board_is_taken() -> None:
    boards = [begin(2, f"lot {seed}", radius=3) for seed in range(4)]
    assert {race_length(state, 0) for state in boards} == {5}
    assert all(map(obstacles, boards)), "small boards have holes too"


def test_j14_an_own_warrior_in_the_way_costs_a_move_and_a_barred_jarl_has_no_race() -> None:
    assert race_length(begin(2, board=OWN), 0) == 3, "around the hole"
    walled = "2J 1w1 . / 1w2 1w3 . . / . . * . . / . . () . / . . 1J"
    assert race_length(begin(2, board=walled), 1) == 0
    assert race_length(begin(2, board=walled.replace("1w", "2w")), 1) == 3


OWN = "2J . 2w1 / . () . . / . . * . . / . . () . / . 1w1 1J"


def test_a_board_of_your_own_is_where_the_match_begins() -> None:
    state = begin(2, board=OWN)
    assert state.radius == 2
    assert contents(state)[(0, -2)] == jarl(1)
    assert contents(state)[(0, 2)] == jarl(0)
    assert len(obstacles(state)) == 2
    assert GAME.invariant(state) == []
    assert begin(2, "another seed", board=OWN).board == state.board
    assert homes(Options(board=OWN), 2) == ((0, 2), (0, -2)), "where the Jarls begin"


@pytest.mark.parametrize(
    ("seats", "text", "why"),
    [
        (2, "2J . 1J", "3 hexes do not make a board"),
        (2, OWN.replace("2w1", "2x1"), "'2x1' is not a piece or a hex"),
        (2, OWN.replace("2w1", "2J"), "p2-j is on it 2 times"),
        (2, OWN.replace("2J", "."), "seat 2 has no Jarl"),
        (3, OWN, "seat 3 has no Jarl"),
        (2, OWN.replace("2w1", "3J"), "seat 3 does not play in a match of 2"),
        (2, OWN.replace("2w1", "2w9"), "Warriors have numbers up to 8"),
        (2, OWN.replace("*", "1w2"), "the Throne must be empty"),
        (2, OWN.replace("()", "#1", 1), "there are Shields only in the other ruleset"),
        (2, ". 1J / . . . / 2J .", "a board has 2 to 10 rings, not 1"),
        (2, OWN.replace("1w1 1J", ". .").replace("2J", ".").replace("2w1", "."), "no Jarl on it"),
    ],
)
def test_a_board_that_cannot_be_played_is_refused(seats: int, text: str, why: str) -> None:
    with pytest.raises(Refused) as caught:
        begin(seats, board=text)
    assert caught.value.refusal.code == "BAD_POSITION"
    assert why in caught.value.refusal.sentence


def test_holes_on_a_board_of_your_own_need_their_ruleset() -> None:
    with pytest.raises(Refused, match="there are holes only in the other ruleset"):
        begin(2, board=OWN, ruleset="shields")
    shields = OWN.replace("()", "#1", 1).replace("()", "#2", 1)
    assert len(obstacles(begin(2, board=shields, ruleset="shields"))) == 2
