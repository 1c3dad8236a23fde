"""Secret objectives: how they are dealt, and when they are met."""

from collections.abc import Sequence

from meadhall.core.rng import Rng
from meadhall.core.seats import Seat
from meadhall.games.secret_toaster.rules.board import CASTLE, CLOCKWISE, homeland
from meadhall.games.secret_toaster.rules.table import friends, terms
from meadhall.games.secret_toaster.types import Objective, Table

MOST_DEALS = 500
"""How often sampling deals again for objectives that explain all threats.

There may be none: a player who left may have taken what the threat was about.
"""
OTHERS: tuple[Objective, ...] = ("expansionist-left", "expansionist-right", "defender")

Objectives = Sequence[Objective | None]


def deal_objectives(seats: int, kingmakers: int, rng: Rng) -> tuple[tuple[Objective, ...], Rng]:
    """Objectives by seat, `kingmakers` of them Kingmakers; others repeat once all are used."""
    others: list[Objective] = []
    while len(others) < seats - kingmakers:
        shuffled, rng = rng.shuffle(OTHERS)
        others += shuffled
    kings: list[Objective] = ["kingmaker"] * kingmakers
    return rng.shuffle(kings + others[: seats - kingmakers])


def neighbour(table: Table, seat: Seat, step: int) -> Seat:
    """The player with the next occupied homeland, clockwise (+1) or counter-clockwise (-1)."""
    circle = sorted(range(len(table.players)), key=lambda s: CLOCKWISE.index(table.players[s].keep))
    return circle[(circle.index(seat) + step) % len(circle)]


def is_met(table: Table, seat: Seat, objective: Objective | None) -> bool:
    """Whether the seat meets the objective now."""
    wanted = terms(table)
    match objective:
        case "kingmaker":
            holders = friends(table, seat) if wanted.shared_castle else (seat,)
            return table.owners[CASTLE] in holders
        case "defender":
            at_home = _home_count(table, seat, seat) == len(homeland(table.players[seat].keep))
            return at_home and table.owners.count(seat) >= wanted.defence
        case "expansionist-left" | "expansionist-right":
            victim = neighbour(table, seat, 1 if objective == "expansionist-left" else -1)
            enough = table.owners.count(seat) >= wanted.expansion
            return enough and _home_count(table, seat, victim) >= wanted.raid
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
