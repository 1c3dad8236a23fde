"""The levels of opponents, weakest first. CHOICES.md says how they were set.

The numbers of nodes are meant for the fast lane; the milliseconds limit the time where it cannot be
used. `crowd` takes the place of `nodes` where several opponents move in between. With three players
each round begins with another seat, so in two moves of three only one opponent does.

In a duel, medium and above ask a solver first (`solve`, in nodes; half of them for the moves to
leave out). 100,000 show nearly every win and loss within three of their own moves.
"""

from meadhall.core.capabilities import Level

LEVELS = (
    Level("novice", "Plays any of its eight best-looking moves. Good for a first evening.",
          "search", {"choice": 8}, 940),
    Level("easy", "Plays any of its four best-looking moves.",
          "search", {"choice": 4}, 1340),
    Level("casual", "Plays one of its two best-looking moves.",
          "search", {"choice": 2}, 1700),
    Level("medium", "Looks a little ahead, and sees short forced wins.",
          "search", {"nodes": 1_000, "solve": 100_000, "crowd": 1_000, "milliseconds": 1_000},
          2060),
    Level("hard", "Looks about three moves ahead.",
          "search", {"nodes": 150_000, "solve": 200_000, "crowd": 30_000, "milliseconds": 1_500},
          2230),
    Level("expert", "Looks as far ahead as it can, for up to three seconds a move.",
          "search", {"nodes": 3_000_000, "solve": 300_000, "crowd": 600_000,
                     "milliseconds": 2_800}),
)  # fmt: skip
