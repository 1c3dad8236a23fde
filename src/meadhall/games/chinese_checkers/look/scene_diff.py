"""How the scene changes with an ordinary move, without drawing both scenes and comparing them.

The server encodes only these parts. Most of them recur in every match, so they are cached, and with
them the bytes that the server keeps for each.
"""

from collections.abc import Sequence
from functools import cache

from meadhall.core.scene import Scene, SceneDiff
from meadhall.core.seats import Seat
from meadhall.games.chinese_checkers.look.scene import (
    TOKENS,
    goal_gauge,
    move_arrow,
    moves_gauge,
    seat_after_last,
)
from meadhall.games.chinese_checkers.look.words import turn_text
from meadhall.games.chinese_checkers.rules.board import CORNER_OF, target_of
from meadhall.games.chinese_checkers.rules.route import ONE_LEG
from meadhall.games.chinese_checkers.types import Event, Moved, View


def scene_diff(before: View, after: View, events: Sequence[Event]) -> tuple[SceneDiff, ...] | None:
    """After a move: whose turn it is, the marble and its way, the gauges.

    `None` after anything else, and where notes may have changed: then scenes must be compared.
    """
    # A single `Moved` means that nobody was skipped and nothing ended, so `after` has no notes.
    if len(events) != 1 or not isinstance(events[0], Moved):
        return None
    # `before` may have some, and then they disappear.
    if not before.history or seat_after_last(before) != before.turn:
        return None
    seat, way = events[0].seat, events[0].route
    start, end = way[0], way[-1]
    corners = CORNER_OF[start], CORNER_OF[end]
    # Within one corner, or within the centre, no marble enters or leaves a target.
    counts = corners[0] != corners[1] and (target_of(after.seats, seat, after.seating) in corners)
    return (
        _turn_diff(before.turn, after.turn),
        _short_marble_diff(seat, way) if len(way) <= ONE_LEG else _marble_diff(seat, way),
        _goal_diff(after, seat) if counts else _moves_diff(len(after.history), after.seats),
    )


@cache
def _turn_diff(before: Seat, after: Seat) -> SceneDiff:
    return SceneDiff(Scene(turn_text(before)), Scene(turn_text(after)))


def _marble_diff(seat: Seat, way: tuple[int, ...]) -> SceneDiff:
    before, after = TOKENS[seat][way[0]], TOKENS[seat][way[-1]]
    arrow = move_arrow(seat, way)
    return SceneDiff(Scene("", tokens=(before,)), Scene("", tokens=(after,), arrows=(arrow,)))


@cache  # steps and single hops only: chains are too many to keep
def _short_marble_diff(seat: Seat, way: tuple[int, ...]) -> SceneDiff:
    return _marble_diff(seat, way)


@cache
def _moves_diff(made: int, seats: int) -> SceneDiff:
    return SceneDiff(Scene(""), Scene("", gauges=(moves_gauge(made, seats),)))


def _goal_diff(view: View, seat: Seat) -> SceneDiff:
    """Both gauges: a marble entered or left its target."""
    # In one difference, because a layer may be in only one.
    gauges = goal_gauge(view, seat), moves_gauge(len(view.history), view.seats)
    return SceneDiff(Scene(""), Scene("", gauges=gauges))
