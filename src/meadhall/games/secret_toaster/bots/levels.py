"""The levels of opponents, each clearly stronger than the one before.

`worlds` and `plies` suit compiled play. `milliseconds` keeps answers quick where it is missing.
"""

from meadhall.core.capabilities import Level

LEVELS = (
    Level("easy", "Plays at random. For trying out the rules.", "random"),
    Level("medium", "Knows what to do, but makes many mistakes. Good for a first evening.",
          "policy:marshal", {"blunders": 65}),
    Level("hard", "Builds armies, attacks at good odds and finds allies, with some mistakes.",
          "policy:marshal", {"blunders": 25}),
    Level("expert", "Tries out several plans against orders you might give. The strongest.",
          "rollout", {"worlds": 12, "plies": 9, "milliseconds": 2_500}),
)  # fmt: skip
