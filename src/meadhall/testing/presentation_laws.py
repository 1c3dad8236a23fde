"""The laws of presentation: scenes, clicks, previews, and what viewers watch."""

from collections.abc import Iterable
from dataclasses import fields, replace
from itertools import pairwise
from typing import Any

from meadhall.core.codec import encode
from meadhall.core.game import speed
from meadhall.core.scene import MotionKind, Preview, Scene, SceneDiff
from meadhall.core.visibility import motions_of, visible_events
from meadhall.testing.law_registry import law
from meadhall.testing.playthrough import Playthrough
from meadhall.testing.samples import (
    POOL,
    all_ids,
    clickable_ids,
    every_fourth,
    spread,
    steps_by_viewer,
    viewers,
)

FIELDS = fields(Scene)
FIXED = ("goal", "homes", "targets")
"""Facts about the table, which are no parts to draw."""
TEXTS = ("headline", "notes", "task")
LAYERS = tuple(f.name for f in FIELDS if f.name not in (*TEXTS, *FIXED))
UNORDERED = frozenset({"cells", "tokens", "arrows"})
"""Layers whose parts have a place of their own; in the others the order of parts is visible."""
ALWAYS_FOLLOWED = frozenset({"cells", "tokens", "gauges"})
"""Layers that are followed to their end wherever a game follows anything."""
BRINGING: frozenset[MotionKind] = frozenset({"slide", "hop", "push", "appear", "flip"})
"""Motions after which a thing is where they have brought it."""
FOLLOWED = ALWAYS_FOLLOWED | {"cards"}
"""A game may leave cards as they are until the end; if it changes them, it does so to the end."""


@law
def gestures_lead_to_one_action(play: Playthrough) -> None:
    """Each legal action has clicks of its own, on things in the scene; none begins another's."""
    present = play.game.present
    if present is None:
        return
    for position in every_fourth(play.positions()):
        for seat in range(play.seats):
            clickable = clickable_ids(present.scene(play.game.view(position.state, seat)))
            gestures = [present.gesture(a) for a in play.game.legal_actions(position.state, seat)]
            assert len(set(gestures)) == len(gestures)
            assert all(gesture and set(gesture) <= clickable for gesture in gestures)
            # A client plays a gesture when it is complete, so it must not be the start of another.
            prefixes = {g[:length] for g in gestures for length in range(1, len(g))}
            assert not prefixes & set(gestures)


@law
def what_is_begun_can_be_finished(play: Playthrough) -> None:
    """A button that begins a move with free text leads to another action for another text."""
    present, parse = play.game.present, play.game.notation.parse
    if present is None:
        return
    for position in every_fourth(play.positions()):
        for viewer in viewers(play):
            for button in present.scene(play.game.view(position.state, viewer)).buttons:
                if button.writes:
                    assert parse(f"{button.writes} The Fellowship") != parse(f"{button.writes} Us")


@law
def clicks_mean_what_they_are_for(play: Playthrough) -> None:
    """`action_from_clicks` reads an action's clicks as that action, other clicks as any or none."""
    game, present = play.game, play.game.present
    if present is None or present.action_from_clicks is None:
        return
    for position in every_fourth(play.positions()):
        for seat in range(play.seats):
            view = game.view(position.state, seat)
            for action in game.legal_actions(position.state, seat):
                assert present.action_from_clicks(view, present.gesture(action)) == action
            clicks = [(id_,) for id_ in clickable_ids(present.scene(view))]
            read = [present.action_from_clicks(view, click) for click in clicks]
            assert all(a is None or isinstance(a, game.types.action) for a in read)


@law
def presentation_covers_everything(play: Playthrough) -> None:
    """Ids in a scene are unique; each event that is shown has words, and so has each preview."""
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
                    encode(present.motions([shown]))
                    assert isinstance(present.sentence(shown), str)
            if present.preview is not None and viewer is not None:
                legal = list(play.game.legal_actions(position.state, viewer))
                for action in spread(legal, POOL):
                    assert isinstance(present.preview(view, action), Preview)


@law
def what_is_followed_arrives(play: Playthrough) -> None:
    """A viewer who follows the scene event by event ends with the parts of the new scene.

    Only what comes into sight, and is brought there by no motion, comes after the events.
    """
    game, present = play.game, play.game.present
    if present is None or present.follow is None:
        return
    for step, viewer, before, after in steps_by_viewer(play):
        events = visible_events(game, step.events, viewer)
        first, wanted = present.scene(before), present.scene(after)
        followed = present.follow(before, first, [(event,) for event in events])
        assert len(followed) in (0, len(events))
        pairs = pairwise([first, *followed])
        diffs = [SceneDiff(old, new) for old, new in pairs if old is not new]
        shown = _apply(first, diffs)
        changed = {name for diff in diffs for name in _changed_fields(diff)}
        brought = [m.target for m in motions_of(game, events) if m.kind in BRINGING]
        known = {*all_ids(shown), *brought}
        for name in (changed & FOLLOWED) | (ALWAYS_FOLLOWED if diffs else set()):
            parts, others = getattr(shown, name), getattr(wanted, name)
            if name == "tokens" and play.traits.hidden:
                others = [token for token in others if token.id in known]
            assert {part.id: part for part in parts} == {part.id: part for part in others}


@law
def scene_diffs_miss_nothing(play: Playthrough) -> None:
    """A scene with its differences applied is the next scene; no two change the same field."""
    present, scene_diff = play.game.present, speed(play.game).scene_diff
    if present is None or scene_diff is None:
        return
    for step, viewer, before, after in steps_by_viewer(play):
        events = visible_events(play.game, step.events, viewer)
        diffs = scene_diff(before, after, events)
        if diffs is None:
            continue
        changed = [name for diff in diffs for name in _changed_fields(diff)]
        assert len(changed) == len(set(changed))
        shown, wanted = _apply(present.scene(before), diffs), present.scene(after)
        for name in (*TEXTS, *FIXED):
            assert getattr(shown, name) == getattr(wanted, name)
        for name in LAYERS:
            parts, others = getattr(shown, name), getattr(wanted, name)
            assert {part.id: part for part in parts} == {part.id: part for part in others}
            assert name in UNORDERED or parts == others


def _changed_fields(diff: SceneDiff) -> list[str]:
    """The fields of a scene that the difference changes."""
    pairs = {f.name: (getattr(diff.before, f.name), getattr(diff.after, f.name)) for f in FIELDS}
    return [name for name, (old, new) in pairs.items() if old != new]


def _apply(scene: Scene, diffs: Iterable[SceneDiff]) -> Scene:
    """The scene after the differences, put together as a client does it."""
    for diff in diffs:
        changes: dict[str, Any] = {}
        for name in _changed_fields(diff):
            old, new = getattr(diff.before, name), getattr(diff.after, name)
            if name in LAYERS:
                new_parts = {part.id: part for part in new}
                gone = {part.id for part in old} - new_parts.keys()
                kept = {part.id: part for part in getattr(scene, name) if part.id not in gone}
                # A changed part keeps its place and a new one comes last, as in a client.
                changes[name] = tuple({**kept, **new_parts}.values())
            else:
                assert old == getattr(scene, name)
                changes[name] = new
        scene = replace(scene, **changes)
    return scene
