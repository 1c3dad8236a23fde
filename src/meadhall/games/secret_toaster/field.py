"""The field while a round is carried out: a working copy that orders and battles change.

It lives inside one resolution and is laid back onto the table at its end, so that the rules as a
whole stay functions from state to state.
"""

from dataclasses import replace

from meadhall.core.seats import Seat
from meadhall.games.secret_toaster.battle import fight
from meadhall.games.secret_toaster.board import HexId
from meadhall.games.secret_toaster.chance import Chance
from meadhall.games.secret_toaster.events import Event, Fought
from meadhall.games.secret_toaster.table import bonus, friends, knight_name
from meadhall.games.secret_toaster.types import Knight, Table


class Field:
    """Owners, troops and knights, and what has happened so far."""

    def __init__(self, table: Table, chance: Chance) -> None:
        seats = range(len(table.players))
        self.table = table
        self.chance = chance
        self.owners = list(table.owners)
        self.troops = [list(stacks) for stacks in table.troops]
        self.knights = {knight.name: knight for knight in table.knights}
        self.raised = [player.raised for player in table.players]
        self.friends = [friends(table, seat) for seat in seats]
        self.events: list[Event] = []

    def laid(self) -> Table:
        """The table with the field's positions on it."""
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

    def living(self, seat: Seat) -> int:
        """How many knights the seat has."""
        return sum(knight.owner == seat for knight in self.knights.values())

    def post(self, seat: Seat, number: int, hex_: HexId) -> str:
        """Put a new knight of that number on the hex; his name."""
        name = knight_name(self.table.players[seat], number)
        self.knights[name] = Knight(name, seat, hex_)
        self.raised[seat] = max(self.raised[seat], number + 1)
        return name

    def battle(self, hex_: HexId, attacker: Seat, defender: Seat | None, *, skirmish: bool) -> None:
        """All of the attacker's troops on the hex against all of the defender's."""
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
                fallen=self._slay(loser, hex_),
                trace=fought.trace,
                skirmish=skirmish,
            )
        )

    def _slay(self, seat: Seat | None, hex_: HexId) -> tuple[str, ...]:
        """All knights of the seat on that hex die."""
        fallen = [k.name for k in self.knights.values() if k.owner == seat and k.hex == hex_]
        for name in fallen:
            del self.knights[name]
        return tuple(sorted(fallen))
