"""Kernels: playing on from a view as the policies play."""

from meadhall.core.bulk_play import DECIDED
from meadhall.games.secret_toaster.fast.diplomacy import make_treaty
from meadhall.games.secret_toaster.fast.ending import resolve_round
from meadhall.games.secret_toaster.fast.evaluate import evaluate
from meadhall.games.secret_toaster.fast.policies import write_orders
from meadhall.games.secret_toaster.fast.sampling import sample_hidden
from meadhall.games.secret_toaster.fast.tables import (
    OPEN,
    PLAYING,
    READY,
    RESULT,
    ROOM,
    S_DIPLOMATIC,
    SEATS,
    STYLE,
    STYLE_TABLE,
    WRITTEN,
    Numbers,
)
from meadhall.games.secret_toaster.types import MOST_ORDERS
from meadhall.kit.compiled import kernel

# The standard style, by its place in STYLE_NAMES.
MARSHAL = 0
DUEL = 2


@kernel
def play_round(state: Numbers, table: Numbers) -> None:
    """Each seat in turn makes treaties and writes orders; then the round is carried out."""
    for seat in range(state[SEATS]):
        if not state[PLAYING + seat]:
            continue
        if not state[READY + seat]:
            diplomatic = STYLE_TABLE[state[STYLE + seat], S_DIPLOMATIC]
            may_treat = state[SEATS] > DUEL and (diplomatic or not state[WRITTEN + seat])
            while may_treat and make_treaty(state, seat):
                pass
        write_orders(state, table, seat)
    resolve_round(state)
    for seat in range(state[SEATS]):
        state[ROOM + seat] = MOST_ORDERS


@kernel
def play_on(state: Numbers, table: Numbers, viewer: int, plies: int) -> int:
    """The viewer's score after `plies` actions of its own; the others' secrets are sampled."""
    sample_hidden(state, viewer)
    played = 0
    while state[RESULT] == OPEN and played < plies:
        written = state[WRITTEN + viewer]
        play_round(state, table)
        # A round is all orders and Ready, less what was written before.
        played += MOST_ORDERS + 1 - written
        # The proposal's policy plays only the first turn to its end.
        state[STYLE + viewer] = MARSHAL
    if state[RESULT] == OPEN:
        return evaluate(state, viewer)
    if state[RESULT] == 0:
        return 0
    return DECIDED if state[RESULT] >> viewer & 1 else -DECIDED
