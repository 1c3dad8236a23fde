"""The messages about plies: a `step` for each viewer, with what that viewer may know.

What several viewers see alike is worked out and encoded once.
"""

from collections.abc import Sequence

from meadhall.core.seats import Viewer
from meadhall.core.seed_proof import receipt_for
from meadhall.core.status import Finished
from meadhall.core.visibility import visible_events
from meadhall.match.facts import Acted
from meadhall.match.match import Match
from meadhall.server.broadcast.channel import Channel
from meadhall.server.broadcast.encoder import encode_moves
from meadhall.server.broadcast.stored_change import StepContent, StoredChange
from meadhall.server.broadcast.table_view import clock_view, outcome_view
from meadhall.server.broadcast.viewer import (
    LogEntry,
    ViewerPosition,
    viewer_positions,
    watch,
)
from meadhall.server.protocol.encoding import pre_encode, raw_view, to_json
from meadhall.server.protocol.messages import Entry, StepMessage
from meadhall.server.protocol.moves_change import MovesChange


def send_steps(change: StoredChange, now: int) -> None:
    """Send everybody what they may know of the plies, and what they can do now."""
    channel, first, ply = change.channel, change.outcome.facts[0], change.plies[-1].ply
    match, game = channel.match, channel.match.game
    clock = clock_view(match, now)
    result = outcome_view(match) if isinstance(match.status, Finished) else None
    for (viewer, show), listeners in channel.audience.items():
        content = change.contents[viewer]
        step = StepMessage(
            viewer, channel.version, now, ply, match.turn, match.asked, clock,
            content.entries, result=result,
        )  # fmt: skip
        step.audiences = change.audiences.get(viewer)
        if show == "scene":
            step.motions, step.stages, step.scene = content.motions, content.stages, content.scene
            step.moves = change.moves.get(viewer)
        else:
            # Programs get everything anew with each step, so that they need not keep anything.
            step.view = raw_view(match.game.view(match.state, viewer))
            moves = encode_moves(channel.offered.get(viewer, ()))
            step.moves = MovesChange(moves, whole=True)
        if isinstance(first, Acted) and first.seat == viewer:
            step.answers = first.id
            if game.types.sealed:
                step.receipt = _receipt(match, change.plies[0])
        frame = to_json(step)
        for listener in listeners:
            listener.put(frame)


def _receipt(match: Match, entry: LogEntry) -> str:
    """The receipt for a sealed choice; empty for other plies, and where the seed was given."""
    proof, game = match.proof, match.game
    if proof is None or not isinstance(game.notation.parse(entry.text), tuple(game.types.sealed)):
        return ""
    return receipt_for(proof, entry.ply, entry.seat, entry.text)


def step_contents(channel: Channel, plies: Sequence[LogEntry]) -> dict[Viewer, StepContent]:
    """What each viewer is told. Moves everybody's shown position on."""
    old, channel.shown = channel.shown, viewer_positions(channel.match, channel.shown)
    alike: list[tuple[object, StepContent]] = []
    if not channel.match.traits.hidden:
        # All viewers share one position and one log, so any of them will do.
        one = next(iter(old))
        way = old[one], channel.shown[one]
        return dict.fromkeys(old, _content(channel, plies, None, way, alike))
    return {
        viewer: _content(channel, plies, viewer, (before, channel.shown[viewer]), alike)
        for viewer, before in old.items()
    }


def _content(
    channel: Channel,
    plies: Sequence[LogEntry],
    viewer: Viewer,
    way: tuple[ViewerPosition, ViewerPosition],
    alike: list[tuple[object, StepContent]],
) -> StepContent:
    """What a viewer is told of plies that led from one position to the next.

    `alike` has what others are told. A viewer who may know the same is told the same object; with
    sealed choices to come that saves six players of Jarls a third of a move.
    """
    match, encoder, game = channel.match, channel.encoder, channel.match.game
    lines, events = list[Entry](), list[object]()
    for ply in plies:
        seen = visible_events(game, ply.events, viewer)
        lines.append(encoder.log_line(match, ply, viewer, seen))
        events += seen
    key = (*map(id, way), lines, events)
    for known, content in alike:
        if known == key:
            return content
    motions, stages = watch(way[0], events)
    content = StepContent(
        pre_encode(tuple(lines)),
        pre_encode(motions),
        stages,
        encoder.scene_change(*way, events),
    )
    alike.append((key, content))
    return content
