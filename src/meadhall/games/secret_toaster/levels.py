"""The strengths of opponent, each clearly stronger than the one before.

The worlds are made for the fast lane; the milliseconds keep answers quick where it cannot be used.
"""

from meadhall.core.game import Level

LEVELS = (
    Level("easy", "Orders anything at all.", "random"),
    Level("medium", "A marshal who loses the thread two times in three.",
          "policy:marshal", {"blunders": 65}),
    Level("hard", "A marshal who errs now and then: builds, marches at good odds, finds allies.",
          "policy:marshal", {"blunders": 25}),
    Level("expert", "Tries out what seven commanders propose, against orders it imagines.",
          "rollout", {"worlds": 12, "plies": 9, "milliseconds": 2_500}),
)  # fmt: skip
