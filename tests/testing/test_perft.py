"""Perft at every depth, also beyond the end of a game."""

from meadhall.cli.new_game.template import GAME
from meadhall.cli.new_game.template.types import State
from meadhall.testing.perft import perft


def test_sequences_are_counted_until_the_end() -> None:
    assert [perft(GAME, State(4, 0), depth) for depth in range(6)] == [1, 3, 6, 4, 1, 0]
