"""The opponents to choose from, weakest first. CHOICES.md says how they were set."""

from typing import Final

from meadhall.core.capabilities import Level

LEVELS: Final = (
    Level("easy", "Plays a random card. For trying out the rules.", "random"),
    Level(
        "medium",
        "Thinks about this turn only and plays one of its two best cards.",
        "simultaneous",
        {"worlds": 1, "columns": 2, "choice": 2},
    ),
    Level(
        "hard",
        "Plays each battle to the end a few times in its head. A good opponent once you know"
        " the cards.",
        "simultaneous",
        {"worlds": 2, "playouts": 5},
    ),
    Level(
        "expert",
        "Compares every pair of choices and varies its play, so you cannot predict it.",
        "simultaneous",
        {"guesses": 10, "rounds": 100},
    ),
)
