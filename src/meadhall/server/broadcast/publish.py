"""Sends everybody at a table what was stored, each what they may know."""

from collections.abc import Sequence
from time import perf_counter
from typing import get_args

from meadhall.core.seats import Viewer
from meadhall.core.status import Finished
from meadhall.match.facts import Fact, Ply, Rematched, Said, Started, Undone
from meadhall.server.broadcast.channel import (
    Channel,
    Listener,
    Show,
    holds,
    viewers_of,
)
from meadhall.server.broadcast.chat_pages import newest_page, send_chat
from meadhall.server.broadcast.encoder import encode_moves, moves_change
from meadhall.server.broadcast.step_messages import send_steps, step_contents
from meadhall.server.broadcast.stored_change import StoredChange
from meadhall.server.broadcast.table_view import table_view
from meadhall.server.broadcast.viewer import LogEntry, audiences, viewer_positions
from meadhall.server.metrics import log
from meadhall.server.protocol.encoding import pre_encode, raw_view, to_json
from meadhall.server.protocol.messages import (
    NO_VIEW,
    PROTOCOL,
    Reset,
    SeatView,
    TableUpdate,
    Welcome,
)

SHOWN_ANEW: frozenset[type[Fact]] = frozenset({Started, Undone})
"""After these the whole position is sent."""
WITHOUT_TABLE = SHOWN_ANEW | {*get_args(Ply), Said, Rematched}
"""Facts that do not change the table around the position."""


def publish(changes: Sequence[StoredChange], now: int) -> set[str]:
    """Send what was stored to everybody who is connected; the ids of matches where that failed.

    No table may come twice. All tables pass a stage before any passes the next: doing the same
    thing for many tables keeps the processor's caches warm and saves 10 % of a move at 100 matches
    (by turns with a copy that finishes each table first, as `benchmarks/earlier.py` measures).
    """
    failed: set[str] = set()
    ended = perf_counter()
    for stage in (_prepare, _offer, _send):
        for change in changes:
            match = change.before.setup.id
            try:
                if match not in failed:
                    stage(change, now)
            except Exception:  # noqa: BLE001 - one game's mistake must not stop other tables
                log.exception("cannot publish", match=match)
                failed.add(match)
            began, ended = ended, perf_counter()
            change.seconds += ended - began
    return failed


def _prepare(change: StoredChange, _: int) -> None:
    """Bring the channel up to date, and work out what viewers are told of plies."""
    channel = change.channel
    change.kinds = {type(fact) for fact in change.outcome.facts}
    change.plies = channel.absorb(change.before, change.outcome)
    # First: a connection that has lost its seat must not get the news of that seat.
    if change.before.players is not channel.match.players:
        _evict(channel)
    if change.plies and channel.audience and change.kinds.isdisjoint(SHOWN_ANEW):
        change.contents = step_contents(channel, change.plies)


def _offer(change: StoredChange, _: int) -> None:
    """Work out what has changed of what each viewer can do."""
    channel = change.channel
    match, encoder, before = channel.match, channel.encoder, channel.offered
    if change.contents:
        state = None if isinstance(match.status, Finished) else match.state
        channel.offered = {viewer: encoder.moves(state, viewer) for viewer in change.contents}
        for viewer, moves in channel.offered.items():
            change.moves[viewer] = moves_change(before.get(viewer, ()), moves)
        if match.game.audiences is not None:
            _offer_audiences(change)


def _offer_audiences(change: StoredChange) -> None:
    """Work out whom each viewer can write to now, where that has changed."""
    channel = change.channel
    game, state, before = channel.match.game, channel.match.state, channel.offered_audiences
    channel.offered_audiences = {
        viewer: audiences(game, state, viewer) for viewer in change.contents
    }
    for viewer, groups in channel.offered_audiences.items():
        if groups != before.get(viewer):
            change.audiences[viewer] = groups


def _send(change: StoredChange, now: int) -> None:
    channel, before = change.channel, change.before
    if not channel.audience:
        return
    if not change.kinds.isdisjoint(SHOWN_ANEW):
        _send_resets(channel, now)
    elif change.contents:
        send_steps(change, now)
    if channel.chat:
        send_chat(channel, before)
    # A ply does not change the table, except that it may end a proposal.
    after = channel.match
    ended = before.proposal != after.proposal or before.declined != after.declined
    if ended or not change.kinds <= WITHOUT_TABLE:
        send_table(channel, now)


def _evict(channel: Channel) -> None:
    """Hang up on connections whose seat now belongs to somebody else: so do its secrets."""
    for listener in list(channel.listeners()):
        if not all(holds(channel.match, seat, listener.holder) for seat in listener.seats):
            channel.exit(listener)
            listener.hang_up(4409)


def send_table(channel: Channel, now: int) -> None:
    """Send everybody who sits where and who is here."""
    frame = to_json(TableUpdate(channel.version, now, table_view(channel, now)))
    for listener in channel.listeners():
        listener.put(frame)


def welcome(channel: Channel, listener: Listener, since: int, now: int) -> bytes:
    """The whole table for a connection that has just joined; log after `since` only."""
    start, log_entries = channel.log_since(since)
    viewers = viewers_of(listener)
    chat = newest_page(channel, listener)
    return to_json(
        Welcome(
            protocol=PROTOCOL,
            version=channel.version,
            now=now,
            table=table_view(channel, now),
            seats=listener.seats,
            seat_views=tuple(
                _seat_view(channel, viewer, listener.show, log_entries) for viewer in viewers
            ),
            since_ply=start,
            chat=chat.lines,
            earlier_chat=chat.earlier,
        )
    )


def _seat_view(
    channel: Channel, viewer: Viewer, show: Show, entries: Sequence[LogEntry] = ()
) -> SeatView:
    match, position = channel.match, channel.shown.get(viewer)
    if position is None:
        return SeatView(viewer, None)
    moves = channel.encoder.moves(match.state, viewer) if match.result is None else ()
    channel.offered[viewer] = moves
    channel.offered_audiences[viewer] = audiences(match.game, match.state, viewer)
    return SeatView(
        seat=viewer,
        scene=position.scene() if show == "scene" else None,
        moves=encode_moves(moves),
        audiences=channel.offered_audiences[viewer],
        view=raw_view(match.game.view(match.state, viewer)) if show == "view" else NO_VIEW,
        log=channel.encoder.log_lines(match, entries, viewer),
    )


def _send_resets(channel: Channel, now: int) -> None:
    viewers = dict.fromkeys(viewer for viewer, _ in channel.audience)
    channel.shown = viewer_positions(channel.match, viewers)
    table = pre_encode(table_view(channel, now))
    for (viewer, show), listeners in channel.audience.items():
        seat_view = _seat_view(channel, viewer, show)
        frame = to_json(Reset(channel.version, now, table, seat_view))
        for listener in listeners:
            listener.put(frame)
