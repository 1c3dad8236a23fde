"""The standard rules and the policies once more, compiled, over one array of integers.

`lane.py` is the entry. It needs numpy and Numba, so nothing here is imported before its first use.
"""

from collections.abc import Sequence

from meadhall.core.bulk_play import Rehearsal
from meadhall.core.fast_lane import BatchLane
from meadhall.core.seats import Seat
from meadhall.games.secret_toaster.types import Action, Options, State, View


def rehearse(
    view: View, seat: Seat, proposals: Sequence[tuple[Action, str]], plies: int
) -> Rehearsal | None:
    """Compiled play from the view after each proposal; `None` where the lane does not fit."""
    from meadhall.games.secret_toaster.fast import lane  # noqa: PLC0415 - loads numpy and Numba

    return lane.rehearse(view, seat, proposals, plies)


def load_batch(options: Options, seats: int, compact: bool) -> BatchLane[State] | None:  # noqa: FBT001 - as the contract has it
    """Compiled play of many matches; `None` under the legacy rules."""
    from meadhall.games.secret_toaster.fast import batch  # noqa: PLC0415 - loads numpy and Numba

    return batch.batch(options, seats, compact)
