"""The buttons of the scene: amounts of troops, orders, the round and alliances."""

from collections.abc import Iterator

from meadhall.core.scene import LAYERS, Button
from meadhall.core.seats import Seat, seat_name
from meadhall.games.secret_toaster.look.gestures import button_id, troops_id
from meadhall.games.secret_toaster.look.preview import NO_ORDERS
from meadhall.games.secret_toaster.look.words import troop_count
from meadhall.games.secret_toaster.notation import write
from meadhall.games.secret_toaster.rules.legal import list_actions, naming_actions
from meadhall.games.secret_toaster.rules.names import alliance_title
from meadhall.games.secret_toaster.rules.table import without_plans
from meadhall.games.secret_toaster.types import (
    AcceptMember,
    Action,
    AskToJoin,
    ExpelMember,
    JoinAlliance,
    Ready,
    Submit,
    Table,
    Unready,
    View,
    Withdraw,
)
from meadhall.kit.identity_cache import identity_cache

_NAMINGS = {"create": "Create an alliance", "rename": "Rename the alliance"}


def buttons(view: View) -> tuple[Button, ...]:
    """All buttons for the viewer; none for a spectator."""
    if view.seat is None or view.secret is None:
        return ()
    actions = list_actions(view.table, view.secret, view.seat)
    return _buttons(without_plans(view.table), view.seat, actions)


@identity_cache(LAYERS)
def _buttons(table: Table, seat: Seat, actions: tuple[Action, ...]) -> tuple[Button, ...]:
    names = _name_buttons(table, seat)
    return (*_order_buttons(actions), *_action_buttons(table, actions), *names)


def _order_buttons(actions: tuple[Action, ...]) -> Iterator[Button]:
    """One for every amount of troops and one for every kind of order that is not a march."""
    orders = [action.order for action in actions if isinstance(action, Submit)]
    amounts = {order.troops for order in orders if order.type in ("move", "attack")}
    for troops in sorted(amounts, reverse=True):
        yield Button(troops_id(troops), troop_count(troops).capitalize(), "troops", troops)
    types = {order.type for order in orders if order.type in ("fortify", "promote")}
    for type_ in sorted(types):
        yield Button(type_, type_.capitalize(), "orders")


def _action_buttons(table: Table, actions: tuple[Action, ...]) -> Iterator[Button]:
    has_orders = any(isinstance(action, Withdraw) for action in actions)
    for action in actions:
        if not isinstance(action, Submit):
            label, group = _caption(table, action)
            is_hasty = isinstance(action, Ready) and not has_orders
            confirm = f"{NO_ORDERS} Hand in nothing?" if is_hasty else ""
            yield Button(button_id(action), label, group, confirm=confirm)


def _name_buttons(table: Table, seat: Seat) -> Iterator[Button]:
    """Buttons that begin an action; the player types the name of the alliance."""
    for naming in naming_actions(table, seat):
        begun = write(naming).removesuffix(naming.name).strip()
        yield Button(naming.kind, _NAMINGS[naming.kind], "alliances", writes=begun)


def _caption(table: Table, action: Action) -> tuple[str, str]:
    """The label of an action's button, and the group it is in."""
    match action:
        case Ready():
            return "Ready", "round"
        case Unready():
            return "Not ready", "round"
        case Withdraw(number):
            return f"Take back order {number}", "orders"
        case AskToJoin(name) | JoinAlliance(name):
            verb = "Ask to join" if isinstance(action, AskToJoin) else "Join"
            return f"{verb} {alliance_title(name)}", "alliances"
        case AcceptMember(seat) | ExpelMember(seat):
            return f"{action.kind.capitalize()} {seat_name(seat)}", "alliances"
        case _:
            return "Leave the alliance", "alliances"
