"""What an action would do and cost, in words."""

from meadhall.core.scene import Preview
from meadhall.core.seats import Seat, seat_name
from meadhall.games.secret_toaster.look.words import VOID, seat_list, troop_count
from meadhall.games.secret_toaster.rules.names import alliance_title
from meadhall.games.secret_toaster.rules.planning.forecast import OrderForecast, forecast
from meadhall.games.secret_toaster.rules.planning.orders import add_order
from meadhall.games.secret_toaster.rules.round.odds import SURE, percent
from meadhall.games.secret_toaster.rules.table import alliance_by_name, alliance_of, waiting
from meadhall.games.secret_toaster.types import (
    FORTIFY_TROOPS,
    KNIGHT_PRICE,
    AcceptMember,
    Action,
    AskToJoin,
    CreateAlliance,
    Diplomacy,
    ExpelMember,
    JoinAlliance,
    LeaveAlliance,
    Ready,
    Secret,
    Submit,
    Table,
    Unready,
    View,
    Withdraw,
)
from meadhall.kit.sentences import start_sentence

NO_ORDERS = "You have written no orders, so you would do nothing in this round."


def preview(view: View, action: Action) -> Preview:
    """What a legal action would do; empty for a spectator."""
    if view.seat is None or view.secret is None:
        return Preview()
    match action:
        case Submit(order):
            secret = add_order(view.table, view.secret, order)
            shown = forecast(view.table, secret, view.seat, secret.orders[-1])
            return _preview_order(view.table, shown)
        case Ready():
            return _preview_ready(view.table, view.secret, view.seat)
        case Unready():
            return Preview("Takes your orders back, so that you can change them.")
        case Withdraw(number):
            return Preview(f"Takes back order {number} and all later ones.")
        case _:
            return Preview(_diplomacy_text(view.table, view.seat, action))


def order_detail(shown: OrderForecast) -> str:
    """What a written order comes to, in a few words: its odds, or why it is void."""
    if shown.void is not None:
        return f"will be void: {VOID[shown.void]}"
    return "" if shown.chance is None else f"wins with a chance of {percent(shown.chance)}"


def _preview_order(table: Table, shown: OrderForecast) -> Preview:
    order = shown.order
    if shown.void is not None:
        return Preview(warning=f"This order would be void: {VOID[shown.void]}.")
    if order.type == "fortify":
        return Preview(f"Adds {FORTIFY_TROOPS} troops: you will have {shown.there} there.")
    if order.type == "promote":
        left = troop_count(shown.there)
        return Preview(f"A new knight for {KNIGHT_PRICE} troops; {left} will be left there.")
    stay = f"{troop_count(shown.left)} will stay behind"
    march = f"{troop_count(shown.marched).capitalize()} will march and {stay}."
    return Preview(f"{march} {_goal_text(table, shown)}".strip(), warning=_march_warning(shown))


def _goal_text(table: Table, shown: OrderForecast) -> str:
    """What the march meets at its goal."""
    if shown.chance is not None:
        return f"You win the battle with a chance of {percent(shown.chance)}."
    if table.owners[shown.order.to] is None and not shown.dies:
        return "Nobody holds the land: you take it without a battle."
    return ""


def _march_warning(shown: OrderForecast) -> str:
    if shown.dies:
        return "The knight would come without troops and die."
    is_unlikely = shown.chance is not None and 2 * shown.chance < SURE
    return "You will more likely lose this battle, and the knight with it." if is_unlikely else ""


def _preview_ready(table: Table, secret: Secret, seat: Seat) -> Preview:
    orders = len(secret.orders)
    text = f"Hands in {orders} order{'' if orders == 1 else 's'}." if orders else ""
    starts = "Everybody else is ready: the round begins." if waiting(table) == (seat,) else ""
    return Preview(" ".join(filter(None, (text, starts))), warning="" if orders else NO_ORDERS)


def _diplomacy_text(table: Table, seat: Seat, action: Diplomacy) -> str:
    own = alliance_of(table, seat)
    leaves = f"You leave {alliance_title(own.name)}" if own and len(own.members) > 1 else ""
    match action:
        case AskToJoin(name):
            return f"Asks to join {_members(table, name)}. Its leader decides."
        case JoinAlliance(name):
            return f"{leaves + ' and join' if leaves else 'You join'} {_members(table, name)}."
        case AcceptMember(guest):
            return start_sentence(f"{seat_name(guest)} joins your alliance.")
        case ExpelMember(member):
            return start_sentence(f"{seat_name(member)} is no longer your ally.")
        case LeaveAlliance() | CreateAlliance():
            return f"{leaves or 'You found an alliance'} and are alone at first."
        case _:
            return "Your alliance gets a new name."


def _members(table: Table, name: str) -> str:
    """`Wolves (seat 1 and seat 2)`; just the name of an alliance that would be new."""
    alliance = alliance_by_name(table, name)
    if alliance is None:
        return name
    return f"{alliance_title(name)} ({seat_list(alliance.members)})"
