"""How good a position is for a seat: how soon its Jarl is on the Throne, and how safe it is.

In a duel the race decides: who arrives first, if both only walk. Over 14,000 positions of matches
this told the winner in four of five, and the number of Warriors told nothing more; where they
stand, `network` judges. With several opponents, a Jarl near the Throne and many Warriors count.
Only the strongest opponent counts against a seat: an average would hide the one who is about to
win.
"""

from collections.abc import Sequence

from meadhall.core.seats import Seat
from meadhall.games.jarls.bots.network import RADIUS, network_score
from meadhall.games.jarls.rules.board import OFF, grid
from meadhall.games.jarls.rules.combat import calculate_combat
from meadhall.games.jarls.rules.legal import destinations, has_draft
from meadhall.games.jarls.rules.pieces import (
    EMPTY,
    HOLE,
    STRIDE,
    enterable,
    is_jarl,
    jarl,
    owner,
    pieces_of,
    side,
    sides,
)
from meadhall.games.jarls.types import State
from meadhall.kit.hexgrid import opposite

WARRIOR_WEIGHT = 100
STEP_WEIGHT = 30
RUN_WEIGHTS = (0, 0, 200, 100)
"""By steps to the Throne, the bonus for having nearly arrived; one step is `WINS_NOW`."""
PLY_WEIGHT, NEAR_WEIGHT = 100, 50
"""In a duel, what a ply until the arrival costs, and a hex of distance."""
FREE_COST, OWN_COST, ENEMY_COST, OBSTACLE_COST = 1, 2, 3, 4
"""How many moves a hex on the way costs: free or with a lone enemy, with an own Warrior that has to
step aside, with an enemy who holds, with a hole or a Shield."""
DEAD_WEIGHT = -4000
WINS_NOW, WINS_SOON = 3000, 400
DIES_NOW, DIES_SOON = -2500, -250
DUEL = 2
"""The number of players up to which the race decides."""
NEVER = -1
"""The ply at which a dead Jarl arrives."""


def evaluate(state: State, seat: Seat) -> int:
    """The average of the seat's side minus the strongest opponent; in duels what is learned too."""
    teams = state.options.teams
    mine, plies = side(seat, teams=teams), arrivals(state)
    scores = [_score(state, s, plies) for s in range(state.seats)]
    ours = [score for s, score in enumerate(scores) if side(s, teams=teams) == mine]
    theirs = [score for s, score in enumerate(scores) if side(s, teams=teams) != mine]
    known = sum(ours) // len(ours) - max(theirs)
    is_learned = NEVER not in plies and state.seats == DUEL and state.radius == RADIUS
    return known + network_score(state, seat, plies) if is_learned else known


def arrivals(state: State) -> tuple[int, ...]:
    """In a duel, the plies at which both Jarls would be on the Throne; `NEVER` for a dead one."""
    if state.seats > DUEL:
        return ()
    return tuple(
        arrival(state, seat, way_left(state, state.board.index(jarl(seat)), seat))
        if jarl(seat) in state.board
        else NEVER
        for seat in range(state.seats)
    )


def _score(state: State, seat: Seat, plies: Sequence[int]) -> int:
    code = jarl(seat)
    if code not in state.board:
        return DEAD_WEIGHT
    cell, to_move = state.board.index(code), seat == state.turn.mover
    score = _duel_score(state, cell, plies[seat]) if plies else _crowd_score(state, seat, cell)
    if can_take_throne(state, cell):
        score += WINS_NOW if to_move else WINS_SOON
    dangers = killers(state, cell)
    if dangers:
        score += DIES_NOW if state.turn.mover in dangers else DIES_SOON
    return score


def _crowd_score(state: State, seat: Seat, cell: int) -> int:
    """With several opponents: the distance from the Throne, the end of a run, the Warriors."""
    near = STEP_WEIGHT * (state.radius - grid(state.radius).depth[cell])
    warriors = WARRIOR_WEIGHT * (len(pieces_of(state.board, seat)) - 1)
    return near + run_bonus(state, cell) + warriors


def _duel_score(state: State, cell: int, plies: int) -> int:
    """In a duel: when the Jarl arrives at the Throne, and how near it is."""
    return -PLY_WEIGHT * plies - NEAR_WEIGHT * grid(state.radius).depth[cell]


def way_left(state: State, start: int, seat: Seat) -> int:
    """How many moves the seat's Jarl needs to the Throne, if nobody hinders it.

    It is found ring by ring from the inside. In each ring the Jarl goes sideways once at most.
    """
    table, ways, inward = grid(state.radius), dict[int, int](), dict[int, int]()
    ways[table.throne] = 0

    def cheapest(cell: int, ring: int, known: dict[int, int]) -> int:
        """The cheapest way that begins with a step to this ring, from where ways are known."""
        return min(
            known[near] + _cost(state, near, beyond, seat)
            for _, near, beyond in table.jarl_steps[cell]
            if table.depth[near] == ring
        )

    for ring in range(1, table.depth[start] + 1):
        # In its own ring the Jarl needs no more than the cells beside it.
        cells = [cell for cell, depth in enumerate(table.depth) if depth == ring]
        for cell in cells:
            inward[cell] = cheapest(cell, ring - 1, ways)
        for cell in cells:
            ways[cell] = min(inward[cell], cheapest(cell, ring, inward))
    return ways[start]


def _cost(state: State, cell: int, beyond: int, seat: Seat) -> int:
    """How many moves it costs the Jarl to come to the cell; `beyond` is the next one behind it."""
    board, whose = state.board, sides(teams=state.options.teams)
    code = board[cell]
    if code == EMPTY:
        return FREE_COST
    if code < STRIDE:
        return OBSTACLE_COST
    if whose[code] == whose[jarl(seat)]:
        return OWN_COST
    # A Jarl pushes a Warrior that stands alone, but not onto the Throne.
    is_braced = beyond != OFF and whose[board[beyond]] == whose[code]
    holds = is_jarl(code) or beyond == grid(state.radius).throne or is_braced
    return ENEMY_COST if holds else FREE_COST


def arrival(state: State, seat: Seat, moves: int) -> int:
    """In a duel, the number of the ply that is the seat's move of that number from now on."""
    is_mover, is_even = seat == state.turn.mover, moves % 2 == 0
    if state.order != "rotating":
        return 2 * moves - is_mover
    # Who moves second in a round moves first in the next one.
    if state.turn.mover == state.turn.first:
        return 2 * moves - (is_mover != is_even)
    return 2 * moves + 1 - 2 * is_mover - is_even


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
