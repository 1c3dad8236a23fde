"""What players call a draft."""

from collections.abc import Sequence

from meadhall.games.elemental_clash.cards import CATEGORIES, WILDCARD_ROUND
from meadhall.games.elemental_clash.types import Action, Pick, View

_BOT_ROUND = CATEGORIES.index("miner") + 1


def opening(view: View, actions: Sequence[Action]) -> str:
    """The bot and the wildcard of the draft: `Repair Bot and Blast`.

    The other rounds offer four cards that do the same.
    """
    del view
    picks = {
        action.card.number: action.card.face.kind.noun
        for action in actions
        if isinstance(action, Pick)
    }
    if not {_BOT_ROUND, WILDCARD_ROUND} <= picks.keys():
        return ""
    bot, wildcard = picks[_BOT_ROUND], picks[WILDCARD_ROUND]
    return f"Two {bot}s" if bot == wildcard else f"{bot} and {wildcard}"
