"""The strengths of opponent, each clearly stronger than the one before.

The nodes are made for the fast lane; the milliseconds keep every level's answer quick where it
cannot be used.
"""

from meadhall.core.game import Level

LEVELS = (
    Level("easy", "Sees one command ahead and gives any of the better ones.", "search",
          {"choice": 4}),
    Level("medium", "Looks at its command and the one after it.", "search",
          {"depth": 2}),
    Level("hard", "Looks three or four commands ahead.", "search",
          {"nodes": 3_000, "milliseconds": 1_000}),
    Level("expert", "Looks as far ahead as it can in a second or two.", "search",
          {"nodes": 400_000, "milliseconds": 2_500}),
)  # fmt: skip
