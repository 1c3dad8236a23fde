"""When a match is over, and who has won: by reaching the target, or by adjudication."""

from dataclasses import replace
from operator import itemgetter

from meadhall.core.game import Step
from meadhall.core.seats import Seat
from meadhall.core.status import DRAW, LOSS, WIN, Finished, Status, ToAct, win_status
from meadhall.games.chinese_checkers.rules.board import (
    CORNER_HOLES,
    CORNER_OF,
    MARBLES,
    distances_to_corner,
    target_of,
)
from meadhall.games.chinese_checkers.rules.marbles import marbles
from meadhall.games.chinese_checkers.rules.turns import seats_from
from meadhall.games.chinese_checkers.types import EMPTY, MARBLE, Ended, Event, State

ENOUGH = 6
"""How many marbles of a full target must be a seat's own for it to win."""
MOVES_EACH = 150
"""After this many moves per seat the match is adjudicated."""
REASONS = ("goal", "blockedGoal", "lastLeft", "allStuck", "repetition", "moveLimit")
"""Every reason for which a match can end."""

_TO_ACT = tuple(ToAct((seat,)) for seat in range(len(MARBLE)))
_CORNER_CONTENTS = tuple(itemgetter(*corner) for corner in CORNER_HOLES)
"""For each corner, a function from a board to the characters in its ten holes."""


def status(state: State) -> Status:
    """Whose turn it is, or how the match ended."""
    return state.result or _TO_ACT[state.turn]


def finish(state: State, result: Finished, events: tuple[Event, ...]) -> Step[State, Event]:
    """The match is over with this result, after these events."""
    won = result.payoffs.index(WIN) if WIN in result.payoffs else None
    return Step(replace(state, result=result), (*events, Ended(won, result.reason)))


# A move can fill another seat's target too: where two sit opposite, a home is also a target.
def winner(state: State, mover: Seat) -> Seat | None:
    """The seat that has won: the mover is checked first, then the others in turn order."""
    for seat in seats_from(state, mover):
        if has_won(state, seat):
            return seat
    return None


def has_won(state: State, seat: Seat) -> bool:
    """Whether the seat's target is full and enough of the marbles in it are the seat's own."""
    inside = _target_contents(state, seat)
    return EMPTY not in inside and inside.count(MARBLE[seat]) >= ENOUGH


def win(state: State, seat: Seat) -> Finished:
    """The result when the seat has filled its target, alone or with others' marbles."""
    reason = "goal" if count_in_target(state, seat) == MARBLES else "blockedGoal"
    return win_status((seat,), state.seats, reason)


def adjudicate(state: State, reason: str) -> Finished:
    """The result by comparison: most marbles in the target, then least distance left; else draw."""
    playing = seats_from(state, 0)
    merits = [(count_in_target(state, seat), -distance_left(state, seat)) for seat in playing]
    best = max(merits)
    if merits.count(best) == 1:
        return win_status((playing[merits.index(best)],), state.seats, reason)
    return Finished(
        tuple(LOSS if seat in state.gone else DRAW for seat in range(state.seats)), reason
    )


def count_in_target(state: State, seat: Seat) -> int:
    """How many of the seat's marbles are in its target."""
    return _target_contents(state, seat).count(MARBLE[seat])


def _target_contents(state: State, seat: Seat) -> tuple[str, ...]:
    corner = target_of(state.seats, seat, state.seating)
    contents: tuple[str, ...] = _CORNER_CONTENTS[corner](state.board)
    return contents


def distance_left(state: State, seat: Seat) -> int:
    """The sum of the distances of the seat's marbles to the nearest target hole not its own."""
    corner = target_of(state.seats, seat, state.seating)
    own = [*marbles(state.board, seat)]
    inside = tuple(hole for hole in own if CORNER_OF[hole] == corner)
    distances = distances_to_corner(corner, inside)
    return sum(distances[hole] for hole in own)
