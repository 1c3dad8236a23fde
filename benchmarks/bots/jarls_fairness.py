"""How far each seat of the standard boards of Jarls is from its fair share of wins.

The same search plays on all seats. A run that is broken off continues from its ledgers, in the
folder that `MEADHALL_LEDGERS` names. `MEADHALL_GAMES` sets how many matches each setting plays
(1000); all of them take some hours. `meadhall arena balance` measures any other setting.
"""

import os
from collections.abc import Iterator
from pathlib import Path

from meadhall.arena.balance.counts import Balance, jobs
from meadhall.arena.balance.sweep import Setting
from meadhall.arena.contest.executors import pool
from meadhall.arena.contest.ledger import Ledger
from meadhall.arena.contest.run_jobs import run_jobs
from meadhall.cli.bench.figures import Figure

TITLE = "Jarls: how far seats are from their fair share on the standard boards"
GAMES = int(os.environ.get("MEADHALL_GAMES", "1000"))
LEDGERS = Path(os.environ.get("MEADHALL_LEDGERS", ".cache/fairness"))
BOT = "search:nodes=30000"
RULESETS, SEATS = ("holes", "shields"), (2, 4, 3, 6, 5)


def measure() -> list[Figure]:
    """For each setting: every seat's share with its interval, and the share of draws."""
    settings = [Setting(seats, (("ruleset", r),), BOT) for seats in SEATS for r in RULESETS]
    return [figure for setting in settings for figure in _figures(_play(setting))]


def _play(setting: Setting) -> Balance:
    name = f"jarls-{setting.seats}-{dict(setting.options)['ruleset']}"
    ledger = Ledger(LEDGERS / f"{name}.jsonl", f"fairness {setting.title}")
    schedule = list(jobs("jarls", [setting], GAMES, "1", keep=False))
    for _ in run_jobs(schedule, ledger, pool(os.cpu_count() or 1)):
        pass
    balance = Balance(setting)
    for outcome in ledger.valid_outcomes():
        balance.enter_outcome(outcome)
    return balance


def _figures(balance: Balance) -> Iterator[Figure]:
    where = f"{balance.setting.seats} players, {dict(balance.setting.options)['ruleset']}"
    fair = 100 * balance.fair_share
    for seat, score in enumerate(balance.seats, start=1):
        low, high = score.interval
        interval = f"{100 * low:.1f} to {100 * high:.1f}"
        name = f"{where}, seat {seat} ({interval})"
        yield Figure(name, 100 * score.share, "%", target=f"{fair - 3:.0f} to {fair + 3:.0f}")
    yield Figure(f"{where}, draws", 100 * balance.draws.share, "%", target="under 10")
