"""An earlier commit in a folder of its own, to be measured beside this one."""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parents[4]
"""This checkout."""


@contextmanager
def worktree(commit: str) -> Iterator[Path | None]:
    """The commit in a temporary git worktree; `None` where there is no such commit."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "earlier"
        if not _git("add", "--quiet", "--detach", str(path), commit):
            yield None
            return
        try:
            yield path
        finally:
            _git("remove", "--force", str(path))


def _git(*words: str) -> bool:
    command = ["git", "worktree", *words]
    return not subprocess.run(command, cwd=ROOT, check=False, capture_output=True).returncode  # noqa: S603 - git from the path
