"""What a viewer can learn from states, steps and logs, as bytes that the laws compare."""

from typing import Any

from meadhall.core.codec import encode
from meadhall.core.game import Step, to_act
from meadhall.core.rng import Rng
from meadhall.core.rng_in_state import generators_in, with_generator
from meadhall.core.seats import Seat, Viewer
from meadhall.core.visibility import may_read, visible_events
from meadhall.testing.playthrough import Playthrough, Position
from meadhall.testing.samples import viewers


def knowledge(play: Playthrough, state: object, viewer: Viewer) -> tuple[bytes, ...]:
    """Everything that the viewer can know of the state.

    View and scene, who acts and for how long, and what the viewer may do and whom they may write
    to.
    """
    game = play.game
    view = game.view(state, viewer)
    actions = list(game.legal_actions(state, viewer)) if viewer is not None else []
    scene = game.present.scene(view) if game.present else None
    waiting = to_act(game, state), game.time_limit(state) if game.time_limit else None
    audiences = game.audiences(state, viewer) if viewer is not None and game.audiences else ()
    return tuple(map(encode, (view, actions, scene, waiting, tuple(audiences))))


def knowledge_after(play: Playthrough, step: Step[Any, Any], viewer: Viewer) -> tuple[bytes, ...]:
    """The events of the step that the viewer sees, then what the viewer knows after it."""
    events = visible_events(play.game, step.events, viewer)
    return encode(events), *knowledge(play, step.state, viewer)


def log_texts(
    play: Playthrough, state: object, seat: Seat, actions: list[Any], viewer: Viewer
) -> dict[tuple[bytes, ...], set[str]]:
    """What the viewer reads in the log after each action, by what the viewer knows after it.

    Actions that the viewer cannot tell apart share a key; then there should be one text.
    """
    logs: dict[tuple[bytes, ...], set[str]] = {}
    for action in actions:
        step = play.game.apply(state, seat, action)
        readable = may_read(play.game, seat, action, step.events, viewer)
        text = play.game.notation.write(action) if readable else ""
        logs.setdefault(knowledge_after(play, step, viewer), set()).add(text)
    return logs


def resample(play: Playthrough, position: Position, viewer: Viewer, number: int) -> Any:
    """A state made from the viewer's view alone; each number gives another one."""
    rng = Rng(play.seed).fork(f"resample {number}")
    return play.game.resample(play.game.view(position.state, viewer), rng)


def with_same_generator(state: object, other: object) -> Any:
    """The other state with the generator of the first, so that chance falls alike in both."""
    generators = generators_in(state)
    return with_generator(other, generators[0]) if generators else other


def hides_something(play: Playthrough) -> bool:
    """Whether a position looks different to one viewer after it was resampled for another."""
    return any(
        play.game.view(resample(play, position, viewer, number), other)
        != play.game.view(position.state, other)
        for number, position in enumerate(play.positions())
        for viewer in viewers(play)
        for other in viewers(play)
        if other != viewer
    )
