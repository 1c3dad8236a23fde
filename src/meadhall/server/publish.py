"""Telling everybody at a table what was stored, each what is theirs to know."""

from collections.abc import Sequence
from itertools import chain
from typing import TypeAlias

from msgspec import Struct

from meadhall.core.scene import Motion
from meadhall.core.seats import Seat, Viewer
from meadhall.match.facts import Acted, Fact, Ply, Rematched, Said, Started, Undone
from meadhall.match.match import Match, Outcome
from meadhall.match.talk import hears
from meadhall.server import protocol
from meadhall.server.changes import SceneChange, Stage
from meadhall.server.frames import (
    Played,
    Sight,
    audiences,
    encoded,
    entries,
    entry,
    motions,
    raw_view,
    readable,
    seen,
    sights,
    stages,
    to_json,
)
from meadhall.server.protocol import (
    PROTOCOL,
    Entry,
    Face,
    Reset,
    Step,
    Tables,
    Welcome,
)
from meadhall.server.room import Heard, Outlet, Room, Show, holds, viewers
from meadhall.server.scenes import difference
from meadhall.server.tables import chat_line, clock_face, outcome, table

LaidOut: TypeAlias = Started | Undone
ToldOtherwise: TypeAlias = LaidOut | Ply | Said | Rematched
"""What everybody hears of without being sent the table."""


class News(Struct, frozen=True):
    """A command that has been stored: the match before it, and what came of it."""

    room: Room
    before: Match
    outcome: Outcome


def publish(news: News, now: int) -> None:
    """Send what these facts mean to everybody who is connected."""
    room, before, facts = news.room, news.before, news.outcome.facts
    fresh = room.absorb(before, news.outcome)
    if before.players is not room.public.players:
        _evict(room)
    if not room.audience:
        return
    if any(isinstance(fact, LaidOut) for fact in facts):
        _send_resets(room, now)
    elif fresh:
        _send_steps(room, fresh, _answers(facts), now)
    for heard in room.talk[len(room.talk) - sum(isinstance(fact, Said) for fact in facts) :]:
        _send_said(room, heard)
    if before.proposal != room.public.proposal or not all(map(_told_otherwise, facts)):
        send_table(room, now)


def _evict(room: Room) -> None:
    """Hang up on those whose seat is not theirs any more: its secrets are another's now."""
    for outlet in list(room.outlets()):
        if not all(holds(room.public, seat, outlet.holder) for seat in outlet.seats):
            room.exit(outlet)
            outlet.hang_up(4409)


def send_table(room: Room, now: int) -> None:
    """Tell everybody who sits where and who is here."""
    frame = to_json(Tables(room.public.version, now, _table(room, now)))
    for outlet in room.outlets():
        outlet.put(frame)


def welcome(room: Room, outlet: Outlet, since: int, now: int) -> bytes:
    """The whole table for somebody who connects; the log from what is known on."""
    match = room.public
    start, log = room.log_since(since)
    heard = (talk for talk in room.talk if talk.version > since and _hears(room, outlet, talk))
    return to_json(
        Welcome(
            protocol=PROTOCOL,
            version=match.version,
            now=now,
            table=_table(room, now),
            seats=outlet.seats,
            faces=tuple(_face(room, viewer, outlet.show, log) for viewer in viewers(outlet)),
            since_ply=start,
            chat=tuple(chat_line(talk.said, talk.number) for talk in heard),
        )
    )


def _hears(room: Room, outlet: Outlet, heard: Heard) -> bool:
    return any(hears(room.public, heard.said, viewer) for viewer in viewers(outlet))


def _told_otherwise(fact: Fact) -> bool:
    return isinstance(fact, ToldOtherwise)


def _answers(facts: Sequence[Fact]) -> tuple[Seat, str]:
    first = facts[0]
    return (first.seat, first.id) if isinstance(first, Acted) else (-1, "")


def _table(room: Room, now: int) -> protocol.Table:
    return table(room.public, room.here(), room.watching(), now)


def _face(room: Room, viewer: Viewer, show: Show, log: Sequence[Played] = ()) -> Face:
    match, sight = room.public, room.shown.get(viewer)
    if sight is None:
        return Face(viewer, None)
    return Face(
        seat=viewer,
        scene=sight.scene if show == "scene" else None,
        moves=room.moves.of(match.state, viewer) if match.result is None else (),
        audiences=audiences(room.game, match.state, viewer),
        view=raw_view(sight.view) if show == "view" else protocol.NO_VIEW,
        log=entries(room.game, log, viewer, over=match.result is not None),
    )


def _send_resets(room: Room, now: int) -> None:
    eyes = dict.fromkeys(viewer for viewer, _ in room.audience)
    room.shown = sights(room.game, room.public.state, eyes)
    shared = encoded(_table(room, now))
    for (viewer, show), group in room.audience.items():
        frame = to_json(Reset(room.public.version, now, shared, _face(room, viewer, show)))
        for outlet in group:
            outlet.put(frame)


def _send_said(room: Room, heard: Heard) -> None:
    frame = to_json(protocol.Said(heard.version, chat_line(heard.said, heard.number)))
    for outlet in room.outlets():
        if _hears(room, outlet, heard):
            outlet.put(frame)


def _send_steps(room: Room, fresh: Sequence[Played], answers: tuple[Seat, str], now: int) -> None:
    match, old = room.public, room.shown
    room.shown = sights(room.game, match.state, old)
    teller = _Teller(room, fresh, old)
    face, result, ply = clock_face(match, now), outcome(match), len(match.plies)
    for (viewer, show), group in room.audience.items():
        step = Step(viewer, match.version, now, ply, match.turn, match.asked, face)
        step.entries, step.motions = teller.tell(viewer)
        if show == "scene":
            step.stages, step.scene = teller.stages(viewer), teller.change(viewer)
        else:
            step.view, step.motions = raw_view(room.shown[viewer].view), ()
        step.result = result
        if result is None:
            step.moves = room.moves.of(match.state, viewer)
        if viewer == answers[0]:
            step.answers = answers[1]
        frame = to_json(step)
        for outlet in group:
            outlet.put(frame)


class _Teller:
    """Tells several viewers the same plies, and works out once what is equal for several."""

    def __init__(self, room: Room, fresh: Sequence[Played], old: dict[Viewer, Sight]) -> None:
        self._room, self._fresh, self._old = room, fresh, old
        self._over = room.public.result is not None
        self._tellings: list[tuple[object, tuple[Entry, ...], tuple[Motion, ...]]] = []
        self._changes: dict[tuple[int, int], SceneChange] = {}

    def tell(self, viewer: Viewer) -> tuple[tuple[Entry, ...], tuple[Motion, ...]]:
        """The log's new entries and what moves."""
        game, over = self._room.game, self._over
        known = [
            (played, seen(game, played.events, viewer),
             readable(game, played, viewer, over=over))
            for played in self._fresh
        ]  # fmt: skip
        for same, told, moving in self._tellings:
            if same == known:
                return told, moving
        told = tuple([entry(game, played, events, text=text) for played, events, text in known])
        moving = motions(game, [event for _, events, _ in known for event in events])
        self._tellings.append((known, told, moving))
        return told, moving

    def stages(self, viewer: Viewer) -> tuple[Stage, ...]:
        """How it came about, cell by cell."""
        game, view = self._room.game, self._old[viewer].view
        events = chain.from_iterable(seen(game, played.events, viewer) for played in self._fresh)
        return stages(game, view, events)

    def change(self, viewer: Viewer) -> SceneChange | None:
        """What of the viewer's scene is different."""
        before, after = self._old[viewer].scene, self._room.shown[viewer].scene
        if before is None or after is None:
            return None
        key = id(before), id(after)
        if key not in self._changes:
            self._changes[key] = encoded(difference(before, after))
        return self._changes[key]
