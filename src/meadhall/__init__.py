"""Meadhall: a hall of turn-based strategy games.

Rules are pure functions on immutable states; bots, matches, server and page are shells around them.
"""

from meadhall.core.game import start
from meadhall.core.refusal import Refusal, Refused
from meadhall.core.rng import Rng
from meadhall.registry import game

__all__ = ["Refusal", "Refused", "Rng", "game", "start"]
