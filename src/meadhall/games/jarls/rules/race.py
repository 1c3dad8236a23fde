"""How long the race to the Throne is at the beginning, which decides who is ahead in a duel."""

from heapq import heappop, heappush

from meadhall.core.seats import Seat
from meadhall.games.jarls.rules.board import grid
from meadhall.games.jarls.rules.pieces import EMPTY, STRIDE, jarl
from meadhall.games.jarls.types import State


def race_length(state: State, seat: Seat) -> int:
    """How many moves the seat's Jarl needs to the Throne, if nobody hinders it.

    An own Warrior in the way has to step aside first, which is one move more. A Jarl whose way is
    barred needs none.
    """
    table, board, code = grid(state.radius), state.board, jarl(seat)
    queue, seen = [(0, board.index(code))], set[int]()
    while queue:
        length, cell = heappop(queue)
        if cell == table.throne:
            return length
        if cell in seen:
            continue
        seen.add(cell)
        for _, near, _ in table.jarl_steps[cell]:
            if board[near] == EMPTY:
                heappush(queue, (length + 1, near))
            elif code < board[near] < code + STRIDE:
                heappush(queue, (length + 2, near))
    return 0
