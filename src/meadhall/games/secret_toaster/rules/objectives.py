"""Secret objectives: how they are dealt, and when they are met."""

from collections.abc import Sequence

from meadhall.core.rng import Rng
from meadhall.core.seats import Seat
from meadhall.games.secret_toaster.rules.board import CASTLE, CLOCKWISE, homeland
from meadhall.games.secret_toaster.types import Objective, Table

EXPANSION = 12
"""How many hexes an expansionist needs,"""
FOREIGN_HOMES = 3
"""and how many of them in the neighbour's homeland."""
KINGMAKERS = 2
MOST_DEALS = 500
"""How often sampling deals again for objectives that explain all threats.

There may be none: a player who left may have taken what the threat was about.
"""
OTHERS: tuple[Objective, ...] = ("expansionist-left", "expansionist-right", "defender")

Objectives = Sequence[Objective | None]


def deal_objectives(seats: int, rng: Rng) -> tuple[tuple[Objective, ...], Rng]:
    """Two Kingmakers among the seats; the others repeat only when all kinds are used up."""
    others: list[Objective] = []
    while len(others) < seats - KINGMAKERS:
        shuffled, rng = rng.shuffle(OTHERS)
        others += shuffled
    kingmakers: list[Objective] = ["kingmaker"] * KINGMAKERS
    return rng.shuffle(kingmakers + others[: seats - KINGMAKERS])


def neighbour(table: Table, seat: Seat, step: int) -> Seat:
    """The player with the next occupied homeland, clockwise (+1) or counter-clockwise (-1)."""
    circle = sorted(range(len(table.players)), key=lambda s: CLOCKWISE.index(table.players[s].keep))
    return circle[(circle.index(seat) + step) % len(circle)]


def is_met(table: Table, seat: Seat, objective: Objective | None) -> bool:
    """Whether the seat meets the objective now."""
    match objective:
        case "kingmaker":
            return table.owners[CASTLE] == seat
        case "defender":
            return _home_count(table, seat, seat) == len(homeland(table.players[seat].keep))
        case "expansionist-left" | "expansionist-right":
            victim = neighbour(table, seat, 1 if objective == "expansionist-left" else -1)
            enough = table.owners.count(seat) >= EXPANSION
            return enough and _home_count(table, seat, victim) >= FOREIGN_HOMES
        case _:
            return False


def fits_threats(table: Table, objectives: Objectives) -> bool:
    """Whether all members of the alliances that threaten to win meet these objectives."""
    return all(
        is_met(table, seat, objectives[seat]) for threat in table.threats for seat in threat.members
    )


def _home_count(table: Table, seat: Seat, whose: Seat) -> int:
    """How many hexes of somebody's homeland the seat owns."""
    return sum(table.owners[hex_] == seat for hex_ in homeland(table.players[whose].keep))
