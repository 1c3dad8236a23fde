"""What a game has to say, written for the wire; what has been written once is looked up.

Games make many of their values once and use them again: moves, events, strokes of a picture.
"""

from collections.abc import Sequence
from functools import cached_property, lru_cache
from typing import cast

from msgspec import Raw, Struct

from meadhall.core.game import AnyGame
from meadhall.core.scene import Motion, Stroke
from meadhall.core.seats import Seat, Viewer
from meadhall.server.changes import SceneChange
from meadhall.server.frames import Sight, encoded, motions, seen, to_json, told
from meadhall.server.scenes import difference

MOVES, TELLINGS = 20_000, 3_000
"""How many of each are kept per game."""


class Telling(Struct, frozen=True, gc=False):
    """What is said and shown of events."""

    told: tuple[str, ...]
    motions: tuple[Motion, ...]


class Scribe:
    """Writes for all tables of one game."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game
        self._by_value: dict[object, bytes] = {}
        self._by_identity: dict[int, bytes] = {}
        """Games reuse their actions, and an id is had faster than a hash."""
        self._kept: list[object] = []
        """The actions of those ids: while they are kept, nothing else can have their ids."""
        self.telling = lru_cache(TELLINGS)(self._telling)
        """What everybody hears and sees of events that are no secret."""

    def moves(self, state: object, seat: Viewer) -> bytes:
        """What the seat can do now, as moves in JSON, with commas between them."""
        if seat is None or state is None:
            return b""
        book = self._game.book
        texts = book.pick(state, seat, self._rows) if book else self._looked_up(state, seat)
        return b",".join(texts)

    def change(self, before: Sight, after: Sight, events: Sequence[object]) -> SceneChange:
        """What of the scene is different from one position to the next, after these events."""
        contrast = self._game.present.contrast if self._game.present else None
        strokes = contrast(before.view, after.view, events) if contrast else None
        if strokes is None:
            return encoded(_drawn_and_compared(before, after))
        written = b",".join(filter(None, [s.written or _write_down(s) for s in strokes]))
        return cast("SceneChange", Raw(b"{" + written + b"}"))

    @cached_property
    def _rows(self) -> tuple[tuple[bytes, ...], ...]:
        """All actions that are in the game's book."""
        rows = self._game.book.rows if self._game.book else ()
        return tuple(tuple(map(self._written, row)) for row in rows)

    def _looked_up(self, state: object, seat: Seat) -> list[bytes]:
        actions = self._game.legal_actions(state, seat)
        try:
            return [self._by_identity[id(action)] for action in actions]
        except KeyError:
            self._learn(actions)
            return [self._by_identity[id(action)] for action in actions]

    def _learn(self, actions: Sequence[object]) -> None:
        if len(self._kept) + len(actions) > MOVES:
            self._by_identity.clear()
            self._by_value.clear()
            self._kept.clear()
        for action in actions:
            if id(action) not in self._by_identity:
                self._by_identity[id(action)] = self._write(action)
                self._kept.append(action)

    def _write(self, action: object) -> bytes:
        text = self._by_value.get(action)
        if text is None:
            text = self._by_value[action] = self._written(action)
        return text

    def _written(self, action: object) -> bytes:
        gesture = self._game.present.gesture(action) if self._game.present else ()
        return to_json((gesture, self._game.notation.write(action)))

    def _telling(self, events: tuple[object, ...]) -> Telling:
        watched = seen(self._game, events, None)
        return Telling(encoded(told(self._game, watched)), encoded(motions(self._game, watched)))


def _drawn_and_compared(before: Sight, after: Sight) -> SceneChange:
    old, new = before.scene(), after.scene()
    return SceneChange() if old is None or new is None else difference(old, new)


def _write_down(stroke: Stroke) -> bytes:
    """The change that it makes, without the braces: it stands in one object with the others."""
    stroke.written = to_json(difference(stroke.before, stroke.after))[1:-1]
    return stroke.written
