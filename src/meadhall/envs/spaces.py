"""Gymnasium's spaces, seeds and errors for a numbered game."""

from typing import Any

import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.spaces import Box, Space

from meadhall.envs.numbered import NumberedGame, Numbers


def box(numbered: NumberedGame) -> Space[Numbers]:
    """The space of observations: integers within the bounds that the game states, if it does."""
    low, high = (each.reshape(numbered.shape) for each in numbered.bounds())
    space: Space[Any] = Box(low, high, numbered.shape, numbered.dtype)
    return space


def draw_seed(generator: np.random.Generator) -> int:
    """A seed for the next match, drawn from the generator."""
    return int(generator.integers(2**63))


def no_match() -> ResetNeeded:
    """The error for an action outside of a match."""
    return ResetNeeded("There is no match, or it is over: `reset` begins the next one.")
