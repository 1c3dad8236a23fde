"""What a player can expect when writing an order: the board after their own earlier orders.

Under the standard rules a projection follows the player's own orders, as if nobody else moved and
every battle were won without loss. If less is left when an order is carried out, it takes less.
Under the legacy rules troops count where they stand now, and only knights are projected.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from meadhall.core.seats import Seat
from meadhall.games.secret_toaster.rules.table import KEPT, friends, is_standard, knight_name
from meadhall.games.secret_toaster.types import (
    FORTIFY_TROOPS,
    KNIGHT_PRICE,
    MOST_ORDERS,
    HexId,
    Knight,
    Order,
    Player,
    Route,
    Ruleset,
    Secret,
    Table,
)
from meadhall.kit.identity_cache import identity_cache


@dataclass(frozen=True, slots=True)
class Projection:
    """The board as one seat expects it before an order.

    `knights`: all living knights, the seat's own where they are expected to be. `fallen`: the dead.
    `troops`: the seat's own troops by hex. `entered`: the land that earlier orders march into.
    `raised`: how many knights earlier orders make.
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
        """Whether the hex is expected to be the seat's own or an ally's."""
        return self.owners[hex_] in self.friends or hex_ in self.entered


def project(table: Table, secret: Secret, seat: Seat, number: int) -> Projection:
    """What the seat expects before its order of that number."""
    earlier = secret.orders[: number - 1]
    projection = Projection(
        ruleset=table.options.ruleset,
        seat=seat,
        seats=len(table.players),
        friends=friends(table, seat),
        owners=table.owners,
        troops=_army(table.troops, seat),
        knights=_move_knights(table.knights, secret.courses, number),
        fallen=_fallen_knights(table.players, table.knights),
    )
    return _add_orders(projection, earlier) if is_standard(table) else projection


def routes(knights: Sequence[Knight], orders: Iterable[Order]) -> tuple[Route, ...]:
    """Where each knight with orders stands after orders 1, 2 and 3."""
    known: tuple[Route, ...] = ()
    for order in orders:
        known = with_route(knights, known, order)
    return known


def with_route(
    knights: Sequence[Knight], known: tuple[Route, ...], order: Order
) -> tuple[Route, ...]:
    """The routes after one more order: from its number on, its knight stands at its goal."""
    at = next((k.hex for k in knights if k.name == order.knight), order.origin)
    before = next((r.hexes for r in known if r.knight == order.knight), (at,) * MOST_ORDERS)
    done = order.number - 1
    hexes = (*before[:done], *(order.to,) * (MOST_ORDERS - done))
    return (*(r for r in known if r.knight != order.knight), Route(order.knight, hexes))


def _move_knights(
    knights: tuple[Knight, ...], known: tuple[Route, ...], number: int
) -> tuple[Knight, ...]:
    """The knights where their routes have them before the order of that number."""
    if number == 1 or not known:
        return knights
    # Before order n a knight is where order n - 1 has led; routes count from 0.
    to = {route.knight: route.hexes[number - 2] for route in known}
    return tuple(replace(k, hex=to[k.name]) if k.name in to else k for k in knights)


# Both are kept because a seat asks for its projection many times in a round.
@identity_cache(KEPT)
def _army(troops: tuple[tuple[int, ...], ...], seat: Seat) -> tuple[int, ...]:
    """The seat's troops by hex."""
    return tuple([stacks[seat] for stacks in troops])


@identity_cache(KEPT)
def _fallen_knights(players: tuple[Player, ...], knights: tuple[Knight, ...]) -> tuple[Knight, ...]:
    """Every knight that was raised and is dead now."""
    living = {knight.name for knight in knights}
    return tuple(
        Knight(name, seat, player.keep)
        for seat, player in enumerate(players)
        for number in range(player.raised)
        if (name := knight_name(player, number)) not in living
    )


def _add_orders(projection: Projection, orders: Iterable[Order]) -> Projection:
    """The projection after these orders, if all goes well."""
    troops, entered, raised = list(projection.troops), list(projection.entered), projection.raised
    for order in orders:
        if order.type == "fortify":
            troops[order.to] += FORTIFY_TROOPS
        elif order.type == "promote":
            troops[order.to] -= KNIGHT_PRICE
            # Only counted, for the limit: a new knight gets no orders in this round.
            raised += 1
        else:
            moved = min(order.troops, troops[order.origin])
            troops[order.origin] -= moved
            troops[order.to] += moved
            entered += [order.to] if moved else []
    return replace(projection, troops=tuple(troops), entered=tuple(entered), raised=raised)
