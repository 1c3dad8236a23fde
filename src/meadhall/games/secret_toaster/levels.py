"""The strengths of opponent, each clearly stronger than the one before.

The worlds are made for the fast lane; the milliseconds keep answers quick where it cannot be used.
"""

from meadhall.core.game import Level

LEVELS = (
    Level("easy", "A marshal who often loses the thread and orders anything.", "policy:marshal",
          {"blunders": 30}),
    Level("medium", "A marshal: builds, marches when the odds are good, picks useful allies.",
          "policy:marshal"),
    Level("hard", "Tries out what six commanders propose, against orders it imagines.", "rollout",
          {"worlds": 6, "plies": 9, "milliseconds": 1_000}),
    Level("expert", "Tries out many more orders, further ahead, before it decides.", "rollout",
          {"worlds": 32, "plies": 13, "extra": 16, "milliseconds": 2_800}),
)  # fmt: skip
