"""How actions are numbered for learning agents: which number is what, and the amounts of a march.

First come single numbers, then one for each seat whose alliance is asked, who is accepted, who is
expelled. Then each of up to three knights has a block: fortify, promote, and for each road an order
with each amount of troops.
"""

from meadhall.games.secret_toaster.rules.board import KEEPS
from meadhall.games.secret_toaster.rules.planning.choices import EVEN, SAFE, defence
from meadhall.games.secret_toaster.rules.planning.projection import Projection
from meadhall.games.secret_toaster.rules.round.odds import fewest_for
from meadhall.games.secret_toaster.types import MOST_KNIGHTS, HexId, Table

READY_NUMBER, UNREADY_NUMBER, WITHDRAW_NUMBER, LEAVE_NUMBER = range(4)
ASK = 4
ACCEPT = ASK + len(KEEPS)
EXPEL = ACCEPT + len(KEEPS)
ORDERS_FROM = EXPEL + len(KEEPS)
FORTIFY_WAY, PROMOTE_WAY, MARCHES = range(3)
ROADS_EACH = 6
ALL, ALL_BUT_ONE, HALF, EVEN_ODDS, SAFE_ODDS, ALONE = range(6)
"""The amounts of troops of a march: all, all but one, half, the fewest that win with 50 and with 90
percent, and none."""
AMOUNT_KINDS = 6
WAYS = MARCHES + ROADS_EACH * AMOUNT_KINDS
"""The numbers of a knight."""
NUMBERS = ORDERS_FROM + MOST_KNIGHTS * WAYS


def march_amounts(
    table: Table, projection: Projection, here: HexId, to: HexId
) -> tuple[int | None, ...]:
    """The troops of each amount; `None` where it repeats an earlier one or cannot be reached."""
    most = projection.troops[here]
    wanted: list[int | None] = [most, max(0, most - 1), most // 2, None, None, 0]
    if most and not projection.is_friendly(to):
        defenders, lead = defence(table, projection, to)
        there = projection.troops[to]
        for kind, chance in ((EVEN_ODDS, EVEN), (SAFE_ODDS, SAFE)):
            fewest = fewest_for(defenders, lead, chance, most + there)
            wanted[kind] = None if fewest is None else max(1, fewest - there)
    return tuple(None if amount in wanted[:kind] else amount for kind, amount in enumerate(wanted))
