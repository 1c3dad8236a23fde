"""Seats: who sits where, counted from zero inside and from one for people."""

from typing import TypeAlias

Seat: TypeAlias = int
"""A place at the table. Seat 0 is shown to people as "seat 1"."""

Viewer: TypeAlias = Seat | None
"""Whose eyes a view is for. `None` is a spectator."""


def seat_name(seat: Seat) -> str:
    """The seat as people read it."""
    return f"seat {seat + 1}"
