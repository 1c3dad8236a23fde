"""What a thousand people in their inboxes cost those who play: moves a second, and without them.

Each of the guests holds the hall's socket without its lists, and has a match that waits.
"""

from pathlib import Path

from meadhall.cli.bench.benchmark_files import load
from meadhall.cli.bench.figures import Figure

_beside = load(Path(__file__).with_name("_beside.py"))
TITLE = "Inboxes: moves per second with 1,000 people in their inboxes"


def measure() -> list[Figure]:
    """Moves a second beside the people, as a ratio to those without them."""
    figures: list[Figure] = _beside.measure_beside(
        Path(__file__).with_name("_guests.py"), "their inboxes"
    )
    return figures
