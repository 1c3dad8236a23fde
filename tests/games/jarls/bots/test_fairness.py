"""The standard boards favour nobody too much; the classic ones show that the check can fail.

The matches are the same in every run. `benchmarks/bots/jarls_fairness.py` plays many more, with
stronger players.
"""

import pytest

from meadhall.cli.commands.arena.balance import Promises, SweepOptions, balance

pytest.importorskip("numba")

pytestmark = pytest.mark.untraced  # many whole matches

GAP = 15.0
"""Points that a seat may surely be from its fair share; so few matches do not tell less."""
MATCHES = {2: 60, 3: 40, 4: 32}


def check_seats(seats: int, ruleset: str, standard: str) -> None:
    """`meadhall arena balance jarls --max-seat-gap 15 --max-draws 10`, in this process."""
    sweep = SweepOptions(
        matches=MATCHES[seats],
        level=("search:nodes=2000",),
        players=str(seats),
        option=(f"ruleset={ruleset}", f"standard={standard}"),
        seed="fair",
        workers=1,
    )
    balance("jarls", sweep=sweep, promises=Promises(max_seat_gap=GAP, max_draws=10.0))


@pytest.mark.parametrize("ruleset", ["holes", "shields"])
@pytest.mark.parametrize("seats", MATCHES)
def test_j11_no_seat_is_far_from_its_fair_share(seats: int, ruleset: str) -> None:
    check_seats(seats, ruleset, "even")


def test_j11_four_classic_seats_are_not_alike(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        check_seats(4, "holes", "classic")
    assert "more than 15 points from the fair 25.0 %." in " ".join(capsys.readouterr().err.split())
