"""The strengths of opponent, each clearly stronger than the one before.

The worlds are made for the fast lane; the milliseconds keep answers quick where it cannot be used.
"""

from meadhall.core.game import Level

LEVELS = (
    Level("easy", "Knows what a marshal does, and orders anything more often than that.",
          "policy:marshal", {"blunders": 60}),
    Level("medium", "A marshal who loses the thread every now and then.",
          "policy:marshal", {"blunders": 25}),
    Level("hard", "A marshal: builds, marches when the odds are good, picks useful allies.",
          "policy:marshal"),
    Level("expert", "Tries out what six commanders propose, against orders it imagines.",
          "rollout", {"worlds": 12, "plies": 13, "milliseconds": 2_500}),
)  # fmt: skip
