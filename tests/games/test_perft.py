"""Numbers of action sequences from start positions, as tables in `tests/perft/`.

A line is: seats, seed, options as JSON, then the counts for depth 1, 2, 3 …; `#` starts a comment.
The file's name is the game's.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from meadhall import registry
from meadhall.core.codec import decode
from meadhall.core.game import start
from meadhall.core.rng import Rng
from meadhall.testing import perft

TABLES = Path(__file__).parent.parent / "perft"


def rows() -> Iterator[tuple[str, int, str, str, list[int]]]:
    for path in sorted(TABLES.glob("*.txt")):
        for line in path.read_text("utf-8").splitlines():
            if line and not line.startswith("#"):
                seats, seed, options, *counts = line.split()
                yield path.stem, int(seats), seed, options, [int(count) for count in counts]


@pytest.mark.parametrize(("slug", "seats", "seed", "options", "counts"), list(rows()))
def test_counts(slug: str, seats: int, seed: str, options: str, counts: list[int]) -> None:
    game = registry.game(slug)
    state = start(game, decode(game.types.options, options), seats, Rng(seed))
    assert [perft(game, state, depth) for depth in range(1, len(counts) + 1)] == counts
