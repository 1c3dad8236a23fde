"""How the game is written: actions such as `1 move Sir_Ann_0 52 53 60`, and the map as text."""

from collections.abc import Callable, Iterator
from textwrap import dedent

from meadhall.core.game import Notation
from meadhall.core.refusal import Refused
from meadhall.core.seats import Seat
from meadhall.games.secret_toaster.rules.board import COLUMNS, ROWS, TYPES
from meadhall.games.secret_toaster.rules.planning.forecast import (
    attack_chances,
    order_forecasts,
)
from meadhall.games.secret_toaster.rules.round.odds import percent
from meadhall.games.secret_toaster.rules.table import alliance_of, knights_of, mode
from meadhall.games.secret_toaster.types import (
    CROWN_ROUNDS,
    NAMES,
    ORDER_TYPES,
    AcceptMember,
    Action,
    AskToJoin,
    CreateAlliance,
    Diplomacy,
    ExpelMember,
    HexId,
    JoinAlliance,
    LeaveAlliance,
    Order,
    Ready,
    RenameAlliance,
    State,
    Submit,
    Table,
    Unready,
    View,
    Withdraw,
)

HELP = """1 move Sir_Ann_0 52 53 60   order 1: the knight goes from 52 to 53 with 60 troops
2 attack Sir_Ann_0 53 54 60 the same, against an enemy
1 fortify Sir_Ann_0 52      200 more troops where the knight stands
1 promote Sir_Ann_0 52      100 troops become a new knight
withdraw 2                  take back order 2 and all later ones
ready, unready              hand the orders in, or take them back
ally ask NAME, ally accept Bob, ally leave, ally expel Bob, ally create NAME, ally rename NAME
ally join NAME              join without asking (legacy rules only)"""

_NAMED: dict[str, type[CreateAlliance | JoinAlliance | AskToJoin | RenameAlliance]] = {
    "create": CreateAlliance,
    "join": JoinAlliance,
    "ask": AskToJoin,
    "rename": RenameAlliance,
}
_SEATED: dict[str, type[AcceptMember | ExpelMember]] = {
    "accept": AcceptMember,
    "expel": ExpelMember,
}
_SHORT, _LONG = 4, 6  # words of an order without and with goal and troops
_WIDTH = 8
_FRAMES = {"LAND": "{}", "KEEP": "[{}]", "CASTLE": "<{}>", "BLANK": ""}


def write(action: Action) -> str:
    """The action as one line of text."""
    match action:
        case Submit(order):
            return write_order(order)
        case Withdraw(number):
            return f"withdraw {number}"
        case Ready() | Unready():
            return action.kind
        case LeaveAlliance():
            return "ally leave"
        case AcceptMember(seat) | ExpelMember(seat):
            return f"ally {action.kind} {_player(seat)}"
        case _:
            return f"ally {action.kind} {action.name}"


def write_order(order: Order) -> str:
    """`1 move Sir_Ann_0 52 53 60`, or `1 fortify Sir_Ann_0 52` for an order without a goal."""
    text = f"{order.number} {order.type} {order.knight.replace(' ', '_')} {order.origin}"
    if order.to == order.origin and order.troops == 0:
        return text
    return f"{text} {order.to} {order.troops}"


def parse(text: str) -> Action:
    """The action that the text stands for; raises `Refused` if there is none."""
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
            f"{text!r} is not an action. Examples: 1 move Sir_Ann_0 52 53 60, ready.",
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
    # With five words the goal is there and the troops are missing.
    to, troops = (*rest, 0)[:2] if rest else (origin, 0)
    return Submit(Order(number, type_, words[2].replace("_", " "), origin, to, troops))


def _diplomacy(rest: list[str]) -> Diplomacy | None:
    verb, *words = rest or [""]
    verb, name = verb.lower(), " ".join(words)
    if verb == "leave" and not words:
        return LeaveAlliance()
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
    known = [player.lower() for player in NAMES]
    if name.lower() in known:
        return known.index(name.lower())
    number = _numbers([name])
    return None if number is None else number[0] - 1  # perhaps no seat: the rules refuse it


def _player(seat: Seat) -> str:
    return NAMES[seat] if 0 <= seat < len(NAMES) else str(seat + 1)


def diagram(view: View) -> str:
    """The map: per hex its number, its owner's initial, troops, and a * for each knight."""
    table = view.table
    map_ = dedent("\n".join(line for y in range(ROWS) for line in _row(table, y))).strip("\n")
    head = f"Round {table.round + 1} of {table.options.round_limit}"
    return "\n".join([head, map_, *_player_lines(table), *_own_lines(view)])


def _row(table: Table, y: int) -> Iterator[str]:
    shift = " " * (_WIDTH // 2) if y % 2 == 0 else ""
    hexes = range(COLUMNS * y, COLUMNS * (y + 1))
    for part in (_number, _holding):
        yield (shift + "".join(part(table, hex_).center(_WIDTH) for hex_ in hexes)).rstrip()


def _number(table: Table, hex_: HexId) -> str:
    return _FRAMES[TYPES[hex_]].format(hex_)


def _holding(table: Table, hex_: HexId) -> str:
    owner = table.owners[hex_]
    stacks = [f"{_initial(table, s)}{t}" for s, t in enumerate(table.troops[hex_]) if t]
    if owner is not None and not table.troops[hex_][owner]:
        stacks.insert(0, _initial(table, owner))
    knights = "*" * sum(knight.hex == hex_ for knight in table.knights)
    shown = "+".join(stacks) + knights
    return shown or ("" if TYPES[hex_] == "BLANK" else ".")


def _initial(table: Table, seat: Seat) -> str:
    return table.players[seat].name[0]


def _player_lines(table: Table) -> Iterator[str]:
    for seat, player in enumerate(table.players):
        alliance = alliance_of(table, seat)
        troops = sum(stacks[seat] for stacks in table.troops)
        state = {"in": "ready" if player.ready else "planning", "out": "out", "left": "left"}
        yield (
            f"{player.name}: {table.owners.count(seat)} hexes, {troops} troops,"
            f" {player.orders} orders, {state[player.standing]}"
            f"{f', {alliance.name}' if alliance else ''}"
        )
    if mode(table) == "crown":
        yield f"Castle held: {table.crown.rounds} of {CROWN_ROUNDS} rounds"


def _own_lines(view: View) -> Iterator[str]:
    if view.seat is None or view.secret is None:
        return
    posts = [f"{knight.name} on {knight.hex}" for knight in knights_of(view.table, view.seat)]
    yield f"Your knights: {', '.join(posts) or 'none'}"
    if view.secret.objective:
        yield f"Your objective: {view.secret.objective}"
    for shown in order_forecasts(view):
        order = shown.order
        odds = "" if shown.chance is None else f", {percent(shown.chance)} to win"
        void = "" if shown.void is None else ", will be void"
        way = f"{order.origin} {order.to} {order.troops}"
        yield f"Order {order.number}: {order.type} {order.knight} {way}{odds}{void}"
    for attack, chance in attack_chances(view):
        yield _attack_line(attack, chance)


def _attack_line(order: Order, chance: int) -> str:
    """An attack that could be ordered, and its odds."""
    way = f"from {order.origin} with {order.troops} against {order.to}"
    return f"{order.knight} {way}: {percent(chance)} to win"


NOTATION: Notation[State, Action, View] = Notation(
    write=write, parse=parse, diagram=diagram, help=HELP
)
