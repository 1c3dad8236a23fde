"""Kernels: scoring and choosing orders, as in `bots/policies.py`."""

from meadhall.games.secret_toaster.bots.outlook import PULL
from meadhall.games.secret_toaster.bots.policies import LEAST_SCORE, PLUNDER
from meadhall.games.secret_toaster.fast.odds import below, odds_at, place_of
from meadhall.games.secret_toaster.fast.plan import expect, prepare, set_amounts, set_goals
from meadhall.games.secret_toaster.fast.tables import (
    AMOUNTS,
    BEST,
    BEST_COUNT,
    BEST_SCORE,
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
    S_FORTIFY,
    S_KNIGHT,
    S_RISK,
    STEPS,
    STYLE,
    STYLE_TABLE,
    TYPE,
    WHO,
    WORTH,
    WRITTEN,
    Numbers,
)
from meadhall.games.secret_toaster.rules.board import CASTLE
from meadhall.games.secret_toaster.rules.round.odds import SURE
from meadhall.games.secret_toaster.types import (
    FORTIFY_TROOPS,
    KNIGHT_PRICE,
    MOST_KNIGHTS,
    MOST_ORDERS,
)
from meadhall.kit.compiled import kernel


@kernel
def is_best(state: Numbers, score: int) -> bool:
    """Whether an order with that score is the best so far; by lot among equals."""
    if state[BEST_COUNT] and score < state[BEST_SCORE]:
        return False
    if state[BEST_COUNT] == 0 or score > state[BEST_SCORE]:
        state[BEST_COUNT], state[BEST_SCORE] = 0, score
    state[BEST_COUNT] += 1
    # The n-th of n equals replaces the one before with a chance of 1/n: all are equally likely.
    return state[BEST_COUNT] == 1 or below(state, state[BEST_COUNT]) == 0


@kernel
def keep_best(state: Numbers, knight: int, type_: int, to: int, troops: int) -> None:
    """Keep the order as the best so far."""
    state[BEST + TYPE] = type_
    state[BEST + KNIGHT] = state[NUMBER + state[WHO] * MOST_KNIGHTS + knight]
    state[BEST + ORIGIN], state[BEST + GOAL] = state[PLACE + knight], to
    state[BEST + FORCE] = troops


@kernel
def chance(state: Numbers, table: Numbers, hex_: int, troops: int) -> int:
    """The chance, up to `SURE`, to take or keep the hex with that many troops."""
    if state[FRIENDLY + hex_]:
        return SURE
    place = place_of(troops + state[EXPECTED + hex_])
    return odds_at(table, state[LINE + hex_] + place)


@kernel
def pull(state: Numbers, table: Numbers, here: int, troops: int) -> int:
    """How much the best goal attracts an army of this size from here."""
    best = 0
    for number in range(state[GOAL_COUNT]):
        goal = state[GOALS + number]
        if state[WORTH + goal] * PULL[1] // 100 <= best:
            break  # goals are sorted by worth, and none is nearer than one step
        steps = STEPS[here, goal]
        if 0 < steps < len(PULL):
            most = state[WORTH + goal] * PULL[steps] // 100
            if most > best:
                best = max(best, most * chance(state, table, goal, troops) // SURE)
    return best


@kernel
def risk(state: Numbers, table: Numbers, hex_: int, garrison: int) -> int:
    """The chance, up to `SURE`, that the worst enemy within reach takes the hex this round."""
    worst, place = 0, place_of(garrison)
    for lead in range(state[MENACED], state[MENACED + 1]):
        force = state[MENACE + hex_ * LEADS + lead]
        if force:
            line = (lead * ROUND_NUMBERS + place) * ROUND_NUMBERS
            worst = max(worst, odds_at(table, line + force - 1))
    return worst


@kernel
def weighted_risk(state: Numbers, hex_: int, change: int) -> int:
    """What a change of the risk of losing the hex is worth."""
    care = STYLE_TABLE[state[STYLE + state[WHO]], S_RISK]
    return int(state[WORTH + hex_] * change * care // (100 * SURE))


@kernel
def score_fortify(state: Numbers, table: Numbers, here: int) -> int:
    """What more troops here are worth."""
    troops = state[EXPECTED + here]
    grown = troops + FORTIFY_TROOPS
    safer = risk(state, table, here, troops) - risk(state, table, here, grown)
    pulled = pull(state, table, here, grown) - pull(state, table, here, troops)
    liking = STYLE_TABLE[state[STYLE + state[WHO]], S_FORTIFY]
    return int(liking + weighted_risk(state, here, safer) + pulled)


@kernel
def score_promote(state: Numbers, table: Numbers, here: int) -> int:
    """What another knight is worth."""
    troops = state[EXPECTED + here]
    left = troops - KNIGHT_PRICE
    riskier = risk(state, table, here, left) - risk(state, table, here, troops)
    knights = state[KNIGHTS + state[WHO]] + state[RAISING]
    liking = STYLE_TABLE[state[STYLE + state[WHO]], S_KNIGHT]
    worth = liking // knights if left >= KNIGHT_PRICE * knights else 0
    return int(worth - weighted_risk(state, here, riskier))


@kernel
def score_conquest(state: Numbers, table: Numbers, goal: int, troops: int, likely: int) -> int:
    """What a battle gains if it is won, less what it costs if it is lost."""
    won = state[WORTH + goal] + state[GARRISON + goal] * PLUNDER // 100
    stay = SURE - risk(state, table, goal, troops) // 2
    lost = troops // 2 + STYLE_TABLE[state[STYLE + state[WHO]], S_KNIGHT]
    return int((won * likely // SURE * stay - lost * (SURE - likely)) // SURE)


@kernel
def score_march(state: Numbers, table: Numbers, start: int, goal: int, troops: int) -> int:
    """What a march wins, risks and prepares, before `choose` subtracts the pull at its start."""
    here, there = state[EXPECTED + start], state[EXPECTED + goal]
    likely = chance(state, table, goal, troops)
    if state[FRIENDLY + goal]:
        safer = risk(state, table, goal, there) - risk(state, table, goal, there + troops)
        gain = weighted_risk(state, goal, safer)
    else:
        gain = score_conquest(state, table, goal, troops, likely)
    riskier = risk(state, table, start, here - troops) - state[DANGER]
    pulled = pull(state, table, goal, there + troops) * likely // SURE
    return gain - weighted_risk(state, start, riskier) + pulled


@kernel
def choose(state: Numbers, table: Numbers) -> None:
    """Keep the best order of all, by lot among equals."""
    seat = state[WHO]
    set_goals(state)
    state[BEST_COUNT] = 0
    for knight in range(state[KNIGHTS + seat]):
        here = state[PLACE + knight]
        if here != CASTLE and is_best(state, score_fortify(state, table, here)):
            keep_best(state, knight, FORTIFY, here, 0)
        knights = state[KNIGHTS + seat] + state[RAISING]
        can = state[EXPECTED + here] >= KNIGHT_PRICE and knights < MOST_KNIGHTS
        if can and is_best(state, score_promote(state, table, here)):
            keep_best(state, knight, PROMOTE, here, 0)
        # The same for all marches of this knight, so it is computed once.
        state[DANGER] = risk(state, table, here, state[EXPECTED + here])
        pulled = pull(state, table, here, state[EXPECTED + here])
        for road in range(ROAD_COUNT[here]):
            to = ROAD[here, road]
            for choice in range(set_amounts(state, table, here, to)):
                troops = state[AMOUNTS + choice]
                if is_best(state, score_march(state, table, here, to, troops) - pulled):
                    # MOVE for attacks too: kernels carry out both alike.
                    keep_best(state, knight, MOVE, to, troops)


@kernel
def write_orders(state: Numbers, table: Numbers, seat: int) -> None:
    """The seat writes the best order while one is good enough and there is room."""
    prepare(state, seat)
    while state[WRITTEN + seat] < state[ROOM + seat]:
        choose(state, table)
        if state[BEST_COUNT] == 0 or state[BEST_SCORE] < LEAST_SCORE:
            return
        order = PLAN + (seat * MOST_ORDERS + state[WRITTEN + seat]) * ORDER
        for field in range(ORDER):
            state[order + field] = state[BEST + field]
        state[WRITTEN + seat] += 1
        expect(state, order)
