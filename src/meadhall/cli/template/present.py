"""How the game looks: a heap of stones and a button for each number that may be taken."""

from meadhall.cli.template.types import MOST, Take, Taken, View
from meadhall.core.game import Present
from meadhall.core.scene import Button, Cell, Motion, Scene, Token
from meadhall.core.seats import seat_name


def scene(view: View) -> Scene:
    """The stones in a row, and the buttons."""
    places = range(view.stones)
    left = f"{view.stones} stones left"
    return Scene(
        headline=f"{left}; {seat_name(view.turn)} to move" if view.stones else "No stone is left",
        cells=tuple(Cell(f"place-{i}", f"place {i + 1}", 1000 * i, 0, "disc") for i in places),
        tokens=tuple(Token(f"stone-{i}", f"stone {i + 1}", f"place-{i}", "o") for i in places),
        buttons=tuple(Button(f"take-{n}", f"Take {n}") for n in range(1, MOST + 1)),
    )


def gesture(action: Take) -> tuple[str, ...]:
    """One click on a button."""
    return (f"take-{action.count}",)


def motions(event: Taken) -> tuple[Motion, ...]:
    """The taken stones vanish together."""
    gone = range(event.left, event.left + event.count)
    return tuple(Motion("vanish", f"stone-{i}") for i in gone)


def tell(event: Taken) -> str:
    """The event as a sentence."""
    return f"{seat_name(event.seat).capitalize()} takes {event.count}; {event.left} left."


PRESENT: Present[Take, Taken, View] = Present(
    scene=scene,
    gesture=gesture,
    motions=motions,
    tell=tell,
    marks=("●", "■"),
    colours=("#E53935", "#1E88E5"),
)
