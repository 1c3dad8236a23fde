"""The strengths of opponent: how far each of them looks ahead."""

from meadhall.core.game import Level

LEVELS = (
    Level("easy", "Sees one move ahead and plays any of the better ones.", "search", {"choice": 5}),
    Level("medium", "Looks at its move and the reply.", "search", {"depth": 2}),
    Level("hard", "Looks three moves ahead.", "search", {"depth": 3}),
    Level("expert", "Looks ahead as far as its time allows.", "search"),
)
