"""Kernels of the fast lane: the commanders, who weigh orders as `marshal.py` does."""

from meadhall.games.secret_toaster.board import CASTLE
from meadhall.games.secret_toaster.council import PULL
from meadhall.games.secret_toaster.fast_odds import below, odds_at, place_of
from meadhall.games.secret_toaster.fast_plan import (
    expect,
    prepare,
    set_amounts,
    set_goals,
)
from meadhall.games.secret_toaster.fast_tables import (
    AMOUNTS,
    BEST,
    BEST_COUNT,
    BEST_WEIGHT,
    DANGER,
    EXPECTED,
    FORCE,
    FORTIFY,
    FRIENDLY,
    GARRISON,
    GOAL,
    GOAL_COUNT,
    GOALS,
    KNIGHT,
    KNIGHTS,
    LEADS,
    LINE,
    MENACE,
    MENACED,
    MOVE,
    NUMBER,
    ORDER,
    ORIGIN,
    PLACE,
    PLAN,
    PROMOTE,
    RAISING,
    ROAD,
    ROAD_COUNT,
    ROOM,
    ROUND_NUMBERS,
    STEPS,
    T_FORTIFY,
    T_KNIGHT,
    T_RISK,
    TEMPER,
    TEMPER_TABLE,
    TYPE,
    WHO,
    WORTH,
    WRITTEN,
    Numbers,
)
from meadhall.games.secret_toaster.marshal import PLUNDER, WORTHWHILE
from meadhall.games.secret_toaster.odds import SURE
from meadhall.games.secret_toaster.types import (
    FORTIFY_TROOPS,
    KNIGHT_PRICE,
    MOST_KNIGHTS,
    MOST_ORDERS,
)
from meadhall.kit.compiled import kernel


@kernel
def is_best(state: Numbers, weight: int) -> bool:
    """Whether an order of that weight is the best so far; by lot if it is as good as another."""
    if state[BEST_COUNT] and weight < state[BEST_WEIGHT]:
        return False
    if state[BEST_COUNT] == 0 or weight > state[BEST_WEIGHT]:
        state[BEST_COUNT], state[BEST_WEIGHT] = 0, weight
    state[BEST_COUNT] += 1
    return state[BEST_COUNT] == 1 or below(state, state[BEST_COUNT]) == 0


@kernel
def note(state: Numbers, knight: int, type_: int, to: int, troops: int) -> None:
    """Remembers the order as the best."""
    state[BEST + TYPE] = type_
    state[BEST + KNIGHT] = state[NUMBER + state[WHO] * MOST_KNIGHTS + knight]
    state[BEST + ORIGIN], state[BEST + GOAL] = state[PLACE + knight], to
    state[BEST + FORCE] = troops


@kernel
def chance(state: Numbers, table: Numbers, hex_: int, troops: int) -> int:
    """The chance, of `SURE`, to take or hold the hex with so many troops."""
    if state[FRIENDLY + hex_]:
        return SURE
    place = place_of(troops + state[EXPECTED + hex_])
    return odds_at(table, state[LINE + hex_] + place)


@kernel
def pull(state: Numbers, table: Numbers, here: int, troops: int) -> int:
    """How strongly the best goal that is not held yet draws such an army from here."""
    best = 0
    for number in range(state[GOAL_COUNT]):
        goal = state[GOALS + number]
        if state[WORTH + goal] * PULL[1] // 100 <= best:
            break  # the goals after this one are worth no more, and none is nearer than a step
        steps = STEPS[here, goal]
        if 0 < steps < len(PULL):
            most = state[WORTH + goal] * PULL[steps] // 100
            if most > best:
                best = max(best, most * chance(state, table, goal, troops) // SURE)
    return best


@kernel
def risk(state: Numbers, table: Numbers, hex_: int, garrison: int) -> int:
    """The chance, of `SURE`, that the worst enemy within reach takes the hex this round."""
    worst, place = 0, place_of(garrison)
    for lead in range(state[MENACED], state[MENACED + 1]):
        force = state[MENACE + hex_ * LEADS + lead]
        if force:
            line = (lead * ROUND_NUMBERS + place) * ROUND_NUMBERS
            worst = max(worst, odds_at(table, line + force - 1))
    return worst


@kernel
def at_stake(state: Numbers, hex_: int, change: int) -> int:
    """How much a change of the risk of losing the hex counts."""
    care = TEMPER_TABLE[state[TEMPER + state[WHO]], T_RISK]
    return int(state[WORTH + hex_] * change * care // (100 * SURE))


@kernel
def weigh_fortify(state: Numbers, table: Numbers, here: int) -> int:
    """What more troops here are good for."""
    troops = state[EXPECTED + here]
    grown = troops + FORTIFY_TROOPS
    safer = risk(state, table, here, troops) - risk(state, table, here, grown)
    pulled = pull(state, table, here, grown) - pull(state, table, here, troops)
    liking = TEMPER_TABLE[state[TEMPER + state[WHO]], T_FORTIFY]
    return int(liking + at_stake(state, here, safer) + pulled)


@kernel
def weigh_promote(state: Numbers, table: Numbers, here: int) -> int:
    """What another knight is good for."""
    troops = state[EXPECTED + here]
    left = troops - KNIGHT_PRICE
    riskier = risk(state, table, here, left) - risk(state, table, here, troops)
    knights = state[KNIGHTS + state[WHO]] + state[RAISING]
    liking = TEMPER_TABLE[state[TEMPER + state[WHO]], T_KNIGHT]
    worth = liking // knights if left >= KNIGHT_PRICE * knights else 0
    return int(worth - at_stake(state, here, riskier))


@kernel
def weigh_conquest(state: Numbers, table: Numbers, goal: int, troops: int, likely: int) -> int:
    """What a battle wins and, when it is lost, costs."""
    won = state[WORTH + goal] + state[GARRISON + goal] * PLUNDER // 100
    stay = SURE - risk(state, table, goal, troops) // 2
    lost = troops // 2 + TEMPER_TABLE[state[TEMPER + state[WHO]], T_KNIGHT]
    return int((won * likely // SURE * stay - lost * (SURE - likely)) // SURE)


@kernel
def weigh_march(state: Numbers, table: Numbers, start: int, goal: int, troops: int) -> int:
    """What a march wins, risks and prepares; what draws the army from its start is left out."""
    here, there = state[EXPECTED + start], state[EXPECTED + goal]
    likely = chance(state, table, goal, troops)
    if state[FRIENDLY + goal]:
        safer = risk(state, table, goal, there) - risk(state, table, goal, there + troops)
        gain = at_stake(state, goal, safer)
    else:
        gain = weigh_conquest(state, table, goal, troops, likely)
    riskier = risk(state, table, start, here - troops) - state[DANGER]
    pulled = pull(state, table, goal, there + troops) * likely // SURE
    return gain - at_stake(state, start, riskier) + pulled


@kernel
def choose(state: Numbers, table: Numbers) -> None:
    """Notes the weightiest order of all; by lot where several weigh the same."""
    seat = state[WHO]
    set_goals(state)
    state[BEST_COUNT] = 0
    for knight in range(state[KNIGHTS + seat]):
        here = state[PLACE + knight]
        if here != CASTLE and is_best(state, weigh_fortify(state, table, here)):
            note(state, knight, FORTIFY, here, 0)
        knights = state[KNIGHTS + seat] + state[RAISING]
        can = state[EXPECTED + here] >= KNIGHT_PRICE and knights < MOST_KNIGHTS
        if can and is_best(state, weigh_promote(state, table, here)):
            note(state, knight, PROMOTE, here, 0)
        state[DANGER] = risk(state, table, here, state[EXPECTED + here])
        pulled = pull(state, table, here, state[EXPECTED + here])
        for road in range(ROAD_COUNT[here]):
            to = ROAD[here, road]
            for choice in range(set_amounts(state, table, here, to)):
                troops = state[AMOUNTS + choice]
                if is_best(state, weigh_march(state, table, here, to, troops) - pulled):
                    note(state, knight, MOVE, to, troops)


@kernel
def command(state: Numbers, table: Numbers, seat: int) -> None:
    """The seat writes the best orders while one is worth it and there is room."""
    prepare(state, seat)
    while state[WRITTEN + seat] < state[ROOM + seat]:
        choose(state, table)
        if state[BEST_COUNT] == 0 or state[BEST_WEIGHT] < WORTHWHILE:
            return
        order = PLAN + (seat * MOST_ORDERS + state[WRITTEN + seat]) * ORDER
        for part in range(ORDER):
            state[order + part] = state[BEST + part]
        state[WRITTEN + seat] += 1
        expect(state, order)
