"""People who look for players while servers are killed: each is in one match at a time, or in none.

The long form is `./dev bench seeks`.
"""

import asyncio
from pathlib import Path

from crowd.seekers import SeekingPlan, seek_among_kills, stored_faults
from nemesis.database import running_database

PLAN = SeekingPlan(pairs=19, trios=8, servers=3, kills=6)


def test_nobody_is_paired_twice_or_forgotten_when_servers_are_killed(tmp_path: Path) -> None:
    with running_database(tmp_path / "postgres") as database:
        crowd = asyncio.run(seek_among_kills(database.address, tmp_path, PLAN))
        assert asyncio.run(stored_faults(database.address, crowd)) == []
    assert len({match for match, _ in crowd.seated}) > PLAN.kills
