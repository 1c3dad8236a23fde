"""An hour of everyday life in the hall: does the memory of the server reach a plateau?

Twelve tables play all four games, half of the matches against a bot, with spectators, chat, players
who come back and replays. A match ends after at most 150 moves, so thousands of them come and go.
"""

import csv
import io
import json
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from statistics import mean
from tempfile import TemporaryDirectory

from meadhall.cli.bench.figures import Figure, FiguresAndFiles
from meadhall.cli.bench.plot import line_plot
from meadhall.cli.bench.server_process import (
    megabytes,
    process_tree,
    processor_seconds,
    serving,
)

TITLE = (
    "Soak: memory of the server and its bots while twelve tables play, chat, watch and come back"
)
VISITORS = Path(__file__).with_name("visitors")
MINUTES = 60.0
SAMPLES = 720
"""Over the whole time, at most one a second."""
PLATEAU = "<= 1.05"
Sample = tuple[float, float, float]
"""Minutes since the beginning, and the memory of the server and of its bots, in MiB."""


def measure(minutes: float = MINUTES) -> FiguresAndFiles:
    """Let visitors in, and look at the memory until the time is over."""
    with TemporaryDirectory() as folder:
        database = f"{folder}/hall.db"
        command = [sys.executable, "-m", "meadhall", "serve", "--db", database, "--port"]
        with serving(command, {"MEADHALL_LOG": "error"}, "readyz") as (server, port):
            visitors = [sys.executable, str(VISITORS), "regulars", str(port), database, "0", "1"]
            pipe = subprocess.PIPE
            with subprocess.Popen(visitors, stdin=pipe, stdout=pipe, text=True) as regulars:
                assert regulars.stdin is not None
                assert regulars.stdout is not None
                regulars.stdout.readline()
                print("go", file=regulars.stdin, flush=True)
                samples = _sample(server, minutes)
                done = json.loads(regulars.communicate()[0])
            spent = sum(processor_seconds(process) for process in process_tree(server))
    return FiguresAndFiles(_figures(samples, done, spent), _files(samples))


def _sample(server: int, minutes: float) -> list[Sample]:
    began = time.monotonic()
    samples = []
    while (passed := (time.monotonic() - began) / 60) < minutes or not samples:
        helpers = [process for process in process_tree(server) if process != server]
        samples.append((passed, megabytes(server), sum(map(_megabytes, helpers))))
        time.sleep(min(max(minutes * 60 / SAMPLES, 1), minutes * 15))
    return samples


def _megabytes(helper: int) -> float:
    with suppress(OSError):  # it may have ended
        return megabytes(helper)
    return 0.0


def _figures(samples: Sequence[Sample], done: dict[str, int], spent: float) -> list[Figure]:
    """The plateau is there when the last quarter needs no more than the one before it."""
    figures = []
    for name, at in (("server", 1), ("bots", 2)):
        third, last = (_mean(samples, at, quarter) for quarter in (2, 3))
        against = f"the quarter before: {third:.1f}; at first {samples[0][at]:.1f}"
        ratio = last / third if third else None
        title = f"memory of the {name} in the last quarter"
        figures.append(Figure(title, last, "MiB", ratio, against, PLATEAU))
    figures.append(Figure("minutes", samples[-1][0], "", None, "", ">= 59"))
    figures.append(Figure("processor time of the server and its bots", spent, "s"))
    figures += [Figure(name, count, "") for name, count in sorted(done.items())]
    return figures


def _mean(samples: Sequence[Sample], at: int, quarter: int) -> float:
    size = len(samples) / 4
    part = samples[int(quarter * size) : int((quarter + 1) * size)] or samples
    return mean(sample[at] for sample in part)


def _files(samples: Sequence[Sample]) -> dict[str, str]:
    table = io.StringIO()
    rows = csv.writer(table, lineterminator="\n")
    rows.writerow(("minutes", "server", "bots"))
    rows.writerows([f"{value:.2f}" for value in sample] for sample in samples)
    lines = {
        name: [(sample[0], sample[at]) for sample in samples]
        for name, at in (("server", 1), ("bot processes", 2))
    }
    plot = line_plot("Memory under everyday load", ("minutes", "MiB"), lines)
    return {"plots/soak.csv": table.getvalue(), "plots/soak.svg": plot}
