"""What marked a finished match, for the balance report."""

from collections.abc import Mapping

from meadhall.core.seats import Seat
from meadhall.games.secret_toaster.types import State


def features(state: State, seat: Seat) -> Mapping[str, str]:
    """The keep that the seat drew and, where there are objectives, what it was after."""
    keep = {"keep": f"hex {state.table.players[seat].keep}"}
    objective = state.secrets[seat].objective
    return keep if objective is None else {**keep, "objective": objective}
