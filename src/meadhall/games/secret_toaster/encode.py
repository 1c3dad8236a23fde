"""Secret Toaster in numbers, for learning agents.

A number's meaning depends on what the seat sees (`rules.planning.numbers`): an order names one of
its knights, a road and one of six amounts of troops. So the numbers say every action that
`legal_actions` lists. They cannot say other amounts, orders that replace earlier ones (withdraw
those first), names for alliances, or orders of a fourth knight, which only legacy matches have.
Letters are no actions.

Seats are counted from the viewer on, and the land from 1, so that 0 means nobody and nowhere.
"""

from collections.abc import Iterator

from meadhall.core.capabilities import Learn, Numbering
from meadhall.core.seats import Seat, Viewer
from meadhall.games.secret_toaster.rules.board import PLAYABLE, ROADS
from meadhall.games.secret_toaster.rules.planning.choices import march_type
from meadhall.games.secret_toaster.rules.planning.numbers import (
    ACCEPT,
    AMOUNT_KINDS,
    ASK,
    EXPEL,
    FORTIFY_WAY,
    LEAVE_NUMBER,
    MARCHES,
    NUMBERS,
    ORDERS_FROM,
    PROMOTE_WAY,
    READY_NUMBER,
    UNREADY_NUMBER,
    WAYS,
    WITHDRAW_NUMBER,
    march_amounts,
)
from meadhall.games.secret_toaster.rules.planning.projection import Projection, project
from meadhall.games.secret_toaster.rules.table import (
    alliance_by_name,
    alliance_of,
    is_standard,
    knights_of,
    mode,
)
from meadhall.games.secret_toaster.types import (
    CROWN_ROUNDS,
    MOST_KNIGHTS,
    MOST_ORDERS,
    MOST_TROOPS,
    ORDER_TYPES,
    RESERVES,
    AcceptMember,
    Action,
    AskToJoin,
    ExpelMember,
    JoinAlliance,
    LeaveAlliance,
    Objective,
    Options,
    Order,
    OrderType,
    Ready,
    Secret,
    Submit,
    Table,
    Unready,
    View,
    Withdraw,
)

_OBJECTIVES: tuple[Objective | None, ...] = (
    None,
    "kingmaker",
    "expansionist-left",
    "expansionist-right",
    "defender",
)
_LAND = {hex_: place for place, hex_ in enumerate(PLAYABLE, start=1)}
_SINGLE: dict[type[Action], int] = {
    Ready: READY_NUMBER,
    Unready: UNREADY_NUMBER,
    LeaveAlliance: LEAVE_NUMBER,
}
_HEAD, _PLAYER, _ORDER = 5 + len(_OBJECTIVES), 7, 5


def count(options: Options, seats: int) -> int:
    """How many numbers there are."""
    return NUMBERS


def index(view: View, seat: Seat, action: Action) -> int | None:
    """The number of an action of the seat; `None` if no number says it."""
    if isinstance(action, Submit):
        return _order_index(view, seat, action.order)
    if isinstance(action, Withdraw):
        return WITHDRAW_NUMBER if action.number == len(_orders(view)) else None
    if isinstance(action, AcceptMember | ExpelMember):
        return action.seat + (ACCEPT if isinstance(action, AcceptMember) else EXPEL)
    if isinstance(action, AskToJoin | JoinAlliance):
        alliance = alliance_by_name(view.table, action.name)
        return None if alliance is None else ASK + alliance.leader
    return _SINGLE.get(type(action))


def action(view: View, seat: Seat, number: int) -> Action | None:
    """The action of the seat with that number; `None` if it means nothing now."""
    orders, seats = len(_orders(view)), len(view.table.players)
    if number >= ORDERS_FROM:
        return _order_action(view, seat, number - ORDERS_FROM)
    if number >= ACCEPT:
        kind, other = (
            (AcceptMember, number - ACCEPT) if number < EXPEL else (ExpelMember, number - EXPEL)
        )
        return kind(other) if other < seats else None
    if number >= ASK:
        return _ask_action(view.table, number - ASK)
    last = Withdraw(orders) if orders else None
    return (Ready(), Unready(), last, LeaveAlliance())[number]


def _ask_action(table: Table, leader: Seat) -> Action | None:
    """To ask the alliance that this seat leads or, under the legacy rules, to join it."""
    enter = AskToJoin if is_standard(table) else JoinAlliance
    return next((enter(a.name) for a in table.alliances if a.leader == leader), None)


def _orders(view: View) -> tuple[Order, ...]:
    return view.secret.orders if view.secret is not None else ()


def _projection(view: View, seat: Seat) -> Projection | None:
    """What the seat expects before its next order; `None` if it has written them all."""
    number = len(_orders(view)) + 1
    if number > MOST_ORDERS:
        return None
    return project(view.table, view.secret or Secret(), seat, number)


def _order_index(view: View, seat: Seat, order: Order) -> int | None:
    projection = _projection(view, seat)
    if projection is None or order.number != len(_orders(view)) + 1:
        return None
    names = [knight.name for knight in projection.own_knights()[:MOST_KNIGHTS]]
    if order.knight not in names:
        return None
    first = ORDERS_FROM + names.index(order.knight) * WAYS
    if order.type in ("fortify", "promote"):
        return first + (FORTIFY_WAY if order.type == "fortify" else PROMOTE_WAY)
    troops = march_amounts(view.table, projection, order.origin, order.to)
    if order.troops not in troops or order.type != march_type(projection, order.to):
        return None
    road = ROADS[order.origin].index(order.to)
    return first + MARCHES + road * AMOUNT_KINDS + troops.index(order.troops)


def _order_action(view: View, seat: Seat, number: int) -> Action | None:
    projection, (place, way) = _projection(view, seat), divmod(number, WAYS)
    if projection is None or place >= len(projection.own_knights()):
        return None
    knight, order = projection.own_knights()[place], len(_orders(view)) + 1
    here = knight.hex
    if way < MARCHES:
        type_: OrderType = "fortify" if way == FORTIFY_WAY else "promote"
        return Submit(Order(order, type_, knight.name, here, here))
    road, kind = divmod(way - MARCHES, AMOUNT_KINDS)
    if road >= len(ROADS[here]):
        return None
    to = ROADS[here][road]
    troops = march_amounts(view.table, projection, here, to)[kind]
    if troops is None:
        return None
    return Submit(Order(order, march_type(projection, to), knight.name, here, to, troops))


def shape(options: Options, seats: int) -> tuple[int, ...]:
    """The shape of an observation: one row of numbers."""
    land = len(PLAYABLE) * (1 + 2 * seats)
    own = MOST_KNIGHTS + MOST_ORDERS * _ORDER
    return (_HEAD + _PLAYER * seats + seats * seats + land + own,)


def observe(view: View, viewer: Viewer) -> tuple[int, ...]:
    """The view as numbers: the match, the players, who asks whom, the land, the own plans."""
    table, me = view.table, viewer or 0
    seats = len(table.players)
    around = [(me + step) % seats for step in range(seats)]
    return (
        *_head(view, me),
        *(number for seat in around for number in _player(table, seat, me)),
        *(int(_asks(table, guest, seat)) for seat in around for guest in around),
        *(number for hex_ in PLAYABLE for number in _hex(table, hex_, around)),
        *(_plans(view, me) if viewer is not None else (0,) * (MOST_KNIGHTS + MOST_ORDERS * _ORDER)),
    )


def _head(view: View, me: Seat) -> tuple[int, ...]:
    table = view.table
    objective = view.secret.objective if view.secret is not None else None
    holder = next((a.leader for a in table.alliances if a.id == table.crown.alliance), None)
    left = max(0, table.options.round_limit - table.round)
    return (
        table.round,
        left,
        int(mode(table) == "objectives"),
        table.crown.rounds,
        _from(me, holder, table),
        *(int(each == objective) for each in _OBJECTIVES),
    )


def _from(me: Seat, seat: Seat | None, table: Table) -> int:
    """How far the seat is from the viewer, counted from 1; 0 for nobody."""
    return 0 if seat is None else (seat - me) % len(table.players) + 1


def _player(table: Table, seat: Seat, me: Seat) -> tuple[int, ...]:
    player, own = table.players[seat], alliance_of(table, seat)
    return (
        _LAND[player.keep],
        player.reserves,
        int(player.ready),
        player.orders,
        int(player.standing == "in"),
        _from(me, own.leader if own else None, table),
        int(any(seat in threat.members for threat in table.threats)),
    )


def _asks(table: Table, guest: Seat, seat: Seat) -> bool:
    own = alliance_of(table, seat)
    return own is not None and guest in own.asking


def _hex(table: Table, hex_: int, around: list[Seat]) -> Iterator[int]:
    yield _from(around[0], table.owners[hex_], table)
    yield from (table.troops[hex_][seat] for seat in around)
    for seat in around:
        yield sum(knight.hex == hex_ for knight in knights_of(table, seat))


def _plans(view: View, me: Seat) -> Iterator[int]:
    """Where the own knights stand after the orders so far, and the orders."""
    orders, knights = _orders(view), knights_of(view.table, me)
    names = [knight.name for knight in knights]
    goals = {order.knight: order.to for order in orders}
    places = [_LAND[goals.get(knight.name, knight.hex)] for knight in knights[:MOST_KNIGHTS]]
    yield from places + [0] * (MOST_KNIGHTS - len(places))
    for order in orders:
        yield from (ORDER_TYPES.index(order.type) + 1, names.index(order.knight) + 1)
        yield from (_LAND[order.origin], _LAND[order.to], order.troops)
    yield from (0,) * (_ORDER * (MOST_ORDERS - len(orders)))


def bounds(options: Options, seats: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The least and the greatest value of each number."""
    standard, lands, limit = options.ruleset == "standard", len(PLAYABLE), options.round_limit
    knights = MOST_KNIGHTS if standard else MOST_TROOPS
    head = (limit, limit, 1, CROWN_ROUNDS, seats, *(1,) * len(_OBJECTIVES))
    player = (lands, RESERVES, 1, MOST_ORDERS, 1, seats, 1)
    land = (seats, *(MOST_TROOPS,) * seats, *(knights,) * seats)
    order = (len(ORDER_TYPES), knights, lands, lands, MOST_TROOPS)
    asking = (1,) * (seats * seats)
    high = (
        *head, *player * seats, *asking, *land * lands, *(lands,) * MOST_KNIGHTS,
        *order * MOST_ORDERS,
    )  # fmt: skip
    return (0,) * len(high), high


LEARN: Learn[Options, Action, View] = Learn(
    shape=shape,
    observe=observe,
    bounds=bounds,
    compact=Numbering(count=count, index=index, action=action),
)
