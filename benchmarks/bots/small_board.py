"""Jarls on a board of 19 hexes with one Warrior each, solved completely, as an oracle for bots.

Every position is given the fewest plies in which a seat wins by force, from the ends backwards;
nothing of the solver or the search is used. Then the solver is asked about random positions
(`MEADHALL_PROBES`, 100,000), and bots choose a move in a hundredth of them, which must keep a win
and put off a loss as long as possible.
"""

import os
from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from meadhall.bots.bot import Budget, Turn
from meadhall.bots.deadline import Deadline
from meadhall.bots.players.search_bot import SearchBot
from meadhall.bots.search.lanes import lane_of
from meadhall.bots.solve.solver import SolveLimits, Solver
from meadhall.cli.bench.figures import Figure
from meadhall.core.rng import Rng
from meadhall.games.jarls import GAME
from meadhall.games.jarls.fast.lane import legal, make, payoff, unmake
from meadhall.games.jarls.fast.push import put, remove
from meadhall.games.jarls.fast.tables import (
    AT,
    CELLS_BY_RING,
    EMPTY,
    FIRST,
    LARGEST,
    MOST_MOVES,
    NOWHERE,
    ONGOING,
    PER_SEAT,
    RESULT,
    TURN,
    Numbers,
)
from meadhall.games.jarls.notation import position
from meadhall.games.jarls.rules.board import grid
from meadhall.games.jarls.rules.pieces import EMPTY as PURE_EMPTY
from meadhall.games.jarls.rules.pieces import jarl, warrior
from meadhall.games.jarls.types import State
from meadhall.kit.compiled import kernel

TITLE = "Jarls with one Warrior each on 19 hexes, solved completely: how often bots agree"
PROBES = int(os.environ.get("MEADHALL_PROBES", "100000"))
SHARE_OF_MOVES = 100
BOTS = {
    "medium": {"nodes": 30_000, "solve": 60_000},
    "a search of 30,000 nodes without a solver": {"nodes": 30_000},
}
START = position("""
seats 2
  .   .   .
.   .   .   .
1J 1w1 *  2w1 2J
.   .   .   .
  .   .   .
""")
HEXES = 19
PIECES = np.array([0, 1, PER_SEAT, PER_SEAT + 1])
"""Both Jarls and Warriors by their codes; in a position's number the first one counts most."""
POSITIONS = (HEXES + 1) ** 4 * 4
"""A piece stands on a hex or is dead; and there are two seats to move and to open the round."""
FAR = 99
MOVES = 24
"""Two pieces have no more."""
PLACE = np.full(NOWHERE + 1, HEXES, np.int64)
PLACE[CELLS_BY_RING[:HEXES]] = np.arange(HEXES)
"""By cell, its number on the small board: 0 is the Throne, 19 stands for the dead."""


@kernel
def number_of(state: Numbers) -> int:
    """The position's number."""
    number = 0
    for piece in PIECES:
        number = number * (HEXES + 1) + PLACE[state[AT + piece]]
    return int(number * 4 + state[TURN] * 2 + state[FIRST])


@kernel
def set_up(state: Numbers, number: int) -> bool:
    """Put the pieces as the number says; returns whether a match can have that position."""
    for piece in PIECES:
        if state[AT + piece] != NOWHERE:
            remove(state, piece)
            state[AT + piece] = NOWHERE
    state[TURN], state[FIRST], rest = number >> 1 & 1, number & 1, number >> 2
    for place in range(len(PIECES) - 1, -1, -1):
        piece, cell = PIECES[place], rest % (HEXES + 1)
        rest //= HEXES + 1
        # Who has the Throne has won, and who has no Jarl has lost.
        if cell == 0 or (cell == HEXES and piece % PER_SEAT == 0):
            return False
        if cell < HEXES:
            if state[CELLS_BY_RING[cell]] != EMPTY:
                return False
            put(state, piece, CELLS_BY_RING[cell])
    return True


@kernel
def list_successors(state: Numbers, after: Numbers) -> None:
    """Write for every position the positions after its moves, or -1 and -2 for who has won then.

    After the last one, and for what is no position, there is `POSITIONS`.
    """
    moves = np.empty(MOST_MOVES, np.int64)
    for number in range(POSITIONS):
        if set_up(state, number):
            for at in range(legal(state, moves)):
                undo = make(state, moves[at])
                if state[RESULT] == ONGOING:
                    after[number, at] = number_of(state)
                else:
                    after[number, at] = -1 if payoff(state, 0) > 0 else -2
                unmake(state, moves[at], undo)


@kernel
def solve_further(after: Numbers, plies: Numbers, attacker: int, left: int) -> int:
    """Find the positions that the attacker wins within `left` plies, but not within fewer."""
    found = 0
    for number in range(POSITIONS):
        if plies[number] == FAR and after[number, 0] < POSITIONS:
            is_mine, wins, holds = (number >> 1 & 1) == attacker, False, False
            for successor in after[number]:
                if successor == POSITIONS:
                    break
                won = successor == -1 - attacker if successor < 0 else plies[successor] < left
                wins, holds = wins or won, holds or not won
            if wins if is_mine else not holds:
                plies[number] = left
                found += 1
    return found


def measure() -> list[Figure]:
    """How far wins are off, and how often solver and bots agree with the table."""
    if lane_of(GAME) is None:
        return []
    after = np.full((POSITIONS, MOVES + 1), POSITIONS, np.int32)
    list_successors(lane_of(GAME).pack(START), after)
    plies = [_solve(after, attacker) for attacker in range(2)]
    numbers = np.flatnonzero(after[:, 0] < POSITIONS)
    decided = np.minimum(*plies)[numbers]
    furthest = int(decided[decided < FAR].max())
    probes = np.random.default_rng(1).choice(numbers, PROBES)
    right = sum(_solver_agrees(probes, plies, furthest))
    figures = [
        Figure("positions", len(numbers), ""),
        Figure("of these decided", 100 * np.mean(decided < FAR), "%"),
        Figure("the longest forced win", furthest, "plies"),
        Figure("solver right", 100 * right / PROBES, "%", None, f"{PROBES:,} probes", "99.9"),
    ]
    some = probes[: max(1, PROBES // SHARE_OF_MOVES)]
    return figures + [_moves_kept(name, some, plies) for name in BOTS]


def _solve(after: Numbers, attacker: int) -> Numbers:
    """By position, the fewest plies in which the attacker wins by force, or `FAR`."""
    plies, left = np.full(POSITIONS, FAR, np.int64), 1
    while solve_further(after, plies, attacker, left):
        left += 1
    return plies


def _solver_agrees(probes: Numbers, plies: list[Numbers], furthest: int) -> Iterator[bool]:
    """For each probe, whether the solver says the same about both seats."""
    limits = SolveLimits(nodes=1 << 60, plies=furthest)
    solver = Solver(GAME, START, limits, Deadline(Budget()))
    for probe in probes:
        set_up(solver.array, probe)
        yield all(_distance(solver, seat, furthest) == plies[seat][probe] for seat in range(2))


def _distance(solver: Solver, attacker: int, furthest: int) -> int:
    answers = (solver.ask(attacker, ahead) or 0 for ahead in range(1, furthest + 1))
    return next((answer - 1 for answer in answers if answer > 0), FAR)


def _moves_kept(name: str, probes: Numbers, plies: list[Numbers]) -> Figure:
    """How often a bot's move keeps a win or holds out as long as possible."""
    kept = decided = 0
    for probe in map(int, probes):
        mover = probe >> 1 & 1
        mine, theirs = (int(plies[seat][probe]) for seat in (mover, 1 - mover))
        if min(mine, theirs) == FAR:
            continue
        decided += 1
        state = _state(probe)
        bot = SearchBot(BOTS[name])
        thought = bot.choose(Turn.of(GAME, state, mover, 2), Budget(), Rng(str(probe)))
        moved = GAME.apply(state, mover, thought.action).state
        kept += _is_kept(moved, mover, (mine, theirs), plies)
    title = f"{name}: moves that keep a win or put off a loss"
    return Figure(title, 100 * kept / decided, "%", None, f"{decided:,} decided positions", "99.9")


def _is_kept(moved: State, mover: int, before: tuple[int, int], plies: list[Numbers]) -> bool:
    """Whether a win is still one after the move, or a loss as far away as it was."""
    mine, theirs = before
    if moved.result is not None:
        return mine < FAR and mover in moved.result.winners
    number = number_of(lane_of(GAME).pack(moved))
    if mine < FAR:
        return bool(plies[mover][number] < FAR)
    return bool(plies[1 - mover][number] == theirs - 1)


def _state(number: int) -> State:
    """The position as the pure rules have it."""
    board, rest = [PURE_EMPTY] * HEXES, number >> 2
    for code in (warrior(1, 1), jarl(1), warrior(0, 1), jarl(0)):
        rest, place = divmod(rest, HEXES + 1)
        if place < HEXES:
            hex_ = LARGEST.hexes[CELLS_BY_RING[place]]
            board[grid(START.radius).number[hex_]] = code
    turn = replace(START.turn, mover=number >> 1 & 1, first=number & 1)
    return replace(START, board=tuple(board), turn=turn)
