"""What Gymnasium's spaces and generators are for a game in numbers."""

from typing import Any

import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.spaces import Box, Space

from meadhall.envs.numbered import Numbered, Numbers

ANSI = "ansi"
"""How environments can be shown: as text."""


def box(numbered: Numbered) -> Space[Numbers]:
    """The space of observations: whole numbers, for which games promise no bounds."""
    whole = np.iinfo(np.int32)
    space: Space[Any] = Box(whole.min, whole.max, numbered.shape, np.int32)
    return space


def drawn(generator: np.random.Generator) -> int:
    """A seed for a match."""
    return int(generator.integers(2**63))


def no_match() -> ResetNeeded:
    """The error of somebody who acts outside of a match."""
    return ResetNeeded("There is no match, or it is over: `reset` begins the next one.")
