"""Why an order cannot be written. The first check that fails names the refusal."""

from collections.abc import Callable

from meadhall.core.refusal import Refusal
from meadhall.games.secret_toaster.rules.board import CASTLE, HEXES, NEIGHBOURS, TYPES
from meadhall.games.secret_toaster.rules.names import hex_name, knight_title
from meadhall.games.secret_toaster.rules.planning.projection import Projection
from meadhall.games.secret_toaster.types import KNIGHT_PRICE, MOST_KNIGHTS, MOST_ORDERS, Order
from meadhall.kit.sentences import start_sentence

_CLAUSE = "Orders"


def order_refusal(projection: Projection, order: Order) -> Refusal | None:
    """Why the order cannot be written; `None` if it can."""
    return _common_refusal(projection, order) or _BY_TYPE[order.type](projection, order)


def _common_refusal(projection: Projection, order: Order) -> Refusal | None:
    if not 1 <= order.number <= MOST_ORDERS:
        return _refusal(
            "INVALID_ORDER_NUMBER", f"Orders are numbered 1 to {MOST_ORDERS}, not {order.number}."
        )
    if not 0 <= projection.seat < projection.seats:
        return _refusal("PLAYER_NOT_FOUND", "There is no such player.")
    return _knight_refusal(projection, order) or _place_refusal(projection, order)


def _knight_refusal(projection: Projection, order: Order) -> Refusal | None:
    name = order.knight
    alive = projection.knight(name)
    knight = alive or next((dead for dead in projection.fallen if dead.name == name), None)
    if knight is None:
        return _refusal("KNIGHT_NOT_FOUND", "There is no such knight.", name)
    if knight.owner != projection.seat:
        return _refusal("KNIGHT_NOT_OWNED", f"{knight_title(name)} is not your knight.", name)
    if alive is None:
        return _refusal("KNIGHT_DEAD", f"{knight_title(name)} is dead.", name)
    return None


def _place_refusal(projection: Projection, order: Order) -> Refusal | None:
    for hex_ in (order.origin, order.to):
        if not 0 <= hex_ < HEXES:
            return _refusal("HEX_NOT_FOUND", "There is no such hex.", str(hex_))
    knight = projection.knight(order.knight)
    if knight is not None and knight.hex != order.origin:
        there, here = hex_name(knight.hex), hex_name(order.origin)
        sentence = f"{knight_title(order.knight)} will be at {there} then, not at {here}."
        return _refusal("FROM_MISMATCH", sentence, order.knight)
    return None


def _fortify_refusal(projection: Projection, order: Order) -> Refusal | None:
    if order.to != order.origin:
        return _refusal(
            "FORTIFY_DESTINATION_INVALID",
            "A knight can only fortify the hex he stands on.",
            str(order.to),
        )
    if projection.ruleset == "standard" and order.to == CASTLE:
        return _refusal("CASTLE_NO_FORTIFY", "The castle cannot be fortified.", str(CASTLE))
    return None


def _promote_refusal(projection: Projection, order: Order) -> Refusal | None:
    if order.to != order.origin:
        sentence = "The new knight appears on the hex where this one stands."
        return _refusal("PROMOTE_DESTINATION_INVALID", sentence, str(order.to))
    if projection.troops[order.to] < KNIGHT_PRICE:
        return _refusal(
            "PROMOTE_INSUFFICIENT_TROOPS",
            f"A knight costs {KNIGHT_PRICE} troops, and you will have"
            f" {projection.troops[order.to]} there.",
            str(order.to),
        )
    knights = len(projection.own_knights()) + projection.raised
    if projection.ruleset == "standard" and knights >= MOST_KNIGHTS:
        return _refusal("KNIGHT_CAP", f"You can have at most {MOST_KNIGHTS} knights.")
    return None


def _march_refusal(projection: Projection, order: Order) -> Refusal | None:
    if order.to not in NEIGHBOURS[order.origin]:
        goal = start_sentence(hex_name(order.to))
        sentence = f"{goal} is not next to {hex_name(order.origin)}."
        return _refusal("NOT_NEIGHBOR", sentence, str(order.to))
    if projection.ruleset == "standard" and TYPES[order.to] == "BLANK":
        return _refusal("NOT_PLAYABLE", f"{hex_name(order.to)} is water.", str(order.to))
    return _troops_refusal(projection, order)


def _troops_refusal(projection: Projection, order: Order) -> Refusal | None:
    if order.troops < 1 and not _walks_alone(projection, order):
        sentence = (
            "Take at least one troop. A knight can go alone only into your own or allied land."
        )
        return _refusal("INVALID_TROOP_COUNT", sentence, str(order.to))
    there = projection.troops[order.origin]
    if order.troops > there:
        sentence = f"You will have only {there} troops at {hex_name(order.origin)}."
        return _refusal("INSUFFICIENT_TROOPS", sentence, str(order.origin))
    return None


def _walks_alone(projection: Projection, order: Order) -> bool:
    """Under the standard rules a knight may move without troops into friendly land."""
    alone = projection.ruleset == "standard" and order.type == "move" and order.troops == 0
    return alone and projection.is_friendly(order.to)


def _attack_refusal(projection: Projection, order: Order) -> Refusal | None:
    refused = _march_refusal(projection, order)
    if refused is not None:
        return refused
    spared = projection.friends if projection.ruleset == "standard" else (projection.seat,)
    if projection.owners[order.to] in (None, *spared):
        goal = start_sentence(hex_name(order.to))
        sentence = f"{goal} does not belong to an enemy. Move there instead."
        return _refusal("ATTACK_TARGET_NOT_ENEMY", sentence, str(order.to))
    return None


_BY_TYPE: dict[str, Callable[[Projection, Order], Refusal | None]] = {
    "move": _march_refusal,
    "attack": _attack_refusal,
    "fortify": _fortify_refusal,
    "promote": _promote_refusal,
}


def _refusal(code: str, sentence: str, *objects: str) -> Refusal:
    return Refusal(code, sentence, objects, _CLAUSE)
