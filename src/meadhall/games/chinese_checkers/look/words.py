"""What people read: players' names, headlines, and a sentence for each event."""

from functools import cache

from meadhall.core.seats import Seat, seat_name
from meadhall.core.status import Finished
from meadhall.games.chinese_checkers.rules.board import HOLE_NAMES
from meadhall.games.chinese_checkers.rules.ending import MOVES_EACH
from meadhall.games.chinese_checkers.types import Event, Left, Move, Moved, Skipped, View

MARKS = ("●", "■", "▲", "◆", "★", "✚")
COLOUR_NAMES = ("red", "blue", "green", "yellow", "purple", "orange")

WHY_WON = {
    "goal": "all ten marbles are in the goal",
    "blockedGoal": "the goal is full, and at least six marbles in it are theirs",
    "lastLeft": "everybody else has left",
    "allStuck": "in the lead when nobody could move",
    "repetition": "in the lead when a position came up for the third time",
    "moveLimit": f"in the lead after {MOVES_EACH} moves each",
}
"""Why somebody has won, by the reason in the result."""


@cache
def player(seat: Seat) -> str:
    """The seat with its colour and mark: `Seat 1 (red ●)`."""
    return f"{seat_name(seat).capitalize()} ({COLOUR_NAMES[seat]} {MARKS[seat]})"


def headline(view: View) -> str:
    """Whose turn it is, or how the match ended."""
    if view.result is None:
        return turn_text(view.turn)
    return result_text(_winner(view.result), view.result.reason)


def turn_text(seat: Seat) -> str:
    """That it is this seat's turn."""
    return f"{player(seat)} to move"


def _winner(result: Finished) -> Seat | None:
    best = max(result.payoffs)
    return result.payoffs.index(best) if best > 0 else None


def result_text(winner: Seat | None, reason: str) -> str:
    """Who won and why, without a full stop."""
    if winner is None:
        return "Draw: the leading players are level"
    return f"{player(winner)} wins: {WHY_WON[reason]}"


def route_text(route: tuple[int, ...]) -> str:
    """The holes of a route: `D2 to E6 to E4`."""
    return " to ".join([HOLE_NAMES[hole] for hole in route])


def phrase(action: Move) -> str:
    """The move in a few words: `D2 to E6`."""
    return route_text((action.start, action.end))


def ending(result: Finished) -> str:
    """How the match ended."""
    return f"{result_text(_winner(result), result.reason)}."


def sentence(event: Event) -> str:
    """The event as a sentence for the log."""
    if isinstance(event, Moved):
        return f"{player(event.seat)} moves from {route_text(event.route)}."
    if isinstance(event, Skipped):
        return f"{player(event.seat)} has no move and is skipped."
    if isinstance(event, Left):
        return f"{player(event.seat)} leaves. The marbles stay on the board."
    return f"{result_text(event.winner, event.reason)}."
