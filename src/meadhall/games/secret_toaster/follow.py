"""A round watched event by event: how the land looks after each of them."""

from collections.abc import Sequence
from dataclasses import replace

from meadhall.core.scene import Cell
from meadhall.core.seats import Seat
from meadhall.games.secret_toaster.aftermath import vacated
from meadhall.games.secret_toaster.board import HexId
from meadhall.games.secret_toaster.events import (
    Dropped,
    Event,
    Fortified,
    Fought,
    Marched,
    Promoted,
)
from meadhall.games.secret_toaster.scene import cells
from meadhall.games.secret_toaster.types import KNIGHT_PRICE, Table, View


def follow(view: View, events: Sequence[Event]) -> tuple[tuple[Cell, ...], ...]:
    """For each event the hexes that it changed, as they look then."""
    looks, table = [], view.table
    for event in events:
        after = _after(table, event)
        looks.append(cells(after, _changed(table, after)))
        table = after
    return tuple(looks)


def _after(table: Table, event: Event) -> Table:
    """The table with the owners and troops that the event tells of."""
    match event:
        case Marched(seat=seat, origin=origin, to=to, troops=troops):
            left = table.troops[origin][seat] - troops
            come = table.troops[to][seat] + troops
            return _with(_with(table, origin, {seat: left}), to, {seat: come})
        case Fought(hex=hex_, attacker=attacker, defender=defender, left=left):
            stacks = {attacker: left[0]} | ({} if defender is None else {defender: left[1]})
            owners = (*table.owners[:hex_], event.owner, *table.owners[hex_ + 1 :])
            return _with(replace(table, owners=owners), hex_, stacks)
        case Fortified(seat=seat, hex=hex_, troops=troops):
            return _with(table, hex_, {seat: troops})
        case Promoted(seat=seat, hex=hex_):
            return _with(table, hex_, {seat: table.troops[hex_][seat] - KNIGHT_PRICE})
        case Dropped(seat=seat, how="left"):
            return vacated(table, seat)
        case _:
            return table


def _changed(before: Table, after: Table) -> list[HexId]:
    land = zip(before.owners, after.owners, before.troops, after.troops, strict=True)
    return [hex_ for hex_, (a, b, c, d) in enumerate(land) if a != b or c != d]


def _with(table: Table, hex_: HexId, stacks: dict[Seat, int]) -> Table:
    """The table with these troops on the hex."""
    there = tuple(stacks.get(seat, troops) for seat, troops in enumerate(table.troops[hex_]))
    return replace(table, troops=(*table.troops[:hex_], there, *table.troops[hex_ + 1 :]))
