"""The opponents to choose from, weakest first. CHOICES.md says how they were set."""

from typing import Final

from meadhall.core.capabilities import Level

LEVELS: Final = (
    Level("novice", "Plays a random card. For trying out the rules.", "random", {}, 500),
    Level(
        "easy",
        "Plays a battle to the end once in its head. Good for a first evening.",
        "simultaneous",
        {"worlds": 1, "playouts": 1},
        820,
    ),
    Level(
        "casual",
        "Plays each battle to the end a few times in its head.",
        "simultaneous",
        {"worlds": 2, "playouts": 5},
        1030,
    ),
    Level(
        "medium",
        "Compares every pair of choices and varies its play. For those who know the cards.",
        "simultaneous",
        {"worlds": 12, "playouts": 48, "rounds": 100, "narrow": 4},
        1250,
    ),
    Level(
        "hard",
        "Has learned what battles and decks are worth, and guesses your hand once.",
        "simultaneous",
        {"guesses": 1, "rounds": 5},
        1320,
    ),
    Level(
        "expert",
        "Guesses many hands that you may hold, and thinks of what you may believe.",
        "simultaneous",
        {"guesses": 10, "rounds": 100},
        1470,
    ),
)
