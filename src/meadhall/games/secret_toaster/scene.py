"""The picture for one viewer: the map, the realm, the own orders and what can be pressed."""

from collections.abc import Iterable, Iterator

from meadhall.core.scene import Arrow, Button, Card, Cell, Gauge, Scene, Token
from meadhall.core.seats import Seat
from meadhall.games.secret_toaster.board import HEXES, TYPES, HexId, coordinates
from meadhall.games.secret_toaster.gestures import button_id, hex_id, knight_id, troops_id
from meadhall.games.secret_toaster.listing import listed, namings
from meadhall.games.secret_toaster.notation import write, write_order
from meadhall.games.secret_toaster.preview import attacks, odds, previews
from meadhall.games.secret_toaster.table import mode, round_ends, waiting
from meadhall.games.secret_toaster.tell import REASONS
from meadhall.games.secret_toaster.types import (
    CROWN_ROUNDS,
    Accept,
    Action,
    Ask,
    Expel,
    Join,
    Objective,
    Ready,
    Submit,
    Table,
    Unready,
    View,
    Withdraw,
)

OBJECTIVES: dict[Objective, str] = {
    "kingmaker": "Kingmaker: own the castle.",
    "expansionist-left": "Expansionist: own 12 hexes, 3 of them in the next homeland clockwise.",
    "expansionist-right": "Expansionist: own 12 hexes, 3 in the next homeland against the clock.",
    "defender": "Defender: own all seven hexes of your homeland.",
}
_NAMINGS = {"create": "Found an alliance", "rename": "Rename the alliance"}
_ROW = 866  # rows of pointy-top hexes stand closer than columns
_HALF = 500
_KINDS = {"BLANK": "blank", "LAND": "land", "KEEP": "keep", "CASTLE": "castle"}


def scene(view: View) -> Scene:
    """Everything to be drawn."""
    table = view.table
    actions = listed(table, view.secret, view.seat) if view.seat is not None and view.secret else ()
    return Scene(
        headline=_headline(table),
        cells=cells(table, range(HEXES)),
        tokens=tuple(_tokens(table)),
        cards=tuple(_cards(view)),
        gauges=tuple(_gauges(table)),
        buttons=(*_buttons(table, actions), *_names_to_give(view)),
        arrows=tuple(_arrows(view)),
        notes=(*_alliances(table), *_warnings(table), *_odds(view)),
    )


def names(table: Table, seats: tuple[Seat, ...]) -> str:
    """`Ann, Bob and Cy`."""
    *most, last = [table.players[seat].name for seat in seats] or ["nobody"]
    return f"{', '.join(most)} and {last}" if most else last


def _headline(table: Table) -> str:
    if table.outcome is None:
        late = names(table, waiting(table))
        return f"Round {table.round + 1} of {table.options.round_limit}: waiting for {late}"
    if not table.outcome.winners:
        return f"A draw: {REASONS[table.outcome.reason]}"
    won = "wins" if len(table.outcome.winners) == 1 else "win"
    return f"{names(table, table.outcome.winners)} {won}: {REASONS[table.outcome.reason]}"


def cells(table: Table, hexes: Iterable[HexId]) -> tuple[Cell, ...]:
    """These hexes, as far as they are drawn."""
    return tuple(_cell(table, hex_) for hex_ in hexes if _is_shown(table, hex_))


def _is_shown(table: Table, hex_: HexId) -> bool:
    """Blank hexes are drawn only where the legacy rules let somebody walk into one."""
    strayed = table.owners[hex_] is not None or any(k.hex == hex_ for k in table.knights)
    return TYPES[hex_] != "BLANK" or strayed or any(table.troops[hex_])


def _cell(table: Table, hex_: HexId) -> Cell:
    x, y = coordinates(hex_)
    owner = table.owners[hex_]
    stacks = [(s, troops) for s, troops in enumerate(table.troops[hex_]) if troops]
    shift = _HALF if y % 2 == 0 else 0
    badge = "+".join(str(t) if s == owner else f"{_initial(table, s)}{t}" for s, t in stacks)
    return Cell(
        id=hex_id(hex_),
        label=_label(table, hex_, stacks),
        x=1000 * x + shift,
        y=_ROW * y,
        kind=_KINDS[TYPES[hex_]],
        seat=owner,
        badge=badge,
    )


def _label(table: Table, hex_: HexId, stacks: list[tuple[Seat, int]]) -> str:
    owner = table.owners[hex_]
    held = "neutral" if owner is None else f"held by {table.players[owner].name}"
    troops = [f"{table.players[seat].name} {count} troops" for seat, count in stacks]
    return ", ".join([f"{_KINDS[TYPES[hex_]]} {hex_}", held, *troops])


def _initial(table: Table, seat: Seat) -> str:
    return table.players[seat].name[0]


def _tokens(table: Table) -> Iterator[Token]:
    for knight in table.knights:
        number = knight.name.rpartition(" ")[2]
        yield Token(
            id=knight_id(knight.name),
            label=f"{knight.name} on {knight.hex}",
            cell=hex_id(knight.hex),
            glyph=f"{_initial(table, knight.owner)}{number}",
            kind="knight",
            seat=knight.owner,
        )


def _cards(view: View) -> Iterator[Card]:
    """The viewer's objective and orders, with the odds; after the end everybody's objective."""
    for seat, objective in enumerate(_open_objectives(view)):
        if objective is not None:
            label = f"{view.table.players[seat].name}: {objective}"
            detail = OBJECTIVES[objective]
            yield Card(f"objective-{seat}", label, "objective", objective, seat, detail)
    for shown in previews(view):
        order = shown.order
        goal = "" if order.to == order.origin else f" to {order.to} with {order.troops}"
        label = f"{order.number}: {order.knight}: {order.type} {order.origin}{goal}"
        yield Card(f"order-{order.number}", label, "orders", order.type, view.seat, odds(shown))


def _open_objectives(view: View) -> tuple[Objective | None, ...]:
    if view.table.outcome is not None:
        return view.table.outcome.objectives
    seats = range(len(view.table.players))
    return tuple(view.secret.objective if view.secret and s == view.seat else None for s in seats)


def _gauges(table: Table) -> Iterator[Gauge]:
    limit = table.options.round_limit
    yield Gauge("round", "Round", min(table.round + 1, limit), limit, "round")
    if mode(table) == "crown":
        yield Gauge("crown", "Castle held", table.crown.rounds, CROWN_ROUNDS, "crown")
    for seat, player in enumerate(table.players):
        values = {
            "ready": (int(player.ready), 1),
            "orders": (player.orders, 3),
            "hexes": (table.owners.count(seat), None),
            "troops": (sum(stacks[seat] for stacks in table.troops), None),
            "reserves": (player.reserves, None),
        }
        for kind, (value, most) in values.items():
            yield Gauge(f"seat-{seat}-{kind}", f"{player.name}: {kind}", value, most, kind, seat)


def _buttons(table: Table, actions: tuple[Action, ...]) -> Iterator[Button]:
    """One for every listed action that is no march, and one for every amount of troops."""
    amounts = {a.order.troops for a in actions if isinstance(a, Submit) and _marches(a)}
    for troops in sorted(amounts, reverse=True):
        yield Button(troops_id(troops), _amount(troops), "troops", troops)
    types = {a.order.type for a in actions if isinstance(a, Submit) and not _marches(a)}
    for type_ in sorted(types):
        yield Button(type_, type_.capitalize(), "orders")
    for action in actions:
        if not isinstance(action, Submit):
            yield _button(table, action)


def _names_to_give(view: View) -> Iterator[Button]:
    """What a player can call an alliance is for the player to write."""
    for naming in namings(view.table, view.seat) if view.seat is not None else ():
        begun = write(naming).removesuffix(naming.name).strip()
        yield Button(naming.kind, _NAMINGS[naming.kind], "alliances", writes=begun)


def _amount(troops: int) -> str:
    if troops == 0:
        return "alone"
    return "1 troop" if troops == 1 else f"{troops} troops"


def _marches(action: Submit) -> bool:
    return action.order.type in ("move", "attack")


def _button(table: Table, action: Action) -> Button:
    label, group = _caption(table, action)
    return Button(button_id(action), label, group)


def _caption(table: Table, action: Action) -> tuple[str, str]:
    match action:
        case Ready():
            return "Ready", "round"
        case Unready():
            return "Not ready", "round"
        case Withdraw(number):
            return f"Take back order {number}", "orders"
        case Ask(name) | Join(name):
            verb = "Ask to join" if isinstance(action, Ask) else "Join"
            return f"{verb} {name}", "alliances"
        case Accept(seat) | Expel(seat):
            return f"{action.kind.capitalize()} {table.players[seat].name}", "alliances"
        case _:
            return "Leave the alliance", "alliances"


def _arrows(view: View) -> Iterator[Arrow]:
    """The viewer's marches as planned."""
    for shown in previews(view):
        order = shown.order
        if order.to != order.origin:
            path = (hex_id(order.origin), hex_id(order.to))
            label = f"order {order.number}: {order.troops} troops"
            yield Arrow(f"plan-{order.number}", label, path, order.type, view.seat)


def _alliances(table: Table) -> Iterator[str]:
    for alliance in table.alliances:
        leader = table.players[alliance.leader].name
        told = f"{alliance.name}: {names(table, alliance.members)}, led by {leader}"
        ask = "asks" if len(alliance.asking) == 1 else "ask"
        asking = f"; {names(table, alliance.asking)} {ask} to join" if alliance.asking else ""
        yield told + asking


def _warnings(table: Table) -> Iterator[str]:
    for threat in table.threats:
        yield f"{names(table, threat.members)} threaten to win at the end of this round"
    holder = next((a for a in table.alliances if a.id == table.crown.alliance), None)
    if holder is not None:
        yield f"{holder.name} has held the castle at {round_ends(table.crown.rounds)}"


def _odds(view: View) -> Iterator[str]:
    """Of each attack that could be ordered next, beginning with how it is written."""
    for shown in attacks(view):
        yield f"{write_order(shown.order)} {odds(shown)}"
