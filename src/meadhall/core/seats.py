"""Seats, counted from zero in code and from one for people."""

from typing import TypeAlias

Seat: TypeAlias = int
"""A place at the table. People read seat 0 as "seat 1"."""

Viewer: TypeAlias = Seat | None
"""The seat that a view is for, or `None` for a spectator."""


def seat_name(seat: Seat) -> str:
    """The seat as people read it."""
    return f"seat {seat + 1}"
