"""A useful selection of orders: for each march a few amounts of troops."""

from collections.abc import Iterator
from functools import lru_cache

from meadhall.core.seats import Seat
from meadhall.games.secret_toaster.rules.board import ROADS
from meadhall.games.secret_toaster.rules.planning.order_refusals import order_refusal
from meadhall.games.secret_toaster.rules.planning.projection import Projection, project
from meadhall.games.secret_toaster.rules.round.odds import SURE, fewest_for
from meadhall.games.secret_toaster.rules.table import bonus
from meadhall.games.secret_toaster.types import (
    MOST_ORDERS,
    HexId,
    Knight,
    Order,
    OrderType,
    Secret,
    Table,
)

ORDERS = 20_000
"""How many orders are kept to be listed again."""
EVEN, SAFE = SURE // 2, SURE * 9 // 10
"""The chances of winning for which the smallest army is listed."""


# An order that is listed again is the same object, so its encoded form can be reused.
_order = lru_cache(ORDERS)(Order)


def order_choices(table: Table, secret: Secret, seat: Seat) -> tuple[Order, ...]:
    """The choices for the next order, knight by knight."""
    number = len(secret.orders) + 1
    if number > MOST_ORDERS:
        return ()
    projection = project(table, secret, seat, number)
    return tuple(
        order
        for knight in projection.own_knights()
        for order in _orders_of(table, projection, knight, number)
        # A march with troops along a road is always legal, so most orders skip the check.
        if order.troops or order_refusal(projection, order) is None
    )


def _orders_of(
    table: Table, projection: Projection, knight: Knight, number: int
) -> Iterator[Order]:
    """All candidates for the knight; those without troops may turn out to be refused."""
    here = knight.hex
    yield _order(number, "fortify", knight.name, here, here)
    yield _order(number, "promote", knight.name, here, here)
    for to in ROADS[here]:
        type_ = march_type(projection, to)
        for troops in amounts(table, projection, here, to):
            yield _order(number, type_, knight.name, here, to, troops)


def march_type(projection: Projection, to: HexId) -> OrderType:
    """Whether a march to the hex is a move or an attack."""
    enemy = projection.owners[to] not in (None, *projection.friends)
    return "attack" if enemy and projection.ruleset == "standard" else "move"


def amounts(table: Table, projection: Projection, here: HexId, to: HexId) -> tuple[int, ...]:
    """All, all but one, half, none, and the fewest that win with 50 and with 90 percent."""
    most = projection.troops[here]
    useful = {most, max(0, most - 1), most // 2, 0}
    if most and not projection.is_friendly(to):
        useful |= set(_winning_amounts(table, projection, here, to))
    return tuple(sorted(useful, reverse=True))


def _winning_amounts(table: Table, projection: Projection, here: HexId, to: HexId) -> Iterator[int]:
    """The fewest troops that, together with those already there, reach either chance."""
    defenders, lead = defence(table, projection, to)
    there = projection.troops[to]
    for wanted in (EVEN, SAFE):
        fewest = fewest_for(defenders, lead, wanted, projection.troops[here] + there)
        if fewest is not None:
            yield max(1, fewest - there)  # a march needs one even if those there would do


def defence(table: Table, projection: Projection, to: HexId) -> tuple[int, int]:
    """The owner's troops on a hex, and the seat's bonus minus the owner's."""
    owner = projection.owners[to]
    defenders = 0 if owner is None else table.troops[to][owner]
    return defenders, bonus(table, projection.seat) - bonus(table, owner)
