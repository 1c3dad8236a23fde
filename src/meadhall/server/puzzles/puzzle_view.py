"""What is shown of a puzzle: its position, legal moves, and the moves that are played."""

from collections.abc import Sequence

from meadhall.core.game import AnyGame, to_act
from meadhall.core.seats import Seat
from meadhall.core.visibility import visible_events
from meadhall.puzzles.attempt import PlayedStep
from meadhall.server.broadcast.encoder import Encoder
from meadhall.server.broadcast.viewer import ViewerPosition, sentences, watch
from meadhall.server.protocol.messages import Entry
from meadhall.server.protocol.moves_change import Move
from meadhall.server.protocol.records.replay_bodies import ReplayStep


def legal_moves(game: AnyGame, state: object, seat: Seat) -> tuple[Move, ...]:
    """What the seat can do, as gestures and in notation; nothing if it is not to move."""
    if seat not in to_act(game, state):
        return ()
    gesture = game.present.gesture if game.present else _no_gesture
    legal = game.legal_actions(state, seat)
    return tuple((gesture(action), game.notation.write(action)) for action in legal)


def shown_steps(
    encoder: Encoder, game: AnyGame, steps: Sequence[PlayedStep], known: int = 0
) -> tuple[ReplayStep, ...]:
    """The moves after the first `known` ones, as the seat that made the first one sees them."""
    viewer, unknown = steps[0].seat, steps[known:]
    return tuple(
        _replay_step(encoder, game, step, viewer, number)
        for number, step in enumerate(unknown, known + 1)
    )


def _replay_step(
    encoder: Encoder, game: AnyGame, step: PlayedStep, viewer: Seat, number: int
) -> ReplayStep:
    before = ViewerPosition(game, game.view(step.before, viewer))
    after = ViewerPosition(game, game.view(step.after, viewer))
    events = visible_events(game, step.events, viewer)
    entry = Entry(number, step.seat, step.text, sentences(game, events))
    change = encoder.scene_change(before, after, events)
    return ReplayStep(entry, *watch(before, events), change)


def _no_gesture(action: object) -> tuple[str, ...]:
    del action
    return ()
