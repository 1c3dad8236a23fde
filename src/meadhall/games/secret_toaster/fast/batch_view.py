"""What a seat sees of an array, as numbers; and arrays as states again, to be drawn."""

from typing import cast

import numpy as np

from meadhall.core.rng import Rng
from meadhall.games.secret_toaster.fast.alliances import leader
from meadhall.games.secret_toaster.fast.tables import (
    ALLIANCE_ID,
    ALLIANCES,
    ALLIED,
    ASKING,
    BY_OBJECTIVES,
    CROWN,
    CROWN_FOR,
    FORCE,
    FOUNDED,
    GOAL,
    JOINED,
    KEEP,
    KNIGHT,
    KNIGHTS,
    LAND,
    MOST_SEATS,
    NOBODY,
    NUMBER,
    OBJECTIVE,
    OBJECTIVES,
    OPEN,
    ORDER,
    ORIGIN,
    OWNER,
    PLAN,
    PLAYING,
    POST,
    RAISED,
    READY,
    RESERVES,
    RESULT,
    ROUND,
    ROUND_LIMIT,
    SEATS,
    THREAT,
    THREAT_MEMBERS,
    THREATS,
    TROOPS,
    TYPE,
    WRITTEN,
    Numbers,
)
from meadhall.games.secret_toaster.rules.board import HEXES
from meadhall.games.secret_toaster.rules.planning.projection import routes
from meadhall.games.secret_toaster.rules.table import knight_name
from meadhall.games.secret_toaster.types import (
    MOST_KNIGHTS,
    MOST_ORDERS,
    NAMES,
    ORDER_TYPES,
    Alliance,
    Crown,
    Knight,
    Objective,
    Options,
    Order,
    Player,
    Result,
    Secret,
    State,
    Table,
    Threat,
)
from meadhall.kit.compiled import kernel

LANDS, AIMS, PLAYER = len(LAND), len(OBJECTIVES), 7
HEAD = 5 + AIMS
LAND_NUMBER: Numbers = np.zeros(HEXES, np.int64)
"""By hex, its number among the land, counted from 1."""
LAND_NUMBER[LAND] = np.arange(1, LANDS + 1)


@kernel
def seat_after(me: int, steps: int, seats: int) -> int:
    """The seat `steps` after the viewer, around the table; quicker than a remainder."""
    seat = me + steps
    return int(seat - seats) if seat >= seats else int(seat)


@kernel
def count_from(state: Numbers, me: int, seat: int) -> int:
    """How far the seat is from the viewer, counted from 1; 0 for nobody."""
    if seat == NOBODY:
        return 0
    return int(seat - me + 1 if seat >= me else seat - me + state[SEATS] + 1)


@kernel
def observe_head(state: Numbers, seat: int, numbers: Numbers) -> None:
    """Writes the round, how the match is won, who wears the crown, and the own objective."""
    numbers[0], numbers[1] = state[ROUND], max(0, state[ROUND_LIMIT] - state[ROUND])
    numbers[2], numbers[3] = state[BY_OBJECTIVES], state[CROWN_FOR]
    for alliance in range(state[ALLIANCES]):
        if state[ALLIANCE_ID + alliance] == state[CROWN]:
            numbers[4] = count_from(state, seat, leader(state, alliance))
    numbers[5 + state[OBJECTIVE + seat]] = 1


@kernel
def observe_player(state: Numbers, seat: int, me: int, numbers: Numbers, at: int) -> None:
    """Writes what everybody knows of a player."""
    numbers[at], numbers[at + 1] = LAND_NUMBER[state[KEEP + seat]], state[RESERVES + seat]
    numbers[at + 2], numbers[at + 3] = state[READY + seat], state[WRITTEN + seat]
    numbers[at + 4] = state[PLAYING + seat]
    if state[ALLIED + seat] != NOBODY:
        numbers[at + 5] = count_from(state, me, leader(state, state[ALLIED + seat]))
    for number in range(state[THREATS]):
        if state[THREAT_MEMBERS + number] >> seat & 1:
            numbers[at + 6] = 1


@kernel
def observe_asking(state: Numbers, me: int, numbers: Numbers, at: int) -> None:
    """Writes who asks to join whose alliance."""
    seats = state[SEATS]
    for place in range(seats):
        alliance = state[ALLIED + seat_after(me, place, seats)]
        for guest in range(seats):
            if alliance != NOBODY and state[ASKING + alliance] >> seat_after(me, guest, seats) & 1:
                numbers[at + place * seats + guest] = 1


@kernel
def observe_land(state: Numbers, me: int, numbers: Numbers, at: int) -> None:
    """Writes the owner, the troops and the knights on each hex of the land."""
    seats = state[SEATS]
    width = 1 + 2 * seats
    for place in range(LANDS):
        hex_, first = LAND[place], at + place * width
        numbers[first] = count_from(state, me, state[OWNER + hex_])
        for step in range(seats):
            troops = state[TROOPS + hex_ * MOST_SEATS + seat_after(me, step, seats)]
            numbers[first + 1 + step] = troops
    for step in range(seats):
        seat = seat_after(me, step, seats)
        for knight in range(state[KNIGHTS + seat]):
            place = LAND_NUMBER[state[POST + seat * MOST_KNIGHTS + knight]] - 1
            numbers[at + place * width + 1 + seats + step] += 1


@kernel
def observe_plans(state: Numbers, seat: int, numbers: Numbers, at: int) -> None:
    """Writes where the own knights stand after the orders so far, and the orders."""
    first = seat * MOST_KNIGHTS
    for knight in range(state[KNIGHTS + seat]):
        numbers[at + knight] = LAND_NUMBER[state[POST + first + knight]]
    for number in range(state[WRITTEN + seat]):
        order = PLAN + (seat * MOST_ORDERS + number) * ORDER
        here = at + MOST_KNIGHTS + number * ORDER
        numbers[here] = state[order + TYPE] + 1
        for knight in range(state[KNIGHTS + seat]):
            if state[NUMBER + first + knight] == state[order + KNIGHT]:
                numbers[here + 1] = knight + 1
                numbers[at + knight] = LAND_NUMBER[state[order + GOAL]]
        numbers[here + 2] = LAND_NUMBER[state[order + ORIGIN]]
        numbers[here + 3] = LAND_NUMBER[state[order + GOAL]]
        numbers[here + 4] = state[order + FORCE]


@kernel
def observe(state: Numbers, seat: int, numbers: Numbers) -> None:
    """Writes what the seat sees, as `encode` has it."""
    numbers[:] = 0
    seats = state[SEATS]
    observe_head(state, seat, numbers)
    for step in range(seats):
        observe_player(state, seat_after(seat, step, seats), seat, numbers, HEAD + step * PLAYER)
    at = HEAD + seats * PLAYER
    observe_asking(state, seat, numbers, at)
    at += seats * seats
    observe_land(state, seat, numbers, at)
    observe_plans(state, seat, numbers, at + LANDS * (1 + 2 * seats))


def unpack(array: Numbers, options: Options) -> State:
    """The state; alliances are called after their leaders, since the array has no names."""
    seats = int(array[SEATS])
    troops = array[TROOPS : TROOPS + HEXES * MOST_SEATS].reshape(HEXES, MOST_SEATS)[:, :seats]
    owners = array[OWNER : OWNER + HEXES].tolist()
    players = tuple(_player(array, seat) for seat in range(seats))
    knights = tuple(knight for seat in range(seats) for knight in _knights(array, seat, players))
    table = Table(
        options=options,
        round=int(array[ROUND]),
        players=players,
        owners=tuple(None if owner == NOBODY else owner for owner in owners),
        troops=tuple(map(tuple, troops.tolist())),
        knights=knights,
        alliances=tuple(_alliance(array, place) for place in range(int(array[ALLIANCES]))),
        founded=int(array[FOUNDED]),
        crown=Crown(None if array[CROWN] == NOBODY else int(array[CROWN]), int(array[CROWN_FOR])),
        threats=tuple(
            Threat(int(array[THREAT + n]), _seats(int(array[THREAT_MEMBERS + n])))
            for n in range(int(array[THREATS]))
        ),
        outcome=_outcome(array),
    )
    secrets = tuple(_secret(array, seat, knights, players[seat]) for seat in range(seats))
    return State(table, secrets, Rng("unpacked"))


def _seats(bits: int) -> tuple[int, ...]:
    return tuple(seat for seat in range(MOST_SEATS) if bits >> seat & 1)


def _player(array: Numbers, seat: int) -> Player:
    return Player(
        NAMES[seat],
        int(array[KEEP + seat]),
        raised=int(array[RAISED + seat]),
        reserves=int(array[RESERVES + seat]),
        ready=bool(array[READY + seat]),
        orders=int(array[WRITTEN + seat]),
        standing="in" if array[PLAYING + seat] else "out",
    )


def _knights(array: Numbers, seat: int, players: tuple[Player, ...]) -> list[Knight]:
    first = seat * MOST_KNIGHTS
    places = range(first, first + int(array[KNIGHTS + seat]))
    return [
        Knight(knight_name(players[seat], int(array[NUMBER + at])), seat, int(array[POST + at]))
        for at in places
    ]


def _alliance(array: Numbers, place: int) -> Alliance:
    joined = [seat for seat in range(int(array[SEATS])) if array[ALLIED + seat] == place]
    members = tuple(sorted(joined, key=lambda seat: int(array[JOINED + seat])))
    name, asking = f"{NAMES[members[0]]}'s Alliance", _seats(int(array[ASKING + place]))
    return Alliance(int(array[ALLIANCE_ID + place]), name, members, asking)


def _secret(array: Numbers, seat: int, knights: tuple[Knight, ...], player: Player) -> Secret:
    orders = []
    for number in range(int(array[WRITTEN + seat])):
        at = PLAN + (seat * MOST_ORDERS + number) * ORDER
        type_, knight, origin, to, troops = array[at : at + ORDER].tolist()
        name = knight_name(player, knight)
        orders.append(Order(number + 1, ORDER_TYPES[type_], name, origin, to, troops))
    return Secret(tuple(orders), routes(knights, orders), _objective(array, seat))


def _objective(array: Numbers, seat: int) -> Objective | None:
    return cast("Objective | None", OBJECTIVES[int(array[OBJECTIVE + seat])])


def _outcome(array: Numbers) -> Result | None:
    if array[RESULT] == OPEN:
        return None
    objectives = tuple(_objective(array, seat) for seat in range(int(array[SEATS])))
    return Result(_seats(int(array[RESULT])), "roundLimit", objectives)
