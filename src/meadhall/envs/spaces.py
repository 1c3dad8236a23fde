"""Gymnasium's spaces, seeds and errors for a numbered game."""

from typing import Any

import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.spaces import Box, Space

from meadhall.envs.numbered import NumberedGame, Numbers


def box(numbered: NumberedGame) -> Space[Numbers]:
    """The space of observations: integers within the bounds that the game states, if it does."""
    whole = np.iinfo(np.int32)
    low, high = np.int32(whole.min), np.int32(whole.max)
    if numbered.learn.bounds is not None:
        bounds = numbered.learn.bounds(numbered.options, numbered.seats)
        low, high = (np.array(each, np.int32).reshape(numbered.shape) for each in bounds)
    space: Space[Any] = Box(low, high, numbered.shape, np.int32)
    return space


def draw_seed(generator: np.random.Generator) -> int:
    """A seed for the next match, drawn from the generator."""
    return int(generator.integers(2**63))


def no_match() -> ResetNeeded:
    """The error for an action outside of a match."""
    return ResetNeeded("There is no match, or it is over: `reset` begins the next one.")
