"""Why not? The reason why something clicked or written cannot be done.

Judged on a state made from the seat's own view, so that no answer can tell more than the seat sees.
"""

from collections.abc import Iterator, Sequence

from meadhall.core.game import AnyGame
from meadhall.core.refusal import Refusal, Refused
from meadhall.core.rng import Rng
from meadhall.core.scene import Scene
from meadhall.core.seats import Seat

SEPARATORS = ("-", " ", "")
"""How ids of a gesture may stand in notation."""


def why_not_text(game: AnyGame, state: object, seat: Seat, text: str) -> Refusal | None:
    """Why the seat cannot play what is written; `None` where it can."""
    try:
        action: object = game.notation.parse(text)
    except Refused as error:
        return error.refusal
    return game.refusal(_imagined(game, state, seat), seat, action)


def why_not_gesture(
    game: AnyGame, state: object, seat: Seat, gesture: tuple[str, ...], seats: int
) -> Refusal | None:
    """Why these clicks lead nowhere; `None` where they are on the way to a legal action."""
    if game.present is None or not gesture:
        return None
    imagined = _imagined(game, state, seat)
    length = len(gesture)
    for action in game.legal_actions(imagined, seat):
        if game.present.gesture(action)[:length] == gesture:
            return None
    reasons = [
        refusal
        for action in _guesses(game, imagined, gesture, range(seats))
        if (refusal := game.refusal(imagined, seat, action)) is not None
    ]
    if reasons:
        return reasons[0]
    scene = game.present.scene(game.view(imagined, seat))
    return Refusal("NOTHING_HERE", _nothing(scene, gesture), gesture[-1:])


def _imagined(game: AnyGame, state: object, seat: Seat) -> object:
    return game.resample(game.view(state, seat), Rng("why"))


def _guesses(
    game: AnyGame, state: object, gesture: tuple[str, ...], seats: Sequence[Seat]
) -> Iterator[object]:
    """Actions that these clicks may have meant: as written, as others could play it, or ended so.

    The last two find "it is not your turn" and "that is not yours", and, from a legal action that
    differs in its last click only, why this target is none.
    """
    for separator in SEPARATORS:
        try:
            yield game.notation.parse(separator.join(gesture))
        except Refused:
            continue
    if game.present is None:
        return
    for other in seats:
        for action in game.legal_actions(state, other):
            if game.present.gesture(action)[: len(gesture)] == gesture:
                yield action


def _nothing(scene: Scene, gesture: tuple[str, ...]) -> str:
    labels = {
        part.id: part.label
        for layer in (scene.cells, scene.tokens, scene.cards, scene.buttons)
        for part in layer
    }
    name = labels.get(gesture[-1], gesture[-1])
    return f"Nothing can be done with {name} now."
