"""What helps bots: how good a position is, which moves repeat one, and the levels."""

from meadhall.core.capabilities import Strategy
from meadhall.games.chinese_checkers.bots import evaluate, repeats
from meadhall.games.chinese_checkers.bots.calibration import CALIBRATION
from meadhall.games.chinese_checkers.bots.levels import LEVELS
from meadhall.games.chinese_checkers.types import Move, State, View

PLAY: Strategy[State, Move, View] = Strategy(
    evaluate=evaluate.evaluate,
    evaluation_scale=60,
    calibration=CALIBRATION,
    repeats=repeats.repeats,
    levels=LEVELS,
)
