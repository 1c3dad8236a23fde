"""What a player's orders come to, as far as that can be known: odds, troops, orders that are void.

The rules of the round carry the player's orders out alone and with the best of luck. An order that
is void even then can only be void, unless others change something first.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from meadhall.core.seats import Seat
from meadhall.games.secret_toaster.rules.events import Marched, Voided
from meadhall.games.secret_toaster.rules.planning.choices import defence, order_choices
from meadhall.games.secret_toaster.rules.planning.projection import Projection, project
from meadhall.games.secret_toaster.rules.round.chance import BestLuck
from meadhall.games.secret_toaster.rules.round.execute import carry_out
from meadhall.games.secret_toaster.rules.round.field import Field
from meadhall.games.secret_toaster.rules.round.odds import win_chance
from meadhall.games.secret_toaster.types import MOST_ORDERS, Order, Secret, Table, View


@dataclass(frozen=True, slots=True)
class OrderForecast:
    """What an order comes to if nobody else moves first and every battle before it is won.

    `chance` is the chance to win its battle, in hundredths of a percent; `None` without a battle.
    `void` is the code of the reason why it cannot be carried out. `marched` troops leave the origin
    and `left` stay there; `there` are on the goal in the end. `dies`: the knight loses his life.
    """

    order: Order
    chance: int | None
    void: str | None
    marched: int
    left: int
    there: int
    dies: bool


def order_forecasts(view: View) -> tuple[OrderForecast, ...]:
    """The viewer's orders with their odds, each after the ones before it."""
    if view.seat is None or view.secret is None:
        return ()
    table, secret, seat = view.table, view.secret, view.seat
    return tuple(forecast(table, secret, seat, order) for order in secret.orders)


def forecast(table: Table, secret: Secret, seat: Seat, order: Order) -> OrderForecast:
    """The order, one of the secret's, with what it comes to."""
    field = Field(table, BestLuck())
    orders = secret.orders[: order.number]
    carry_out(field, [orders if other == seat else () for other in range(len(table.players))])
    told = [e for e in field.events if isinstance(e, Marched | Voided) and e.number == order.number]
    void = next((event.code for event in told if isinstance(event, Voided)), None)
    return OrderForecast(
        order,
        None if void else _chance(table, project(table, secret, seat, order.number), order),
        void,
        sum(event.troops for event in told if isinstance(event, Marched)),
        field.troops[order.origin][seat],
        field.troops[order.to][seat],
        void is None and order.knight not in field.knights,
    )


def attack_chances(view: View) -> Iterator[tuple[Order, int]]:
    """The attacks that the viewer could order next, with the chances to win them."""
    if view.seat is None or view.secret is None or view.table.outcome is not None:
        return
    table, secret, seat = view.table, view.secret, view.seat
    projection = project(table, secret, seat, min(len(secret.orders) + 1, MOST_ORDERS))
    for order in order_choices(table, secret, seat):
        chance = _chance(table, projection, order)
        if chance is not None:
            yield order, chance


def _chance(table: Table, projection: Projection, order: Order) -> int | None:
    marching = order.type in ("move", "attack")
    if not marching or projection.is_friendly(order.to) or projection.owners[order.to] is None:
        return None
    defenders, lead = defence(table, projection, order.to)
    return win_chance(order.troops + projection.troops[order.to], defenders, lead)
