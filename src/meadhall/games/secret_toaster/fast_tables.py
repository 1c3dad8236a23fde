"""The array of the fast lane: where things are in it, and the tables that its kernels use.

One array is one match under the standard rules, with everybody's orders and the luck to come. What
a commander works out while writing orders has its place in it too, so kernels allocate nothing.
"""

import numpy as np
from numpy.typing import NDArray

from meadhall.games.secret_toaster.board import (
    CLOCKWISE,
    DISTANCE,
    HEXES,
    KEEPS,
    PLAYABLE,
    ROADS,
    homeland,
)
from meadhall.games.secret_toaster.council import ROUNDED_BITS
from meadhall.games.secret_toaster.marshal import TEMPERS
from meadhall.games.secret_toaster.types import MOST_KNIGHTS, MOST_ORDERS

Numbers = NDArray[np.int64]

MOST_SEATS = len(KEEPS)
MOST_THREATS = MOST_SEATS // 2
MOST_BONUS = (MOST_SEATS + 1) // 2
NOBODY = -1
NEUTRAL_BONUS = 1

OPEN = -1
"""What `RESULT` says of a match that goes on; else it has a bit for each winner."""
MOVE, ATTACK, FORTIFY, PROMOTE = range(4)
"""Orders by their place in `ORDER_TYPES`."""
NO_OBJECTIVE, KINGMAKER, LEFT, RIGHT, DEFENDER = range(5)
OBJECTIVES = (None, "kingmaker", "expansionist-left", "expansionist-right", "defender")

# The field: owners by hex, troops by hex and seat.
OWNER = 0
TROOPS = OWNER + HEXES

# By seat.
KEEP = TROOPS + HEXES * MOST_SEATS
RAISED = KEEP + MOST_SEATS
RESERVES = RAISED + MOST_SEATS
PLAYING = RESERVES + MOST_SEATS
OBJECTIVE = PLAYING + MOST_SEATS
TEMPER = OBJECTIVE + MOST_SEATS  # whose rules of thumb the seat is led by
READY = TEMPER + MOST_SEATS
ROOM = READY + MOST_SEATS  # how many orders the seat writes at most
KNIGHTS = ROOM + MOST_SEATS  # how many live; below, where they stand and their numbers
POST = KNIGHTS + MOST_SEATS
NUMBER = POST + MOST_SEATS * MOST_KNIGHTS
WRITTEN = NUMBER + MOST_SEATS * MOST_KNIGHTS  # how many orders; below, the orders
PLAN = WRITTEN + MOST_SEATS
TYPE, KNIGHT, ORIGIN, GOAL, FORCE = range(5)
ORDER = 5
DONE = PLAN + MOST_SEATS * MOST_ORDERS * ORDER  # how many of them are carried out

# Alliances by their place on the table's list.
ALLIED = DONE + MOST_SEATS  # by seat, the alliance it is in
JOINED = ALLIED + MOST_SEATS  # by seat, when; who joined first leads
NAMED = JOINED + MOST_SEATS  # by alliance, its id
ASKING = NAMED + MOST_SEATS  # by alliance, a bit for each seat
ALLIANCES = ASKING + MOST_SEATS
FOUNDED = ALLIANCES + 1
JOININGS = FOUNDED + 1

# What is close to winning: the crown, and objectives that held at the last round's end.
CROWN = JOININGS + 1
CROWN_FOR = CROWN + 1
THREATS = CROWN_FOR + 1
THREAT = THREATS + 1  # the alliance's id
THREATENING = THREAT + MOST_THREATS  # a bit for each of its members then

SEATS = THREATENING + MOST_THREATS
ROUND = SEATS + 1
ROUND_LIMIT = ROUND + 1
BY_OBJECTIVES = ROUND_LIMIT + 1
RESULT = BY_OBJECTIVES + 1
RANDOM = RESULT + 1

# What a commander works out while writing: who he is, then by hex what he expects and wants.
WHO = RANDOM + 1
RAISING = WHO + 1
EXPECTED = RAISING + 1  # his troops after the orders so far
FRIENDLY = EXPECTED + HEXES  # ALLIED_LAND, ENTERED by an earlier order, both, or 0
GARRISON = FRIENDLY + HEXES  # the owner's troops
LEAD = GARRISON + HEXES  # how much his bonus is above the owner's
LINE = LEAD + HEXES  # where the table of odds has those against this garrison
WORTH = LINE + HEXES
LEADS = 2 * MOST_BONUS - 1  # how far one side's bonus may be above the other's, and below
MENACE = WORTH + HEXES  # by hex and lead, the most that an enemy can bring: 1 + its place
MENACED = MENACE + HEXES * LEADS  # the first lead that any enemy has, and one past the last
DANGER = MENACED + 2  # how likely it is that the hex is lost that an order leads away from
PLACE = DANGER + 1  # where his knights are after the orders so far
MOST_GOALS = 8
GOALS = PLACE + MOST_KNIGHTS
GOAL_COUNT = GOALS + MOST_GOALS
MOST_AMOUNTS = 6
AMOUNTS = GOAL_COUNT + 1
BEST = AMOUNTS + MOST_AMOUNTS  # the weightiest order so far
BEST_WEIGHT = BEST + ORDER
BEST_COUNT = BEST_WEIGHT + 1  # how many weigh as much
LENGTH = BEST_COUNT + 1

ALLIED_LAND, ENTERED = 1, 2

# Round numbers, which have ROUNDED_BITS bits and then zeros, in their order.
SMALL = 1 << ROUNDED_BITS  # all below this are round
LARGEST_BITS = 17
ROUND_NUMBERS = SMALL + (LARGEST_BITS - ROUNDED_BITS) * SMALL // 2


def _place(troops: int) -> int:
    """The place of the round number below."""
    shift = max(0, troops.bit_length() - ROUNDED_BITS)
    return (troops >> shift) + shift * SMALL // 2


COMMON = 1 << 12
PLACES = np.array([_place(troops) for troops in range(COMMON)], np.int16)
"""The places of common numbers."""

LAND = np.array(PLAYABLE, np.int64)
STEPS = np.array(DISTANCE, np.int8)
ROAD_COUNT = np.array([len(roads) for roads in ROADS], np.int64)
ROAD = np.array([(*roads, *(0,) * (6 - len(roads))) for roads in ROADS], np.int64)
HOMES = len(homeland(KEEPS[0]))
HOME = np.array([homeland(h) if h in KEEPS else (0,) * HOMES for h in range(HEXES)], np.int64)
"""By keep, its homeland, the keep first."""
CIRCLE = np.array([CLOCKWISE.index(h) if h in KEEPS else 0 for h in range(HEXES)], np.int64)
"""By keep, its place clockwise."""
TEMPER_NAMES = tuple(TEMPERS)
T_KNIGHT, T_FORTIFY, T_RISK, T_CASTLE, T_COURTLY = range(5)
TEMPER_TABLE = np.array(
    [(t.knight, t.fortify, t.risk, t.castle, t.courtly) for t in TEMPERS.values()], np.int64
)
