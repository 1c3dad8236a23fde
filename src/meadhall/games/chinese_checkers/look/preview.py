"""What a move would do, in words: how the marble goes, how near the goal it gets, what it ends.

The rules carry the move out, so a preview cannot contradict them.
"""

from collections.abc import Iterator
from typing import TypeAlias

from meadhall.core.scene import Arrow, Preview
from meadhall.core.seats import Seat
from meadhall.games.chinese_checkers.look.scene import CELL_IDS
from meadhall.games.chinese_checkers.look.words import route_text, sentence
from meadhall.games.chinese_checkers.rules.apply import apply
from meadhall.games.chinese_checkers.rules.board import (
    CORNER_OF,
    MARBLES,
    STEPS,
    distances_to_corner,
    target_of,
)
from meadhall.games.chinese_checkers.rules.ending import count_in_target
from meadhall.games.chinese_checkers.rules.legal import leaves_target
from meadhall.games.chinese_checkers.rules.marbles import marbles
from meadhall.games.chinese_checkers.types import Ended, Event, Move, Moved, Skipped, State, View

Told: TypeAlias = tuple[str, bool]
"""A sentence, and whether it tells what the mover would regret."""


def preview(view: View, action: Move) -> Preview:
    """What a legal move would do."""
    seat, step = view.turn, apply(view, view.turn, action)
    way = next(event.route for event in step.events if isinstance(event, Moved))
    told = [
        (_manner(way), False),
        _progress(view, step.state, seat, action),
        *_consequences(step.events, seat),
    ]
    arrow = Arrow(
        "preview", f"this move: {route_text(way)}", tuple(CELL_IDS[h] for h in way), "preview", seat
    )
    return Preview(
        " ".join(said for said, is_bad in told if not is_bad),
        (arrow,),
        " ".join(said for said, is_bad in told if is_bad),
    )


def _manner(way: tuple[int, ...]) -> str:
    hops = len(way) - 1
    if way[1] in STEPS[way[0]]:
        return "One step."
    return "One hop." if hops == 1 else f"{hops} hops."


def _progress(before: State, after: State, seat: Seat, move: Move) -> Told:
    """Where the move leaves the marble, as seen from the goal."""
    goal = target_of(before.seats, seat, before.seating)
    score = f"{count_in_target(after, seat)} of {MARBLES}"
    if leaves_target(goal, move.start, move.end):
        return f"The marble leaves your goal; {score} are left in it.", True
    if CORNER_OF[move.start] == goal:
        return f"The marble stays in your goal: {score} are in it.", False
    if CORNER_OF[move.end] == goal:
        stays = " This one cannot leave it again." if before.options.lock_target else ""
        return f"The marble reaches your goal: {score} are in it then.{stays}", False
    # As adjudication measures the way: to the nearest hole of the goal that is not the seat's own.
    inside = tuple(hole for hole in marbles(before.board, seat) if CORNER_OF[hole] == goal)
    distances = distances_to_corner(goal, inside)
    return _change_of_distance(distances[move.start] - distances[move.end]), False


def _change_of_distance(nearer: int) -> str:
    if nearer == 0:
        return "The marble gets no nearer to your goal."
    steps = "1 step" if abs(nearer) == 1 else f"{abs(nearer)} steps"
    return f"The marble gets {steps} {'nearer to' if nearer > 0 else 'further from'} your goal."


def _consequences(events: tuple[Event, ...], seat: Seat) -> Iterator[Told]:
    """Who is skipped, and how the match ends."""
    for event in events:
        match event:
            case Skipped():
                yield sentence(event), False
            case Ended(winner=winner):
                said = ("You win! " if winner == seat else "") + sentence(event)
                yield said, winner not in (seat, None)
            case _:
                pass
