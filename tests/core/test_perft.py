"""Counting sequences: every depth, and none beyond the end."""

from meadhall.cli.template import GAME
from meadhall.cli.template.types import State
from meadhall.core.perft import perft


def test_sequences_are_counted_and_stop_at_the_end() -> None:
    assert [perft(GAME, State(4, 0), depth) for depth in range(6)] == [1, 3, 6, 4, 1, 0]
