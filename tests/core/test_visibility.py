"""What a viewer may know of a ply."""

from dataclasses import replace
from typing import Any

import pytest
from pennies_game import GAME, Flipped, Guess, Locked, Pass

from meadhall.core.game import AnyGame
from meadhall.core.visibility import may_read, visible_events

PENNIES: AnyGame = GAME
FLIPPED, LOCKED = Flipped("heads", (1, 0)), Locked(0, "heads")


def foggy(event: Any, viewer: int | None) -> Any:  # noqa: ANN401 - any event
    """Seat 1 sees no coin fall."""
    return None if isinstance(event, Flipped) and viewer == 1 else event


FOGGY: AnyGame = replace(PENNIES, view_event=foggy)


def test_events_are_shown_as_the_viewer_may_know_them_and_hidden_ones_are_left_out() -> None:
    events = (LOCKED, FLIPPED)
    assert visible_events(PENNIES, events, 0) == events
    assert visible_events(PENNIES, events, 1) == (Locked(0, ""), FLIPPED)
    assert visible_events(FOGGY, events, 1) == (LOCKED,)
    assert visible_events(FOGGY, events, None) == events


@pytest.mark.parametrize(
    ("action", "events", "viewer", "readable"),
    [
        (Guess("heads"), (LOCKED,), 0, True),
        (Guess("heads"), (LOCKED,), 1, False),
        (Guess("heads"), (LOCKED,), None, False),
        (Pass(), (FLIPPED,), None, True),
        (Pass(), (FLIPPED,), 1, False),
        (Pass(), (), 0, True),
        (Pass(), (), 2, False),
    ],
)
def test_notation_is_for_the_player_and_for_viewers_who_saw_everything(
    action: object,
    events: tuple[object, ...],
    viewer: int | None,
    readable: bool,  # noqa: FBT001 - a column
) -> None:
    assert may_read(FOGGY, 0, action, events, viewer) is readable
