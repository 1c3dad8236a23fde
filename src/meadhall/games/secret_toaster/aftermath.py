"""After the orders: reserve knights, elimination, and skirmishes of stacks that share a hex."""

from dataclasses import replace

from meadhall.core.seats import Seat
from meadhall.games.secret_toaster.alliances import without
from meadhall.games.secret_toaster.board import HexId, homeland
from meadhall.games.secret_toaster.events import Dropped, Realigned, Returned
from meadhall.games.secret_toaster.field import Field
from meadhall.games.secret_toaster.table import friends, in_play, with_player
from meadhall.games.secret_toaster.types import Standing, Table


def reentry(field: Field) -> None:
    """Who has no knight left gets a reserve knight at home, or is out."""
    for seat in in_play(field.table):
        if field.living(seat) == 0:
            _return_or_drop(field, seat)


def skirmishes(field: Field) -> None:
    """Stacks of several alliances on one hex fight until one alliance is left there."""
    for hex_, stacks in enumerate(field.troops):
        present = [seat for seat, troops in enumerate(stacks) if troops]
        while len(present) > 1:
            holder = _holder(field, hex_, present)
            allies = friends(field.table, holder)
            foes = [seat for seat in present if seat not in allies]
            if not foes:
                break
            attacker = foes[field.chance.below(len(foes))]
            field.battle(hex_, attacker, holder, skirmish=True)
            present = [seat for seat in present if stacks[seat]]


def drop(table: Table, seat: Seat, how: Standing) -> Table:
    """The player is out of play and in no alliance."""
    player = replace(table.players[seat], standing=how, ready=False, orders=0)
    return with_player(without(table, seat), seat, player)


def vacated(table: Table, seat: Seat) -> Table:
    """The player's land is neutral, and troops and knights are gone."""
    return replace(
        table,
        owners=tuple(None if owner == seat else owner for owner in table.owners),
        troops=tuple((*s[:seat], 0, *s[seat + 1 :]) for s in table.troops),
        knights=tuple(knight for knight in table.knights if knight.owner != seat),
    )


def _return_or_drop(field: Field, seat: Seat) -> None:
    player = field.table.players[seat]
    home = next((h for h in homeland(player.keep) if field.owners[h] == seat), None)
    if home is None or player.reserves == 0:
        field.table = drop(field.table, seat, "out")
        field.events += [Dropped(seat, "out"), Realigned(seat, None, "lost")]
        return
    spent = replace(player, reserves=player.reserves - 1)
    field.table = with_player(field.table, seat, spent)
    field.events.append(Returned(seat, field.post(seat, field.raised[seat], home), home))


def _holder(field: Field, hex_: HexId, present: list[Seat]) -> Seat:
    """The owner if present, else a present ally of the owner, else the lowest seat present."""
    owner = field.owners[hex_]
    loyal = () if owner is None else (owner, *sorted(friends(field.table, owner)))
    return next((seat for seat in loyal if seat in present), present[0])
