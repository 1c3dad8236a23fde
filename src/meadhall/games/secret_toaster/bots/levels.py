"""The levels of opponents, each clearly stronger than the one before.

`worlds`, `plies` and `extra` suit compiled play. `milliseconds` keeps answers quick where it is
missing.
"""

from meadhall.core.capabilities import Level

LEVELS = (
    Level("easy", "Knows what to do, but makes many mistakes. Good for a first evening.",
          "policy:marshal", {"blunders": 65}),
    Level("medium", "Builds armies, attacks at good odds and finds allies.", "policy:marshal"),
    Level("hard", "Tries out several plans against orders you might give.",
          "rollout", {"worlds": 12, "plies": 9, "milliseconds": 2_500}),
    Level("expert", "Tries out many plans, more often. The strongest.",
          "rollout", {"worlds": 96, "plies": 9, "extra": 12, "milliseconds": 2_500}),
)  # fmt: skip
