"""The actions worth listing: finite where the rules allow any number of troops."""

from collections.abc import Iterator

from meadhall.core.seats import Seat
from meadhall.games.secret_toaster.alliances import diplomacy_refusal, home_name, size_limit
from meadhall.games.secret_toaster.board import ROADS, HexId
from meadhall.games.secret_toaster.odds import SURE, fewest_for
from meadhall.games.secret_toaster.prospect import Prospect, prospect
from meadhall.games.secret_toaster.table import alliance_of, bonus
from meadhall.games.secret_toaster.types import (
    MOST_ORDERS,
    Accept,
    Action,
    Ask,
    Create,
    Diplomacy,
    Expel,
    Join,
    Knight,
    Leave,
    Order,
    OrderType,
    Ready,
    Rename,
    Secret,
    Submit,
    Table,
    Unready,
    Withdraw,
)
from meadhall.games.secret_toaster.validation import judge

EVEN, SAFE = SURE // 2, SURE * 9 // 10


def listed(table: Table, secret: Secret, seat: Seat) -> tuple[Action, ...]:
    """What the seat may do: hand in or take back, the next order, alliances."""
    if not _plays(table, seat):
        return ()
    if table.players[seat].ready:
        return (Unready(), *_diplomacy(table, seat))
    orders = map(Submit, order_choices(table, secret, seat))
    last = [Withdraw(len(secret.orders))] if secret.orders else []
    return (Ready(), *orders, *last, *_diplomacy(table, seat))


def _plays(table: Table, seat: Seat) -> bool:
    return table.outcome is None and table.players[seat].standing == "in"


def order_choices(table: Table, secret: Secret, seat: Seat) -> tuple[Order, ...]:
    """The choices for the next order, knight by knight."""
    number = len(secret.orders) + 1
    if number > MOST_ORDERS:
        return ()
    outlook = prospect(table, secret, seat, number)
    return tuple(
        order
        for knight in outlook.own_knights()
        for order in _orders_of(table, outlook, knight, number)
        if order.troops or judge(outlook, order) is None  # with troops every road is open
    )


def _orders_of(table: Table, outlook: Prospect, knight: Knight, number: int) -> Iterator[Order]:
    """What the knight can be told; whether he may stay or go without troops is not asked here."""
    here = knight.hex
    yield Order(number, "fortify", knight.name, here, here)
    yield Order(number, "promote", knight.name, here, here)
    for to in ROADS[here]:
        type_ = march_type(outlook, to)
        for troops in amounts(table, outlook, here, to):
            yield Order(number, type_, knight.name, here, to, troops)


def march_type(outlook: Prospect, to: HexId) -> OrderType:
    """Whether one marches to the hex to move there or to attack."""
    enemy = outlook.owners[to] not in (None, *outlook.friends)
    return "attack" if enemy and outlook.ruleset == "standard" else "move"


def amounts(table: Table, outlook: Prospect, here: HexId, to: HexId) -> tuple[int, ...]:
    """All, all but one, half, the fewest that win with 90 and with 50 percent, and none."""
    most = outlook.troops[here]
    useful = {most, max(0, most - 1), most // 2, 0}
    if most and not outlook.is_friendly(to):
        useful |= set(_winning(table, outlook, here, to))
    return tuple(sorted(useful, reverse=True))


def _winning(table: Table, outlook: Prospect, here: HexId, to: HexId) -> Iterator[int]:
    """The fewest of the troops here that, with those already there, win with either chance."""
    defenders, lead = defence(table, outlook, to)
    there = outlook.troops[to]
    for wanted in (EVEN, SAFE):
        fewest = fewest_for(defenders, lead, wanted, outlook.troops[here] + there)
        if fewest is not None:
            yield max(1, fewest - there)


def defence(table: Table, outlook: Prospect, to: HexId) -> tuple[int, int]:
    """The owner's troops on a hex, and how much the seat's bonus is above the owner's."""
    owner = outlook.owners[to]
    defenders = 0 if owner is None else table.troops[to][owner]
    return defenders, bonus(table, outlook.seat) - bonus(table, owner)


def namings(table: Table, seat: Seat) -> tuple[Create | Rename, ...]:
    """Founding and renaming, as far as allowed, under a name that is free; others will do too."""
    if not _plays(table, seat) or size_limit(table) == 1:
        return ()
    name = home_name(table, seat)
    wanted = (Create(name), Rename(name))
    return tuple(action for action in wanted if diplomacy_refusal(table, seat, action) is None)


def _diplomacy(table: Table, seat: Seat) -> Iterator[Diplomacy]:
    """Joining, asking, letting in, leaving and putting out, as far as it is allowed."""
    own = alliance_of(table, seat)
    wanted: list[Diplomacy] = [Leave()]
    for alliance in table.alliances:
        wanted += [Ask(alliance.name), Join(alliance.name)]
    for other in (*own.asking, *own.members) if own else ():
        wanted += [Accept(other), Expel(other)]
    return (action for action in wanted if diplomacy_refusal(table, seat, action) is None)
