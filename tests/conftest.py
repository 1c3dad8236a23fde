"""What tests of several folders share."""

import gc
import os
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hall import Hall
from hypothesis import settings

# Servers in processes of their own would all compile, and slow every test down.
os.environ["MEADHALL_COMPILE_AHEAD"] = "false"
# No test depends on tables that were made on this machine. The processes of one run share a folder.
if "PYTEST_XDIST_WORKER" not in os.environ:
    CACHE = TemporaryDirectory(prefix="meadhall-cache-")
    os.environ["MEADHALL_CACHE"] = CACHE.name

# No test is timed: a busy machine is no failure.
settings.register_profile("meadhall", deadline=None)
settings.load_profile("meadhall")

TESTS = Path(__file__).parent
OF_THE_RULES = [TESTS / "core", TESTS / "kit", TESTS / "games"]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Only tests of the rules have to reach their every line; no others are traced.

    Why, and which of them are not traced either: `docs/decisions/dev-coverage-of-the-rules.md`.
    """
    for item in items:
        if not any(item.path.is_relative_to(folder) for folder in OF_THE_RULES):
            item.add_marker(pytest.mark.untraced)


def pytest_collection_finish() -> None:
    """Take what was imported out of the garbage collector's sight.

    It would look through a million objects again and again; tests of the server take a tenth less.
    """
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def stones(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A package with a game in it, exactly as `meadhall new-game` writes one."""
    folder = tmp_path_factory.mktemp("written")
    written = Hall(folder).run("new-game", "stones", "--into", folder / "stones")
    assert written.returncode == 0, written.stderr
    return folder / "stones"


@pytest.fixture
def hall(tmp_path: Path, stones: Path) -> Hall:
    """A hall with two more games in it: `pennies`, and `stones` as `new-game` writes it."""
    return Hall.furnished(tmp_path, stones)
