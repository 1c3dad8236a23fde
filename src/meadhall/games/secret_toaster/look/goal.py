"""What stays the same during a match: the goal in a sentence, and where everybody sits."""

from meadhall.games.secret_toaster.rules.board import coordinates
from meadhall.games.secret_toaster.rules.table import mode
from meadhall.games.secret_toaster.types import CROWN_ROUNDS, HexId, Mode, Table

_ROW = 866  # rows of pointy-top hexes are closer together than columns: sin 60°
_HALF = 500
_GOALS: dict[Mode, str] = {
    "objectives": "Win with allies: meet all your secret objectives two rounds in a row."
    " Or be the last ones left.",
    "crown": f"Hold the castle at the end of {CROWN_ROUNDS} rounds in a row,"
    " or drive everybody else off the map.",
    "none": "Take as much land as you can: under the legacy rules nobody wins.",
}


def goal(table: Table) -> str:
    """How one wins."""
    return _GOALS[mode(table)]


def homes(table: Table) -> tuple[tuple[int, int], ...]:
    """By seat, where its keep is."""
    return tuple([point(player.keep) for player in table.players])


def point(hex_: HexId) -> tuple[int, int]:
    """Where the middle of a hex lies, in thousandths of a hex."""
    x, y = coordinates(hex_)
    return 1000 * x + (_HALF if y % 2 == 0 else 0), _ROW * y
