"""Runs of pytest in a process of their own, and what became of each test."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

HANGS_AFTER = 240
"""Seconds that one test may take. The slowest takes a twentieth of it on an idle machine."""
ENDS_AFTER = 1800
"""Seconds that the tests of one change may take together."""
_REPORTS = "_reports.jsonl"

# It writes a line as soon as it knows something, because a test that hangs ends the process.
_PLUGIN = f"""
import json, os
def write(*line):
    if "PYTEST_XDIST_WORKER" not in os.environ:
        with open({_REPORTS!r}, "a", encoding="utf-8") as reports:
            reports.write(json.dumps(line) + "\\n")
def pytest_runtest_setup():
    # Not before: pytest's own processes are traced by its plugin.
    if "MEADHALL_TRACE" in os.environ:
        os.environ["COVERAGE_PROCESS_START"] = os.environ["MEADHALL_TRACE"]
def pytest_runtest_logstart(nodeid):
    write("start", nodeid, 0)
def pytest_runtest_logreport(report):
    write("failed" if report.failed else "passed", report.nodeid, report.duration)
def pytest_runtest_logfinish(nodeid):
    write("finish", nodeid, 0)
"""


@dataclass(frozen=True, slots=True)
class PytestRun:
    """The seconds that each test took, those that failed, and the one that did not come to an end.

    `code` is pytest's exit code: 0 if all is well. It is negative where pytest had to be ended.
    """

    code: int
    took: Mapping[str, float]
    failed: tuple[str, ...]
    hung: tuple[str, ...]


def run_pytest(root: Path, *args: str, trace: Path | None = None) -> PytestRun:
    """Run pytest in the checkout, and end all processes that its tests have started.

    `trace` has the settings with which coverage traces those processes.
    """
    (root / "_reports.py").write_text(_PLUGIN, "utf-8")
    reports = root / _REPORTS
    reports.write_text("", "utf-8")
    plugins = [f"-p{name}" for name in ("no:cacheprovider", "no:schemathesis", "_reports")]
    command = [sys.executable, "-m", "pytest", "-q", *plugins]
    process = subprocess.Popen(
        [*command, f"--timeout={HANGS_AFTER}", "--timeout-method=thread", *args],
        cwd=root, env=_environment(root, trace), start_new_session=True,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    with suppress(subprocess.TimeoutExpired):
        process.wait(None if trace else ENDS_AFTER)
    with suppress(ProcessLookupError):  # all of them may have ended by themselves
        os.killpg(process.pid, signal.SIGKILL)
    return _read(process.wait(), reports.read_text("utf-8").splitlines())


def _read(code: int, lines: Sequence[str]) -> PytestRun:
    took, failed, running = dict[str, float](), list[str](), list[str]()
    for line in lines:
        what, test, seconds = json.loads(line)
        took[test] = took.get(test, 0) + seconds
        if what == "start":
            running.append(test)
        elif what == "finish" and test in running:
            running.remove(test)
        elif what == "failed":
            failed.append(test)
    return PytestRun(code, took, tuple(failed), tuple(running))


def _environment(root: Path, trace: Path | None) -> dict[str, str]:
    path = os.pathsep.join([str(root / "src"), str(root)])
    # What pytest says to its own processes, if it runs this, is not meant for the one started here.
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    traced = {"MEADHALL_TRACE": str(trace)} if trace else {}
    # Its own folder: in the usual one, runs of pytest change the rights of each other's files.
    (root / "tmp").mkdir(exist_ok=True)
    places = {"PYTHONPATH": path, "PYTEST_DEBUG_TEMPROOT": str(root / "tmp")}
    return {**kept, **traced, **places, "PYTHONDONTWRITEBYTECODE": "1"}
