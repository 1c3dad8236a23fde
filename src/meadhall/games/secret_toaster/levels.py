"""The strengths of opponent, each clearly stronger than the one before.

The worlds are made for the fast lane; the milliseconds keep answers quick where it cannot be used.
"""

from meadhall.core.game import Level

LEVELS = (
    Level("easy", "Has heard what a marshal does, but orders nearly anything.",
          "policy:marshal", {"blunders": 90}),
    Level("medium", "A marshal who loses the thread half of the time.",
          "policy:marshal", {"blunders": 55}),
    Level("hard", "A marshal who seldom errs: builds, marches at good odds, finds allies.",
          "policy:marshal", {"blunders": 20}),
    Level("expert", "Tries out what seven commanders propose, against orders it imagines.",
          "rollout", {"worlds": 12, "plies": 9, "milliseconds": 2_500}),
)  # fmt: skip
