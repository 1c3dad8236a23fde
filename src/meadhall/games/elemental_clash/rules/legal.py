"""What a seat may do."""

from meadhall.core.seats import Seat
from meadhall.games.elemental_clash.rules import draft
from meadhall.games.elemental_clash.rules.selection import choices
from meadhall.games.elemental_clash.types import Action, Pick, Play, State


def legal_actions(state: State, seat: Seat) -> tuple[Action, ...]:
    """The offers of the draft round, or the cards that the seat may choose this turn."""
    if state.stage == "draft":
        done = state.sealed.choice(seat) is not None
        return () if done else tuple(map(Pick, draft.offers(state.round, state.wildcards)))
    if state.stage == "battle":
        return tuple(map(Play, choices(state.sides[seat])))
    return ()
