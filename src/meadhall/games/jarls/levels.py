"""The strengths of opponent, each clearly stronger than the one before.

The nodes are made for the fast lane; the milliseconds keep answers quick where it cannot be used.
In a crowd the seat decides more than looking ahead does, so there the levels between also blunder.
With three players a round begins with another of them each time, and two moves of three are as in a
duel: only one opponent moves before the seat does again.
"""

from meadhall.core.game import Level

LEVELS = (
    Level("easy", "Gives any of the commands that look good.", "search", {"choice": 8}),
    Level("medium", "Gives the command that looks best; in a crowd it mostly loses the thread.",
          "search", {"depth": 1, "blunders": 70}),
    Level("hard", "Looks three commands ahead; in a crowd its mind often wanders.",
          "search", {"nodes": 3_000, "crowd": 20_000, "blunders": 50, "milliseconds": 1_000}),
    Level("expert", "Looks as far ahead as it can; in a duel for a second or two.",
          "search", {"nodes": 1_200_000, "crowd": 150_000, "milliseconds": 2_800}),
)  # fmt: skip
