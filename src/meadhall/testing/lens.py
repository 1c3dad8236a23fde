"""What the laws look through: samples of positions, and all that a viewer can learn of a state."""

import re
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice, product
from typing import Any, TypeVar

from meadhall.core.codec import Json, decode, encode, encode_plainly, from_plain, to_plain
from meadhall.core.dice import dice_in, with_dice
from meadhall.core.game import AnyGame, Step, start, to_act
from meadhall.core.refusal import Refusal, Refused
from meadhall.core.rng import Rng
from meadhall.core.scene import Scene
from meadhall.core.seats import Seat, Viewer
from meadhall.testing.playthrough import Playthrough, Position, all_legal

T = TypeVar("T")
POOL = 40  # actions tried per position where a law tries many


def viewers(play: Playthrough) -> list[Viewer]:
    """Every seat, and a spectator."""
    return [*range(play.seats), None]


def some(positions: Iterator[Position]) -> Iterator[Position]:
    """Every fourth position: for laws that look at each one closely."""
    return islice(positions, 0, None, 4)


def seen_steps(play: Playthrough) -> Iterator[tuple[Step[Any, Any], Viewer, Any, Any]]:
    """Every step with everybody's eyes: who sees it, and the views before and after it."""
    for position, viewer in product(play.positions(), viewers(play)):
        step = position.step
        if step is not None:
            views = (play.game.view(state, viewer) for state in (position.state, step.state))
            yield step, viewer, *views


def spread(items: list[T], most: int) -> list[T]:
    """At most so many of the items, evenly spread."""
    return items[:: max(1, -(-len(items) // most))]


def round_trip(type_: Any, value: object) -> None:
    """The value comes back from JSON as it was, whichever library wrote it."""
    text = encode(value)
    assert text == encode_plainly(value)
    back: object = decode(type_, text)
    assert back == value
    assert type(back) is type(value)


def raised(game: AnyGame, state: object, seat: Seat, action: object) -> Refusal | None:
    """Why `apply` refused, if it did."""
    try:
        game.apply(state, seat, action)
    except Refused as error:
        return error.refusal
    return None


def foreign_actions(play: Playthrough, position: Position) -> list[tuple[Seat, Any]]:
    """Actions of this and of the first position, offered by every seat: legal and illegal ones."""
    first = start(play.game, play.options, play.seats, Rng(play.seed))
    states = (first, position.state)
    actions = [action for state in states for _, action in all_legal(play.game, state, play.seats)]
    tried = spread(list(dict.fromkeys(actions)), POOL)
    return [(seat, action) for seat in range(play.seats) for action in tried]


def resampled(play: Playthrough, position: Position, viewer: Viewer, number: int) -> Any:
    """A state made from the viewer's view alone."""
    rng = Rng(play.seed).fork(f"resample {number}")
    return play.game.resample(play.game.view(position.state, viewer), rng)


def tells_apart(play: Playthrough) -> bool:
    """Whether, somewhere, what one viewer cannot know makes a difference to another."""
    return any(
        play.game.view(resampled(play, position, viewer, number), other)
        != play.game.view(position.state, other)
        for number, position in enumerate(play.positions())
        for viewer in viewers(play)
        for other in viewers(play)
        if other != viewer
    )


def knowledge(play: Playthrough, state: object, viewer: Viewer) -> tuple[bytes, ...]:
    """All that the state tells the viewer, in bytes."""
    view = play.game.view(state, viewer)
    actions = list(play.game.legal_actions(state, viewer)) if viewer is not None else []
    scene = play.game.present.scene(view) if play.game.present else None
    waiting = to_act(play.game, state)
    return encode(view), encode(actions), encode(scene), encode(waiting)


def indistinguishable(
    play: Playthrough, state: object, seat: Seat
) -> Iterator[tuple[object, object]]:
    """Pairs of the seat's sealed choices that leave others still choosing and look alike."""
    groups: dict[object, list[object]] = {}
    others = set(to_act(play.game, state)) - {seat}
    for action in play.game.legal_actions(state, seat):
        facet = play.game.types.sealed.get(type(action))
        if facet is None or not others:
            continue
        after = play.game.apply(state, seat, action).state
        if others <= set(to_act(play.game, after)):
            groups.setdefault((type(action), facet(action)), []).append(action)
    for group in groups.values():
        yield from zip(spread(group, 6), spread(group, 6)[1:], strict=False)


def seen(
    play: Playthrough, state: object, seat: Seat, action: object, viewer: Viewer
) -> tuple[bytes, ...]:
    """What the viewer learns when the seat takes the action."""
    return learnt(play, play.game.apply(state, seat, action), viewer)


def learnt(play: Playthrough, step: Step[Any, Any], viewer: Viewer) -> tuple[bytes, ...]:
    """What the viewer is told of the step, then what it knows after it."""
    events = [play.game.view_event(event, viewer) for event in step.events]
    return encode(events), *knowledge(play, step.state, viewer)


def with_dice_of(state: object, other: object) -> Any:
    """The other state, in which chance will fall as in this one."""
    dice = dice_in(state)
    return with_dice(other, dice[0]) if dice else other


def both(game: AnyGame, state: object, *plies: tuple[Seat, object]) -> bytes:
    """The state, in bytes, after these actions one after the other."""
    for seat, action in plies:
        state = game.apply(state, seat, action).state
    return encode(state)


def defaults(play: Playthrough, state: object) -> list[tuple[Seat, Any]]:
    """What a run-out clock would play, for every seat that is to act."""
    rng = Rng(play.seed).fork("clock")
    return [(s, play.game.default_action(state, s, rng)) for s in to_act(play.game, state)]


def all_ids(scene: Scene) -> list[str]:
    """The id of everything in the scene."""
    things = (scene.cells, scene.tokens, scene.cards, scene.gauges, scene.buttons, scene.arrows)
    return [thing.id for group in things for thing in group]


def ids(scene: Scene) -> set[str]:
    """What can be clicked."""
    things = (scene.cells, scene.tokens, scene.cards, scene.buttons)
    return {thing.id for group in things for thing in group}


def garbled(text: str) -> Iterator[str]:
    """Things a person might type instead of the text: cut short, doubled, with odd numbers."""
    yield from ("", " ", "?", text[:-1], text[1:], text + text, f"{text} x", f"{text},", f"-{text}")
    yield from (text.replace(" ", ""), text.replace(" ", "  "), text.upper(), f"{text}\x00")
    for digits in ("-1", "0", "999999999", "1.5", "²", "9" * 5000):
        yield re.sub(r"\d+", digits, text)


def distorted(type_: Any, action: object, others: list[Any]) -> Iterator[object]:
    """Actions of the right shape with one thing changed, as a stranger might send them.

    A number or word is an odd one, or something is as it is in one of the other actions.
    """
    plain = to_plain(action)
    crossed = (mixed for other in others for mixed in _crossed(plain, to_plain(other)))
    for changed in (*_changed(plain), *crossed):
        with suppress(Refused):
            yield from_plain(type_, changed)


def _crossed(plain: Json, other: Json) -> Iterator[Json]:
    """The plain value with one named part after the other taken from the other value."""
    if not isinstance(plain, dict) or not isinstance(other, dict):
        return
    for key in plain:
        if key in other and key != "kind":
            yield {**plain, key: other[key]}
            yield from ({**plain, key: mixed} for mixed in _crossed(plain[key], other[key]))


def _changed(plain: Json) -> Iterator[Json]:
    """The plain value with one leaf after the other exchanged for odd ones."""
    if isinstance(plain, dict):
        for key, item in plain.items():
            yield from ({**plain, key: other} for other in _changed(item) if key != "kind")
    elif isinstance(plain, list):
        yield from (plain[:-1], [*plain, *plain])
        for i, item in enumerate(plain):
            yield from ([*plain[:i], other, *plain[i + 1 :]] for other in _changed(item))
    elif isinstance(plain, int) and not isinstance(plain, bool):
        yield from (-1, plain + 1, 10**6, -(10**12))
    elif isinstance(plain, str):
        yield from ("", "?", f"{plain}x", "__class__")
