"""Whom a policy allies with."""

from collections.abc import Sequence

from meadhall.core.seats import Seat
from meadhall.games.secret_toaster.bots.outlook import Style
from meadhall.games.secret_toaster.rules.board import CASTLE
from meadhall.games.secret_toaster.rules.table import alliance_by_name, alliance_of
from meadhall.games.secret_toaster.types import (
    AcceptMember,
    Action,
    AskToJoin,
    ExpelMember,
    LeaveAlliance,
    Table,
)

FIRST_ALLIANCE = 2  # in earlier rounds it is not clear yet who is strong
POWER_OF_HEX, POWER_OF_KNIGHT = 10, 200


def choose_treaty(table: Table, seat: Seat, legal: Sequence[Action], style: Style) -> Action | None:
    """Accept or ask the strongest, or part from an ally who has become too weak; else `None`."""
    own = alliance_of(table, seat)
    if style.diplomatic and own is not None and len(own.members) == 1:
        return _accept_or_ask_anyone(table, legal)
    if own is None or table.round < FIRST_ALLIANCE:
        return None
    strong = power(table, seat) * 2 // 3
    guests = [a for a in legal if isinstance(a, AcceptMember) and power(table, a.seat) >= strong]
    if guests:
        return max(guests, key=lambda guest: (power(table, guest.seat), -guest.seat))
    weak = [m for m in own.members if m != seat and 2 * power(table, m) < strong]
    if weak:
        part: Action = ExpelMember(min(weak)) if own.leader == seat else LeaveAlliance()
        return part if part in legal else None
    return _ask_strongest(table, seat, legal) if len(own.members) == 1 else None


def _accept_or_ask_anyone(table: Table, legal: Sequence[Action]) -> Action | None:
    """Accept anyone who asks; else ask the holder of the castle, then the others one by one."""
    holder = alliance_of(table, table.owners[CASTLE])
    first = AskToJoin(holder.name) if holder else None
    asks = [action for action in legal if isinstance(action, AskToJoin)]
    guests = [action for action in legal if isinstance(action, AcceptMember)]
    guest = min(guests, key=lambda guest: guest.seat, default=None)
    return guest or (first if first in asks else next(iter(asks), None))


def _ask_strongest(table: Table, seat: Seat, legal: Sequence[Action]) -> Action | None:
    """Ask the strongest alliance, unless a request is still open or all are too weak."""
    if any(seat in alliance.asking for alliance in table.alliances):
        return None
    asks = [a for a in legal if isinstance(a, AskToJoin)]
    best = max(asks, key=lambda ask: _power_of(table, ask.name), default=None)
    worthy = best is not None and 3 * _power_of(table, best.name) >= 2 * power(table, seat)
    return best if worthy else None


def power(table: Table, seat: Seat) -> int:
    """How strong a player is, from what everybody can see."""
    troops = sum(stacks[seat] for stacks in table.troops)
    knights = sum(knight.owner == seat for knight in table.knights)
    return troops + POWER_OF_HEX * table.owners.count(seat) + POWER_OF_KNIGHT * knights


def _power_of(table: Table, name: str) -> int:
    alliance = alliance_by_name(table, name)
    members = alliance.members if alliance else ()
    return max((power(table, member) for member in members), default=0)
