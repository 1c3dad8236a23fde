"""How soon people play on after their process was killed: three processes, SIGKILL again and again.

Players think for a moment before they move, so that the machine is not busy with them alone.
"""

import asyncio
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from meadhall.cli.bench.figures import Figure

TITLE = "Return: from the death of a process until its players are welcome at another one"
ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "fixtures")]  # before this folder
from nemesis.battle import BattleReport, Orders, fight  # noqa: E402 - from the folder above
from nemesis.database import running_database  # noqa: E402 - the same
from nemesis.lags import CROWD, crowd_now  # noqa: E402 - the same
from nemesis.player import Habits  # noqa: E402 - the same

ORDERS = Orders(
    tables=24,
    seconds=60.0,
    between=(0.5, 1.0),
    habits=Habits(pause=0.5, restless=0.0, writes=0.1, longest=200),
    seed="returns",
    faults=("SIGKILL",),
)


def measure() -> list[Figure]:
    """Kill for a while, and read what the players noted."""
    with TemporaryDirectory() as folder, running_database(Path(folder) / "postgres") as database:
        report = asyncio.run(fight(database, Path(folder), ORDERS))
    return _figures(report)


def _figures(report: BattleReport) -> list[Figure]:
    for sentence in report.violations:
        print(sentence, file=sys.stderr)
    returns = sorted(report.returns)
    noted = f"{len(returns)} returns after {report.faults.total()} kills"
    return [
        Figure("half are back within", returns[len(returns) // 2], "s", None, noted),
        Figure("99 % are back within", returns[len(returns) * 99 // 100], "s", target="<= 3"),
        Figure("the last one is back within", returns[-1], "s"),
        Figure("violations", len(report.violations), "", target="0"),
        Figure(CROWD, crowd_now(), "", None, "alone: 2 to 3"),
    ]
