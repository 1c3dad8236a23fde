"""What tests of several folders share."""

from pathlib import Path

import pytest
from hall import Hall


@pytest.fixture
def hall(tmp_path: Path) -> Hall:
    """The hall with `pennies` and, as `new-game` writes it, `stones`."""
    made = Hall(tmp_path)
    made.announce("pennies", "pennies_game:GAME")
    written = made.run("new-game", "stones", "--into", tmp_path / "written")
    assert written.returncode == 0, written.stderr
    (tmp_path / "packages" / "stones").symlink_to(tmp_path / "written" / "src" / "stones")
    made.announce("stones", "stones:GAME")
    return made
