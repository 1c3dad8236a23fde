"""What balance reports compare with winning."""

from collections.abc import Mapping

from meadhall.core.seats import Seat
from meadhall.games.secret_toaster.types import State


def features(state: State, seat: Seat) -> Mapping[str, str]:
    """The keep that the seat drew and, where there are objectives, its objective."""
    keep = {"keep": f"hex {state.table.players[seat].keep}"}
    objective = state.secrets[seat].objective
    return keep if objective is None else {**keep, "objective": objective}
