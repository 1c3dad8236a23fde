"""What moves when an event happens."""

from itertools import pairwise

from meadhall.core.scene import Motion
from meadhall.games.chinese_checkers.look.scene import CELL_IDS, MARBLE_IDS
from meadhall.games.chinese_checkers.look.words import sentence
from meadhall.games.chinese_checkers.rules.board import STEPS
from meadhall.games.chinese_checkers.types import Event, Moved


def motions(event: Event) -> tuple[Motion, ...]:
    """A step slides, and a chain is one hop after another. Other events are only said."""
    if not isinstance(event, Moved):
        return (Motion("say", "", text=sentence(event)),)
    way = event.route
    marble = MARBLE_IDS[way[0]]
    legs = [*pairwise([CELL_IDS[hole] for hole in way])]
    if way[1] in STEPS[way[0]]:
        return (Motion("slide", marble, legs[0]),)
    return tuple(Motion("hop", marble, leg, beat=beat) for beat, leg in enumerate(legs))
