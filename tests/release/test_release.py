"""`./dev release` stops with one sentence and exit code 2, and leaves the checkout as it was.

A release from its beginning to its end takes minutes and packages from a registry; the parts of it
that try the wheel are in `tests/e2e/release/test_wheel.py`.
"""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PROJECT = 'name = "songs"\nversion = "0.2.0"\n'
CHANGELOG = "# Changelog\n\n## Unreleased\n\n- Songs.\n\n## 0.1.0 (2026-01-01)\n\n- Poems.\n"
PUBLISHING = """
from pathlib import Path

def test_published():
    Path(__file__).with_name("published.json").write_text("{1: 2}")
"""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A project without a package that could be built."""
    shutil.copytree(ROOT / "release", tmp_path / "release")
    (tmp_path / "pyproject.toml").write_text(f"[project]\n{PROJECT}")
    (tmp_path / "CHANGELOG.md").write_text(CHANGELOG)
    protocol = tmp_path / "tests" / "server" / "protocol"
    protocol.mkdir(parents=True)
    (protocol / "published.json").write_text("{}")
    (protocol / "test_published.py").write_text(PUBLISHING)
    (tmp_path / ".gitignore").write_text("__pycache__\n.pytest_cache\n")
    git(tmp_path, "init", "--quiet")
    commit(tmp_path)
    return tmp_path


def git(checkout: Path, *words: str) -> str:
    person = ("-c", "user.name=Ann", "-c", "user.email=ann@example.org")
    command = ["git", *person, *words]
    return subprocess.run(command, cwd=checkout, check=True, capture_output=True, text=True).stdout


def commit(checkout: Path) -> None:
    git(checkout, "add", ".")
    git(checkout, "commit", "--quiet", "--message", "Write songs")


def refused(checkout: Path, *words: str) -> str:
    """The sentence that it stops with; the checkout is as before."""
    before = git(checkout, "log", "--all"), git(checkout, "status", "--porcelain")
    done = subprocess.run(
        [sys.executable, checkout / "release" / "release.py", *words],
        capture_output=True, text=True, check=False, cwd=checkout,
    )  # fmt: skip
    assert done.returncode == 2, done.stderr
    assert (git(checkout, "log", "--all"), git(checkout, "status", "--porcelain")) == before
    return done.stderr


@pytest.mark.parametrize(
    ("version", "said"),
    [
        ("two", "'two' is no version; write, for example, 0.2.0 or 1.0.0rc1.\n"),
        ("0.1.9", "0.1.9 comes before 0.2.0.\n"),
    ],
)
def test_a_number_that_cannot_be_is_refused(checkout: Path, version: str, said: str) -> None:
    assert refused(checkout, version) == said


def test_what_could_not_be_undone_or_has_no_news_is_refused(checkout: Path) -> None:
    git(checkout, "tag", "v0.3.0")
    assert refused(checkout, "0.3.0") == "There is a release 0.3.0 already.\n"
    (checkout / "poem.txt").write_text("Hear me!")
    assert refused(checkout, "0.4.0").startswith("The checkout has changes")
    (checkout / "poem.txt").unlink()
    (checkout / "CHANGELOG.md").write_text(CHANGELOG.replace("- Songs.\n", ""))
    commit(checkout)
    assert refused(checkout, "0.4.0") == 'CHANGELOG.md has nothing under "Unreleased".\n'
    (checkout / "CHANGELOG.md").write_text(CHANGELOG.replace("- Songs", "### Removed\n- `songs`"))
    commit(checkout)
    assert refused(checkout, "0.4.0").startswith("`songs` is removed, but no earlier version")


def test_where_the_build_fails_everything_is_as_before(checkout: Path) -> None:
    assert "failed: nothing has been released.\n" in refused(checkout, "0.3.0", "--quick")
    assert (checkout / "CHANGELOG.md").read_text() == CHANGELOG
    assert PROJECT in (checkout / "pyproject.toml").read_text()
