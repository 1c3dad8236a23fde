"""A minute with the nemesis: every kind of fault, all games, three processes, no contradiction.

The long form is `./dev bench nemesis`. Mostly it waits: players think for a while before they move.
"""

import asyncio
from pathlib import Path

from nemesis.battle import Orders, fight
from nemesis.database import running_database
from nemesis.faults import FAULTS
from nemesis.player import Habits

ORDERS = Orders(
    tables=6,
    seconds=300.0,
    most_faults=len(FAULTS) + 3,
    between=(0.5, 1.5),
    habits=Habits(pause=0.3, restless=0.1, writes=0.15, longest=24),
    seed="a minute",
)


def test_nothing_is_lost_doubled_or_told_wrongly_whatever_fails(tmp_path: Path) -> None:
    with running_database(tmp_path / "postgres") as database:
        report = asyncio.run(fight(database, tmp_path, ORDERS))
    assert report.violations == []
    assert set(report.faults) == set(FAULTS)
    assert report.matches >= ORDERS.tables
    assert report.acknowledged > 20 * ORDERS.tables
    assert report.returns, "players of a killed process have played on elsewhere"
