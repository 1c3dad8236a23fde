"""The levels of opponents, each clearly stronger than the one before.

The numbers of nodes are meant for the fast lane; the milliseconds limit the time where it cannot be
used. With three or more players the seat matters more than looking ahead, so medium and hard also
make random moves there (`blunders`, in percent). With three players each round begins with another
seat, so in two moves of three only one opponent moves in between, and no blunders are made.

In a duel, medium and above ask a solver first (`solve`, in nodes): 5,000 show every win and loss
within about five plies, 30,000 within seven, 300,000 within nine.
"""

from meadhall.core.capabilities import Level

LEVELS = (
    Level("easy", "Plays any of its eight best-looking moves. Good for a first match.",
          "search", {"choice": 8}),
    Level("medium", "Looks one move ahead, and sees short forced wins.",
          "search", {"depth": 1, "blunders": 70, "solve": 5_000}),
    Level("hard", "Looks about three moves ahead; with three or more players it makes mistakes.",
          "search", {"nodes": 3_000, "solve": 30_000, "crowd": 20_000, "blunders": 50,
                     "milliseconds": 1_000}),
    Level("expert", "Looks as far ahead as it can, for up to three seconds a move.",
          "search", {"nodes": 1_200_000, "solve": 300_000, "crowd": 150_000,
                     "milliseconds": 2_800}),
)  # fmt: skip
