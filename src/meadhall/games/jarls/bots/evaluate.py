"""How good a position is for a seat: a Jarl near the Throne and out of danger, and many Warriors.

Only the strongest opponent counts against it: an average over several opponents would hide the one
who is about to win.
"""

from meadhall.core.seats import Seat
from meadhall.games.jarls.rules.board import grid
from meadhall.games.jarls.rules.combat import calculate_combat
from meadhall.games.jarls.rules.legal import destinations, has_draft
from meadhall.games.jarls.rules.pieces import (
    EMPTY,
    HOLE,
    STRIDE,
    enterable,
    jarl,
    owner,
    pieces_of,
    side,
)
from meadhall.games.jarls.types import State
from meadhall.kit.hexgrid import opposite

WARRIOR_WEIGHT = 100
STEP_WEIGHT = 30
RUN_WEIGHTS = (0, 0, 200, 100)
"""By steps to the Throne, the bonus for having nearly arrived; one step is `WINS_NOW`."""
DEAD_WEIGHT = -4000
WINS_NOW, WINS_SOON = 3000, 400
DIES_NOW, DIES_SOON = -2500, -250
DUEL = 2
"""The number of players up to which a run needs no bonus: one opponent alone watches it in time."""


def evaluate(state: State, seat: Seat) -> int:
    """The average of the seat's side minus the strongest opponent."""
    teams = state.options.teams
    mine = side(seat, teams=teams)
    ours = [_score(state, s) for s in range(state.seats) if side(s, teams=teams) == mine]
    theirs = [_score(state, s) for s in range(state.seats) if side(s, teams=teams) != mine]
    return sum(ours) // len(ours) - max(theirs)


def _score(state: State, seat: Seat) -> int:
    code = jarl(seat)
    if code not in state.board:
        return DEAD_WEIGHT
    cell, to_move = state.board.index(code), seat == state.turn.mover
    score = WARRIOR_WEIGHT * (len(pieces_of(state.board, seat)) - 1)
    score += STEP_WEIGHT * (state.radius - grid(state.radius).depth[cell])
    if state.seats > DUEL:
        score += run_bonus(state, cell)
    if can_take_throne(state, cell):
        score += WINS_NOW if to_move else WINS_SOON
    dangers = killers(state, cell)
    if dangers:
        score += DIES_NOW if state.turn.mover in dangers else DIES_SOON
    return score


def run_bonus(state: State, cell: int) -> int:
    """What a Jarl's run is worth beyond its distance: less if barred, more near its end."""
    table = grid(state.radius)
    depth = table.depth[cell]
    nearer = [one for _, one, _ in table.jarl_steps[cell] if table.depth[one] < depth]
    barred = all(state.board[one] != EMPTY for one in nearer)
    steps = depth + barred
    return (RUN_WEIGHTS[steps] if steps < len(RUN_WEIGHTS) else 0) - STEP_WEIGHT * barred


def can_take_throne(state: State, cell: int) -> bool:
    """Whether the Jarl on the cell could walk onto the Throne with its next move."""
    table = grid(state.radius)
    if table.depth[cell] == 1:
        return state.board[table.throne] == EMPTY
    return any(
        two == table.throne
        and state.board[one] == state.board[two] == EMPTY
        and has_draft(state.board, table, cell, direction)
        for direction, one, two in table.jarl_steps[cell]
    )


def killers(state: State, cell: int) -> set[Seat]:
    """The seats that could push the Jarl on the cell to its death with one move."""
    table = grid(state.radius)
    seats = set()
    for direction in range(6):
        beyond = table.rays[cell][direction]
        if beyond and state.board[beyond[0]] != HOLE:
            continue
        for start in table.rays[cell][opposite(direction)][:2]:
            if _can_push(state, start, cell):
                seats.add(owner(state.board[start]))
    return seats


def _can_push(state: State, start: int, target: int) -> bool:
    """Whether the piece on `start` could push the piece on `target`."""
    table, code = grid(state.radius), state.board[start]
    if code < STRIDE:
        return False
    enter = enterable(owner(code), teams=state.options.teams)
    if target not in destinations(state.board, table, start, enter):
        return False
    return calculate_combat(state, start, target).outcome == "push"
