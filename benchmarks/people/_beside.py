"""Moves a second beside a thousand people who do something else, and without them.

Two servers are up and play by turns, as in `server.py`. At one of them a script, which runs in a
process of its own, connects the people: it is called with a port and their number, says `here`
once they are, and goes on until its standard input ends.
"""

import resource
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from meadhall.cli.bench.benchmark_files import load
from meadhall.cli.bench.figures import Figure

_server = load(Path(__file__).parents[1] / "server.py")
MATCHES = (10, 100)
PEOPLE = 1000


def measure_beside(script: Path, where: str) -> list[Figure]:
    """Moves a second beside the people, as a ratio to those without them."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (_server.FILES, _server.FILES))
    return [_with_people(script, where, matches) for matches in MATCHES]


def _with_people(script: Path, where: str, matches: int) -> Figure:
    with ExitStack() as stack:
        sides = [
            stack.enter_context(_server._side(_server._ours(name), matches))
            for name in ("with people", "alone")
        ]
        stack.enter_context(_people(script, sides[0].server.port))
        for number in range(1, _server.ROUNDS + 1):
            for side in sides if number % 2 else reversed(sides):
                side.play(_server.SLICE)
            _server._say(f"{number}: {', '.join(side.pace() for side in sides)}")
        crowded, alone = (side.run(0) for side in sides)
    return Figure(
        f"moves at {matches} matches beside {PEOPLE:,} people in {where}",
        crowded.rate,
        "1/s",
        crowded.rate / alone.rate,
        f"without them, by turns: {alone.rate:,.0f}",
        ">= 0.95",
    )


@contextmanager
def _people(script: Path, port: int) -> Iterator[None]:
    """Keep this many people connected until the context ends."""
    command = [sys.executable, str(script), str(port), str(PEOPLE)]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline().strip() == "here"
        yield
        assert process.stdin is not None
        process.stdin.close()
