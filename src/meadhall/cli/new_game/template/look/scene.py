"""What there is to draw: the stones in a row, and a button for each number of stones to take."""

from functools import lru_cache

from meadhall.cli.new_game.template.types import MOST, View
from meadhall.core.scene import LAYERS, Button, Cell, Scene, Token
from meadhall.core.seats import seat_name


def scene(view: View) -> Scene:
    """The scene of a view. Coordinates are in thousandths of a cell."""
    places = range(view.stones)
    left = f"{view.stones} stones left"
    return Scene(
        headline=f"{left}; {seat_name(view.turn)} to move" if view.stones else "No stone is left",
        cells=tuple(map(_place, places)),
        tokens=tuple(map(_stone, places)),
        buttons=BUTTONS,
        goal="Take the last stone.",
    )


# Each part is made once and used again: so the server sees by identity what has not changed.
BUTTONS = tuple(Button(f"take-{n}", f"Take {n}") for n in range(1, MOST + 1))


@lru_cache(LAYERS)
def _place(number: int) -> Cell:
    return Cell(f"place-{number}", f"place {number + 1}", 1000 * number, 0, "disc")


@lru_cache(LAYERS)
def _stone(number: int) -> Token:
    return Token(f"stone-{number}", f"stone {number + 1}", f"place-{number}", "o")
