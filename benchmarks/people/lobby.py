"""What a thousand people in the lobby cost those who play: moves a second, and without them.

Everybody holds the hall's socket with its lists and the chat. One in ten looks for players; a table
opens and somebody writes every two seconds.
"""

from pathlib import Path

from meadhall.cli.bench.benchmark_files import load
from meadhall.cli.bench.figures import Figure

_beside = load(Path(__file__).with_name("_beside.py"))
TITLE = "Lobby: moves per second with 1,000 people in the lobby"


def measure() -> list[Figure]:
    """Moves a second beside the people, as a ratio to those without them."""
    figures: list[Figure] = _beside.measure_beside(
        Path(__file__).with_name("_lobby_guests.py"), "the lobby"
    )
    return figures
