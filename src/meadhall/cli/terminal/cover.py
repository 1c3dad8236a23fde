"""When a cover screen is needed between people who share a screen.

A game's traits say whether it can have secrets at all. Whether a position has any is decided by
comparing what the viewers see.
"""

from collections.abc import Iterable

from meadhall.cli.terminal.table import LocalTable
from meadhall.core.codec import encode
from meadhall.core.seats import Seat, Viewer
from meadhall.core.visibility import may_read
from meadhall.match.facts import Left


def needs_cover(table: LocalTable, seats: Iterable[Seat]) -> bool:
    """Whether people on these seats must not look at the screen together now."""
    together = tuple(seats)
    if len(together) < 2:  # noqa: PLR2004 - one person has no secrets from themselves
        return False
    choosing = any(_chooses_in_secret(table, seat) for seat in together)
    return choosing or see_different_things(table, together)


def see_different_things(table: LocalTable, viewers: Iterable[Viewer]) -> bool:
    """Whether the position looks different to any of these viewers."""
    game = table.game
    if not table.match.traits.hidden:
        return False
    look = game.present.scene if game.present else game.notation.diagram
    return len({encode(look(table.view(viewer))) for viewer in viewers}) > 1


def is_sealed(table: LocalTable, action: object) -> bool:
    """Whether the action stays secret until everybody has chosen."""
    return isinstance(action, tuple(table.game.types.sealed))


def may_read_ply(table: LocalTable, number: int, viewer: Viewer) -> bool:
    """Whether the viewer may read the notation of the ply that led to that position."""
    ply = table.ply(number)
    if isinstance(ply, Left) or not table.match.traits.hidden:
        return True
    action = table.game.notation.parse(ply.action)
    return may_read(table.game, ply.seat, action, table.steps[number].events, viewer)


def _chooses_in_secret(table: LocalTable, seat: Seat) -> bool:
    return any(is_sealed(table, action) for action in table.legal(seat))
