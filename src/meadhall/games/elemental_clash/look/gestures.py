"""Clicks: every action is one click on its card."""

from meadhall.games.elemental_clash.notation import CARDS
from meadhall.games.elemental_clash.types import Action, Pick, Play, View


def gesture(action: Action) -> tuple[str, ...]:
    """The card to click."""
    return (action.card.id,)


def action_from_clicks(view: View, clicks: tuple[str, ...]) -> Action | None:
    """A click on a card picks it in the draft and plays it in the battle."""
    card = CARDS.get(clicks[0])
    if card is None:
        return None
    return Pick(card) if view.stage == "draft" else Play(card)
