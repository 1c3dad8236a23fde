"""People who look for players over real sockets while the servers are killed that they agree at.

The people, and what is wrong in the end, are those of the tests, where fewer servers are killed.
"""

import asyncio
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from meadhall.cli.bench.figures import Figure

ROOT = Path(__file__).parents[2]
sys.path += [str(ROOT), str(ROOT / "tests" / "fixtures")]

TITLE = "Seeks: 60 people over real sockets, three processes, one is killed again and again"
PAIRS, TRIOS, SERVERS, KILLS = 40, 20, 3, 30


def measure() -> list[Figure]:
    """Let people search until the last server has been killed, and look what came of it."""
    from crowd.seekers import SeekingPlan, seek_among_kills, stored_faults  # noqa: PLC0415 - from the folder that was added above
    from nemesis.database import running_database  # noqa: PLC0415 - the same

    with TemporaryDirectory() as name:
        folder = Path(name)
        with running_database(folder / "postgres") as database:
            plan = SeekingPlan(PAIRS, TRIOS, SERVERS, KILLS)
            crowd = asyncio.run(seek_among_kills(database.address, folder, plan))
            wrong = asyncio.run(stored_faults(database.address, crowd))
    for sentence in wrong:
        print(sentence, file=sys.stderr)
    matches = len({match for match, _ in crowd.seated})
    told = f"{PAIRS + TRIOS} people, {SERVERS} processes"
    return [
        Figure("people paired twice, forgotten or told wrongly", len(wrong), "", target="0"),
        Figure("matches that people were sent to", matches, "", None, told),
        Figure("kills while somebody agreed", KILLS, "", target=">= 30"),
    ]
