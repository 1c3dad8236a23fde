"""This server compared with an earlier commit, by turns on the same machine in the same minutes.

The commit is the one in MEADHALL_EARLIER. It is checked out into a temporary git worktree, and each
server is loaded by the generator of its own checkout, because the protocol may have changed.
"""

import importlib.util
import os
import resource
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from meadhall.cli.bench.earlier_commit import ROOT, worktree
from meadhall.cli.bench.figures import Figure
from meadhall.cli.bench.server_process import serving

TITLE = "Server: compared with an earlier commit"
COMMIT = os.environ.get("MEADHALL_EARLIER", "a6f59dc")
MATCHES = (10, 100)
ROUNDS, SLICE, WARM_UP = 24, 1.2, 3.0

_spec = importlib.util.spec_from_file_location(
    "server_bench", Path(__file__).with_name("server.py")
)
assert _spec is not None and _spec.loader is not None  # noqa: PT018 - the file lies beside this one
server_bench = importlib.util.module_from_spec(_spec)
sys.modules[_spec.name] = server_bench
_spec.loader.exec_module(server_bench)


def measure() -> list[Figure]:
    """Moves per second, processor time and latency, ours and as ratios to the earlier commit."""
    files = server_bench.FILES
    resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))
    with worktree(COMMIT) as earlier:
        if earlier is None:
            print(f"There is no commit {COMMIT} in this checkout.", file=sys.stderr)
            return []
        return [figure for count in MATCHES for figure in _compare(count, earlier)]


def _compare(matches: int, earlier: Path) -> list[Figure]:
    with ExitStack() as stack:
        sides = [stack.enter_context(_side(root, matches)) for root in (ROOT, earlier)]
        for number in range(ROUNDS):
            for side in sides if number % 2 else reversed(sides):
                side.play(SLICE)
    fewest = min(side.totals()[-1] for side in sides)
    ours, theirs = (side.run(fewest) for side in sides)
    return [
        _figure(facet, name.format(matches, fewest), unit, ours, theirs)
        for facet, name, unit, _ in server_bench.FACETS
    ]


def _figure(facet: str, name: str, unit: str, ours: object, theirs: object) -> Figure:
    value, other = getattr(ours, facet), getattr(theirs, facet)
    against = f"commit {COMMIT}, by turns: {other:,.1f}"
    target = ">= 0.9" if facet == "rate" else ""
    return Figure(name, value, unit, value / other, against, target)


@contextmanager
def _side(root: Path, matches: int) -> "Iterator[server_bench.Side]":  # type: ignore[name-defined]
    """The server of a checkout with its matches, warm, and the generator of that checkout."""
    with TemporaryDirectory() as folder:
        limits = {f"MEADHALL_{name}": str(value) for name, value in server_bench.LIMITS.items()}
        variables = {**limits, "PYTHONPATH": str(root / "src")}
        database = f"sqlite:///{folder}/hall.db"
        command = [sys.executable, "-m", "meadhall", "serve", "--db", database, "--port"]
        with serving(command, variables, "readyz") as (process, port):
            server = server_bench.Server(root.name, "ours", process, port)
            load = [sys.executable, root / "benchmarks" / "load", "ours", str(port), str(matches)]
            pipe = subprocess.PIPE
            with subprocess.Popen(
                [str(word) for word in load], stdin=pipe, stdout=pipe, text=True,
                env={**os.environ, **variables},
            ) as generator:  # fmt: skip
                side = server_bench.Side(server, generator)
                side.play(WARM_UP)
                yield side
