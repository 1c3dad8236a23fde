"""Battles: dice, bonuses, and what is left.

Each exchange costs one side one troop. While both sides have at least n troops, n exchanges cannot
end the battle early, so their dice are thrown together. They are the same dice in the same order as
one exchange at a time, but a battle of thousands takes a few steps.
"""

from dataclasses import dataclass
from operator import gt
from typing import Literal, TypeAlias

from meadhall.games.secret_toaster.rules.round.chance import Chance

Side: TypeAlias = Literal["attacker", "defender"]

_FACES = range(1, 7)


@dataclass(frozen=True, slots=True)
class Battle:
    """What is left of both sides, the number of exchanges, and the troops after each throw."""

    attackers: int
    defenders: int
    exchanges: int
    trace: tuple[tuple[int, int], ...]

    @property
    def winner(self) -> Side:
        """The side with troops left; if neither has any, the defender."""
        return "attacker" if self.attackers > 0 else "defender"


def exchange_winner(roll: int, against: int, lead: int) -> Side:
    """Who wins an exchange. The attacker must be higher; `lead` is bonus minus enemy bonus."""
    return "attacker" if roll + lead > against else "defender"


def fight(attackers: int, defenders: int, lead: int, chance: Chance) -> Battle:
    """The battle until one side has no troops left."""
    exchanges, trace = 0, [(attackers, defenders)]
    thresholds = _thresholds(lead)
    while attackers > 0 and defenders > 0:
        count = min(attackers, defenders)
        dice = chance.dice(2 * count)
        # Dice alternate, attacker first, as if each exchange were thrown on its own.
        hits = sum(map(gt, dice[0::2], dice[1::2].translate(thresholds)))
        attackers, defenders = attackers - (count - hits), defenders - hits
        exchanges += count
        trace.append((attackers, defenders))
    return Battle(attackers, defenders, exchanges, tuple(trace))


def _thresholds(lead: int) -> bytes:
    """By the defender's roll, the number that the attacker's roll must exceed.

    With it, one `bytes.translate` applies the bonus to all dice of a throw at once.
    """
    table = bytearray(256)
    for roll in _FACES:
        # The attacker's losing faces are the lowest ones, so their count is the highest of them.
        table[roll] = sum(exchange_winner(face, roll, lead) == "defender" for face in _FACES)
    return bytes(table)
