"""What moves on the board when an event happens."""

from meadhall.core.scene import Motion
from meadhall.games.secret_toaster.look.gestures import hex_id, knight_id
from meadhall.games.secret_toaster.rules.board import CASTLE
from meadhall.games.secret_toaster.rules.events import (
    Crowned,
    Event,
    Fortified,
    Fought,
    Marched,
    Promoted,
    Returned,
)
from meadhall.games.secret_toaster.types import FORTIFY_TROOPS

_MOST_THROWS = 12
"""How many throws of a battle are shown; of more, some are left out."""
_BATTLE_MS = 2_400
"""How long all throws of a battle are shown, however many dice there are."""


def motions(event: Event) -> tuple[Motion, ...]:
    """Knights slide, fall and appear; hexes are hit and show numbers."""
    match event:
        case Marched():
            path = hex_id(event.origin), hex_id(event.to)
            return (Motion("slide", knight_id(event.knight), path, str(event.troops)),)
        case Fought():
            return _battle(event)
        case Fortified():
            return (Motion("say", hex_id(event.hex), text=f"+{FORTIFY_TROOPS}"),)
        case Promoted() | Returned():
            return (Motion("appear", knight_id(event.knight), (hex_id(event.hex),)),)
        case Crowned():
            return (Motion("shake", hex_id(CASTLE), text=str(event.rounds)),)
        case _:
            return ()


def _battle(event: Fought) -> tuple[Motion, ...]:
    """Both armies dwindle throw by throw, then the blow lands and knights fall."""
    place, throws = hex_id(event.hex), event.trace[:-1]
    shown = throws[:: -(-len(throws) // _MOST_THROWS) or 1]
    counts = [
        Motion("show", place, text=_score(left), beat=beat, milliseconds=_BATTLE_MS // len(shown))
        for beat, left in enumerate(shown)
    ]
    end = len(counts)
    falls = [Motion("fall", knight_id(name), beat=end) for name in event.fallen]
    return (*counts, Motion("hit", place, text=_score(event.left), beat=end), *falls)


def _score(left: tuple[int, int]) -> str:
    return f"{left[0]} : {left[1]}"
