"""The strengths of opponent: how far each of them looks ahead.

In a crowd two moves ahead are nearly as good as can be. Hard has no nodes to spare there (`crowd`):
every search begins with one move ahead, and this one ends with it.
"""

from meadhall.core.game import Level

LEVELS = (
    Level("easy", "Sees one move ahead and plays any of the better ones.", "search", {"choice": 5}),
    Level("medium", "Sees one move ahead and plays one of the two best.", "search", {"choice": 2}),
    Level("hard", "Looks at its move and, against one opponent, at every reply.", "search",
          {"depth": 2, "crowd": 1}),
    Level("expert", "Looks ahead as far as its time allows.", "search"),
)  # fmt: skip
