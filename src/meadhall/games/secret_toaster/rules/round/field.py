"""The working copy that orders and battles change while a round is carried out.

It is mutable because a round has many small steps. It exists only inside `resolve_round`, which
turns it back into a table, so the rules as a whole stay pure.
"""

from dataclasses import replace

from meadhall.core.seats import Seat
from meadhall.games.secret_toaster.rules.events import Event, Fought
from meadhall.games.secret_toaster.rules.round.battle import fight
from meadhall.games.secret_toaster.rules.round.chance import Chance
from meadhall.games.secret_toaster.rules.table import bonus, friends, knight_name
from meadhall.games.secret_toaster.types import HexId, Knight, Table


class Field:
    """Owners, troops and knights, and the events so far."""

    def __init__(self, table: Table, chance: Chance) -> None:
        seats = range(len(table.players))
        self.table = table
        self.chance = chance
        self.owners = list(table.owners)
        self.troops = [list(stacks) for stacks in table.troops]
        # A dict keeps its order when a value changes, so each player's knights stay oldest first.
        self.knights = {knight.name: knight for knight in table.knights}
        self.raised = [player.raised for player in table.players]
        # Computed once: alliances do not change while orders are carried out.
        self.friends = [friends(table, seat) for seat in seats]
        self.events: list[Event] = []

    def to_table(self) -> Table:
        """The table with the owners, troops and knights as they are now."""
        pairs = zip(self.table.players, self.raised, strict=True)
        return replace(
            self.table,
            players=tuple(replace(player, raised=raised) for player, raised in pairs),
            owners=tuple(self.owners),
            troops=tuple(map(tuple, self.troops)),
            knights=tuple(self.knights.values()),
        )

    def is_friendly(self, seat: Seat, hex_: HexId) -> bool:
        """Whether the hex is the seat's own or an ally's."""
        return self.owners[hex_] in self.friends[seat]

    def knight_count(self, seat: Seat) -> int:
        """How many knights the seat has."""
        return sum(knight.owner == seat for knight in self.knights.values())

    def add_knight(self, seat: Seat, number: int, hex_: HexId) -> str:
        """Put a new knight of that number on the hex; returns his name."""
        name = knight_name(self.table.players[seat], number)
        self.knights[name] = Knight(name, seat, hex_)
        self.raised[seat] = max(self.raised[seat], number + 1)  # legacy numbers can repeat
        return name

    def battle(self, hex_: HexId, attacker: Seat, defender: Seat | None, *, skirmish: bool) -> None:
        """All of the attacker's troops on the hex fight all of the defender's."""
        stacks = self.troops[hex_]
        bonuses = bonus(self.table, attacker), bonus(self.table, defender)
        met = stacks[attacker], stacks[defender] if defender is not None else 0
        fought = fight(*met, bonuses[0] - bonuses[1], self.chance)
        stacks[attacker] = fought.attackers
        if defender is not None:
            stacks[defender] = fought.defenders
        won = fought.winner == "attacker"
        winner, loser = (attacker, defender) if won else (defender, attacker)
        self.owners[hex_] = winner
        self.events.append(
            Fought(
                hex=hex_,
                attacker=attacker,
                defender=defender,
                troops=met,
                bonuses=bonuses,
                left=(fought.attackers, fought.defenders),
                exchanges=fought.exchanges,
                owner=winner,
                fallen=self._kill_knights(loser, hex_),
                trace=fought.trace,
                skirmish=skirmish,
            )
        )

    def _kill_knights(self, seat: Seat | None, hex_: HexId) -> tuple[str, ...]:
        """Remove all knights of the seat from that hex; returns their names."""
        fallen = [k.name for k in self.knights.values() if k.owner == seat and k.hex == hex_]
        for name in fallen:
            del self.knights[name]
        return tuple(sorted(fallen))
