"""Small questions about the table, and small changes to it."""

from dataclasses import replace
from functools import lru_cache

from meadhall.core.seats import Seat
from meadhall.games.secret_toaster.rules.terms import Terms, mode_of, terms_of
from meadhall.games.secret_toaster.types import (
    Alliance,
    Knight,
    Mode,
    Player,
    Table,
)
from meadhall.kit.identity_cache import identity_cache

KEPT = 2048
"""How many recent results each cache keeps: enough for the tables that are played at a time."""


def is_standard(table: Table) -> bool:
    """Whether the standard rules are in force."""
    return table.options.ruleset == "standard"


def mode(table: Table) -> Mode:
    """How the match is won."""
    return mode_of(table.options, len(table.players))


def terms(table: Table) -> Terms:
    """How large alliances may be, and what objectives ask for."""
    return terms_of(table.options, len(table.players))


def alliance_of(table: Table, seat: Seat | None) -> Alliance | None:
    """The alliance the seat is in; `None` for neutral land and for players out of the match."""
    for alliance in table.alliances:
        if seat in alliance.members:
            return alliance
    return None


def alliance_by_name(table: Table, name: str) -> Alliance | None:
    """The alliance of that name."""
    return next((a for a in table.alliances if a.name == name), None)


def friends(table: Table, seat: Seat) -> tuple[Seat, ...]:
    """The seat and its allies."""
    alliance = alliance_of(table, seat)
    return alliance.members if alliance else (seat,)


def bonus(table: Table, seat: Seat | None) -> int:
    """What a side adds to its dice: the size of its alliance; 1 for neutral land."""
    alliance = alliance_of(table, seat)
    return len(alliance.members) if alliance else 1


def in_play(table: Table) -> tuple[Seat, ...]:
    """The seats that still play."""
    return tuple(seat for seat, p in enumerate(table.players) if p.standing == "in")


def waiting(table: Table) -> tuple[Seat, ...]:
    """The seats in play that are not ready."""
    return tuple(seat for seat in in_play(table) if not table.players[seat].ready)


def knights_of(table: Table, seat: Seat) -> tuple[Knight, ...]:
    """The seat's living knights, oldest first."""
    return tuple(knight for knight in table.knights if knight.owner == seat)


def knight_name(player: Player, number: int) -> str:
    """The name of a player's knight of that number."""
    return f"Sir {player.name} {number}"


def with_player(table: Table, seat: Seat, player: Player) -> Table:
    """The table with one player changed."""
    players = (*table.players[:seat], player, *table.players[seat + 1 :])
    return replace(table, players=players)


@identity_cache(KEPT)
def without_plans(table: Table) -> Table:
    """The table without the signs of planning: who is ready, and how many orders they have.

    Until something else changes it is the same object, so what follows from it can be kept.
    """
    return _share_table(
        table.options, table.round, _idle_players(table.players), table.owners, table.troops,
        table.knights, table.alliances, table.founded, table.crown, table.threats, table.outcome,
    )  # fmt: skip


@identity_cache(KEPT)
def without_requests(table: Table) -> Table:
    """The same also without the requests to join alliances, which do not matter to orders."""
    known = without_plans(table)
    return _share_table(
        known.options, known.round, known.players, known.owners, known.troops, known.knights,
        _drop_requests(known.alliances), known.founded, known.crown, known.threats, known.outcome,
    )  # fmt: skip


@identity_cache(KEPT)
def _drop_requests(alliances: tuple[Alliance, ...]) -> tuple[Alliance, ...]:
    return _share_alliances(tuple([replace(alliance, asking=()) for alliance in alliances]))


@lru_cache(KEPT)
def _share_alliances(alliances: tuple[Alliance, ...]) -> tuple[Alliance, ...]:
    """The first of all equal tuples."""
    return alliances


_share_table = identity_cache(KEPT)(Table)
"""The same table for the same pieces."""


@identity_cache(KEPT)
def _idle_players(players: tuple[Player, ...]) -> tuple[Player, ...]:
    return _share_players(tuple([replace(player, ready=False, orders=0) for player in players]))


@lru_cache(KEPT)
def _share_players(players: tuple[Player, ...]) -> tuple[Player, ...]:
    """The first of all equal tuples."""
    return players


def default_name(table: Table, seat: Seat) -> str:
    """A free name for an alliance that the seat creates without naming it."""
    plain = f"{table.players[seat].name}'s Alliance"
    name, number = plain, 2
    while alliance_by_name(table, name) is not None:
        name, number = f"{plain} {number}", number + 1
    return name
