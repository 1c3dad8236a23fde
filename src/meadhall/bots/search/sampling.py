"""The state that a search starts from: one that its seat could be in."""

from typing import Any

from meadhall.bots.bot import Turn
from meadhall.core.rng import Rng
from meadhall.core.status import ToAct


def sample_state(turn: Turn, rng: Rng) -> Any:  # noqa: ANN401 - a generic bot cannot name states
    """A random state that fits the view, in which the seat is the first to act.

    Seats that are asked at the same time and come before it get their default action.
    """
    game = turn.game
    state = game.resample(turn.view, rng.fork("resample"))
    status = game.status(state)
    asked = status.seats if isinstance(status, ToAct) else ()
    for other in asked[: asked.index(turn.seat) if turn.seat in asked else 0]:
        guess = game.default_action(state, other, rng.fork(f"guess {other}"))
        state = game.apply(state, other, guess).state
    return state
