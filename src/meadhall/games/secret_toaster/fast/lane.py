"""The entry to compiled play: packs a state into an array and plays proposals on.

Only the standard rules are compiled. A round draws its luck from a generator in the array, in the
same order as the pure rules draw theirs, so with the same luck both play the same round.
"""

from collections.abc import Sequence
from dataclasses import astuple
from functools import cache

import numpy as np

from meadhall.core.bulk_play import Rehearsal
from meadhall.core.rng import Rng
from meadhall.core.seats import Seat
from meadhall.games.secret_toaster.fast.odds import TABLE_LENGTH, UNKNOWN
from meadhall.games.secret_toaster.fast.play import play_on
from meadhall.games.secret_toaster.fast.tables import (
    ALLIANCE_ID,
    ALLIANCE_SIZE,
    ALLIANCES,
    ALLIED,
    ASKING,
    BY_OBJECTIVES,
    CROWN,
    CROWN_FOR,
    DEFENCE,
    FOUNDED,
    JOINED,
    JOININGS,
    KEEP,
    KNIGHTS,
    LARGEST_BITS,
    LENGTH,
    MOST_SEATS,
    NOBODY,
    NUMBER,
    OBJECTIVE,
    OBJECTIVES,
    OPEN,
    ORDER,
    OWNER,
    PLAN,
    PLAYING,
    POST,
    RAISED,
    RANDOM,
    READY,
    RESERVES,
    RESULT,
    ROOM,
    ROUND,
    ROUND_LIMIT,
    SEATS,
    STYLE,
    STYLE_NAMES,
    THREAT,
    THREAT_MEMBERS,
    THREATS,
    TROOPS,
    WRITTEN,
    Numbers,
)
from meadhall.games.secret_toaster.rules.apply import apply
from meadhall.games.secret_toaster.rules.board import HEXES
from meadhall.games.secret_toaster.rules.table import is_standard, knights_of, mode, terms
from meadhall.games.secret_toaster.types import (
    MOST_KNIGHTS,
    MOST_ORDERS,
    ORDER_TYPES,
    Action,
    Order,
    Ready,
    Secret,
    State,
    Table,
    View,
)
from meadhall.kit.luck import WORD

# Half of what the table of odds covers, because armies grow while they are played on.
_LARGEST = 1 << (LARGEST_BITS - 1)


# Threads may fill it at the same time without a lock: all write the same answers.
@cache
def odds_table() -> Numbers:
    """The odds computed so far, shared by all matches."""
    return np.full(TABLE_LENGTH, UNKNOWN, np.int64)


def fits(table: Table) -> bool:
    """Whether the lane can play on: standard rules, and no army beyond the table of odds."""
    return is_standard(table) and max(map(max, table.troops)) < _LARGEST


def pack(state: State) -> Numbers:
    """The state as an array, without its luck."""
    table = state.table
    array = np.zeros(LENGTH, np.int64)
    array[OWNER : OWNER + HEXES] = [NOBODY if o is None else o for o in table.owners]
    troops = array[TROOPS : TROOPS + HEXES * MOST_SEATS].reshape(HEXES, MOST_SEATS)
    troops[:, : len(table.players)] = table.troops
    _pack_players(array, table)
    _pack_alliances(array, table)
    for seat, secret in enumerate(state.secrets):
        array[OBJECTIVE + seat] = OBJECTIVES.index(secret.objective)
        array[WRITTEN + seat] = len(secret.orders)
        for number, order in enumerate(secret.orders):
            at = PLAN + (seat * MOST_ORDERS + number) * ORDER
            array[at : at + ORDER] = _numbers(order)
    array[SEATS], array[ROUND] = len(table.players), table.round
    array[ROUND_LIMIT] = table.options.round_limit
    array[BY_OBJECTIVES] = mode(table) == "objectives"
    array[ALLIANCE_SIZE : DEFENCE + 1] = astuple(terms(table))
    winners = table.outcome.winners if table.outcome else ()
    array[RESULT] = sum(1 << seat for seat in winners) if table.outcome else OPEN
    return array


def _pack_players(array: Numbers, table: Table) -> None:
    for seat, player in enumerate(table.players):
        knights = knights_of(table, seat)
        array[KEEP + seat], array[RAISED + seat] = player.keep, player.raised
        array[RESERVES + seat], array[READY + seat] = player.reserves, player.ready
        array[PLAYING + seat] = player.standing == "in"
        array[ROOM + seat] = player.orders if player.ready else MOST_ORDERS
        array[KNIGHTS + seat] = len(knights)
        for place, knight in enumerate(knights, seat * MOST_KNIGHTS):
            array[POST + place], array[NUMBER + place] = knight.hex, number_of(knight.name)


def _pack_alliances(array: Numbers, table: Table) -> None:
    array[ALLIED : ALLIED + MOST_SEATS] = NOBODY
    array[ALLIANCES], array[FOUNDED] = len(table.alliances), table.founded
    for place, alliance in enumerate(table.alliances):
        array[ALLIANCE_ID + place] = alliance.id
        array[ASKING + place] = sum(1 << seat for seat in alliance.asking)
        for when, seat in enumerate(alliance.members):
            array[ALLIED + seat], array[JOINED + seat] = place, when
    # Larger than any number in JOINED, so the next to join is the newest member.
    array[JOININGS] = len(table.players)
    array[CROWN] = NOBODY if table.crown.alliance is None else table.crown.alliance
    array[CROWN_FOR] = table.crown.rounds
    array[THREATS] = len(table.threats)
    for place, threat in enumerate(table.threats):
        array[THREAT + place] = threat.alliance
        array[THREAT_MEMBERS + place] = sum(1 << seat for seat in threat.members)


def _numbers(order: Order) -> tuple[int, ...]:
    type_ = ORDER_TYPES.index(order.type)
    return type_, number_of(order.knight), order.origin, order.to, order.troops


def number_of(knight: str) -> int:
    """The number in a knight's name."""
    return int(knight.rpartition(" ")[2])


def rehearse(
    view: View, seat: Seat, proposals: Sequence[tuple[Action, str]], plies: int
) -> Rehearsal | None:
    """Compiled play from the view after each proposal; `None` where the lane does not fit."""
    if not fits(view.table):
        return None
    secrets = [Secret() for _ in view.table.players]
    secrets[seat] = view.secret or Secret()
    known = State(view.table, tuple(secrets), Rng("unused"))
    rows = [_pack_proposal(known, seat, action, policy) for action, policy in proposals]
    row, table = np.zeros(LENGTH, np.int64), odds_table()

    def play(number: int, luck: Rng) -> int:
        row[:] = rows[number]
        row[RANDOM], _ = luck.below(WORD)
        return play_on(row, table, seat, plies)

    return Rehearsal(play, play_on)


def _pack_proposal(known: State, seat: Seat, action: Action, policy: str) -> Numbers:
    """What the seat knows after the action, as an array.

    Ready is only marked: applying it could start the round before the others' orders are sampled.
    """
    row = pack(known if isinstance(action, Ready) else apply(known, seat, action).state)
    row[STYLE + seat] = STYLE_NAMES.index(policy)
    if isinstance(action, Ready):
        row[READY + seat], row[ROOM + seat] = 1, row[WRITTEN + seat]
    return row
