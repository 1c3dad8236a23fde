"""The opponents to choose from, weakest first. CHOICES.md says how they were set.

With three or more players, looking two moves ahead is nearly as strong as looking further. So
medium gets no nodes beyond its first move there (`crowd`), and hard enough for its second; every
search looks one move ahead in any case.
"""

from meadhall.core.capabilities import Level

LEVELS = (
    Level(
        "novice",
        "Looks one move ahead and plays one of its twelve best moves. Good for a first evening.",
        "search",
        {"choice": 12},
        820,
    ),
    Level(
        "easy",
        "Looks one move ahead and plays one of its five best moves.",
        "search",
        {"choice": 5},
        1130,
    ),
    Level(
        "casual",
        "Looks one move ahead and plays one of its two best moves.",
        "search",
        {"choice": 2},
        1430,
    ),
    Level(
        "medium",
        "Looks some moves ahead, against several opponents one, and plans the end of a duel.",
        "search",
        {"nodes": 2_000, "plan": 60_000, "crowd": 1, "milliseconds": 1_000},
        1850,
    ),
    Level(
        "hard",
        "Looks further ahead, and plans the end of its race.",
        "search",
        {"nodes": 15_000, "plan": 600_000, "crowd": 12_000, "milliseconds": 1_500},
        2580,
    ),
    Level(
        "expert",
        "Looks as far ahead as it can in three seconds, and plans its race to the end.",
        "search",
        {"nodes": 1_500_000, "crowd": 6_000_000, "milliseconds": 2_800},
    ),
)
