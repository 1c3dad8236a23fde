"""Committed matches play out as they always did.

Each file under `tests/golden/` names its game, seats, seed and options in its first two lines; the
rest follows from them. After an intended change of the rules: `MEADHALL_REWRITE=1 ./dev test
tests/games/test_golden.py`, and read the difference. To add one, write the two lines.
"""

import os
import re
from pathlib import Path

import pytest

from meadhall import registry
from meadhall.core.codec import decode
from meadhall.testing import transcript

GOLDEN = Path(__file__).parent.parent / "golden"
HEAD = re.compile(r"([\w-]+), (\d+) seats, seed (\S+), (\d+) plies\noptions (.*)\n")


@pytest.mark.parametrize("path", sorted(GOLDEN.rglob("*.txt")), ids=lambda path: path.stem)
def test_playthrough_is_unchanged(path: Path) -> None:
    text = path.read_text("utf-8")
    head = HEAD.match(text)
    assert head, f"{path.name} does not begin with game, seats, seed, plies and options"
    slug, seats, seed, plies, options = head.groups()
    game = registry.game(slug)
    played = transcript(game, decode(game.types.options, options), int(seats), seed, int(plies))
    if os.environ.get("MEADHALL_REWRITE"):
        path.write_text(played, "utf-8")
    assert played == text
