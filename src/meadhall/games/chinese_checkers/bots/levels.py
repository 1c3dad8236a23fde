"""The opponents to choose from, weakest first.

With three or more players, looking two moves ahead is nearly as strong as looking further. So hard
gets no nodes beyond its first move there (`crowd`); every search looks one move ahead in any case.
"""

from meadhall.core.capabilities import Level

LEVELS = (
    Level(
        "easy",
        "Looks one move ahead and plays one of its five best moves. Good for a first game.",
        "search",
        {"choice": 5},
    ),
    Level(
        "medium",
        "Looks one move ahead and plays one of its two best moves.",
        "search",
        {"choice": 2},
    ),
    Level(
        "hard",
        "Plays its best move. Against a single opponent it also checks every reply.",
        "search",
        {"depth": 2, "crowd": 1},
    ),
    Level(
        "expert",
        "Looks as far ahead as its time allows, and plans its race to the end.",
        "search",
        {"milliseconds": 2_800},
    ),
)
