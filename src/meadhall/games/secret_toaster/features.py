"""What marked a finished match, for the balance report."""

from collections.abc import Mapping

from meadhall.core.seats import Seat
from meadhall.games.secret_toaster.table import mode
from meadhall.games.secret_toaster.types import State

_SPAN = 5


def features(state: State, seat: Seat) -> Mapping[str, str]:
    """Mode, end, length, and what the seat was after."""
    table = state.table
    first = (max(table.round, 1) - 1) // _SPAN * _SPAN + 1
    return {
        "mode": mode(table),
        "end": table.outcome.reason if table.outcome else "unfinished",
        "rounds": f"{first}-{first + _SPAN - 1}",
        "objective": state.secrets[seat].objective or "none",
    }
