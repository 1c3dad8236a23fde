"""Kernels of the fast lane: how good a position is, and which moves to try first."""

from meadhall.games.jarls.evaluate import (
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
from meadhall.games.jarls.fast_moves import FALLS, HOLDS, has_draft, prevails, reach, row_ahead
from meadhall.games.jarls.fast_tables import (
    AT,
    DEPTH,
    EMPTY,
    HOLE,
    INWARDS,
    MEN,
    NEXT,
    NOWHERE,
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
def run(state: Numbers, cell: int) -> int:
    """What the Jarl's run is worth beyond its distance: if it is barred less, near its end more."""
    barred = state[INWARDS[cell, 0]] != EMPTY and state[INWARDS[cell, 1]] != EMPTY
    steps = DEPTH[cell] + barred
    return int((RUN_WEIGHTS[steps] if steps < len(RUN_WEIGHTS) else 0) - STEP_WEIGHT * barred)


@kernel
def can_take_throne(state: Numbers, cell: int) -> bool:
    """Whether the Jarl on the cell could walk onto the Throne with its next command."""
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
    """A bit for each seat that could push the Jarl on the cell to its death with one command."""
    found = 0
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
                    found |= 1 << code // MEN
    return found


@kernel
def worth(state: Numbers, seat: int) -> int:
    """How well one seat stands."""
    cell = state[AT + seat * MEN]
    if cell == NOWHERE:
        return DEAD_WEIGHT
    score = STEP_WEIGHT * (state[RADIUS] - DEPTH[cell])
    if state[SEATS] > DUEL:
        score += run(state, cell)
    for piece in range(seat * MEN + 1, seat * MEN + MEN):
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
    """The seat's side against the strongest of the others."""
    ours, theirs, friends = 0, DEAD_WEIGHT, 0
    for other in range(state[SEATS]):
        if state[SIDE + other * MEN] == state[SIDE + seat * MEN]:
            ours += worth(state, other)
            friends += 1
        else:
            theirs = max(theirs, worth(state, other))
    return int(ours // friends - theirs)


@kernel
def threat(state: Numbers, start: int, target: int, direction: int, steps: int) -> int:
    """What an attack promises: kills most, pushes something, what changes nothing not at all."""
    code = state[start]
    if not prevails(state, start, target, direction, steps):
        return 0
    length, outcome = row_ahead(state, code, target, direction)
    if outcome != FALLS:
        return 0 if outcome == HOLDS else _PUSHES
    for _ in range(length - 1):
        target = NEXT[target * 6 + direction]
    victim = state[target]
    if state[SIDE + victim] == state[SIDE + code]:
        return 0
    return _KILLS if victim % MEN else _KILLS_JARL


@kernel
def promise(state: Numbers, move: int) -> int:
    """The Throne first, then kills, pushes and walks towards the Throne; blocked attacks last."""
    if move >= STARVE:
        return 0
    start, direction, steps = move // (6 * STEPS), move // STEPS % 6, move % STEPS + 1
    one = NEXT[start * 6 + direction]
    target = one if steps == 1 else NEXT[one * 6 + direction]
    if THRONE in (one, target):
        return _TAKES_THRONE
    if state[target] != EMPTY:
        return threat(state, start, target, direction, steps)
    nearer = DEPTH[start] - DEPTH[target]
    return int(_WALKS + nearer * (_NEARER if state[start] % MEN else _JARL_NEARER))
