"""Whether an order may be written. The first check that fails names the refusal."""

from collections.abc import Callable

from meadhall.core.refusal import Refusal
from meadhall.games.secret_toaster.board import CASTLE, HEXES, NEIGHBOURS, TYPES
from meadhall.games.secret_toaster.prospect import Prospect
from meadhall.games.secret_toaster.types import KNIGHT_PRICE, MOST_KNIGHTS, MOST_ORDERS, Order

_CLAUSE = "Orders"


def judge(outlook: Prospect, order: Order) -> Refusal | None:
    """Why the order cannot be written, if it cannot."""
    return _common(outlook, order) or _BY_TYPE[order.type](outlook, order)


def _common(outlook: Prospect, order: Order) -> Refusal | None:
    if not 1 <= order.number <= MOST_ORDERS:
        return _refusal(
            "INVALID_ORDER_NUMBER", f"Orders are numbered 1 to {MOST_ORDERS}, not {order.number}."
        )
    if not 0 <= outlook.seat < outlook.seats:
        return _refusal("PLAYER_NOT_FOUND", "There is no such player.")
    return _knight_fault(outlook, order) or _place_fault(outlook, order)


def _knight_fault(outlook: Prospect, order: Order) -> Refusal | None:
    name = order.knight
    alive = outlook.knight(name)
    knight = alive or next((dead for dead in outlook.fallen if dead.name == name), None)
    if knight is None:
        return _refusal("KNIGHT_NOT_FOUND", f"There is no knight {name}.", name)
    if knight.owner != outlook.seat:
        return _refusal("KNIGHT_NOT_OWNED", f"{name} serves another lord.", name)
    if alive is None:
        return _refusal("KNIGHT_DEAD", f"{name} is dead.", name)
    return None


def _place_fault(outlook: Prospect, order: Order) -> Refusal | None:
    for hex_ in (order.origin, order.to):
        if not 0 <= hex_ < HEXES:
            return _refusal("HEX_NOT_FOUND", f"There is no hex {hex_}.", str(hex_))
    knight = outlook.knight(order.knight)
    if knight is not None and knight.hex != order.origin:
        sentence = f"{order.knight} will be on hex {knight.hex} then, not on {order.origin}."
        return _refusal("FROM_MISMATCH", sentence, order.knight)
    return None


def _fortify_fault(outlook: Prospect, order: Order) -> Refusal | None:
    if order.to != order.origin:
        return _refusal(
            "FORTIFY_DESTINATION_INVALID", "A knight fortifies the hex he stands on.", str(order.to)
        )
    if outlook.ruleset == "standard" and order.to == CASTLE:
        return _refusal("CASTLE_NO_FORTIFY", "The castle cannot be fortified.", str(CASTLE))
    return None


def _promote_fault(outlook: Prospect, order: Order) -> Refusal | None:
    if order.to != order.origin:
        sentence = "A new knight is made on the hex where the old one stands."
        return _refusal("PROMOTE_DESTINATION_INVALID", sentence, str(order.to))
    if outlook.troops[order.to] < KNIGHT_PRICE:
        return _refusal(
            "PROMOTE_INSUFFICIENT_TROOPS",
            f"A knight costs {KNIGHT_PRICE} troops; there will be {outlook.troops[order.to]}.",
            str(order.to),
        )
    knights = len(outlook.own_knights()) + outlook.raised
    if outlook.ruleset == "standard" and knights >= MOST_KNIGHTS:
        return _refusal("KNIGHT_CAP", f"Nobody has more than {MOST_KNIGHTS} knights at a time.")
    return None


def _march_fault(outlook: Prospect, order: Order) -> Refusal | None:
    if order.to not in NEIGHBOURS[order.origin]:
        sentence = f"Hex {order.to} does not touch hex {order.origin}."
        return _refusal("NOT_NEIGHBOR", sentence, str(order.to))
    if outlook.ruleset == "standard" and TYPES[order.to] == "BLANK":
        return _refusal("NOT_PLAYABLE", f"Hex {order.to} is no land.", str(order.to))
    return _troops_fault(outlook, order)


def _troops_fault(outlook: Prospect, order: Order) -> Refusal | None:
    if order.troops < 1 and not _walks_alone(outlook, order):
        sentence = "Take at least one troop along; only into own or allied land may he go alone."
        return _refusal("INVALID_TROOP_COUNT", sentence, str(order.to))
    there = outlook.troops[order.origin]
    if order.troops > there:
        sentence = f"Only {there} of your troops will be on hex {order.origin}."
        return _refusal("INSUFFICIENT_TROOPS", sentence, str(order.origin))
    return None


def _walks_alone(outlook: Prospect, order: Order) -> bool:
    """Under the standard rules a knight may move without troops among friends."""
    alone = outlook.ruleset == "standard" and order.type == "move" and order.troops == 0
    return alone and outlook.is_friendly(order.to)


def _attack_fault(outlook: Prospect, order: Order) -> Refusal | None:
    fault = _march_fault(outlook, order)
    if fault is not None:
        return fault
    spared = outlook.friends if outlook.ruleset == "standard" else (outlook.seat,)
    if outlook.owners[order.to] in (None, *spared):
        return _refusal(
            "ATTACK_TARGET_NOT_ENEMY",
            f"Hex {order.to} belongs to no enemy; move there instead.",
            str(order.to),
        )
    return None


_BY_TYPE: dict[str, Callable[[Prospect, Order], Refusal | None]] = {
    "move": _march_fault,
    "attack": _attack_fault,
    "fortify": _fortify_fault,
    "promote": _promote_fault,
}


def _refusal(code: str, sentence: str, *objects: str) -> Refusal:
    return Refusal(code, sentence, objects, _CLAUSE)
