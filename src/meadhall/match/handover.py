"""Devices that several players share, in a match that hides something.

The page covers the board until the next player has the device. The player who acted last has it.
"""

from collections import defaultdict
from typing import TypeAlias

from meadhall.core.seats import Seat
from meadhall.match.match import Match

Seats: TypeAlias = tuple[Seat, ...]


def at_hand(match: Match, asked: Seats, answered: Seat | None) -> tuple[Seats, Seats]:
    """Of the seats that are asked: those that can choose now, and those of them behind a cover.

    The other seats of a device wait until the one that can choose is done. `answered` is the seat
    that has just acted; its ply is not in the log yet.
    """
    covered, waiting = list[Seat](), set[Seat]()
    for seats in _shared_devices(match):
        here = [seat for seat in seats if seat in asked]
        present = _last_player(match, seats, answered)
        if present not in here:
            present = next(iter(here), None)
            covered += here[:1]
        waiting.update(seat for seat in here if seat != present)
    return tuple(seat for seat in asked if seat not in waiting), tuple(covered)


def _shared_devices(match: Match) -> list[Seats]:
    """The seats of each person who holds several; none if all players may see everything."""
    seats_of = defaultdict[str, list[Seat]](list)
    if match.traits.hidden:
        for seat, player in enumerate(match.players):
            if player is not None and player.holder and not player.bot:
                seats_of[player.holder].append(seat)
    return [tuple(seats) for seats in seats_of.values() if len(seats) > 1]


def _last_player(match: Match, seats: Seats, answered: Seat | None) -> Seat | None:
    if answered in seats:
        return answered
    return next((ply.seat for ply in match.plies.backwards() if ply.seat in seats), None)
