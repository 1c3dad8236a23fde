"""A hall of one's own, in a process beside this one, for agents without a server."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.request import urlopen

from meadhall.core.refusal import Refused

STARTING = 60.0
"""Seconds that the hall has to answer for the first time."""


@contextmanager
def own_hall(db: str | None) -> Iterator[str]:
    """The address of a hall that runs until the end of the block. Its words go to our errors."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port: int = free.getsockname()[1]
    variables = {"MEADHALL_HOST": "127.0.0.1", "MEADHALL_PORT": str(port)}
    if db is not None:
        variables["MEADHALL_DB"] = db
    command = [sys.executable, "-m", "meadhall.server"]
    hall = subprocess.Popen(  # noqa: S603 - our own program
        command, env={**os.environ, **variables}, stdin=subprocess.DEVNULL, stdout=sys.stderr
    )
    try:
        _wait(hall, f"http://127.0.0.1:{port}")
        yield f"http://127.0.0.1:{port}"
    finally:
        hall.terminate()
        hall.wait()


def _wait(hall: "subprocess.Popen[bytes]", address: str) -> None:
    until = time.monotonic() + STARTING
    while hall.poll() is None and time.monotonic() < until:
        try:
            urlopen(f"{address}/api/games", timeout=5).close()  # noqa: S310 - our own address
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise Refused.because("NO_HALL", "The hall did not start; its reasons are above.")
