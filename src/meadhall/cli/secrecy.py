"""When to look away: what is secret at a table right now, judged by what each viewer sees.

A game's traits say whether it has secrets at all; most positions of such a game may have none.
"""

from collections.abc import Iterable

from meadhall.cli.table import Table
from meadhall.core.codec import encode
from meadhall.core.seats import Seat, Viewer
from meadhall.match.facts import Left


def need_cover(table: Table, seats: Iterable[Seat]) -> bool:
    """Whether people on these seats must not look at one screen together."""
    together = tuple(seats)
    if len(together) < 2:  # noqa: PLR2004 - one person has no secrets from themselves
        return False
    choosing = any(_chooses_in_secret(table, seat) for seat in together)
    return choosing or see_different_things(table, together)


def see_different_things(table: Table, viewers: Iterable[Viewer]) -> bool:
    """Whether the position looks different to some of them."""
    game = table.game
    if not game.spec.hidden:
        return False
    look = game.present.scene if game.present else game.notation.diagram
    return len({encode(look(table.view(viewer))) for viewer in viewers}) > 1


def is_sealed(table: Table, action: object) -> bool:
    """Whether the action is one that stays secret until everybody has chosen."""
    return isinstance(action, tuple(table.game.types.sealed))


def may_read(table: Table, number: int, viewer: Viewer) -> bool:
    """Whether the viewer may read how the ply before that position is written.

    One's own, always. Another's in an open game, and where all that came of it is seen as it was.
    """
    ply, step = table.ply(number), table.steps[number]
    spec = table.game.spec
    open_game = not (spec.hidden or spec.simultaneous)
    if isinstance(ply, Left) or ply.seat == viewer or open_game:
        return True
    if is_sealed(table, table.game.notation.parse(ply.action)) or not step.events:
        return False
    return all(table.game.view_event(event, viewer) == event for event in step.events)


def _chooses_in_secret(table: Table, seat: Seat) -> bool:
    return any(is_sealed(table, action) for action in table.legal(seat))
