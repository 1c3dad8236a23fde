"""How motions follow each other, and how long it takes to watch them."""

from dataclasses import replace

import pytest

from meadhall.cli.new_game.template import GAME
from meadhall.cli.new_game.template.types import Taken
from meadhall.core.scene import MOST_PLAYING_MS, Motion, beat_count, playing_time
from meadhall.core.visibility import motions_of


def test_the_motions_of_an_event_follow_those_of_the_event_before() -> None:
    events = [Taken(seat=0, count=2, left=2), Taken(seat=1, count=2, left=0)]
    one, two = (motions_of(GAME, [event]) for event in events)
    later = tuple(replace(motion, beat=motion.beat + beat_count(one)) for motion in two)
    assert motions_of(GAME, events) == one + later
    assert motions_of(replace(GAME, present=None), events) == ()


@pytest.mark.parametrize(
    ("motions", "time"),
    [
        ((), 0),
        ((Motion("slide", "a"),), 200),
        ((Motion("hop", "a", ("1", "2", "3")),), 480),
        ((Motion("slide", "a"), Motion("fall", "b")), 380),
        ((Motion("fall", "b", beat=1), Motion("slide", "a")), 580),
        ((Motion("flip", "a"), Motion("hit", "b")), 420),
        ((Motion("flip", "a"), Motion("pause", "", beat=1, milliseconds=1_500)), 1_920),
        (tuple(Motion("hit", "a", beat=beat) for beat in range(100)), MOST_PLAYING_MS),
    ],
)
def test_beats_take_as_long_as_their_longest_motion(motions: tuple[Motion, ...], time: int) -> None:
    assert playing_time(motions) == time
