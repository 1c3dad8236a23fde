"""The laws about looks: scenes, clicks and what is watched."""

from collections.abc import Iterable
from dataclasses import fields, replace
from itertools import chain
from typing import Any

from meadhall.core.codec import encode
from meadhall.core.scene import Scene, Stroke
from meadhall.testing.book import law
from meadhall.testing.lens import POOL, all_ids, ids, seen_steps, some, spread, viewers
from meadhall.testing.playthrough import Playthrough

ALL = fields(Scene)
LAYERS = tuple(field.name for field in ALL if field.name not in ("headline", "notes"))
PLACED = frozenset({"cells", "tokens", "arrows"})
"""The layers in which every part has its place; in the others the order counts."""


@law
def gestures_lead_to_one_action(play: Playthrough) -> None:
    """Each legal action has its own clicks, on things that are there, and no click is ambiguous."""
    present = play.game.present
    if present is None:
        return
    for position in some(play.positions()):
        for seat in range(play.seats):
            clickable = ids(present.scene(play.game.view(position.state, seat)))
            gestures = [present.gesture(a) for a in play.game.legal_actions(position.state, seat)]
            assert len(set(gestures)) == len(gestures)
            assert all(gesture and set(gesture) <= clickable for gesture in gestures)
            prefixes = {g[:length] for g in gestures for length in range(1, len(g))}
            assert not prefixes & set(gestures)


@law
def what_is_begun_can_be_finished(play: Playthrough) -> None:
    """A button that begins a move and leaves its end to the player leads to one action a name."""
    present, parse = play.game.present, play.game.notation.parse
    if present is None:
        return
    for position in some(play.positions()):
        for viewer in viewers(play):
            for button in present.scene(play.game.view(position.state, viewer)).buttons:
                if button.writes:
                    assert parse(f"{button.writes} The Fellowship") != parse(f"{button.writes} Us")


@law
def clicks_mean_what_they_are_for(play: Playthrough) -> None:
    """Clicks are read as the action they are for, and any others as one that is judged."""
    game, present = play.game, play.game.present
    if present is None or present.reading is None:
        return
    for position in some(play.positions()):
        for seat in range(play.seats):
            view = game.view(position.state, seat)
            for action in game.legal_actions(position.state, seat):
                assert present.reading(view, present.gesture(action)) == action
            read = [present.reading(view, (id_,)) for id_ in ids(present.scene(view))]
            assert all(a is None or isinstance(a, game.types.action) for a in read)


@law
def presentation_covers_everything(play: Playthrough) -> None:
    """Scenes have unique ids; events that are seen and actions that are foreseen have words."""
    present = play.game.present
    if present is None:
        return
    for position in play.positions():
        for viewer in viewers(play):
            view = play.game.view(position.state, viewer)
            scene = present.scene(view)
            assert len(all_ids(scene)) == len(set(all_ids(scene)))
            assert {token.cell for token in scene.tokens} <= {cell.id for cell in scene.cells}
            for event in position.step.events if position.step else ():
                shown = play.game.view_event(event, viewer)
                if shown is not None:
                    encode(present.motions(shown))
                    assert isinstance(present.tell(shown), str)
            if present.foresee is not None and viewer is not None:
                legal = list(play.game.legal_actions(position.state, viewer))
                for action in spread(legal, POOL):
                    assert isinstance(present.foresee(view, action), str)


@law
def what_is_followed_arrives(play: Playthrough) -> None:
    """Who watches the cells change event by event sees in the end what there is to see."""
    game, present = play.game, play.game.present
    if present is None or present.follow is None:
        return
    for step, viewer, before, after in seen_steps(play):
        events = [game.view_event(event, viewer) for event in step.events]
        looks = present.follow(before, [event for event in events if event is not None])
        cells = {cell.id: cell for cell in chain(present.scene(before).cells, *looks)}
        assert cells == {cell.id: cell for cell in present.scene(after).cells}


@law
def contrasts_miss_nothing(play: Playthrough) -> None:
    """Who has a scene and is shown by which strokes the next one differs has all of that."""
    present = play.game.present
    if present is None or present.contrast is None:
        return
    for step, viewer, before, after in seen_steps(play):
        events = [play.game.view_event(event, viewer) for event in step.events]
        strokes = present.contrast(before, after, [event for event in events if event is not None])
        if strokes is None:
            continue
        painted = [layer for stroke in strokes for layer in _touched(stroke)]
        assert len(painted) == len(set(painted))
        shown, wanted = _painted(present.scene(before), strokes), present.scene(after)
        assert (shown.headline, shown.notes) == (wanted.headline, wanted.notes)
        for name in LAYERS:
            parts, others = getattr(shown, name), getattr(wanted, name)
            assert {part.id: part for part in parts} == {part.id: part for part in others}
            assert name in PLACED or parts == others


def _touched(stroke: Stroke) -> list[str]:
    """What the stroke is about."""
    pairs = {f.name: (getattr(stroke.before, f.name), getattr(stroke.after, f.name)) for f in ALL}
    return [name for name, (old, new) in pairs.items() if old != new]


def _painted(scene: Scene, strokes: Iterable[Stroke]) -> Scene:
    """The scene after the strokes."""
    for stroke in strokes:
        changes: dict[str, Any] = {}
        for name in _touched(stroke):
            left, came = getattr(stroke.before, name), getattr(stroke.after, name)
            if name in LAYERS:
                fresh = {part.id: part for part in came}
                stale = {part.id for part in left} - fresh.keys()
                kept = {part.id: part for part in getattr(scene, name) if part.id not in stale}
                came = tuple({**kept, **fresh}.values())
            else:
                assert left == getattr(scene, name)
            changes[name] = came
        scene = replace(scene, **changes)
    return scene
