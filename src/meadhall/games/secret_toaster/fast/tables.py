"""The layout of the array, and the tables that the kernels use.

One array is one match under the standard rules, with everybody's orders and the state of the random
generator. What a policy computes while it writes orders has a place in it too, so kernels allocate
no memory.
"""

import numpy as np
from numpy.typing import NDArray

from meadhall.games.secret_toaster.bots.outlook import ROUNDED_BITS
from meadhall.games.secret_toaster.bots.policies import STYLES
from meadhall.games.secret_toaster.rules.board import (
    CLOCKWISE,
    DISTANCE,
    HEXES,
    KEEPS,
    PLAYABLE,
    ROADS,
    homeland,
)
from meadhall.games.secret_toaster.types import MOST_KNIGHTS, MOST_ORDERS

Numbers = NDArray[np.int64]

MOST_SEATS = len(KEEPS)
# Only alliances of two or more threaten to win.
MOST_THREATS = MOST_SEATS // 2
# A side's bonus is its size, and an alliance has at most three members.
MOST_BONUS = (MOST_SEATS + 1) // 2
NOBODY = -1
NEUTRAL_BONUS = 1

OPEN = -1
"""The value of `RESULT` while a match goes on; after it, a bit for each winner."""
MOVE, ATTACK, FORTIFY, PROMOTE = range(4)
"""Orders by their place in `ORDER_TYPES`."""
NO_OBJECTIVE, KINGMAKER, LEFT, RIGHT, DEFENDER = range(5)
OBJECTIVES = (None, "kingmaker", "expansionist-left", "expansionist-right", "defender")

# The land: owners by hex, troops by hex and seat.
OWNER = 0
TROOPS = OWNER + HEXES

# By seat.
KEEP = TROOPS + HEXES * MOST_SEATS
RAISED = KEEP + MOST_SEATS
RESERVES = RAISED + MOST_SEATS
PLAYING = RESERVES + MOST_SEATS
OBJECTIVE = PLAYING + MOST_SEATS
STYLE = OBJECTIVE + MOST_SEATS  # the style of the policy that plays the seat
READY = STYLE + MOST_SEATS
ROOM = READY + MOST_SEATS  # how many orders the seat may write
KNIGHTS = ROOM + MOST_SEATS  # how many are alive; then where they stand, and their numbers
POST = KNIGHTS + MOST_SEATS
NUMBER = POST + MOST_SEATS * MOST_KNIGHTS
WRITTEN = NUMBER + MOST_SEATS * MOST_KNIGHTS  # how many orders; then the orders
PLAN = WRITTEN + MOST_SEATS
TYPE, KNIGHT, ORIGIN, GOAL, FORCE = range(5)
ORDER = 5
DONE = PLAN + MOST_SEATS * MOST_ORDERS * ORDER  # how many of them are carried out

# Alliances by their place on the table's list.
ALLIED = DONE + MOST_SEATS  # by seat, the alliance it is in
JOINED = ALLIED + MOST_SEATS  # by seat, when it joined; the first member leads
ALLIANCE_ID = JOINED + MOST_SEATS  # by alliance, its id
ASKING = ALLIANCE_ID + MOST_SEATS  # by alliance, a bit for each seat
ALLIANCES = ASKING + MOST_SEATS
FOUNDED = ALLIANCES + 1
JOININGS = FOUNDED + 1

# Who is close to winning: by the crown, and by objectives met after the last round.
CROWN = JOININGS + 1
CROWN_FOR = CROWN + 1
THREATS = CROWN_FOR + 1
THREAT = THREATS + 1  # the alliance's id
THREAT_MEMBERS = THREAT + MOST_THREATS  # a bit for each member at that time

SEATS = THREAT_MEMBERS + MOST_THREATS
ROUND = SEATS + 1
ROUND_LIMIT = ROUND + 1
BY_OBJECTIVES = ROUND_LIMIT + 1
RESULT = BY_OBJECTIVES + 1
RANDOM = RESULT + 1

# The terms of the match: `rules.terms.Terms`, field by field.
ALLIANCE_SIZE = RANDOM + 1
KINGMAKERS = ALLIANCE_SIZE + 1
SHARED_CASTLE = KINGMAKERS + 1
EXPANSION = SHARED_CASTLE + 1
RAID = EXPANSION + 1
DEFENCE = RAID + 1

# What a policy computes while it writes: its seat, then by hex what it expects and wants.
WHO = DEFENCE + 1
RAISING = WHO + 1
EXPECTED = RAISING + 1  # its troops after the orders so far
FRIENDLY = EXPECTED + HEXES  # ALLIED_LAND, ENTERED by an earlier order, both, or 0
GARRISON = FRIENDLY + HEXES  # the owner's troops
LEAD = GARRISON + HEXES  # its bonus minus the owner's
LINE = LEAD + HEXES  # where the odds against this garrison begin in the table
WORTH = LINE + HEXES
LEADS = 2 * MOST_BONUS - 1  # how many differences of bonuses there are
MENACE = WORTH + HEXES  # by hex and lead, 1 + the index of the most an enemy can bring
MENACED = MENACE + HEXES * LEADS  # the smallest lead of any enemy, and the largest plus 1
DANGER = MENACED + 2  # the risk of losing the hex where an order starts
PLACE = DANGER + 1  # where its knights are after the orders so far
MOST_GOALS = 8
GOALS = PLACE + MOST_KNIGHTS
GOAL_COUNT = GOALS + MOST_GOALS
# All, all but one, half, none, and the fewest for even and for safe odds.
MOST_AMOUNTS = 6
AMOUNTS = GOAL_COUNT + 1
BEST = AMOUNTS + MOST_AMOUNTS  # the best order so far
BEST_SCORE = BEST + ORDER
BEST_COUNT = BEST_SCORE + 1  # how many orders share the best score
LENGTH = BEST_COUNT + 1

ALLIED_LAND, ENTERED = 1, 2

# Round numbers have ROUNDED_BITS leading bits and then zeros.
SMALL = 1 << ROUNDED_BITS  # all numbers below are round
LARGEST_BITS = 17
ROUND_NUMBERS = SMALL + (LARGEST_BITS - ROUNDED_BITS) * SMALL // 2


def _place(troops: int) -> int:
    """The index of the number, rounded down, among the round numbers."""
    shift = max(0, troops.bit_length() - ROUNDED_BITS)
    return (troops >> shift) + shift * SMALL // 2


COMMON = 1 << 12
PLACES = np.array([_place(troops) for troops in range(COMMON)], np.int16)
"""The indices of common numbers, so that `place_of` need not count bits."""

LAND = np.array(PLAYABLE, np.int64)
STEPS = np.array(DISTANCE, np.int8)
ROAD_COUNT = np.array([len(roads) for roads in ROADS], np.int64)
# Rows are filled up with 0; ROAD_COUNT keeps kernels from reading that far.
ROAD = np.array([(*roads, *(0,) * (6 - len(roads))) for roads in ROADS], np.int64)
HOMES = len(homeland(KEEPS[0]))
HOME = np.array([homeland(h) if h in KEEPS else (0,) * HOMES for h in range(HEXES)], np.int64)
"""By keep, its homeland, keep first."""
CIRCLE = np.array([CLOCKWISE.index(h) if h in KEEPS else 0 for h in range(HEXES)], np.int64)
"""By keep, its position clockwise."""
STYLE_NAMES = tuple(STYLES)
S_KNIGHT, S_FORTIFY, S_RISK, S_CASTLE, S_DIPLOMATIC = range(5)
STYLE_TABLE = np.array(
    [(t.knight, t.fortify, t.risk, t.castle, t.diplomatic) for t in STYLES.values()], np.int64
)
