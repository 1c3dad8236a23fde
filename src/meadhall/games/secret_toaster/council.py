"""What a marshal weighs: the worth of land, the danger it is in, and the odds of taking it."""

from dataclasses import dataclass

from meadhall.core.seats import Seat
from meadhall.games.secret_toaster.board import CASTLE, DISTANCE, PLAYABLE, HexId, homeland
from meadhall.games.secret_toaster.odds import SURE, win_chance
from meadhall.games.secret_toaster.prospect import Prospect
from meadhall.games.secret_toaster.table import bonus, mode
from meadhall.games.secret_toaster.types import FORTIFY_TROOPS, MOST_ORDERS, Objective, Table
from meadhall.games.secret_toaster.victory import EXPANSION, FOREIGN_HOMES, neighbour

LATE = 4  # rounds before the limit from which on the castle decides
ROUNDED_BITS = 5
MOST_GOALS = 8  # more than that are not thought of at a time
PULL = (100, 75, 56, 42, 31, 23, 17)  # how much of a goal is felt so many steps away, in percent

# What land is worth: any, at home, at home to a defender, and the castle.
OF_LAND, OF_HOME, OF_DEFENDED_HOME, OF_CASTLE, OF_THRONE = 30, 70, 250, 600, 1_200
# What is added to it: for the keep, in the neighbour's homeland, and while there are too few hexes.
OF_KEEP, OF_PREY, OF_GROWTH = 200, 200, 40


@dataclass(frozen=True, slots=True)
class Temper:
    """What a commander sets store by; risk and zeal for the castle in percent of the marshal's.

    A courtly one seeks allies from the start, the holder of the castle before all others, and
    lets them in even when he has written orders already.
    """

    knight: int = 260
    fortify: int = 90
    risk: int = 100
    castle: int = 100
    courtly: bool = False


@dataclass(frozen=True, slots=True)
class Danger:
    """An enemy knight, the troops he can lead, and how much his bonus is above ours."""

    hex: HexId
    troops: int
    lead: int

    def force(self, hex_: HexId) -> int:
        """What he can bring to the hex this round, with the orders that the way leaves him."""
        steps = DISTANCE[self.hex][hex_]
        left = MOST_ORDERS - steps
        return self.troops + FORTIFY_TROOPS * left if 0 <= left < MOST_ORDERS else 0


class Council:
    """A seat's situation before an order, with the worth of every hex to it.

    It lives for one decision and remembers what it has worked out.
    """

    def __init__(
        self, table: Table, outlook: Prospect, objective: Objective | None, temper: Temper
    ) -> None:
        leads = {seat: bonus(table, seat) for seat in (None, *range(len(table.players)))}
        own = leads[outlook.seat]
        self.table = table
        self.outlook = outlook
        self.temper = temper
        self.worth = _worth(table, outlook.seat, objective)
        self.worth[CASTLE] = self.worth[CASTLE] * temper.castle // 100
        self.dangers = tuple(
            Danger(k.hex, table.troops[k.hex][k.owner], leads[k.owner] - own)
            for k in table.knights
            if k.owner not in outlook.friends
        )
        foreign = [hex_ for hex_ in self.worth if not outlook.is_friendly(hex_)]
        self.foreign = {
            hex_: (_garrison(table, hex_), own - leads[table.owners[hex_]]) for hex_ in foreign
        }
        self.goals = sorted(foreign, key=lambda hex_: -self.worth[hex_])[:MOST_GOALS]
        self._risks: dict[tuple[HexId, int], int] = {}
        self._pulls: dict[tuple[HexId, int], int] = {}

    def risk(self, hex_: HexId, garrison: int) -> int:
        """The chance, of `SURE`, that the worst enemy within reach takes the hex this round."""
        key = hex_, garrison
        if key not in self._risks:
            threats = ((danger.force(hex_), danger.lead) for danger in self.dangers)
            worst = (about(force, garrison, lead) for force, lead in threats if force)
            self._risks[key] = max(worst, default=0)
        return self._risks[key]

    def at_stake(self, hex_: HexId, risk: int) -> int:
        """How much a change of the risk of losing the hex counts."""
        return self.worth[hex_] * risk * self.temper.risk // (100 * SURE)

    def chance(self, hex_: HexId, troops: int) -> int:
        """The chance, of `SURE`, to take or hold the hex with so many troops."""
        if hex_ not in self.foreign:
            return SURE
        defenders, lead = self.foreign[hex_]
        return about(troops + self.outlook.troops[hex_], defenders, lead)

    def pull(self, here: HexId, troops: int) -> int:
        """How strongly the best goal that is not held yet draws such an army from here."""
        key = here, troops
        if key not in self._pulls:
            self._pulls[key] = self._pull(here, troops)
        return self._pulls[key]

    def _pull(self, here: HexId, troops: int) -> int:
        best, steps_to = 0, DISTANCE[here]
        for goal in self.goals:
            steps = steps_to[goal]
            if 0 < steps < len(PULL):
                most = self.worth[goal] * PULL[steps] // 100
                if most > best:  # else not even a certain conquest would be better
                    best = max(best, most * self.chance(goal, troops) // SURE)
        return best


def about(attackers: int, defenders: int, lead: int) -> int:
    """The attacker's chance by round numbers, which come up again and again."""
    return win_chance(_rounded(attackers), _rounded(defenders), lead)


def _rounded(troops: int) -> int:
    """The number to about one part in twenty."""
    shift = troops.bit_length() - ROUNDED_BITS
    return troops if shift <= 0 else troops >> shift << shift


def _garrison(table: Table, hex_: HexId) -> int:
    owner = table.owners[hex_]
    return 0 if owner is None else table.troops[hex_][owner]


def _worth(table: Table, seat: Seat, objective: Objective | None) -> dict[HexId, int]:
    """How much each hex is wanted, by mode and objective."""
    worth = dict.fromkeys(PLAYABLE, OF_LAND)
    keep = table.players[seat].keep
    for hex_ in homeland(keep):
        worth[hex_] = OF_DEFENDED_HOME if objective == "defender" else OF_HOME
    worth[keep] += OF_KEEP
    if objective in ("expansionist-left", "expansionist-right"):
        _add_expansion(table, seat, 1 if objective == "expansionist-left" else -1, worth)
    worth[CASTLE] = _castle_worth(table, objective)
    return worth


def _add_expansion(table: Table, seat: Seat, step: int, worth: dict[HexId, int]) -> None:
    victim = homeland(table.players[neighbour(table, seat, step)].keep)
    if sum(table.owners[hex_] == seat for hex_ in victim) < FOREIGN_HOMES:
        for hex_ in victim[1:]:
            worth[hex_] += OF_PREY
    if table.owners.count(seat) < EXPANSION:
        for hex_ in PLAYABLE:
            worth[hex_] += OF_GROWTH


def _castle_worth(table: Table, objective: Objective | None) -> int:
    late = table.options.round_limit - table.round <= LATE
    if late or objective == "kingmaker" or mode(table) == "crown":
        return OF_THRONE
    return OF_CASTLE
