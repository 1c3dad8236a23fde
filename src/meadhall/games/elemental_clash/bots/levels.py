"""The opponents to choose from, weakest first. CHOICES.md says how they were set."""

from typing import Final

from meadhall.core.capabilities import Level

LEVELS: Final = (
    Level("easy", "Plays a random card. For trying out the rules.", "random"),
    Level(
        "medium",
        "Plays each battle to the end a few times in its head. A good opponent for a first"
        " evening.",
        "simultaneous",
        {"worlds": 2, "playouts": 5},
    ),
    Level(
        "hard",
        "Compares every pair of choices and varies its play. For those who know the cards.",
        "simultaneous",
        {"worlds": 12, "playouts": 48, "rounds": 100, "narrow": 4},
    ),
    Level(
        "expert",
        "Has learned what battles and decks are worth, and thinks of what you may believe.",
        "simultaneous",
        {"guesses": 10, "rounds": 100},
    ),
)
