"""Encodes what one game has to say, for all its tables, and keeps what recurs in encoded form.

Games make many of their values once and use them again: actions, events, differences of scenes. So
most of a message has been encoded before. `./dev bench server` shows what each cache saves.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TypeAlias, cast

import msgspec
from msgspec import Raw

from meadhall.core.game import AnyGame, speed
from meadhall.core.scene import SceneDiff
from meadhall.core.seats import Viewer
from meadhall.core.visibility import may_read, visible_events
from meadhall.match.match import Match
from meadhall.server.broadcast.viewer import (
    LogEntry,
    ViewerPosition,
    sentences,
)
from meadhall.server.protocol.encoding import pre_encode, to_json
from meadhall.server.protocol.messages import Entry
from meadhall.server.protocol.moves_change import Move, MovesChange
from meadhall.server.protocol.scene_delta import SceneChange, scene_delta

_decoder: msgspec.json.Decoder[Move] = msgspec.json.Decoder(Move)
KEPT = 20_000
"""How many encoded moves and parsed texts are kept per game."""
DIFFS = 5_000
"""How many encoded differences of scenes are kept per game."""


Offered: TypeAlias = Sequence[bytes]
"""The legal moves of a seat, each encoded as a `Move`."""


class Encoder:
    """The encoder of one game."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game
        self._table, self._scene_diff = speed(game).action_table, speed(game).scene_diff
        rows = self._table.rows if self._table else ()
        self._rows = [[self._move(action) for action in row] for row in rows]
        self._moves: dict[int, bytes] = {}
        """Encoded moves by the id of the action: games reuse their actions, and `id` is several
        times faster than hashing a dataclass."""
        self._actions: list[object] = []
        """The actions of those ids. While they are kept, no other object can have their ids."""
        self._parse = lru_cache(KEPT)(game.notation.parse)
        self._encode_diff = lru_cache(DIFFS)(_encode_diff)

    def moves(self, state: object, seat: Viewer) -> Offered:
        """What the seat can do now; nothing for a spectator."""
        if seat is None or state is None:
            return ()
        if self._table is not None:
            return self._table.select(state, seat, self._rows)
        return self._look_up(self._game.legal_actions(state, seat))

    def scene_change(
        self, before: ViewerPosition, after: ViewerPosition, events: Sequence[object]
    ) -> SceneChange:
        """What changed in the scene from one position to the next, through these events."""
        diffs = self._scene_diff and self._scene_diff(before.view, after.view, events)
        if diffs is None:
            return pre_encode(_compare(before, after))
        # Without empty ones, which would leave a comma with nothing before or after it.
        encoded = b",".join(filter(None, map(self._encode_diff, diffs)))
        return cast("SceneChange", Raw(b"{" + encoded + b"}"))

    def log_line(
        self, match: Match, entry: LogEntry, viewer: Viewer, seen: Iterable[object]
    ) -> Entry:
        """The ply for the log of a viewer who sees these events of it."""
        secret = match.traits.hidden and self._is_secret(match, entry, viewer)
        text = "" if secret else entry.text
        return Entry(entry.ply, entry.seat, text, sentences(self._game, seen), entry.cause)

    def log_lines(
        self, match: Match, entries: Iterable[LogEntry], viewer: Viewer
    ) -> tuple[Entry, ...]:
        """The log as the viewer may read it."""
        return tuple(
            self.log_line(match, entry, viewer, visible_events(self._game, entry.events, viewer))
            for entry in entries
        )

    def _is_secret(self, match: Match, entry: LogEntry, viewer: Viewer) -> bool:
        """Whether the viewer may not read the notation; after the end everything is open."""
        if match.result is not None or not entry.text:
            return False
        action = self._parse(entry.text)
        return not may_read(self._game, entry.seat, action, entry.events, viewer)

    def _look_up(self, actions: Sequence[object]) -> list[bytes]:
        try:
            return [self._moves[id(action)] for action in actions]
        except KeyError:
            self._learn(actions)
            return [self._moves[id(action)] for action in actions]

    def _learn(self, actions: Sequence[object]) -> None:
        if len(self._actions) + len(actions) > KEPT:
            # Everything at once: finding the least used would cost time with every look-up.
            self._moves.clear()
            self._actions.clear()
        for action in actions:
            if id(action) not in self._moves:
                self._moves[id(action)] = self._move(action)
                self._actions.append(action)

    def _move(self, action: object) -> bytes:
        gesture = self._game.present.gesture(action) if self._game.present else ()
        return to_json((gesture, self._game.notation.write(action)))


def _compare(before: ViewerPosition, after: ViewerPosition) -> SceneChange:
    old, new = before.scene(), after.scene()
    return SceneChange() if old is None or new is None else scene_delta(old, new)


def _encode_diff(diff: SceneDiff) -> bytes:
    """The change without its braces: it stands in one JSON object with others."""
    return to_json(scene_delta(diff.before, diff.after))[1:-1]


def encode_moves(moves: Offered) -> tuple[Move, ...]:
    """The moves in encoded form, to stand in a message."""
    if not moves:
        return ()
    return cast("tuple[Move, ...]", Raw(b"[" + b",".join(moves) + b"]"))


def moves_change(before: Offered, after: Offered) -> MovesChange | None:
    """What a client that has the moves `before` has to be sent; `None` if nothing has changed."""
    if before == after:
        return None
    # The turn has passed from one seat to another: nothing to compare.
    if not (before and after):
        return MovesChange(encode_moves(after), whole=True)
    old, new = {*before}, {*after}
    put, gone = [m for m in after if m not in old], [m for m in before if m not in new]
    if len(put) + len(gone) >= len(after):
        return MovesChange(encode_moves(after), whole=True)
    return MovesChange(encode_moves(put), tuple(map(_notation, gone))) if put or gone else None


def _notation(move: bytes) -> str:
    return _decoder.decode(move)[1]
