"""Many matches at once, by the numbers of `rules.planning.numbers`, under the standard rules."""

from functools import cache

from meadhall.core.fast_lane import NOBODY as OVER
from meadhall.core.fast_lane import BatchKernels, BatchLane
from meadhall.games.secret_toaster.fast.alliances import (
    accept,
    bit_count,
    create,
    leader,
    members,
)
from meadhall.games.secret_toaster.fast.batch_view import observe, unpack
from meadhall.games.secret_toaster.fast.diplomacy import can_ask, has_room
from meadhall.games.secret_toaster.fast.ending import resolve_round
from meadhall.games.secret_toaster.fast.lane import odds_table, pack
from meadhall.games.secret_toaster.fast.odds import fewest_for
from meadhall.games.secret_toaster.fast.plan import expect, set_land
from meadhall.games.secret_toaster.fast.tables import (
    ALLIANCES,
    ALLIED,
    ALLIED_LAND,
    AMOUNTS,
    ASKING,
    ATTACK,
    EXPECTED,
    FORCE,
    FORTIFY,
    FRIENDLY,
    GARRISON,
    GOAL,
    KNIGHT,
    KNIGHTS,
    LEAD,
    MOVE,
    NOBODY,
    NUMBER,
    OPEN,
    ORDER,
    ORIGIN,
    OWNER,
    PLACE,
    PLAN,
    PLAYING,
    POST,
    PROMOTE,
    RAISING,
    RANDOM,
    READY,
    RESULT,
    ROAD,
    ROAD_COUNT,
    SEATS,
    TYPE,
    WHO,
    WRITTEN,
    Numbers,
)
from meadhall.games.secret_toaster.rules.board import CASTLE
from meadhall.games.secret_toaster.rules.planning.choices import EVEN, SAFE
from meadhall.games.secret_toaster.rules.planning.numbers import (
    ACCEPT,
    ALONE,
    AMOUNT_KINDS,
    ASK,
    EVEN_ODDS,
    EXPEL,
    FORTIFY_WAY,
    LEAVE_NUMBER,
    MARCHES,
    NUMBERS,
    ORDERS_FROM,
    PROMOTE_WAY,
    READY_NUMBER,
    SAFE_ODDS,
    WAYS,
    WITHDRAW_NUMBER,
)
from meadhall.games.secret_toaster.types import (
    KNIGHT_PRICE,
    MOST_KNIGHTS,
    MOST_ORDERS,
    Options,
    State,
)
from meadhall.kit.compiled import kernel

NONE = -1
"""An amount that cannot be chosen."""


@kernel
def to_act(state: Numbers) -> int:
    """The first seat in play that is not ready."""
    if state[RESULT] == OPEN:
        for seat in range(state[SEATS]):
            if state[PLAYING + seat] and not state[READY + seat]:
                return seat
    return OVER


@kernel
def prepare_plan(state: Numbers, seat: int) -> None:
    """What the seat expects after its orders so far: land, troops, and where its knights stand."""
    state[WHO], state[RAISING] = seat, 0
    set_land(state, seat)
    for knight in range(state[KNIGHTS + seat]):
        state[PLACE + knight] = state[POST + seat * MOST_KNIGHTS + knight]
    for number in range(state[WRITTEN + seat]):
        expect(state, PLAN + (seat * MOST_ORDERS + number) * ORDER)


@kernel
def is_enemy_land(state: Numbers, hex_: int) -> bool:
    """Whether a march there is an attack."""
    return bool(state[OWNER + hex_] != NOBODY and not state[FRIENDLY + hex_] & ALLIED_LAND)


@kernel
def winning_amount(state: Numbers, memo: Numbers, here: int, to: int, wanted: int) -> int:
    """The fewest troops that win with that chance, together with those there; NONE if too many."""
    most, there = state[EXPECTED + here], state[EXPECTED + to]
    if not most or state[FRIENDLY + to]:
        return NONE
    fewest = fewest_for(memo, state[GARRISON + to], state[LEAD + to], wanted)
    return int(max(1, fewest - there)) if fewest <= most + there else NONE


@kernel
def set_march(state: Numbers, memo: Numbers, here: int, to: int) -> None:
    """Writes the troops of each amount; NONE where it repeats an earlier one or is not legal."""
    most = state[EXPECTED + here]
    state[AMOUNTS], state[AMOUNTS + 1], state[AMOUNTS + 2] = most, max(0, most - 1), most // 2
    state[AMOUNTS + EVEN_ODDS] = winning_amount(state, memo, here, to, EVEN)
    state[AMOUNTS + SAFE_ODDS] = winning_amount(state, memo, here, to, SAFE)
    state[AMOUNTS + ALONE] = 0
    for kind in range(AMOUNT_KINDS - 1, 0, -1):
        for earlier in range(kind):
            if state[AMOUNTS + earlier] == state[AMOUNTS + kind]:
                state[AMOUNTS + kind] = NONE
    # A knight may go alone only into friendly land.
    if is_enemy_land(state, to) or not state[FRIENDLY + to]:
        for kind in range(AMOUNT_KINDS):
            if state[AMOUNTS + kind] == 0:
                state[AMOUNTS + kind] = NONE


@kernel
def list_orders(state: Numbers, seat: int, numbers: Numbers, count: int, memo: Numbers) -> int:
    """Writes the numbers of the seat's next order; returns the new count."""
    if state[WRITTEN + seat] == MOST_ORDERS:
        return count
    prepare_plan(state, seat)
    for knight in range(state[KNIGHTS + seat]):
        here, first = state[PLACE + knight], ORDERS_FROM + knight * WAYS
        if here != CASTLE:
            numbers[count] = first + FORTIFY_WAY
            count += 1
        room = state[KNIGHTS + seat] + state[RAISING] < MOST_KNIGHTS
        if room and state[EXPECTED + here] >= KNIGHT_PRICE:
            numbers[count] = first + PROMOTE_WAY
            count += 1
        for road in range(ROAD_COUNT[here]):
            set_march(state, memo, here, ROAD[here, road])
            for kind in range(AMOUNT_KINDS):
                if state[AMOUNTS + kind] != NONE:
                    numbers[count] = first + MARCHES + road * AMOUNT_KINDS + kind
                    count += 1
    return count


@kernel
def list_treaties(state: Numbers, seat: int, numbers: Numbers, count: int) -> int:
    """Writes what the seat can do about alliances; returns the new count."""
    own = state[ALLIED + seat]
    group = members(state, own)
    if bit_count(group) > 1:
        numbers[count] = LEAVE_NUMBER
        count += 1
    for alliance in range(state[ALLIANCES]):
        if can_ask(state, seat, alliance):
            numbers[count] = ASK + leader(state, alliance)
            count += 1
    if leader(state, own) != seat:
        return count
    for other in range(state[SEATS]):
        if state[ASKING + own] >> other & 1 and has_room(state, own):
            numbers[count] = ACCEPT + other
            count += 1
        if group >> other & 1 and other != seat:
            numbers[count] = EXPEL + other
            count += 1
    return count


@kernel
def legal(state: Numbers, seat: int, numbers: Numbers, memo: Numbers) -> int:
    """Writes the legal numbers of the seat to act; returns how many."""
    numbers[0] = READY_NUMBER
    count = 1
    if state[WRITTEN + seat]:
        numbers[1] = WITHDRAW_NUMBER
        count = 2
    count = list_orders(state, seat, numbers, count, memo)
    return list_treaties(state, seat, numbers, count)


@kernel
def write_order(state: Numbers, seat: int, number: int, memo: Numbers) -> None:
    """Writes the seat's next order."""
    prepare_plan(state, seat)
    knight, way = number // WAYS, number % WAYS
    order = PLAN + (seat * MOST_ORDERS + state[WRITTEN + seat]) * ORDER
    here = state[PLACE + knight]
    state[order + KNIGHT] = state[NUMBER + seat * MOST_KNIGHTS + knight]
    state[order + ORIGIN], state[order + GOAL], state[order + FORCE] = here, here, 0
    if way < MARCHES:
        state[order + TYPE] = FORTIFY if way == FORTIFY_WAY else PROMOTE
    else:
        to = ROAD[here, (way - MARCHES) // AMOUNT_KINDS]
        set_march(state, memo, here, to)
        state[order + TYPE] = ATTACK if is_enemy_land(state, to) else MOVE
        state[order + GOAL] = to
        state[order + FORCE] = state[AMOUNTS + (way - MARCHES) % AMOUNT_KINDS]
    state[WRITTEN + seat] += 1


@kernel
def step(state: Numbers, seat: int, number: int, memo: Numbers) -> None:
    """Plays a legal number; the last seat to be ready starts the round."""
    if number >= ORDERS_FROM:
        write_order(state, seat, number - ORDERS_FROM, memo)
    elif number >= EXPEL:
        create(state, number - EXPEL)
    elif number >= ACCEPT:
        accept(state, seat, number - ACCEPT)
    elif number >= ASK:
        state[ASKING + state[ALLIED + number - ASK]] |= 1 << seat
    elif number == LEAVE_NUMBER:
        create(state, seat)
    elif number == WITHDRAW_NUMBER:
        state[WRITTEN + seat] -= 1
    else:
        state[READY + seat] = 1
        if to_act(state) == OVER:
            resolve_round(state)


@kernel
def payoff(state: Numbers, seat: int) -> int:
    """What the finished match pays the seat."""
    if state[RESULT] == 0:
        return 0
    return 1 if state[RESULT] >> seat & 1 else -1


_KERNELS = BatchKernels(to_act=to_act, legal=legal, step=step, observe=observe, payoff=payoff)


@cache
def batch(options: Options, seats: int, compact: bool) -> BatchLane[State] | None:  # noqa: FBT001 - as the contract has it
    """Matches with these options; `None` under the legacy rules, which are not compiled."""
    if options.ruleset != "standard":
        return None
    return BatchLane(
        kernels=_KERNELS,
        pack=pack,
        unpack=lambda array: unpack(array, options),
        most_legal=NUMBERS,
        memo=odds_table,
        luck=RANDOM,
    )
