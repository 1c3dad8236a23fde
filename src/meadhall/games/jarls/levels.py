"""The strengths of opponent, each clearly stronger than the one before.

The nodes are made for the fast lane; the milliseconds keep answers quick where it cannot be used.
With more than two players the seat decides much and looking ahead less, so there the lower levels
also blunder.
"""

from meadhall.core.game import Level

LEVELS = (
    Level("easy", "Sees one command ahead and gives any of the better ones.", "search",
          {"choice": 4, "blunders": 75}),
    Level("medium", "Gives the command that looks best one command ahead.", "search",
          {"depth": 1, "blunders": 65}),
    Level("hard", "Looks about three commands ahead.", "search",
          {"nodes": 3_000, "crowd": 20_000, "blunders": 30, "milliseconds": 1_000}),
    Level("expert", "Looks as far ahead as it can in a second or two.", "search",
          {"nodes": 1_200_000, "crowd": 150_000, "milliseconds": 2_800}),
)  # fmt: skip
