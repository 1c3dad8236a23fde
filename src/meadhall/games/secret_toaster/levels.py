"""The opponents that the game brings, weakest first."""

from meadhall.core.game import Level

LEVELS = (
    Level("marshal", "Rules of thumb: builds, marches when the odds are good.", "policy:marshal"),
    Level(
        "strategist",
        "Plays out what five commanders propose, against orders it imagines, and takes the best.",
        "rollout",
        {"worlds": 12, "plies": 9},
    ),
)
