"""Three processes on one PostgreSQL under all faults, for as long as one likes.

    ./dev run python benchmarks/cluster/nemesis.py MINUTES

It plays in rounds, each on a database of its own, and writes a line for every round into the ledger
`nemesis.jsonl` in the cache folder: who stops it and starts it again goes on. `./dev bench nemesis`
plays ten minutes and shows everything that the ledger has.

How it gets a thousand faults and a million acknowledged facts in one go:

- A fault lasts 1.8 seconds on average, because a process must be away for longer than any lease.
  The next one follows after about as long: there is one in 800 facts on a busy machine. Closer ones
  cost more than they show, for people and matches move to other processes with each of them.
- Meanwhile the tables that are not concerned go on. There are many of them, because facts that come
  at once share a commit, and because what a fault costs does not grow with them as facts do.
- Matches end after 120 plies: with every process that is lost, half of all tables are read again
  from their first fact. Most are played by people in the two quicker games: a table with a computer
  needs ten times as much of the processor for a fact. All kinds are always there.
- People write now and then. Those who write with every second move run into the limit of messages.
"""

import json
import os
import sys
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic

import uvloop

from meadhall.cli.bench.figures import Figure

TITLE = "Nemesis: three processes on one PostgreSQL, while processes, lines and databases fail"
ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "fixtures")]  # before this folder
from nemesis.battle import PLANS, BattleReport, Orders, fight  # noqa: E402 - from the folder above
from nemesis.database import running_database  # noqa: E402 - the same
from nemesis.player import Habits  # noqa: E402 - the same

MINUTES, ROUND_MINUTES = 10.0, 10.0
TABLES = 48
CHECKERS, JARLS = ("chinese-checkers", 2, False), ("jarls", 2, False)
MOSTLY_QUICK = (*PLANS, CHECKERS, CHECKERS, JARLS, JARLS, CHECKERS, JARLS)
LEDGER = Path.home() / ".cache" / "meadhall" / "nemesis.jsonl"
OFTEN = 500
"""Seconds to return that a round keeps at most."""


def measure(minutes: float = MINUTES) -> list[Figure]:
    """Play for so long, and show the ledger."""
    play(minutes, LEDGER)
    return figures(read(LEDGER))


def play(minutes: float, ledger: Path, tables: int = TABLES, seed: str = "") -> None:
    """Play rounds until the time is over."""
    until = monotonic() + minutes * 60
    ledger.parent.mkdir(parents=True, exist_ok=True)
    while (left := until - monotonic()) > 0:
        fought = _round(min(left, ROUND_MINUTES * 60), tables, f"{seed} {os.urandom(4).hex()}")
        report = fought.as_dict()
        report["returns"] = report["returns"][:OFTEN]
        report["charged"] = [max(report["charged"], default=0.0)]
        with ledger.open("a", encoding="utf-8") as file:
            file.write(json.dumps(report) + "\n")
        total = read(ledger)
        print(
            f"in all {total.faults.total():,} faults, {total.facts:,} facts,"
            f" {len(total.violations)} violations",
            file=sys.stderr, flush=True,
        )  # fmt: skip


def _round(seconds: float, tables: int, seed: str) -> BattleReport:
    orders = Orders(
        tables=tables, seconds=seconds, seed=seed, between=(0.6, 2.0),
        habits=Habits(pause=0.0, restless=0.01, writes=0.02, longest=120), plans=MOSTLY_QUICK,
    )  # fmt: skip
    with TemporaryDirectory() as folder, running_database(Path(folder) / "postgres") as database:
        return uvloop.run(fight(database, Path(folder), orders, _say))


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def read(ledger: Path) -> BattleReport:
    """All rounds of the ledger."""
    totals = BattleReport(rounds=0)
    with suppress(FileNotFoundError), ledger.open(encoding="utf-8") as file:
        for line in file:
            totals.add(json.loads(line))
    return totals


def figures(totals: BattleReport) -> list[Figure]:
    """What to show."""
    for sentence in totals.violations:
        print(sentence, file=sys.stderr)
    returns = sorted(totals.returns)
    p99 = returns[len(returns) * 99 // 100] if returns else 0.0
    half = returns[len(returns) // 2] if returns else 0.0
    kinds = ", ".join(f"{name} {count}" for name, count in totals.faults.most_common())
    matches, charged = f"{totals.matches} matches", max(totals.charged, default=0.0)
    crowded = totals.crowded / 60
    back = "of the players of a dead process play on within"
    return [
        Figure("faults", totals.faults.total(), "", None, kinds, ">= 1000"),
        Figure("facts that were checked", totals.facts, "", None, matches),
        Figure("acknowledged actions and letters among them", totals.acknowledged, "",
               target=">= 1000000"),
        Figure("violations", len(totals.violations), "", target="0"),
        Figure(f"half {back}", half, "s", None, f"{len(returns)} returns"),
        Figure(f"99 % {back}", p99, "s", target="<= 3"),
        Figure("minutes on a crowded machine: clocks were judged less strictly", crowded, ""),
        Figure("most that a clock charged beyond thinking in the others", charged, "s",
               target="<= 4.5"),
        Figure("minutes", totals.seconds / 60, "", None, f"{totals.rounds} rounds"),
    ]  # fmt: skip


if __name__ == "__main__":
    chosen = Path(sys.argv[2]) if sys.argv[2:] else LEDGER
    play(float(sys.argv[1]), chosen)
    for figure in figures(read(chosen)):
        print(figure)
