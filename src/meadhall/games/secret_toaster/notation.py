"""How the game is written: orders as `1 move Sir_Ann_0 52 53 60`, and a map in text."""

from collections.abc import Callable

from meadhall.core.game import Notation
from meadhall.core.refusal import Refused
from meadhall.core.seats import Seat
from meadhall.games.secret_toaster.diagram import diagram
from meadhall.games.secret_toaster.types import (
    NAMES,
    ORDER_TYPES,
    Accept,
    Action,
    Ask,
    Create,
    Diplomacy,
    Expel,
    Join,
    Leave,
    Order,
    Ready,
    Rename,
    State,
    Submit,
    Unready,
    View,
    Withdraw,
)

HELP = """1 move Sir_Ann_0 52 53 60   order 1: the knight goes from 52 to 53 with 60 troops
2 attack Sir_Ann_0 53 54 60 the same against an enemy
1 fortify Sir_Ann_0 52      200 more troops where he stands
1 promote Sir_Ann_0 52      100 troops become a knight
withdraw 2                  take back order 2 and those after it
ready, unready              hand the orders in, or take them back
ally ask NAME, ally accept Bob, ally leave, ally expel Bob, ally create NAME, ally rename NAME
ally join NAME              (legacy rules) join at once"""

_NAMED: dict[str, type[Create | Join | Ask | Rename]] = {
    "create": Create,
    "join": Join,
    "ask": Ask,
    "rename": Rename,
}
_SEATED: dict[str, type[Accept | Expel]] = {"accept": Accept, "expel": Expel}
_SHORT, _LONG = 4, 6


def write(action: Action) -> str:
    """The action as one line of text."""
    match action:
        case Submit(order):
            return write_order(order)
        case Withdraw(number):
            return f"withdraw {number}"
        case Ready() | Unready():
            return action.kind
        case Leave():
            return "ally leave"
        case Accept(seat) | Expel(seat):
            return f"ally {action.kind} {_player(seat)}"
        case _:
            return f"ally {action.kind} {action.name}"


def write_order(order: Order) -> str:
    """`1 move Sir_Ann_0 52 53 60`; what goes without saying is left out."""
    text = f"{order.number} {order.type} {order.knight.replace(' ', '_')} {order.origin}"
    if order.to == order.origin and order.troops == 0:
        return text
    return f"{text} {order.to} {order.troops}"


def parse(text: str) -> Action:
    """The action that the text names."""
    words = text.split()
    verb = words[0].lower() if words else ""
    readers: dict[str, Callable[[list[str]], Action | None]] = {
        "ready": lambda rest: None if rest else Ready(),
        "unready": lambda rest: None if rest else Unready(),
        "withdraw": _withdraw,
        "ally": _diplomacy,
    }
    read = readers.get(verb)
    action = read(words[1:]) if read else _order(words)
    if action is None:
        raise Refused.because(
            "BAD_NOTATION",
            f"{text!r} cannot be read; write, for example: 1 move Sir_Ann_0 52 53 60, or ready.",
        )
    return action


def _withdraw(rest: list[str]) -> Action | None:
    number = _numbers(rest)
    return Withdraw(number[0]) if number and len(number) == 1 else None


def _order(words: list[str]) -> Action | None:
    if len(words) not in (_SHORT, _SHORT + 1, _LONG):
        return None
    type_ = next((known for known in ORDER_TYPES if known == words[1].lower()), None)
    numbers = _numbers([words[0], *words[3:]])
    if type_ is None or numbers is None:
        return None
    number, origin, *rest = numbers
    to, troops = (*rest, 0)[:2] if rest else (origin, 0)
    return Submit(Order(number, type_, words[2].replace("_", " "), origin, to, troops))


def _diplomacy(rest: list[str]) -> Diplomacy | None:
    verb, *words = rest or [""]
    verb, name = verb.lower(), " ".join(words)
    if verb == "leave" and not words:
        return Leave()
    if verb in _NAMED and name:
        return _NAMED[verb](name)
    seat = _seat(name)
    return _SEATED[verb](seat) if verb in _SEATED and seat is not None else None


def _numbers(words: list[str]) -> list[int] | None:
    try:
        return [int(word) for word in words]
    except ValueError:
        return None


def _seat(name: str) -> Seat | None:
    known = [ruler.lower() for ruler in NAMES]
    if name.lower() in known:
        return known.index(name.lower())
    number = _numbers([name])
    return None if number is None else number[0] - 1


def _player(seat: Seat) -> str:
    return NAMES[seat] if 0 <= seat < len(NAMES) else str(seat + 1)


NOTATION: Notation[State, Action, View] = Notation(
    write=write, parse=parse, diagram=diagram, help=HELP
)
