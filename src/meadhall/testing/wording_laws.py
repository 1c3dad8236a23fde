"""The law of words: what people read is written for people."""

import re
from collections.abc import Iterator
from itertools import chain
from typing import Any

from meadhall.core.capabilities import Present
from meadhall.core.scene import Scene
from meadhall.core.status import Finished
from meadhall.testing.law_registry import law
from meadhall.testing.playthrough import Playthrough, Position
from meadhall.testing.samples import every_fourth, foreign_actions, viewers

ID = re.compile(r"\w_\w|[a-z]-\d|\bp\d+-|\d,-?\d|[a-z][A-Z]")
"""What ids look like: `two_words`, `hex-52`, `p1-w4`, `2,-1`, `lastStanding`."""


@law
def words_are_for_people(play: Playthrough) -> None:
    """No text that people read has an id in it."""
    present = play.game.present
    if present is None:
        return
    for position in every_fourth(play.positions()):
        for text in (
            *_texts_of_scenes(play, position, present),
            *_sentences(play, position, present),
        ):
            found = ID.search(text)
            assert found is None, f"{found[0]!r} in {text!r}"


def _texts_of_scenes(
    play: Playthrough, position: Position, present: Present[Any, Any, Any]
) -> Iterator[str]:
    """What stands in the scenes, where no name of a kind may stand either."""
    for viewer in viewers(play):
        scene = present.scene(play.game.view(position.state, viewer))
        texts = list(_scene_texts(scene))
        kinds = {part.kind for part in _parts(scene) if re.search("[-_]", part.kind)}
        assert not [(kind, text) for kind in kinds for text in texts if kind in text]
        yield from texts


def _scene_texts(scene: Scene) -> Iterator[str]:
    yield from (scene.headline, scene.task, scene.goal, *scene.notes)
    yield from (cell.name for cell in scene.cells)
    yield from (card.detail for card in scene.cards)
    yield from (gauge.then for gauge in scene.gauges)
    yield from (part.label for part in (*_parts(scene), *scene.buttons))


def _parts(scene: Scene) -> tuple[Any, ...]:
    """The parts of the scene that have a kind."""
    return (*scene.cells, *scene.tokens, *scene.cards, *scene.gauges, *scene.arrows)


def _sentences(
    play: Playthrough, position: Position, present: Present[Any, Any, Any]
) -> Iterator[str]:
    """Sentences about events, actions and results, and why actions are refused."""
    game, state = play.game, position.state
    events = position.step.events if position.step else ()
    yield from map(present.sentence, events)
    yield from (motion.text for motion in chain(*present.motions(events)))
    for seat, action in foreign_actions(play, position):
        refused = game.refusal(state, seat, action)
        if refused is not None:
            yield refused.sentence
        if present.phrase is not None:
            yield present.phrase(action)
        if refused is None and present.preview is not None:
            shown = present.preview(game.view(state, seat), action)
            yield from (shown.text, shown.warning)
    status = game.status(state)
    if isinstance(status, Finished) and present.ending is not None:
        yield present.ending(status)
