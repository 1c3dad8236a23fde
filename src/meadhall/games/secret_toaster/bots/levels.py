"""The levels of opponents, each clearly stronger than the one before.

`worlds`, `plies` and `extra` suit compiled play. `milliseconds` keeps answers quick where it is
missing.
"""

from meadhall.core.capabilities import Level

LEVELS = (
    Level("novice", "Knows what to do, but mostly does something else. Good for a first evening.",
          "policy:marshal", {"blunders": 85}, 710),
    Level("easy", "Gives one sensible order a round.", "policy:page", {}, 1030),
    Level("casual", "Gives up to two orders a round, and makes mistakes.",
          "policy:squire", {"blunders": 15}, 1310),
    Level("medium", "Builds armies, attacks at good odds and finds allies.",
          "policy:marshal", {}, 1550),
    Level("hard", "Tries out several plans against orders you might give.",
          "rollout", {"worlds": 12, "plies": 9, "milliseconds": 2_500}, 1880),
    Level("expert", "Tries out many plans, more often. The strongest.",
          "rollout", {"worlds": 48, "plies": 15, "extra": 12, "milliseconds": 2_500}, 2070),
)  # fmt: skip
