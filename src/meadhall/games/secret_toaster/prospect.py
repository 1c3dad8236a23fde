"""What a player can count on when writing an order: the board after the own earlier orders.

Under the standard rules a prospect follows the own orders alone, as if nobody else moved and every
battle were won without loss; what then is missing is made up for when the order is carried out.
Under the legacy rules troops are counted where they stand and knights follow their courses.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from meadhall.core.seats import Seat
from meadhall.games.secret_toaster.board import HexId
from meadhall.games.secret_toaster.table import friends, is_standard, knight_name
from meadhall.games.secret_toaster.types import (
    FORTIFY_TROOPS,
    KNIGHT_PRICE,
    MOST_ORDERS,
    Course,
    Knight,
    Order,
    Ruleset,
    Secret,
    Table,
)


@dataclass(frozen=True, slots=True)
class Prospect:
    """The board as one seat expects it before an order.

    `knights` are all the living with the own ones where they are expected, `fallen` the dead,
    `troops` the own troops by hex, `entered` the land that earlier orders march into, `raised` how
    many knights earlier orders make.
    """

    ruleset: Ruleset
    seat: Seat
    seats: int
    friends: tuple[Seat, ...]
    owners: Sequence[Seat | None]
    troops: Sequence[int]
    knights: tuple[Knight, ...]
    fallen: tuple[Knight, ...] = ()
    entered: tuple[HexId, ...] = ()
    raised: int = 0

    def knight(self, name: str) -> Knight | None:
        """The living knight of that name, where he is expected to stand."""
        return next((knight for knight in self.knights if knight.name == name), None)

    def own_knights(self) -> tuple[Knight, ...]:
        """The seat's living knights."""
        return tuple(knight for knight in self.knights if knight.owner == self.seat)

    def is_friendly(self, hex_: HexId) -> bool:
        """Whether the hex is expected to be own or allied land."""
        return self.owners[hex_] in self.friends or hex_ in self.entered


def prospect(table: Table, secret: Secret, seat: Seat, number: int) -> Prospect:
    """What the seat expects before its order of that number."""
    earlier = secret.orders[: number - 1]
    outlook = Prospect(
        ruleset=table.options.ruleset,
        seat=seat,
        seats=len(table.players),
        friends=friends(table, seat),
        owners=table.owners,
        troops=tuple(stacks[seat] for stacks in table.troops),
        knights=_placed(table.knights, secret.courses, number),
        fallen=tuple(_fallen(table)),
    )
    return _after(outlook, earlier) if is_standard(table) else outlook


def courses(knights: Sequence[Knight], orders: Iterable[Order]) -> tuple[Course, ...]:
    """Where each knight with orders stands after orders 1, 2 and 3."""
    set_: tuple[Course, ...] = ()
    for order in orders:
        set_ = with_course(knights, set_, order)
    return set_


def with_course(
    knights: Sequence[Knight], set_: tuple[Course, ...], order: Order
) -> tuple[Course, ...]:
    """The courses once the knight is to be at the order's goal from its number on."""
    at = next((k.hex for k in knights if k.name == order.knight), order.origin)
    known = next((c.hexes for c in set_ if c.knight == order.knight), (at,) * MOST_ORDERS)
    done = order.number - 1
    hexes = (*known[:done], *(order.to,) * (MOST_ORDERS - done))
    return (*(c for c in set_ if c.knight != order.knight), Course(order.knight, hexes))


def _placed(
    knights: tuple[Knight, ...], set_: tuple[Course, ...], number: int
) -> tuple[Knight, ...]:
    """The knights where their courses have them before the order of that number."""
    if number == 1 or not set_:
        return knights
    to = {course.knight: course.hexes[number - 2] for course in set_}
    return tuple(replace(k, hex=to[k.name]) if k.name in to else k for k in knights)


def _fallen(table: Table) -> Iterable[Knight]:
    """Every knight that once lived and does not now."""
    living = {knight.name for knight in table.knights}
    for seat, player in enumerate(table.players):
        for number in range(player.raised):
            name = knight_name(player, number)
            if name not in living:
                yield Knight(name, seat, player.keep)


def _after(outlook: Prospect, orders: Iterable[Order]) -> Prospect:
    """The prospect once these orders are carried out, all going well."""
    troops, entered, raised = list(outlook.troops), list(outlook.entered), outlook.raised
    for order in orders:
        if order.type == "fortify":
            troops[order.to] += FORTIFY_TROOPS
        elif order.type == "promote":
            troops[order.to] -= KNIGHT_PRICE
            raised += 1
        else:
            moved = min(order.troops, troops[order.origin])
            troops[order.origin] -= moved
            troops[order.to] += moved
            entered += [order.to] if moved else []
    return replace(outlook, troops=tuple(troops), entered=tuple(entered), raised=raised)
