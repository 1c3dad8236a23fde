"""The strengths of opponent: how far each of them looks ahead."""

from meadhall.core.game import Level

LEVELS = (
    Level("easy", "Sees one move ahead and plays any of the better ones.", "search", {"choice": 5}),
    Level("medium", "Plays the move that takes it furthest.", "search", {"depth": 1}),
    Level("hard", "Looks at its move and the reply.", "search", {"depth": 2}),
    Level("expert", "Looks ahead as far as its time allows.", "search"),
)
