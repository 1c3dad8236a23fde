"""Why not? The reason why something clicked or written cannot be done.

Judged on a state made from the seat's own view, so that no answer can tell more than the seat sees.
"""

from meadhall.core.game import AnyGame, to_act
from meadhall.core.refusal import Refusal, Refused
from meadhall.core.rng import Rng
from meadhall.core.scene import Scene
from meadhall.core.seats import Seat


def why_not_text(game: AnyGame, state: object, seat: Seat, text: str) -> Refusal | None:
    """Why the seat cannot play what is written; `None` where it can."""
    try:
        action: object = game.notation.parse(text)
    except Refused as error:
        return error.refusal
    return game.refusal(_imagined(game, state, seat), seat, action)


def foreseen(game: AnyGame, state: object, seat: Seat, text: str) -> str:
    """What the seat can know beforehand of an action that it may play, as it is written."""
    if game.present is None or game.present.foresee is None:
        return ""
    return game.present.foresee(game.view(state, seat), game.notation.parse(text))


def why_not_gesture(
    game: AnyGame, state: object, seat: Seat, gesture: tuple[str, ...]
) -> Refusal | None:
    """Why these clicks lead nowhere; `None` where they are on the way to a legal action."""
    if game.present is None or not gesture:
        return None
    imagined = _imagined(game, state, seat)
    length = len(gesture)
    legal = game.legal_actions(imagined, seat)
    if any(game.present.gesture(action)[:length] == gesture for action in legal):
        return None
    view = game.view(imagined, seat)
    meant = game.present.reading(view, gesture) if game.present.reading else None
    refusal = None if meant is None else game.refusal(imagined, seat, meant)
    if refusal is None and not legal:
        refusal = _not_now(game, imagined, seat)
    return refusal or Refusal(
        "NOTHING_HERE", _nothing(game.present.scene(view), gesture), gesture[-1:]
    )


def _imagined(game: AnyGame, state: object, seat: Seat) -> object:
    return game.resample(game.view(state, seat), Rng("why"))


def _not_now(game: AnyGame, state: object, seat: Seat) -> Refusal | None:
    """Why the seat cannot do what somebody else is asked for: it is not its turn, say."""
    others = (
        action for other in to_act(game, state) for action in game.legal_actions(state, other)
    )
    action = next(others, None)
    return None if action is None else game.refusal(state, seat, action)


def _nothing(scene: Scene, gesture: tuple[str, ...]) -> str:
    labels = {
        part.id: part.label
        for layer in (scene.cells, scene.tokens, scene.cards, scene.buttons)
        for part in layer
    }
    name = labels.get(gesture[-1], gesture[-1])
    return f"Nothing can be done with {name} now."
