"""Kernels: how good a position is, and which moves a search should try first."""

import numpy as np

from meadhall.games.jarls.bots.evaluate import (
    DEAD_WEIGHT,
    DIES_NOW,
    DIES_SOON,
    DUEL,
    ENEMY_COST,
    FREE_COST,
    NEAR_WEIGHT,
    NEVER,
    OBSTACLE_COST,
    OWN_COST,
    PLY_WEIGHT,
    RUN_WEIGHTS,
    STEP_WEIGHT,
    WARRIOR_WEIGHT,
    WINS_NOW,
    WINS_SOON,
)
from meadhall.games.jarls.bots.network import RADIUS as TRAINED_RADIUS
from meadhall.games.jarls.fast.moves import FALLS, STAYS, has_draft, prevails, reach, row_to_push
from meadhall.games.jarls.fast.network import list_inputs, network_score
from meadhall.games.jarls.fast.tables import (
    AT,
    BEYOND_INWARDS,
    BEYOND_SIDEWAYS,
    CELLS,
    DEPTH,
    EMPTY,
    FIRST,
    FIXED,
    HOLE,
    INWARDS,
    NEXT,
    NOWHERE,
    PER_SEAT,
    RADIUS,
    SEATS,
    SIDE,
    SIDEWAYS,
    STARVE,
    STEPS,
    THRONE,
    TURN,
    WALL,
    Numbers,
)
from meadhall.kit.compiled import kernel

_TAKES_THRONE, _KILLS_JARL, _KILLS, _PUSHES, _WALKS = 10_000, 5_000, 1_000, 200, 100
# A place on a Jarl's way, from the low bits up: the moves that it can spare, whether it may still
# go aside in this ring, the cell. Without the first, it is a place in `seen`.
_PLACE, _CELL = 8, 9
_SPARE, _ASIDE = (1 << _PLACE) - 1, 1 << _PLACE
_MOST_STEPS = 128
"""Room for the steps that wait to be looked at: four at each of twenty on the longest way."""
_NEARER, _JARL_NEARER, _CLEARS, _BARS = 10, 40, 35, 60


@kernel
def run_bonus(state: Numbers, cell: int) -> int:
    """What a Jarl's run is worth beyond its distance: less if barred, more near its end."""
    barred = state[INWARDS[cell, 0]] != EMPTY and state[INWARDS[cell, 1]] != EMPTY
    steps = DEPTH[cell] + barred
    return int((RUN_WEIGHTS[steps] if steps < len(RUN_WEIGHTS) else 0) - STEP_WEIGHT * barred)


@kernel
def cost(state: Numbers, cell: int, beyond: int, seat: int) -> int:
    """How many moves it costs the seat's Jarl to come to the cell from the one before it.

    `beyond` is the next cell in the same direction.
    """
    code = state[cell]
    if code == EMPTY:
        return FREE_COST
    if code > EMPTY:
        return OBSTACLE_COST
    if state[SIDE + code] == state[SIDE + seat * PER_SEAT]:
        return OWN_COST
    # A Jarl pushes a Warrior that stands alone, but not onto the Throne.
    is_pushed = (
        code % PER_SEAT and beyond != THRONE and state[SIDE + state[beyond]] != state[SIDE + code]
    )
    return FREE_COST if is_pushed else ENEMY_COST


@kernel
def next_steps(state: Numbers, stack: Numbers, size: int, at: int, seat: int) -> int:
    """Writes the Jarl's next steps from a place on its way to the stack; returns its new size."""
    cell, spare = at >> _CELL, at & _SPARE
    # The likeliest one last, so that it is looked at first.
    for hand in range(2 if at & _ASIDE and spare else 0):
        beside = SIDEWAYS[cell, hand]
        left = spare - cost(state, beside, BEYOND_SIDEWAYS[cell, hand], seat)
        if left >= 0:
            stack[size] = beside << _CELL | left
            size += 1
    for number in range(1 if INWARDS[cell, 0] == INWARDS[cell, 1] else 2):
        near = INWARDS[cell, number]
        left = spare + 1 - cost(state, near, BEYOND_INWARDS[cell, number], seat)
        if left >= 0:
            stack[size] = near << _CELL | _ASIDE | left
            size += 1
    return size


@kernel
def arrives(state: Numbers, stack: Numbers, seen: Numbers, start: int, seat: int) -> bool:
    """Whether the seat's Jarl gets to the Throne from the place with the moves it can spare.

    `seen` has, by place, with how many moves to spare it has been looked at, plus 1.
    """
    size, stack[0] = 1, start
    while size > 0:
        size -= 1
        at = stack[size]
        place, spare = at >> _PLACE, at & _SPARE
        if at >> _CELL == THRONE:
            return True
        if spare >= seen[place]:
            seen[place] = spare + 1
            size = next_steps(state, stack, size, at, seat)
    return False


@kernel
def way_left(state: Numbers, start: int, seat: int) -> int:
    """How many moves the seat's Jarl needs to the Throne; in each ring it goes aside once at most.

    A move more than the distance has to be spared. Ways with none are tried first, then those with
    one more each time: most are hardly longer than the distance, so few cells are looked at.
    """
    stack, seen = np.empty(_MOST_STEPS, np.int64), np.zeros(2 * CELLS, np.int64)
    spare = 0
    while not arrives(state, stack, seen, start << _CELL | _ASIDE | spare, seat):
        spare += 1
    return int(DEPTH[start] + spare)


@kernel
def arrival(state: Numbers, seat: int, moves: int) -> int:
    """In a duel, the number of the ply that is the seat's move of that number from now on."""
    is_mover, even = seat == state[TURN], moves % 2 == 0
    if state[FIXED]:
        return int(2 * moves - is_mover)
    # Who moves second in a round moves first in the next one.
    if state[TURN] == state[FIRST]:
        return int(2 * moves - (is_mover != even))
    return int(2 * moves + 1 - 2 * is_mover - even)


@kernel
def can_take_throne(state: Numbers, cell: int) -> bool:
    """Whether the Jarl on the cell could walk onto the Throne with its next move."""
    if state[THRONE] != EMPTY:
        return False
    if DEPTH[cell] != STEPS:
        return bool(DEPTH[cell] == 1)
    for direction in range(6):
        one = NEXT[cell * 6 + direction]
        if NEXT[one * 6 + direction] == THRONE and state[one] == EMPTY:
            return bool(has_draft(state, cell, direction))
    return False


@kernel
def killers(state: Numbers, cell: int) -> int:
    """A bit for each seat that could push the Jarl on the cell to its death with one move."""
    seats = 0
    for direction in range(6):
        beyond = state[NEXT[cell * 6 + direction]]
        if beyond in (WALL, HOLE):
            start = cell
            for steps in range(1, STEPS + 1):
                start = NEXT[start * 6 + (direction + 3) % 6]
                code = state[start]
                if (
                    code < EMPTY
                    and reach(state, start, direction) >= steps
                    and prevails(state, start, cell, direction, steps)
                    and state[SIDE + code] != state[SIDE + state[cell]]
                ):
                    seats |= 1 << code // PER_SEAT
    return seats


@kernel
def arrival_of(state: Numbers, seat: int) -> int:
    """In a duel, the ply at which the seat's Jarl would be on the Throne; `NEVER` if it is dead."""
    cell = state[AT + seat * PER_SEAT]
    if cell == NOWHERE:
        return NEVER
    return int(arrival(state, seat, way_left(state, cell, seat)))


@kernel
def safety(state: Numbers, seat: int, cell: int) -> int:
    """What it is worth that the Jarl on the cell can take the Throne, or can be pushed to death."""
    score = 0
    if can_take_throne(state, cell):
        score += WINS_NOW if seat == state[TURN] else WINS_SOON
    dangers = killers(state, cell)
    if dangers:
        score += DIES_NOW if dangers >> state[TURN] & 1 else DIES_SOON
    return score


@kernel
def crowd_score(state: Numbers, seat: int) -> int:
    """With several opponents: the distance from the Throne, the end of a run, the Warriors."""
    cell = state[AT + seat * PER_SEAT]
    if cell == NOWHERE:
        return DEAD_WEIGHT
    score = STEP_WEIGHT * (state[RADIUS] - DEPTH[cell]) + run_bonus(state, cell)
    for piece in range(seat * PER_SEAT + 1, seat * PER_SEAT + PER_SEAT):
        if state[AT + piece] != NOWHERE:
            score += WARRIOR_WEIGHT
    return int(score + safety(state, seat, cell))


@kernel
def duel_score(state: Numbers, seat: int, plies: int) -> int:
    """In a duel: when the Jarl arrives at the Throne, and how near it is."""
    if plies == NEVER:
        return DEAD_WEIGHT
    cell = state[AT + seat * PER_SEAT]
    score = -PLY_WEIGHT * plies - NEAR_WEIGHT * DEPTH[cell]
    return int(score + safety(state, seat, cell))


@kernel
def known_score(state: Numbers, seat: int) -> int:
    """In a duel, the score without what is learned."""
    mine = duel_score(state, seat, arrival_of(state, seat))
    return mine - duel_score(state, 1 - seat, arrival_of(state, 1 - seat))


@kernel
def learn_inputs(state: Numbers, viewer: int, found: Numbers) -> int:
    """Writes the network's inputs that are true for the viewer; returns how many."""
    mine, theirs = arrival_of(state, viewer), arrival_of(state, 1 - viewer)
    return list_inputs(state, viewer, mine, theirs, found)


@kernel
def evaluate_duel(state: Numbers, seat: int) -> int:
    """The score of the seat minus that of the other one, and what the network adds."""
    mine, theirs = arrival_of(state, seat), arrival_of(state, 1 - seat)
    score = duel_score(state, seat, mine) - duel_score(state, 1 - seat, theirs)
    if NEVER in (mine, theirs) or state[RADIUS] != TRAINED_RADIUS:
        return score
    return score + network_score(state, seat, mine, theirs)


@kernel
def evaluate(state: Numbers, seat: int) -> int:
    """The average of the seat's side minus the strongest opponent; in duels what is learned too."""
    if state[SEATS] == DUEL:
        return evaluate_duel(state, seat)
    ours, theirs, friends = 0, DEAD_WEIGHT, 0
    for other in range(state[SEATS]):
        if state[SIDE + other * PER_SEAT] == state[SIDE + seat * PER_SEAT]:
            ours += crowd_score(state, other)
            friends += 1
        else:
            theirs = max(theirs, crowd_score(state, other))
    return int(ours // friends - theirs)


@kernel
def threat(state: Numbers, start: int, target: int, direction: int, steps: int) -> int:
    """The priority of an attack: kills first, then pushes; 0 if it moves no enemy."""
    code = state[start]
    if not prevails(state, start, target, direction, steps):
        return 0
    length, outcome = row_to_push(state, code, target, direction)
    if outcome != FALLS:
        return 0 if outcome == STAYS else _PUSHES
    # The victim is at the far end of the row.
    for _ in range(length - 1):
        target = NEXT[target * 6 + direction]
    victim = state[target]
    if state[SIDE + victim] == state[SIDE + code]:
        return 0
    return _KILLS if victim % PER_SEAT else _KILLS_JARL


@kernel
def is_ahead(cell: int, other: int) -> bool:
    """Whether the cell is one or two steps inwards from the other."""
    near, far = INWARDS[other, 0], INWARDS[other, 1]
    if cell in (near, far):
        return True
    if DEPTH[other] <= STEPS:
        return False
    return bool(cell in (INWARDS[near, 0], INWARDS[near, 1], INWARDS[far, 0], INWARDS[far, 1]))


@kernel
def race_promise(state: Numbers, start: int, target: int) -> int:
    """In a duel, what a Warrior's move does for the race: it clears a way or bars one."""
    seat = state[start] // PER_SEAT
    mine, theirs = state[AT + seat * PER_SEAT], state[AT + (1 - seat) * PER_SEAT]
    clears = DEPTH[mine] > 0 and is_ahead(start, mine)
    bars = DEPTH[theirs] > 0 and is_ahead(target, theirs)
    return int(_CLEARS * clears + _BARS * bars)


@kernel
def promise(state: Numbers, move: int) -> int:
    """Throne first, then kills, pushes and walks towards the Throne; blocked attacks last."""
    if move >= STARVE:
        return 0
    start, direction, steps = move // (6 * STEPS), move // STEPS % 6, move % STEPS + 1
    one = NEXT[start * 6 + direction]
    target = one if steps == 1 else NEXT[one * 6 + direction]
    # Only Jarls have moves to or across the Throne.
    if THRONE in (one, target):
        return _TAKES_THRONE
    if state[target] != EMPTY:
        return threat(state, start, target, direction, steps)
    nearer = DEPTH[start] - DEPTH[target]
    if state[start] % PER_SEAT == 0:
        return int(_WALKS + nearer * _JARL_NEARER)
    walk = _WALKS + nearer * _NEARER
    return int(walk + race_promise(state, start, target) if state[SEATS] == DUEL else walk)
