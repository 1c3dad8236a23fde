"""The standard boards favour nobody too much; the classic ones show that the check can fail.

The matches are the same in every run. `meadhall arena balance jarls --max-seat-gap` does the same
with any number of matches, and `benchmarks/bots/jarls_fairness.py` with strong players.
"""

import pytest

from meadhall.arena.balance.counts import Balance, BalanceReport, jobs
from meadhall.arena.balance.limits import Limits, broken_promises
from meadhall.arena.balance.sweep import Setting
from meadhall.arena.contest.job import carry_out

pytest.importorskip("numba")

pytestmark = pytest.mark.untraced  # many whole matches

GAP = 15.0
"""Points that a seat may surely be from its fair share; so few matches do not tell less."""
MATCHES = {2: 60, 3: 40, 4: 32}
BOT = "search:nodes=2000"


def broken(seats: int, ruleset: str, standard: str) -> list[str]:
    options = (("ruleset", ruleset), ("standard", standard))
    balance = Balance(Setting(seats, options, BOT))
    for job in jobs("jarls", [balance.setting], MATCHES[seats], "fair", keep=False):
        balance.enter_outcome(carry_out(job))
    report = BalanceReport("jarls", "Jarls", "", (balance,))
    return broken_promises(report, Limits(seat_gap=GAP, draws=10.0))


@pytest.mark.parametrize("ruleset", ["holes", "shields"])
@pytest.mark.parametrize("seats", MATCHES)
def test_j11_no_seat_is_far_from_its_fair_share(seats: int, ruleset: str) -> None:
    assert broken(seats, ruleset, "even") == []


def test_j11_four_classic_seats_are_not_alike() -> None:
    assert broken(4, "holes", "classic")
