"""Kernels: how good a position is, and which moves a search should try first."""

from meadhall.games.jarls.bots.evaluate import (
    DEAD_WEIGHT,
    DIES_NOW,
    DIES_SOON,
    DUEL,
    RUN_WEIGHTS,
    STEP_WEIGHT,
    WARRIOR_WEIGHT,
    WINS_NOW,
    WINS_SOON,
)
from meadhall.games.jarls.fast.moves import FALLS, STAYS, has_draft, prevails, reach, row_to_push
from meadhall.games.jarls.fast.tables import (
    AT,
    DEPTH,
    EMPTY,
    HOLE,
    INWARDS,
    NEXT,
    NOWHERE,
    PER_SEAT,
    RADIUS,
    SEATS,
    SIDE,
    STARVE,
    STEPS,
    THRONE,
    TURN,
    WALL,
    Numbers,
)
from meadhall.kit.compiled import kernel

_TAKES_THRONE, _KILLS_JARL, _KILLS, _PUSHES, _WALKS = 10_000, 5_000, 1_000, 200, 100
_NEARER, _JARL_NEARER = 10, 40


@kernel
def run_bonus(state: Numbers, cell: int) -> int:
    """What a Jarl's run is worth beyond its distance: less if barred, more near its end."""
    barred = state[INWARDS[cell, 0]] != EMPTY and state[INWARDS[cell, 1]] != EMPTY
    steps = DEPTH[cell] + barred
    return int((RUN_WEIGHTS[steps] if steps < len(RUN_WEIGHTS) else 0) - STEP_WEIGHT * barred)


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
def score_of(state: Numbers, seat: int) -> int:
    """The score of one seat alone."""
    cell = state[AT + seat * PER_SEAT]
    if cell == NOWHERE:
        return DEAD_WEIGHT
    score = STEP_WEIGHT * (state[RADIUS] - DEPTH[cell])
    if state[SEATS] > DUEL:
        score += run_bonus(state, cell)
    for piece in range(seat * PER_SEAT + 1, seat * PER_SEAT + PER_SEAT):
        if state[AT + piece] != NOWHERE:
            score += WARRIOR_WEIGHT
    if can_take_throne(state, cell):
        score += WINS_NOW if seat == state[TURN] else WINS_SOON
    dangers = killers(state, cell)
    if dangers:
        score += DIES_NOW if dangers >> state[TURN] & 1 else DIES_SOON
    return int(score)


@kernel
def evaluate(state: Numbers, seat: int) -> int:
    """The average of the seat's side minus the strongest opponent."""
    ours, theirs, friends = 0, DEAD_WEIGHT, 0
    for other in range(state[SEATS]):
        if state[SIDE + other * PER_SEAT] == state[SIDE + seat * PER_SEAT]:
            ours += score_of(state, other)
            friends += 1
        else:
            theirs = max(theirs, score_of(state, other))
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
    return int(_WALKS + nearer * (_NEARER if state[start] % PER_SEAT else _JARL_NEARER))
