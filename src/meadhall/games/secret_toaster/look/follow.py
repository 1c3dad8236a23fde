"""A round moment by moment: how the table looks after each."""

from dataclasses import replace
from functools import singledispatch

from meadhall.core.scene import LAYERS, Moments, Scene
from meadhall.core.seats import Seat
from meadhall.games.secret_toaster.look.scene import public_scene
from meadhall.games.secret_toaster.look.words import sentence
from meadhall.games.secret_toaster.rules.board import CASTLE
from meadhall.games.secret_toaster.rules.ending import check_last_standing
from meadhall.games.secret_toaster.rules.events import (
    Crowned,
    Dropped,
    Ended,
    Event,
    Fortified,
    Fought,
    Marched,
    Planned,
    Promoted,
    Readied,
    Returned,
    RoundEnded,
)
from meadhall.games.secret_toaster.rules.round.aftermath import drop, vacate
from meadhall.games.secret_toaster.rules.table import alliance_by_name, alliance_of, with_player
from meadhall.games.secret_toaster.types import (
    KNIGHT_PRICE,
    Crown,
    HexId,
    Knight,
    Result,
    Table,
    View,
)
from meadhall.kit.identity_cache import identity_cache


def follow(view: View, shown: Scene, moments: Moments[Event]) -> list[Scene]:
    """What everybody sees after each moment, with its last sentence as caption."""
    scenes, table = list[Scene](), view.table
    for moment in moments:
        for event in moment:
            table = _apply_event(table, event)
        public = public_scene(table)
        shown = replace(
            shown,
            headline=sentence(moment[-1]),
            cells=public.cells,
            tokens=public.tokens,
            gauges=public.gauges,
            notes=public.notes,
        )
        scenes.append(shown)
    return scenes


# All viewers see the same table, so what follows from it is worked out once for all of them.
@identity_cache(LAYERS)
def _apply_event(table: Table, event: Event) -> Table:
    return _after(event, table)


@singledispatch
def _after(event: Event, table: Table) -> Table:
    """The table after the event, as far as a scene shows it."""
    return table


@_after.register
def _(event: Planned, table: Table) -> Table:
    player = table.players[event.seat]
    return with_player(table, event.seat, replace(player, orders=event.count))


@_after.register
def _(event: Readied, table: Table) -> Table:
    return with_player(table, event.seat, replace(table.players[event.seat], ready=event.ready))


@_after.register
def _(event: Marched, table: Table) -> Table:
    seat, origin, to = event.seat, event.origin, event.to
    left = table.troops[origin][seat] - event.troops
    come = table.troops[to][seat] + event.troops
    moved = _set_troops(_set_troops(table, origin, {seat: left}), to, {seat: come})
    there = Knight(event.knight, seat, to)
    return replace(
        moved, knights=tuple(there if k.name == there.name else k for k in table.knights)
    )


@_after.register
def _(event: Fought, table: Table) -> Table:
    hex_, (attackers, defenders) = event.hex, event.left
    stacks = {event.attacker: attackers}
    if event.defender is not None:
        stacks[event.defender] = defenders
    owners = (*table.owners[:hex_], event.owner, *table.owners[hex_ + 1 :])
    knights = tuple(knight for knight in table.knights if knight.name not in event.fallen)
    return _set_troops(replace(table, owners=owners, knights=knights), hex_, stacks)


@_after.register
def _(event: Fortified, table: Table) -> Table:
    return _set_troops(table, event.hex, {event.seat: event.troops})


@_after.register
def _(event: Promoted, table: Table) -> Table:
    left = table.troops[event.hex][event.seat] - KNIGHT_PRICE
    return _add_knight(_set_troops(table, event.hex, {event.seat: left}), event)


@_after.register
def _(event: Returned, table: Table) -> Table:
    player = table.players[event.seat]
    spent = replace(player, reserves=player.reserves - 1)
    return _add_knight(with_player(table, event.seat, spent), event)


# The garrisons of an eliminated player stay; those of a player who left disappear.
@_after.register
def _(event: Dropped, table: Table) -> Table:
    dropped = drop(table, event.seat, event.how)
    return vacate(dropped, event.seat) if event.how == "left" else dropped


@_after.register
def _(event: RoundEnded, table: Table) -> Table:
    players = tuple(replace(player, ready=False, orders=0) for player in table.players)
    return replace(table, round=event.round, players=players, crown=_crown(table))


@_after.register
def _(event: Crowned, table: Table) -> Table:
    holder = alliance_by_name(table, event.alliance)
    return replace(table, crown=Crown(holder.id if holder else None, event.rounds))


@_after.register
def _(event: Ended, table: Table) -> Table:
    return replace(table, outcome=Result(event.winners, event.reason, event.objectives))


def _crown(table: Table) -> Crown:
    """A castle that nobody holds ends the count, which no event says, unless the match is over."""
    over = check_last_standing(table, ())[0].outcome is not None
    held = alliance_of(table, table.owners[CASTLE]) is not None
    return table.crown if over or held else Crown()


def _add_knight(table: Table, event: Promoted | Returned) -> Table:
    return replace(table, knights=(*table.knights, Knight(event.knight, event.seat, event.hex)))


def _set_troops(table: Table, hex_: HexId, stacks: dict[Seat, int]) -> Table:
    """The table with these troops on the hex."""
    there = tuple(stacks.get(seat, troops) for seat, troops in enumerate(table.troops[hex_]))
    return replace(table, troops=(*table.troops[:hex_], there, *table.troops[hex_ + 1 :]))
