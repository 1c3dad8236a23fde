"""What land is worth to a seat, how much it is at risk, and the odds of taking it."""

from dataclasses import dataclass

from meadhall.core.seats import Seat
from meadhall.games.secret_toaster.rules.board import CASTLE, DISTANCE, PLAYABLE, homeland
from meadhall.games.secret_toaster.rules.objectives import neighbour
from meadhall.games.secret_toaster.rules.planning.projection import Projection
from meadhall.games.secret_toaster.rules.round.odds import SURE, win_chance
from meadhall.games.secret_toaster.rules.table import bonus, mode, terms
from meadhall.games.secret_toaster.types import (
    CROWN_ROUNDS,
    FORTIFY_TROOPS,
    MOST_ORDERS,
    HexId,
    Objective,
    Table,
)

LATE = 4  # so close to the round limit the castle decides
ROUNDED_BITS = 5  # armies are rounded to this many leading bits before their odds are looked up
MOST_GOALS = 8  # only this many goals are considered at a time
PULL = (100, 75, 56, 42, 31, 23, 17)  # percent of a goal's worth that counts, by steps away

# What a hex is worth: any land, one's homeland, the homeland of a defender, the castle, the castle
# where it decides the match, and where it does so at the end of this round.
WORTH_LAND, WORTH_HOME, WORTH_DEFENDED_HOME = 30, 70, 250
WORTH_CASTLE, WORTH_THRONE, WORTH_MATCH = 600, 1_200, 3_000
# What is added: for the keep, and for an expansionist in the neighbour's homeland and anywhere.
WORTH_KEEP, WORTH_PREY, WORTH_GROWTH = 200, 200, 40


@dataclass(frozen=True, slots=True)
class Style:
    """What a policy prefers. `risk` and `castle` are in percent of the marshal's.

    A diplomatic policy seeks allies from the first round on, first of all the holder of the castle,
    and accepts them even after it has written orders.
    """

    knight: int = 260
    fortify: int = 90
    risk: int = 100
    castle: int = 100
    diplomatic: bool = False


@dataclass(frozen=True, slots=True)
class Danger:
    """An enemy knight, the troops with him, and his bonus minus ours."""

    hex: HexId
    troops: int
    lead: int

    def force(self, hex_: HexId) -> int:
        """The troops he can bring to the hex this round; spare orders are spent on fortifying."""
        steps = DISTANCE[self.hex][hex_]
        left = MOST_ORDERS - steps
        return self.troops + FORTIFY_TROOPS * left if 0 <= left < MOST_ORDERS else 0


class Outlook:
    """What a seat can expect of an order.

    It is made for one decision and caches what it computes.
    """

    def __init__(
        self, table: Table, projection: Projection, objective: Objective | None, style: Style
    ) -> None:
        leads = {seat: bonus(table, seat) for seat in (None, *range(len(table.players)))}
        own = leads[projection.seat]
        self.table = table
        self.projection = projection
        self.style = style
        self.worth = _worth(table, projection.seat, objective)
        self.worth[CASTLE] = self.worth[CASTLE] * style.castle // 100
        self.dangers = tuple(
            Danger(k.hex, table.troops[k.hex][k.owner], leads[k.owner] - own)
            for k in table.knights
            if k.owner not in projection.friends
        )
        foreign = [hex_ for hex_ in self.worth if not projection.is_friendly(hex_)]
        self.foreign = {
            hex_: (_garrison(table, hex_), own - leads[table.owners[hex_]]) for hex_ in foreign
        }
        self.goals = sorted(foreign, key=lambda hex_: -self.worth[hex_])[:MOST_GOALS]
        self._risks: dict[tuple[HexId, int], int] = {}
        self._pulls: dict[tuple[HexId, int], int] = {}

    def risk(self, hex_: HexId, garrison: int) -> int:
        """The chance, up to `SURE`, that the worst enemy within reach takes the hex this round."""
        key = hex_, garrison
        if key not in self._risks:
            threats = ((danger.force(hex_), danger.lead) for danger in self.dangers)
            worst = (rounded_chance(force, garrison, lead) for force, lead in threats if force)
            self._risks[key] = max(worst, default=0)
        return self._risks[key]

    def weighted_risk(self, hex_: HexId, risk: int) -> int:
        """What a change of the risk of losing the hex is worth."""
        return self.worth[hex_] * risk * self.style.risk // (100 * SURE)

    def chance(self, hex_: HexId, troops: int) -> int:
        """The chance, up to `SURE`, to take or keep the hex with that many troops."""
        if hex_ not in self.foreign:
            return SURE
        defenders, lead = self.foreign[hex_]
        return rounded_chance(troops + self.projection.troops[hex_], defenders, lead)

    def pull(self, here: HexId, troops: int) -> int:
        """How much the best goal attracts an army of this size from here."""
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
                if most > best:  # else even a certain conquest would be no better
                    best = max(best, most * self.chance(goal, troops) // SURE)
        return best


def rounded_chance(attackers: int, defenders: int, lead: int) -> int:
    """The attacker's chance for rounded armies. They recur, so most answers come from the cache."""
    return win_chance(_round_down(attackers), _round_down(defenders), lead)


def _round_down(troops: int) -> int:
    """The number rounded down to `ROUNDED_BITS` leading bits, that is, by at most 1/16."""
    shift = troops.bit_length() - ROUNDED_BITS
    return troops if shift <= 0 else troops >> shift << shift


def _garrison(table: Table, hex_: HexId) -> int:
    owner = table.owners[hex_]
    return 0 if owner is None else table.troops[hex_][owner]


def _worth(table: Table, seat: Seat, objective: Objective | None) -> dict[HexId, int]:
    """What each hex is worth to the seat, by mode and objective."""
    worth = dict.fromkeys(PLAYABLE, WORTH_LAND)
    keep = table.players[seat].keep
    for hex_ in homeland(keep):
        worth[hex_] = WORTH_DEFENDED_HOME if objective == "defender" else WORTH_HOME
    worth[keep] += WORTH_KEEP
    if objective in ("expansionist-left", "expansionist-right"):
        _add_expansion(table, seat, 1 if objective == "expansionist-left" else -1, worth)
    if objective == "defender":
        _add_growth(table, seat, terms(table).defence, worth)
    worth[CASTLE] = _castle_worth(table, objective)
    return worth


def _add_expansion(table: Table, seat: Seat, step: int, worth: dict[HexId, int]) -> None:
    victim = homeland(table.players[neighbour(table, seat, step)].keep)
    if sum(table.owners[hex_] == seat for hex_ in victim) < terms(table).raid:
        for hex_ in victim[1:]:
            worth[hex_] += WORTH_PREY
    _add_growth(table, seat, terms(table).expansion, worth)


def _add_growth(table: Table, seat: Seat, wanted: int, worth: dict[HexId, int]) -> None:
    """While the seat owns fewer hexes than its objective asks for, any land is worth more."""
    if table.owners.count(seat) < wanted:
        for hex_ in PLAYABLE:
            worth[hex_] += WORTH_GROWTH


def _castle_worth(table: Table, objective: Objective | None) -> int:
    if table.crown.rounds == CROWN_ROUNDS - 1:
        return WORTH_MATCH
    late = table.options.round_limit - table.round <= LATE
    if late or objective == "kingmaker" or mode(table) == "crown":
        return WORTH_THRONE
    return WORTH_CASTLE
