"""A server that is killed under load, hundreds of times: what was acknowledged is there, once.

The players and the comparison are those of the tests, which kill a server less often.
"""

import asyncio
import sys
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from meadhall.cli.bench.figures import Figure

sys.path.append(str(Path(__file__).parents[1] / "tests" / "fixtures"))

TITLE = "Kills: a server under load is killed (SIGKILL) and started again"
KILLS, MATCHES = 250, 12


def measure() -> list[Figure]:
    """Kill as often as it says above."""
    return measure_kills(KILLS, MATCHES)


def measure_kills(kills: int, matches: int) -> list[Figure]:
    """The faults that this many kills led to, and how much was checked for them."""
    from kill_loop import kill_loop  # noqa: PLC0415 - from the folder that was added above

    with TemporaryDirectory() as folder:
        report = asyncio.run(kill_loop(Path(folder), kills, matches))
    for fault in report.faults:
        print(fault, file=sys.stderr)
    connections = sum(player.connections for player in report.players)
    together = f"{matches} matches at a time"
    return [
        Figure("kills", report.kills, "", None, together, ">= 200"),
        Figure("moves lost, doubled or told wrongly", len(report.faults), "", target="0"),
        Figure("acknowledged moves that were compared", report.acknowledged, ""),
        Figure("connections of the players", connections, ""),
        Figure("half of the restarts ready within", median(report.restarts) * 1e3, "ms"),
        Figure("all restarts ready within", max(report.restarts) * 1e3, "ms"),
    ]
