"""The map and the state of the realm as text."""

from collections.abc import Iterator
from textwrap import dedent

from meadhall.core.seats import Seat
from meadhall.games.secret_toaster.board import COLUMNS, ROWS, TYPES, HexId
from meadhall.games.secret_toaster.preview import attacks, in_prospect, percent, previews
from meadhall.games.secret_toaster.table import alliance_of, knights_of, mode
from meadhall.games.secret_toaster.types import CROWN_ROUNDS, Table, View

_WIDTH = 8
_FRAMES = {"LAND": "{}", "KEEP": "[{}]", "CASTLE": "<{}>", "BLANK": ""}


def diagram(view: View) -> str:
    """Each hex with its number, then whose it is, how many troops stand there, and knights (*)."""
    table = view.table
    map_ = dedent("\n".join(line for y in range(ROWS) for line in _row(table, y))).strip("\n")
    head = f"Round {table.round + 1} of {table.options.round_limit}"
    return "\n".join([head, map_, *_realm(table), *_own(view)])


def _row(table: Table, y: int) -> Iterator[str]:
    shift = " " * (_WIDTH // 2) if y % 2 == 0 else ""
    hexes = range(COLUMNS * y, COLUMNS * (y + 1))
    for write in (_number, _holding):
        yield (shift + "".join(write(table, hex_).center(_WIDTH) for hex_ in hexes)).rstrip()


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


def _realm(table: Table) -> Iterator[str]:
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
        yield f"Crown: {table.crown.rounds} of {CROWN_ROUNDS} round ends"


def _own(view: View) -> Iterator[str]:
    if view.seat is None or view.secret is None:
        return
    posts = [f"{knight.name} on {knight.hex}" for knight in knights_of(view.table, view.seat)]
    yield f"Your knights: {', '.join(posts) or 'none'}"
    if view.secret.objective:
        yield f"Your objective: {view.secret.objective}"
    for seen in previews(view):
        order = seen.order
        odds = "" if seen.chance is None else f", wins with {percent(seen.chance)}"
        way = f"{order.origin} {order.to} {order.troops}"
        yield f"Order {order.number}: {order.type} {order.knight} {way}{odds}"
    yield from map(in_prospect, attacks(view))
