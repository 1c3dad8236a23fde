"""Battles: dice, bonuses and who is left.

Each exchange costs one side one troop. As long as both sides have at least n troops, n exchanges
cannot end the battle before the last of them, so they are thrown together: the dice are the same,
in the same order, as one exchange at a time, and a battle of thousands takes a few throws.
"""

from dataclasses import dataclass
from operator import gt
from typing import Literal, TypeAlias

from meadhall.games.secret_toaster.chance import Chance

Side: TypeAlias = Literal["attacker", "defender"]

_FACES = range(1, 7)


@dataclass(frozen=True, slots=True)
class Battle:
    """What is left of both sides, after how many exchanges, and the troops on the way."""

    attackers: int
    defenders: int
    exchanges: int
    trace: tuple[tuple[int, int], ...]

    @property
    def winner(self) -> Side:
        """Who has troops left; nobody against nobody is the defender's."""
        return "attacker" if self.attackers > 0 else "defender"


def exchange_winner(roll: int, against: int, lead: int) -> Side:
    """Who keeps his troop: the attacker must roll higher; `lead` is his bonus less the other's."""
    return "attacker" if roll + lead > against else "defender"


def fight(attackers: int, defenders: int, lead: int, chance: Chance) -> Battle:
    """Throw until one side has nobody left."""
    exchanges, trace = 0, [(attackers, defenders)]
    beaten_by = _beaten_by(lead)
    while attackers > 0 and defenders > 0:
        count = min(attackers, defenders)
        dice = chance.dice(2 * count)
        hits = sum(map(gt, dice[0::2], dice[1::2].translate(beaten_by)))
        attackers, defenders = attackers - (count - hits), defenders - hits
        exchanges += count
        trace.append((attackers, defenders))
    return Battle(attackers, defenders, exchanges, tuple(trace))


def _beaten_by(lead: int) -> bytes:
    """A table from a defender's roll to the number that the attacker's roll must exceed."""
    table = bytearray(256)
    for roll in _FACES:
        table[roll] = sum(exchange_winner(face, roll, lead) == "defender" for face in _FACES)
    return bytes(table)
