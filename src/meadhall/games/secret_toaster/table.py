"""Questions to the table that many rules ask."""

from dataclasses import replace

from meadhall.core.seats import Seat
from meadhall.games.secret_toaster.types import Alliance, Knight, Mode, Player, Table


def is_standard(table: Table) -> bool:
    """Whether the standard rules are in force."""
    return table.options.ruleset == "standard"


def mode(table: Table) -> Mode:
    """What the match is won by: nothing under the legacy rules, the castle with two players."""
    if not is_standard(table):
        return "none"
    if table.options.mode == "auto":
        return "objectives" if len(table.players) > 2 else "crown"  # noqa: PLR2004 - a duel
    return table.options.mode


def alliance_of(table: Table, seat: Seat | None) -> Alliance | None:
    """The alliance the seat is in; neutral land and players out of play are in none."""
    for alliance in table.alliances:
        if seat in alliance.members:
            return alliance
    return None


def alliance_named(table: Table, name: str) -> Alliance | None:
    """The alliance of that name."""
    return next((a for a in table.alliances if a.name == name), None)


def friends(table: Table, seat: Seat) -> tuple[Seat, ...]:
    """The seat and its allies."""
    alliance = alliance_of(table, seat)
    return alliance.members if alliance else (seat,)


def bonus(table: Table, seat: Seat | None) -> int:
    """What a side adds to its dice: the members of its alliance, or one."""
    alliance = alliance_of(table, seat)
    return len(alliance.members) if alliance else 1


def in_play(table: Table) -> tuple[Seat, ...]:
    """The seats that still play."""
    return tuple(seat for seat, p in enumerate(table.players) if p.standing == "in")


def waiting(table: Table) -> tuple[Seat, ...]:
    """The seats that are not ready."""
    return tuple(seat for seat in in_play(table) if not table.players[seat].ready)


def knights_of(table: Table, seat: Seat) -> tuple[Knight, ...]:
    """The seat's living knights, the eldest first."""
    return tuple(knight for knight in table.knights if knight.owner == seat)


def knight_name(player: Player, number: int) -> str:
    """How a player's knight of that number is called."""
    return f"Sir {player.name} {number}"


def with_player(table: Table, seat: Seat, player: Player) -> Table:
    """The table with one player changed."""
    players = (*table.players[:seat], player, *table.players[seat + 1 :])
    return replace(table, players=players)


def round_ends(count: int) -> str:
    """So many round ends, in words."""
    return f"{count} round end{'' if count == 1 else 's'}"
