"""The board before the first move: where Jarls, Warriors, holes and Shields begin."""

from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from heapq import heappop, heappush
from itertools import islice
from typing import TypeAlias

from meadhall.core.rng import Rng
from meadhall.core.seats import Seat
from meadhall.games.jarls.options import Options, Starts, Terrain
from meadhall.games.jarls.rules.board import grid
from meadhall.games.jarls.rules.fixed_board import jarl_hexes, read_board
from meadhall.games.jarls.rules.pieces import EMPTY, HOLE, STRIDE, jarl, warrior
from meadhall.games.jarls.rules.scales import TURNS, Scale, hole_count, scale, whole_groups
from meadhall.games.jarls.types import State, TurnState
from meadhall.kit.hexgrid import (
    ORIGIN,
    Hex,
    distance,
    hexagon,
    line,
    neighbour,
    neighbours,
    ring,
    rotate_around,
)

Image: TypeAlias = Callable[[Hex], Hex]

_AIMS: dict[int, tuple[tuple[int, int], ...]] = {
    2: ((1, 0), (-1, 0)),
    3: ((1, 0), (-1, 3), (-1, -3)),
    4: ((1, 0), (0, 1), (-1, 0), (0, -1)),
    5: (
        (1, 0),
        (309017, 1647278),
        (-809017, 1018074),
        (-809017, -1018074),
        (309017, -1647278),
    ),
    6: ((1, 0), (1, 3), (-1, 3), (-1, 0), (-1, -3), (1, -3)),
}
"""By players and seat, where the start lies: cos and √3·sin of 360°·i/n, scaled to integers."""

_MIRRORED_AIMS: dict[int, tuple[tuple[int, int], ...]] = {
    2: ((0, 1),),
    3: ((1, 1),),
    4: ((1_000_000, 1_732_051),),
    5: _AIMS[5][:3],
    6: ((1, 1),),
}
"""The same for mirrored starts: at 90°, 30°, 45° and 30°; with five players at 0°, 72° and 144°.

Those of the other seats are images of these.
"""


def _rotation(sixths: int) -> Image:
    return lambda hex_: rotate_around(hex_, ORIGIN, sixths)


def _mirror_sideways(hex_: Hex) -> Hex:
    return -hex_[0] - hex_[1], hex_[1]


def _mirror_upright(hex_: Hex) -> Hex:
    return hex_[0] + hex_[1], -hex_[1]


_SAME = _rotation(0)
_IMAGES: dict[int, tuple[tuple[int, Image], ...]] = {
    2: ((0, _SAME), (0, _rotation(3))),
    3: ((0, _SAME), (0, _rotation(4)), (0, _rotation(2))),
    4: ((0, _SAME), (0, _mirror_sideways), (0, _rotation(3)), (0, _mirror_upright)),
    5: ((0, _SAME), (1, _SAME), (2, _SAME), (2, _mirror_upright), (1, _mirror_upright)),
    6: tuple((0, _rotation(-seat % 6)) for seat in range(6)),
}
"""By players and seat: the seat that its mirrored start is an image of, and how."""

DUEL = 2
MOST_DRAWS = 40
"""So many boards are drawn for two at most; on some small ones the race is always as long."""

_FAN = (0, 1, -1, 2, -2, 3)
"""Turns away from the direction of the Throne, in the order in which Warriors fill them."""


def radius_of(options: Options, seats: int) -> int:
    """The radius of the first board."""
    return scale(options, seats).radius


def homes(options: Options, seats: int) -> tuple[Hex, ...]:
    """By seat, where its Jarl begins."""
    if options.board is not None:
        return jarl_hexes(options.board, seats)
    chosen = scale(options, seats)
    return starts(seats, chosen.radius, chosen.starts)


@cache
def starts(seats: int, radius: int, kind: Starts = "classic") -> tuple[Hex, ...]:
    """By seat, where the Jarl begins: the free edge hex nearest to the seat's aim by angle."""
    if kind == "classic":
        return _nearest(_AIMS[seats], radius)
    originals = _nearest(_MIRRORED_AIMS[seats], radius)
    return tuple(image(originals[source]) for source, image in _IMAGES[seats])


def _nearest(aims: Sequence[tuple[int, int]], radius: int) -> tuple[Hex, ...]:
    taken: list[Hex] = []
    for aim in aims:
        free = [hex_ for hex_ in ring(radius) if hex_ not in taken]
        # `max` keeps the first of equals, in ring order (J1).
        taken.append(max(free, key=lambda hex_: _closeness(hex_, aim)))
    return tuple(taken)


def _closeness(hex_: Hex, aim: tuple[int, int]) -> Fraction:
    """The square of the cosine between hex and aim, with the sign of the cosine.

    It grows with the cosine and needs no root and no float, so every machine builds the same board.
    A hex lies at x = √3·(q + r/2), y = 3/2·r; here both are scaled by 2/√3.
    """
    # The length of the aim is left out: it is the same for all hexes that are compared.
    q, r = hex_
    dot = aim[0] * (2 * q + r) + aim[1] * r
    return Fraction(dot * abs(dot), q * q + q * r + r * r)


@cache
def _views(seats: int, radius: int, kind: Starts) -> tuple[tuple[Hex, Image], ...]:
    """By seat, the start from which its lines are drawn, and how they come to lie at its own.

    Lines are rounded to one side, so those of mirrored starts are drawn once and then mirrored.
    """
    own = starts(seats, radius, kind)
    if kind == "classic":
        return tuple((start, _SAME) for start in own)
    return tuple((own[source], image) for source, image in _IMAGES[seats])


@cache
def lines_to_throne(seats: int, radius: int, kind: Starts = "classic") -> frozenset[Hex]:
    """All hexes on the straight lines from the starts to the Throne."""
    views = _views(seats, radius, kind)
    return frozenset(image(hex_) for start, image in views for hex_ in line(start, ORIGIN))


def keeps_lines_clear(
    obstacles: Container[Hex], seats: int, radius: int, kind: Starts = "classic"
) -> bool:
    """Whether every player keeps a clear line to the Throne."""
    return not any(hex_ in obstacles for hex_ in lines_to_throne(seats, radius, kind))


def hole_sites(
    seats: int, radius: int, kind: Starts = "classic", inside: int = 2, free: int = 0
) -> tuple[Hex, ...]:
    """Where holes may be: some rings inside the edge, off the Throne and all lines to it.

    `free` rings around the Throne have none.
    """
    return _sites(seats, radius, kind, radius - inside, free)


def generate_holes(
    terrain: Terrain, seats: int, chosen: Scale, rng: Rng
) -> tuple[tuple[Hex, ...], Rng]:
    """As many holes as the terrain asks for, or as fit on the board."""
    rings = chosen.hole_sites, chosen.open_rings
    sites = hole_sites(seats, chosen.radius, chosen.starts, *rings)
    count, turn = hole_count(terrain, chosen.radius), 6
    if chosen.symmetry:
        count, turn = whole_groups(count, seats), TURNS[seats]
    shuffled, rng = rng.shuffle(_groups(sites, turn))
    return tuple(hex_ for group in shuffled for hex_ in group)[:count], rng


def shield_sites(
    seats: int, radius: int, kind: Starts = "classic", free: int = 0
) -> tuple[Hex, ...]:
    """Where Shields may be: inside the edge, off the Throne and all lines to it."""
    return _sites(seats, radius, kind, radius - 1, free)


@cache
def _sites(seats: int, radius: int, kind: Starts, furthest: int, free: int) -> tuple[Hex, ...]:
    # Every line ends on the Throne, so the Throne is no site either.
    taken = lines_to_throne(seats, radius, kind) | {*hexagon(free)}
    return tuple(hex_ for hex_ in hexagon(furthest) if hex_ not in taken)


_SHIELD_TURNS: dict[int, int] = {**TURNS, 6: 2}
"""The rotations by which Shields are grouped where symmetry is not asked for (J2)."""


def generate_shields(seats: int, chosen: Scale, rng: Rng) -> tuple[tuple[Hex, ...], Rng]:
    """The Shields of a match, in whole groups as far as their number allows."""
    sites = shield_sites(seats, chosen.radius, chosen.starts, chosen.open_rings)
    turn = (TURNS if chosen.symmetry else _SHIELD_TURNS)[seats]
    groups, odd = divmod(chosen.shields, 6 // turn)
    # The odd ones are drawn first, and the groups they belong to are left out, so that no hex is
    # drawn twice.
    lone, rng = _lone_shields(seats, chosen, odd, rng)
    whole = [group for group in _groups(sites, turn) if not set(group) & set(lone)]
    shuffled, rng = rng.shuffle(whole)
    return (*(hex_ for group in shuffled[:groups] for hex_ in group), *lone), rng


def _lone_shields(seats: int, chosen: Scale, count: int, rng: Rng) -> tuple[tuple[Hex, ...], Rng]:
    """The Shields beyond whole groups; with two players, equally far from both Jarls."""
    sites = shield_sites(seats, chosen.radius, chosen.starts, chosen.open_rings)
    if seats == DUEL:
        one, other = starts(seats, chosen.radius, chosen.starts)
        sites = tuple(hex_ for hex_ in sites if distance(hex_, one) == distance(hex_, other))
    lone: tuple[Hex, ...] = ()
    for _ in range(count):
        hex_, rng = rng.choice([site for site in sites if site not in lone])
        lone = (*lone, hex_)
    return lone, rng


# Every site of a group gives the same sorted tuple. `dict.fromkeys` drops the copies and keeps the
# order, on which the draw depends.
@cache
def _groups(sites: tuple[Hex, ...], turn: int) -> tuple[tuple[Hex, ...], ...]:
    """The groups of sites that the rotation by `turn` sixths maps onto themselves."""
    turns = range(0, 6, turn)
    groups = (tuple(sorted({rotate_around(s, ORIGIN, steps) for steps in turns})) for s in sites)
    return tuple(group for group in dict.fromkeys(groups) if set(group) <= set(sites))


def shield_room(seats: int, chosen: Scale) -> int:
    """How many Shields the board has room for."""
    sites = shield_sites(seats, chosen.radius, chosen.starts, chosen.open_rings)
    if not chosen.symmetry:
        return len(_groups(sites, _SHIELD_TURNS[seats])) * (6 // _SHIELD_TURNS[seats])
    return len(_groups(sites, TURNS[seats])) * (6 // TURNS[seats])


def place_warriors(order: Iterable[Hex], count: int, occupied: Container[Hex]) -> tuple[Hex, ...]:
    """The first free hexes of an order in which Warriors are placed."""
    return tuple(islice((hex_ for hex_ in order if hex_ not in occupied), count))


def where_pieces_stand(order: Iterable[Hex], radius: int) -> tuple[Hex, ...]:
    """The hexes of the order where a piece can stand, each once."""
    # The order may name a hex twice; a dict drops the repeats.
    inside = (hex_ for hex_ in order if hex_ != ORIGIN and distance(hex_, ORIGIN) <= radius)
    return tuple(dict.fromkeys(inside))


@cache
def _warrior_orders(
    seats: int, radius: int, kind: Starts, *, everywhere: bool
) -> tuple[tuple[Hex, ...], ...]:
    """By seat, the hexes on which its Warriors may begin, in the order in which they are filled.

    Kept, because it is most of the work of setting up a board of six players: without that, a match
    of 500 plies takes half as long again to load.
    """
    orders = []
    for start, image in _views(seats, radius, kind):
        order = [*warrior_order(start), *(_further_order(start, radius) if everywhere else ())]
        orders.append(where_pieces_stand(map(image, order), radius))
    return tuple(orders)


def warrior_order(start: Hex) -> tuple[Hex, ...]:
    """Where a Jarl's Warriors begin: on its line to the Throne, beside it, then two hexes away."""
    return (*line(start, ORIGIN)[1:], *_around(start, 1), *_around(start, 2))


def _further_order(start: Hex, radius: int) -> Iterator[Hex]:
    """All other hexes, the nearest to the Jarl first and of those the nearest to the Throne."""
    inwards = _inwards(start)
    for far in range(2, 2 * radius + 1):
        around = (rotate_around(hex_, ORIGIN, inwards) for hex_ in ring(far))
        hexes = [(start[0] + q, start[1] + r) for q, r in around]
        yield from sorted(hexes, key=lambda hex_: distance(hex_, ORIGIN))


def _inwards(start: Hex) -> int:
    """The first direction that leads nearer to the Throne."""
    return min(range(6), key=lambda d: distance(neighbours(start)[d], ORIGIN))


def _around(start: Hex, steps: int) -> list[Hex]:
    inwards = _inwards(start)
    return [neighbour(start, (inwards + turn) % 6, steps) for turn in _FAN]


def populate(options: Options, seats: int, obstacles: Sequence[Hex]) -> State:
    """The first position with these holes or Shields, seat 1 to move."""
    chosen = scale(options, seats)
    radius, holes = chosen.radius, options.ruleset == "holes"
    pieces = {hex_: HOLE if holes else n for n, hex_ in enumerate(obstacles, start=1)}
    # All Jarls before any Warrior: a Warrior must not take another seat's start.
    jarls = starts(seats, radius, chosen.starts)
    pieces |= {hex_: jarl(seat) for seat, hex_ in enumerate(jarls)}
    # Classic boards that are too small for all Warriors have fewer, unless a number is asked for.
    exact = options.warriors is not None or options.standard != "classic"
    orders = _warrior_orders(seats, radius, chosen.starts, everywhere=exact)
    for seat, order in enumerate(orders):
        hexes = place_warriors(order, chosen.warriors, pieces)
        pieces |= {hex_: warrior(seat, n) for n, hex_ in enumerate(hexes, start=1)}
    board = tuple(pieces.get(hex_, EMPTY) for hex_ in grid(radius).hexes)
    return _begin(options, seats, board)


def _begin(options: Options, seats: int, board: tuple[int, ...]) -> State:
    chosen = scale(options, seats)
    turn = TurnState(0, 0, 0, 0, 0)
    return State(options, seats, chosen.radius, board, turn, order=chosen.first_move)


def first_position(options: Options, seats: int, rng: Rng) -> State:
    """The first position. Only the holes or Shields are random."""
    chosen = scale(options, seats)
    if options.board is not None:
        return _begin(options, seats, read_board(options.board)[1])
    if chosen.by_lot:
        return _draw_by_lot(options, chosen, rng)
    return populate(options, seats, _obstacles(options, seats, chosen, rng)[0])


def _obstacles(
    options: Options, seats: int, chosen: Scale, rng: Rng
) -> tuple[tuple[Hex, ...], Rng]:
    if options.ruleset == "holes":
        return generate_holes(chosen.terrain, seats, chosen, rng)
    return generate_shields(seats, chosen, rng)


def _draw_by_lot(options: Options, chosen: Scale, rng: Rng) -> State:
    """A board for two on which the race has an odd or an even number of moves, by lot (J14)."""
    odd, rng = rng.below(2)
    obstacles, rng = _obstacles(options, DUEL, chosen, rng)
    for _ in range(MOST_DRAWS):
        state = populate(options, DUEL, obstacles)
        if race_length(state, 0) % 2 == odd:
            return state
        obstacles, rng = _obstacles(options, DUEL, chosen, rng)
    return populate(options, DUEL, obstacles)


def race_length(state: State, seat: Seat) -> int:
    """How many moves the seat's Jarl needs to the Throne, if nobody hinders it.

    An own Warrior in the way has to step aside first, which is one move more. A Jarl whose way is
    barred needs none.
    """
    table, board, code = grid(state.radius), state.board, jarl(seat)
    queue, seen = [(0, board.index(code))], set[int]()
    while queue:
        length, cell = heappop(queue)
        if cell == table.throne:
            return length
        if cell in seen:
            continue
        seen.add(cell)
        for _, near, _ in table.jarl_steps[cell]:
            if board[near] == EMPTY:
                heappush(queue, (length + 1, near))
            elif code < board[near] < code + STRIDE:
                heappush(queue, (length + 2, near))
    return 0
