"""A Python environment of its own for a benchmark, with libraries that the project lacks."""

import subprocess
import sys
from hashlib import sha256
from pathlib import Path

CACHE = Path(__file__).parents[2] / ".cache" / "benchmarks"
HALL = Path(__file__).parents[2]


class CannotInstall(Exception):
    """The package index has no such libraries, or does not answer."""


def python_with(*requirements: str, hall: str = "") -> str:
    """A Python that has the libraries, made on first use; with `hall`, this checkout too.

    `hall` is the extras of the checkout, such as `[envs]`.
    """
    name = sha256("\n".join((*requirements, hall)).encode()).hexdigest()[:12]
    folder = CACHE / name
    python = folder / "bin" / "python"
    if not (folder / "ready").exists():
        _run(sys.executable, "-m", "venv", "--clear", str(folder))
        # One after the other: what is installed first decides the versions of what follows.
        for each in requirements:
            _run(str(python), "-m", "pip", "install", "--quiet", *each.split())
        if hall:
            _run(str(python), "-m", "pip", "install", "--quiet", "--editable", f"{HALL}{hall}")
        (folder / "ready").touch()
    return str(python)


def _run(*command: str) -> None:
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    if done.returncode:
        last = done.stderr.strip().splitlines()[-1:] or ["no reason given"]
        raise CannotInstall(last[0])
