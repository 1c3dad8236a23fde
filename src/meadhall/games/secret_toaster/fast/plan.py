"""Kernels: what a seat expects, what land is worth to it, and which amounts it can choose from.

`prepare` fills the array with what the seat knows before its next order; `expect` then adds each
order that is written. It does what `rules/planning/` and `bots/outlook.py` do.
"""

from meadhall.games.secret_toaster.bots.outlook import (
    LATE,
    WORTH_CASTLE,
    WORTH_DEFENDED_HOME,
    WORTH_GROWTH,
    WORTH_HOME,
    WORTH_KEEP,
    WORTH_LAND,
    WORTH_MATCH,
    WORTH_PREY,
    WORTH_THRONE,
)
from meadhall.games.secret_toaster.fast.alliances import bonus, friends
from meadhall.games.secret_toaster.fast.ending import homes, land, neighbour
from meadhall.games.secret_toaster.fast.odds import fewest_for, line_of, place_of
from meadhall.games.secret_toaster.fast.tables import (
    ALLIED_LAND,
    AMOUNTS,
    BY_OBJECTIVES,
    CROWN_FOR,
    DEFENCE,
    DEFENDER,
    ENTERED,
    EXPANSION,
    EXPECTED,
    FORCE,
    FORTIFY,
    FRIENDLY,
    GARRISON,
    GOAL,
    GOAL_COUNT,
    GOALS,
    HOME,
    HOMES,
    KEEP,
    KINGMAKER,
    KNIGHT,
    KNIGHTS,
    LAND,
    LEAD,
    LEADS,
    LEFT,
    LINE,
    MENACE,
    MENACED,
    MOST_AMOUNTS,
    MOST_BONUS,
    MOST_GOALS,
    MOST_SEATS,
    NOBODY,
    NUMBER,
    OBJECTIVE,
    ORDER,
    ORIGIN,
    OWNER,
    PLACE,
    PLAN,
    POST,
    PROMOTE,
    RAID,
    RAISING,
    RIGHT,
    ROUND,
    ROUND_LIMIT,
    S_CASTLE,
    SEATS,
    STEPS,
    STYLE,
    STYLE_TABLE,
    TROOPS,
    TYPE,
    WHO,
    WORTH,
    WRITTEN,
    Numbers,
)
from meadhall.games.secret_toaster.rules.board import CASTLE, HEXES
from meadhall.games.secret_toaster.rules.planning.choices import EVEN, SAFE
from meadhall.games.secret_toaster.types import (
    CROWN_ROUNDS,
    FORTIFY_TROOPS,
    KNIGHT_PRICE,
    MOST_KNIGHTS,
    MOST_ORDERS,
)
from meadhall.kit.compiled import kernel


@kernel
def expect(state: Numbers, order: int) -> None:
    """Add the order to what the seat expects, as if all went well."""
    goal, seat = state[order + GOAL], state[WHO]
    if state[order + TYPE] == FORTIFY:
        state[EXPECTED + goal] += FORTIFY_TROOPS
    elif state[order + TYPE] == PROMOTE:
        state[EXPECTED + goal] -= KNIGHT_PRICE
        state[RAISING] += 1
    else:
        moved = min(state[order + FORCE], state[EXPECTED + state[order + ORIGIN]])
        state[EXPECTED + state[order + ORIGIN]] -= moved
        state[EXPECTED + goal] += moved
        if moved:
            state[FRIENDLY + goal] |= ENTERED
    for knight in range(state[KNIGHTS + seat]):
        if state[NUMBER + seat * MOST_KNIGHTS + knight] == state[order + KNIGHT]:
            state[PLACE + knight] = goal


@kernel
def add_expansion(state: Numbers, seat: int, step: int) -> None:
    """Add what an expansionist wants: the neighbour's land, and many hexes."""
    victim = neighbour(state, seat, step)
    if homes(state, seat, victim) < state[RAID]:
        for place in range(1, HOMES):
            state[WORTH + HOME[state[KEEP + victim], place]] += WORTH_PREY
    if land(state, 1 << seat) < state[EXPANSION]:
        for hex_ in LAND:
            state[WORTH + hex_] += WORTH_GROWTH


@kernel
def castle_worth(state: Numbers, objective: int) -> int:
    """What the castle is worth, by how soon it decides the match."""
    if state[CROWN_FOR] == CROWN_ROUNDS - 1:
        return WORTH_MATCH
    late = state[ROUND_LIMIT] - state[ROUND] <= LATE
    throne = late or objective == KINGMAKER or not state[BY_OBJECTIVES]
    return WORTH_THRONE if throne else WORTH_CASTLE


@kernel
def set_worth(state: Numbers, seat: int) -> None:
    """What each hex is worth to the seat, by mode and objective."""
    objective, keep = state[OBJECTIVE + seat], state[KEEP + seat]
    for hex_ in LAND:
        state[WORTH + hex_] = WORTH_LAND
    for place in range(HOMES):
        state[WORTH + HOME[keep, place]] = (
            WORTH_DEFENDED_HOME if objective == DEFENDER else WORTH_HOME
        )
    state[WORTH + keep] += WORTH_KEEP
    if objective in (LEFT, RIGHT):
        add_expansion(state, seat, 1 if objective == LEFT else -1)
    if objective == DEFENDER and land(state, 1 << seat) < state[DEFENCE]:
        for hex_ in LAND:
            state[WORTH + hex_] += WORTH_GROWTH
    zeal = STYLE_TABLE[state[STYLE + seat], S_CASTLE]
    state[WORTH + CASTLE] = castle_worth(state, objective) * zeal // 100


@kernel
def set_menace(state: Numbers, seat: int) -> None:
    """The most troops that one enemy knight can bring to each hex this round, by his lead."""
    for at in range(MENACE, MENACE + HEXES * LEADS):
        state[at] = 0
    # An empty range, until an enemy is found.
    state[MENACED], state[MENACED + 1] = LEADS, 0
    own, allies = bonus(state, seat), friends(state, seat)
    for enemy in range(state[SEATS]):
        if allies >> enemy & 1:
            continue
        lead = bonus(state, enemy) - own + MOST_BONUS - 1
        state[MENACED] = min(state[MENACED], lead)
        state[MENACED + 1] = max(state[MENACED + 1], lead + 1)
        for knight in range(enemy * MOST_KNIGHTS, enemy * MOST_KNIGHTS + state[KNIGHTS + enemy]):
            here = state[POST + knight]
            troops = state[TROOPS + here * MOST_SEATS + enemy]
            for hex_ in LAND:
                left = MOST_ORDERS - STEPS[here, hex_]
                # Of several enemies with the same lead, only the largest army matters.
                at = MENACE + hex_ * LEADS + lead
                if 0 <= left < MOST_ORDERS:
                    state[at] = max(state[at], 1 + place_of(troops + FORTIFY_TROOPS * left))


@kernel
def set_land(state: Numbers, seat: int) -> None:
    """The land as the seat sees it: own troops, garrisons, leads and friends."""
    own, allies = bonus(state, seat), friends(state, seat)
    for hex_ in LAND:
        owner, troops = state[OWNER + hex_], TROOPS + hex_ * MOST_SEATS
        garrison = 0 if owner == NOBODY else state[troops + owner]
        lead = own - bonus(state, owner)
        state[EXPECTED + hex_] = state[troops + seat]
        state[FRIENDLY + hex_] = ALLIED_LAND if owner != NOBODY and allies >> owner & 1 else 0
        state[GARRISON + hex_], state[LEAD + hex_] = garrison, lead
        state[LINE + hex_] = line_of(garrison, lead)


@kernel
def prepare(state: Numbers, seat: int) -> None:
    """What the seat wants, fears and expects after its orders so far."""
    state[WHO], state[RAISING] = seat, 0
    set_land(state, seat)
    for knight in range(state[KNIGHTS + seat]):
        state[PLACE + knight] = state[POST + seat * MOST_KNIGHTS + knight]
    for number in range(state[WRITTEN + seat]):
        expect(state, PLAN + (seat * MOST_ORDERS + number) * ORDER)
    set_worth(state, seat)
    set_menace(state, seat)


@kernel
def set_goals(state: Numbers) -> None:
    """The foreign hexes that are worth most, best first."""
    many = 0
    for hex_ in LAND:
        if state[FRIENDLY + hex_]:
            continue
        # Insertion sort. What falls off the end is lost; equals keep the order of LAND.
        place = many
        while place and state[WORTH + state[GOALS + place - 1]] < state[WORTH + hex_]:
            if place < MOST_GOALS:
                state[GOALS + place] = state[GOALS + place - 1]
            place -= 1
        if place < MOST_GOALS:
            state[GOALS + place] = hex_
            many = min(MOST_GOALS, many + 1)
    state[GOAL_COUNT] = many


@kernel
def add_amount(state: Numbers, many: int, amount: int) -> int:
    """Insert the amount in descending order unless it is there; returns the new count."""
    place = 0
    while place < many and state[AMOUNTS + place] > amount:
        place += 1
    if place < many and state[AMOUNTS + place] == amount:
        return many
    for later in range(min(many, MOST_AMOUNTS - 1), place, -1):
        state[AMOUNTS + later] = state[AMOUNTS + later - 1]
    state[AMOUNTS + place] = amount
    return many + 1


@kernel
def set_amounts(state: Numbers, table: Numbers, here: int, to: int) -> int:
    """Write the choices for how many troops may go, largest first; returns their number."""
    most, there = state[EXPECTED + here], state[EXPECTED + to]
    many = add_amount(state, 0, most)
    many = add_amount(state, many, max(0, most - 1))
    many = add_amount(state, many, most // 2)
    if most and not state[FRIENDLY + to]:
        for wanted in (EVEN, SAFE):
            fewest = fewest_for(table, state[GARRISON + to], state[LEAD + to], wanted)
            if fewest <= most + there:
                many = add_amount(state, many, max(1, fewest - there))
    # A knight may move alone into friendly land. Land that is entered but still an enemy's is
    # attacked, and that takes a troop.
    if state[FRIENDLY + to] & ALLIED_LAND or (state[FRIENDLY + to] and state[OWNER + to] == NOBODY):
        many = add_amount(state, many, 0)
    elif state[AMOUNTS + many - 1] == 0:
        many -= 1
    return many
