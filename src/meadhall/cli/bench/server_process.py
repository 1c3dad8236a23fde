"""Starts a server in a process of its own, and reads from /proc what it costs."""

import os
import signal
import socket
import subprocess
import time
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

PROC = Path("/proc")
ATTEMPTS = 600
"""How often a new server is asked whether it is ready, ten times a second."""


@contextmanager
def serving(
    command: Sequence[str],
    variables: Mapping[str, str],
    ready: str,
    stop: signal.Signals = signal.SIGINT,
) -> Iterator[tuple[int, int]]:
    """Run the command with a free port as its last word; gives the process and the port.

    It is there when it answers at the path `ready`, and ends by the signal `stop`.
    """
    port = free_port()
    process = subprocess.Popen([*command, str(port)], env={**os.environ, **variables})  # noqa: S603 - our own command
    try:
        _wait(f"http://127.0.0.1:{port}/{ready}")
        yield process.pid, port
    finally:
        process.send_signal(stop)
        process.wait()


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port: int = free.getsockname()[1]
    return port


def _wait(address: str) -> None:
    for _ in range(ATTEMPTS):
        try:
            urllib.request.urlopen(address, timeout=10).close()  # noqa: S310 - our own address
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise TimeoutError("the server does not come up")


def processor_seconds(process: int) -> float:
    """The processor time of the process and of its children that have ended."""
    return sum(map(int, _status(process)[11:15])) / os.sysconf("SC_CLK_TCK")


def megabytes(process: int) -> float:
    """The memory of the process, in MiB."""
    pages = int((PROC / str(process) / "statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def process_tree(process: int) -> list[int]:
    """The process and all processes that it has started, directly or not."""
    parents: dict[int, int] = {}
    for folder in PROC.glob("[0-9]*"):
        with suppress(OSError):  # it may have ended
            parents[int(folder.name)] = int(_status(int(folder.name))[1])
    found = [process]
    for known in found:  # grows while it is read
        found += [child for child, parent in parents.items() if parent == known]
    return found


def _status(process: int) -> list[str]:
    # The name of the program, in brackets, may contain spaces.
    return (PROC / str(process) / "stat").read_text().rpartition(")")[2].split()
