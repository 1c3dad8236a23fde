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
        940,
    ),
    Level(
        "casual",
        "Plays each battle to the end a few times in its head.",
        "simultaneous",
        {"worlds": 2, "playouts": 5},
        1140,
    ),
    Level(
        "medium",
        "Has learned what battles and decks are worth, and guesses two hands you may hold.",
        "simultaneous",
        {"guesses": 2},
        1410,
    ),
    Level(
        "hard",
        "Guesses many hands that you may hold, and plays what is best against all of them.",
        "simultaneous",
        {"guesses": 8},
        1460,
    ),
    Level(
        "expert",
        "Thinks of what you may believe, too, and varies its play so that you cannot foresee it.",
        "simultaneous",
        {"guesses": 16, "rounds": 150},
        1460,
    ),
)
