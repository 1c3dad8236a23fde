"""The same match everywhere: nothing depends on how a process happens to hash its strings."""

import os
import subprocess
import sys

SCRIPT = """
import hashlib
from meadhall import registry
from meadhall.cli.new_game.template import GAME
from meadhall.testing import transcript
for game in (GAME, *registry.games()):
    options, seats = game.types.options(), min(game.spec.players)
    told = transcript(game, options, seats, "determinism", 25)
    print(game.spec.slug, hashlib.sha256(told.encode()).hexdigest())
"""


def test_random_matches_are_the_same_under_every_hash_seed() -> None:
    told = {
        subprocess.run(
            [sys.executable, "-c", SCRIPT],
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("0", "1", "4242")
    }
    assert len(told) == 1
    assert "template" in told.pop()
