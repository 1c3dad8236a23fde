"""How good a position is for a seat: a Jarl near the Throne, in no danger, with men around it.

Only the strongest of the others counts against it: with several opponents an average would hide
the one who is about to win.
"""

from meadhall.core.seats import Seat
from meadhall.games.jarls.combat import calculate_combat
from meadhall.games.jarls.grid import grid
from meadhall.games.jarls.moves import destinations, has_draft, pieces_of
from meadhall.games.jarls.pieces import EMPTY, HOLE, STRIDE, enterable, jarl, owner, side
from meadhall.games.jarls.types import State
from meadhall.kit.hexgrid import opposite

WARRIOR_WEIGHT = 100
STEP_WEIGHT = 30
RUN_WEIGHTS = (0, 0, 200, 100)
"""By steps to the Throne, what it is worth to have nearly arrived; one step is `WINS_NOW`."""
DEAD_WEIGHT = -4000
WINS_NOW, WINS_SOON = 3000, 400
DIES_NOW, DIES_SOON = -2500, -250
DUEL = 2
"""Two see each other's run in time; among more, nobody does who only counts hexes."""


def evaluate(state: State, seat: Seat) -> int:
    """The seat's side against the strongest of the others."""
    teams = state.options.teams
    mine = side(seat, teams=teams)
    ours = [_worth(state, s) for s in range(state.seats) if side(s, teams=teams) == mine]
    theirs = [_worth(state, s) for s in range(state.seats) if side(s, teams=teams) != mine]
    return sum(ours) // len(ours) - max(theirs)


def _worth(state: State, seat: Seat) -> int:
    code = jarl(seat)
    if code not in state.board:
        return DEAD_WEIGHT
    cell, to_move = state.board.index(code), seat == state.turn.mover
    score = WARRIOR_WEIGHT * (len(pieces_of(state.board, seat)) - 1)
    score += STEP_WEIGHT * (state.radius - grid(state.radius).depth[cell])
    if state.seats > DUEL:
        score += run(state, cell)
    if can_take_throne(state, cell):
        score += WINS_NOW if to_move else WINS_SOON
    dangers = killers(state, cell)
    if dangers:
        score += DIES_NOW if state.turn.mover in dangers else DIES_SOON
    return score


def run(state: State, cell: int) -> int:
    """What the Jarl's run is worth beyond its distance: if it is barred less, near its end more."""
    table = grid(state.radius)
    depth = table.depth[cell]
    nearer = [one for _, one, _ in table.jarl_steps[cell] if table.depth[one] < depth]
    barred = all(state.board[one] != EMPTY for one in nearer)
    steps = depth + barred
    return (RUN_WEIGHTS[steps] if steps < len(RUN_WEIGHTS) else 0) - STEP_WEIGHT * barred


def can_take_throne(state: State, cell: int) -> bool:
    """Whether the Jarl on the cell could walk onto the Throne with its next command."""
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
    """The seats that could push the Jarl on the cell to its death with one command."""
    table = grid(state.radius)
    found = set()
    for direction in range(6):
        beyond = table.rays[cell][direction]
        if beyond and state.board[beyond[0]] != HOLE:
            continue
        for start in table.rays[cell][opposite(direction)][:2]:
            if _pushes(state, start, cell):
                found.add(owner(state.board[start]))
    return found


def _pushes(state: State, start: int, target: int) -> bool:
    """Whether what stands on the one cell could push what stands on the other."""
    table, code = grid(state.radius), state.board[start]
    if code < STRIDE:
        return False
    enter = enterable(owner(code), teams=state.options.teams)
    if target not in destinations(state.board, table, start, enter):
        return False
    return calculate_combat(state, start, target).outcome == "push"
