"""What a table shows of the tournament that its match belongs to."""

from msgspec import Struct

from meadhall.core.seats import Seat


class TournamentMatch(Struct):
    """The tournament, and what is different in its matches."""

    id: str
    draws: bool
    """The players may agree to a draw."""
    berserk: bool
    """Before its first move, a seat may give up half of its time for an extra point."""
    hasty: tuple[Seat, ...]
    """The seats that did so."""
