"""After the orders: reserve knights, eliminated players, and skirmishes on shared hexes."""

from dataclasses import replace

from meadhall.core.seats import Seat
from meadhall.games.secret_toaster.rules.alliances import remove_member
from meadhall.games.secret_toaster.rules.board import homeland
from meadhall.games.secret_toaster.rules.events import Dropped, Realigned, Returned
from meadhall.games.secret_toaster.rules.round.field import Field
from meadhall.games.secret_toaster.rules.table import friends, in_play, with_player
from meadhall.games.secret_toaster.types import HexId, Standing, Table


def return_knights(field: Field) -> None:
    """Each player without a knight gets a reserve knight at home, or is eliminated."""
    for seat in in_play(field.table):
        if field.knight_count(seat) == 0:
            _return_or_drop(field, seat)


def fight_skirmishes(field: Field) -> None:
    """Armies of different alliances on one hex fight until one alliance is left there."""
    # `stacks` is the field's own list, which `battle` changes.
    for hex_, stacks in enumerate(field.troops):
        present = [seat for seat, troops in enumerate(stacks) if troops]
        while len(present) > 1:
            holder = _holder(field, hex_, present)
            # Not `field.friends`: it is older than the eliminations of this round.
            allies = friends(field.table, holder)
            foes = [seat for seat in present if seat not in allies]
            if not foes:
                break
            attacker = foes[field.chance.below(len(foes))]
            field.battle(hex_, attacker, holder, skirmish=True)
            present = [seat for seat in present if stacks[seat]]


def drop(table: Table, seat: Seat, how: Standing) -> Table:
    """The table with the player out of the match and in no alliance."""
    player = replace(table.players[seat], standing=how, ready=False, orders=0)
    return with_player(remove_member(table, seat), seat, player)


def vacate(table: Table, seat: Seat) -> Table:
    """The table with the player's land neutral and without their troops and knights."""
    return replace(
        table,
        owners=tuple(None if owner == seat else owner for owner in table.owners),
        troops=tuple((*s[:seat], 0, *s[seat + 1 :]) for s in table.troops),
        knights=tuple(knight for knight in table.knights if knight.owner != seat),
    )


def _return_or_drop(field: Field, seat: Seat) -> None:
    player = field.table.players[seat]
    # In the keep if possible, else on the home hex with the lowest id (T2).
    home = next((h for h in homeland(player.keep) if field.owners[h] == seat), None)
    if home is None or player.reserves == 0:
        field.table = drop(field.table, seat, "out")
        field.events += [Dropped(seat, "out"), Realigned(seat, None, "lost")]
        return
    spent = replace(player, reserves=player.reserves - 1)
    field.table = with_player(field.table, seat, spent)
    field.events.append(Returned(seat, field.add_knight(seat, field.raised[seat], home), home))


def _holder(field: Field, hex_: HexId, present: list[Seat]) -> Seat:
    """The owner if present, else an ally of the owner who is, else the lowest seat present."""
    owner = field.owners[hex_]
    loyal = () if owner is None else (owner, *sorted(friends(field.table, owner)))
    return next((seat for seat in loyal if seat in present), present[0])
