"""What one visitor can do to everybody else: each attack against a server with its usual settings.

The attacker is a process of its own, and so is another visitor from another address, who asks for
/healthz all the time and plays a match. The earlier commit, from before the defences, is attacked
in the same way by the same programs. It is the one in MEADHALL_ATTACKED.
"""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from math import inf
from pathlib import Path
from select import select
from signal import SIGKILL
from tempfile import TemporaryDirectory

from meadhall.cli.bench.earlier_commit import ROOT, worktree
from meadhall.cli.bench.figures import Figure
from meadhall.cli.bench.server_process import (
    megabytes,
    process_tree,
    processor_seconds,
    serving,
)

TITLE = "Attacks: what another visitor notices while one visitor attacks for 14 seconds"
COMMIT = os.environ.get("MEADHALL_ATTACKED", "a6f59dc")
VISITORS = Path(__file__).with_name("visitors")
SECONDS = 14.0
CALM, AFTER = 0.3, 1.0
"""Seconds that the other visitor is there alone, and after which memory should be back."""
SAMPLE = 0.05
DESCRIPTORS = 1024
"""How many files and sockets a process usually may have open."""
WANTED = "<= 100"
NICE = 10
"""Attackers leave the processor to the one who measures: a real one has a machine of its own."""


@dataclass(frozen=True, slots=True)
class Damage:
    """What an attack did: latencies in milliseconds, processor seconds, memory in MiB."""

    health: Sequence[float]
    failures: Sequence[str]
    moves: Sequence[float]
    processor: float
    memory: Sequence[float]
    after: float
    got: dict[str, int]

    def p99(self) -> float:
        """Within this time 99 % of the requests for /healthz were answered."""
        return _percentile(self.health, 99)

    def health_text(self) -> str:
        """More about /healthz."""
        half, most = _percentile(self.health, 50), max(self.health)
        failed = f", {len(self.failures)} not answered" if self.failures else ""
        return f"99 % {self.p99():,.1f}, half {half:,.1f}, all {most:,.1f}{failed}"

    def slowest_move(self) -> float:
        """The longest that a move took at another table; endless if none arrived."""
        return max(self.moves, default=inf)

    def moves_text(self) -> str:
        """More about moves at another table."""
        half = _percentile(self.moves, 50) if self.moves else inf
        return f"slowest {self.slowest_move():,.1f}, half {half:,.1f}, {len(self.moves)} moves"

    def processor_time(self) -> float:
        """The seconds that the server and its helpers worked."""
        return self.processor

    def processor_text(self) -> str:
        """The same as text."""
        return f"{self.processor:.1f}"

    def most_memory(self) -> float:
        """The most that the server and its helpers had."""
        return max(self.memory)

    def memory_text(self) -> str:
        """Memory before, during and after."""
        first, most = self.memory[0], self.most_memory()
        return f"{first:.0f} at first, {most:.0f} at most, {self.after:.0f} a second later"

    def kinds(self) -> float:
        """How many different answers the attacker got."""
        return len(self.got)

    def got_text(self) -> str:
        """What the attacker got, and how often."""
        return ", ".join(f"{what}: {count:,}" for what, count in sorted(self.got.items()))


def measure() -> list[Figure]:
    """Attack this checkout and the earlier commit in every way there is."""
    return measure_attacks(attack_names(), SECONDS, 1, COMMIT)


def attack_names() -> list[str]:
    """The attacks there are."""
    listed = subprocess.check_output([sys.executable, str(VISITORS)], text=True)
    names: list[str] = json.loads(listed)
    return names


def measure_attacks(
    names: Sequence[str], seconds: float, size: float, commit: str = ""
) -> list[Figure]:
    """The figures of these attacks, with those of the commit, if there is such a commit."""
    with worktree(commit) as earlier:
        figures = []
        for name in names:
            print(f"attack: {name}", file=sys.stderr)
            before = attack(earlier, name, seconds, size) if earlier else None
            figures += figures_of(name, attack(ROOT, name, seconds, size), before)
        return figures


def attack(root: Path, name: str, seconds: float, size: float) -> Damage:
    """Start the server of a checkout, attack it, and stop it."""
    with TemporaryDirectory() as folder, _hall(root, folder) as (process, port):
        where = [str(port), f"{folder}/hall.db", str(seconds), str(size)]
        with _program(name, *where) as attacker, _program("probe", *where) as visitor:
            nice = os.getpriority(os.PRIO_PROCESS, attacker.pid) + NICE
            os.setpriority(os.PRIO_PROCESS, attacker.pid, nice)
            _signal(visitor)
            time.sleep(CALM)
            memory, spent = [_memory(process)], _processor(process)
            _signal(attacker)
            memory += _sample_until_answer(process, attacker)
            got = json.loads(_line(attacker))
            measured = json.loads(visitor.communicate()[0])
        spent = _processor(process) - spent
        time.sleep(AFTER)
        return Damage(**measured, processor=spent, memory=memory, after=_memory(process), got=got)


@contextmanager
def _hall(root: Path, folder: str) -> Iterator[tuple[int, int]]:
    """The server of a checkout with its usual settings and as many descriptors as usual."""
    limited = ["sh", "-c", f'ulimit -n {DESCRIPTORS} && exec "$@" 2> /dev/null', "sh"]
    database = f"sqlite:///{folder}/hall.db"
    command = [sys.executable, "-m", "meadhall", "serve", "--db", database, "--port"]
    # The earlier commit has no built page of its own.
    page = ROOT / "src" / "meadhall" / "server" / "static"
    variables = {
        "PYTHONPATH": str(root / "src"), "MEADHALL_STATIC": str(page), "MEADHALL_LOG": "error",
    }  # fmt: skip
    # Killed: after an attack it may have work for minutes.
    with serving([*limited, *command], variables, "readyz", SIGKILL) as server:
        yield server


@contextmanager
def _program(*words: str) -> Iterator["subprocess.Popen[str]"]:
    """An attacker, or the other visitor, that has prepared and waits for its signal."""
    pipe, command = subprocess.PIPE, [sys.executable, str(VISITORS), *words]
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True) as process:
        if _line(process) != "ready\n":
            raise RuntimeError(f"{words[0]} could not prepare")
        yield process


def _signal(process: "subprocess.Popen[str]") -> None:
    assert process.stdin is not None
    print("go", file=process.stdin, flush=True)


def _line(process: "subprocess.Popen[str]") -> str:
    assert process.stdout is not None
    return process.stdout.readline()


def _sample_until_answer(server: int, attacker: "subprocess.Popen[str]") -> list[float]:
    """The memory of the server, again and again, until the attacker says what it got."""
    samples = []
    while not select([attacker.stdout], [], [], SAMPLE)[0]:
        samples.append(_memory(server))
    return samples


def _memory(server: int) -> float:
    total = 0.0
    for process in process_tree(server):
        with suppress(OSError):  # a helper may have ended
            total += megabytes(process)
    return total


def _processor(server: int) -> float:
    return sum(processor_seconds(process) for process in process_tree(server))


def figures_of(name: str, now: Damage, before: Damage | None) -> list[Figure]:
    """What the other visitor noticed, what it cost the server, and what the attacker got."""
    rows = [
        ("99 % of /healthz answered within", "ms", Damage.p99, Damage.health_text, WANTED),
        ("slowest move at another table", "ms", Damage.slowest_move, Damage.moves_text, ""),
        ("processor time of the server", "s", Damage.processor_time, Damage.processor_text, ""),
        ("most memory", "MiB", Damage.most_memory, Damage.memory_text, ""),
        ("what the attacker got", "kinds", Damage.kinds, Damage.got_text, ""),
    ]
    return [
        Figure(
            f"{name}: {what}", value(now), unit,
            value(now) / value(before) if before and value(before) else None,
            "; ".join([text(now), *([f"{COMMIT}: {text(before)}"] if before else [])]),
            target,
        )
        for what, unit, value, text, target in rows
    ]  # fmt: skip


def _percentile(values: Sequence[float], percent: int) -> float:
    return sorted(values)[len(values) * percent // 100]
