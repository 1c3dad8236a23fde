"""What the laws try out: a selection of positions, viewers, actions and states."""

from collections.abc import Iterator
from itertools import islice, product
from typing import Any, TypeVar

from meadhall.core.codec import decode, encode, encode_with_json
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


def every_fourth(positions: Iterator[Position]) -> Iterator[Position]:
    """Every fourth position, for laws that do a lot of work in each."""
    return islice(positions, 0, None, 4)


def spread(items: list[T], most: int) -> list[T]:
    """At most `most` of the items, evenly spread over the list."""
    return items[:: max(1, -(-len(items) // most))]


def steps_by_viewer(play: Playthrough) -> Iterator[tuple[Step[Any, Any], Viewer, Any, Any]]:
    """Every step with every viewer, and the viewer's views before and after it."""
    for position, viewer in product(play.positions(), viewers(play)):
        step = position.step
        if step is not None:
            views = (play.game.view(state, viewer) for state in (position.state, step.state))
            yield step, viewer, *views


def foreign_actions(play: Playthrough, position: Position) -> list[tuple[Seat, Any]]:
    """Actions that some seat has here or at the start, paired with every seat: many are illegal."""
    first = start(play.game, play.options, play.seats, Rng(play.seed))
    states = (first, position.state)
    actions = [action for state in states for _, action in all_legal(play.game, state, play.seats)]
    tried = spread(list(dict.fromkeys(actions)), POOL)
    return [(seat, action) for seat in range(play.seats) for action in tried]


def default_actions(play: Playthrough, state: object) -> list[tuple[Seat, Any]]:
    """What is played for each seat to act if its time runs out."""
    rng = Rng(play.seed).fork("clock")
    return [(s, play.game.default_action(state, s, rng)) for s in to_act(play.game, state)]


def indistinguishable_choices(
    play: Playthrough, state: object, seat: Seat
) -> Iterator[tuple[object, object]]:
    """Pairs of the seat's sealed choices that nobody may tell apart while others still choose."""
    groups: dict[object, list[object]] = {}
    others = set(to_act(play.game, state)) - {seat}
    for action in play.game.legal_actions(state, seat):
        facet = play.game.types.sealed.get(type(action))
        if facet is None or not others:
            continue
        after = play.game.apply(state, seat, action).state
        # Once the others need not choose any more, the choices may be revealed.
        if others <= set(to_act(play.game, after)):
            groups.setdefault((type(action), facet(action)), []).append(action)
    for group in groups.values():
        # Neighbours are enough: if each looks like the next, all look alike.
        yield from zip(spread(group, 6), spread(group, 6)[1:], strict=False)


def refusal_from_apply(game: AnyGame, state: object, seat: Seat, action: object) -> Refusal | None:
    """The refusal that `apply` raises, or `None` if it accepts the action."""
    try:
        game.apply(state, seat, action)
    except Refused as error:
        return error.refusal
    return None


def state_after(game: AnyGame, state: object, *plies: tuple[Seat, object]) -> bytes:
    """The encoded state after these actions in this order."""
    for seat, action in plies:
        state = game.apply(state, seat, action).state
    return encode(state)


def assert_round_trip(type_: Any, value: object) -> None:
    """Fail unless JSON gives the value back, and both JSON writers give the same bytes."""
    text = encode(value)
    assert text == encode_with_json(value)
    back: object = decode(type_, text)
    assert back == value
    assert type(back) is type(value)


def all_ids(scene: Scene) -> list[str]:
    """The ids of everything in the scene."""
    things = (scene.cells, scene.tokens, scene.cards, scene.gauges, scene.buttons, scene.arrows)
    return [thing.id for group in things for thing in group]


def clickable_ids(scene: Scene) -> set[str]:
    """The ids of what a player can click."""
    things = (scene.cells, scene.tokens, scene.cards, scene.buttons)
    return {thing.id for group in things for thing in group}
