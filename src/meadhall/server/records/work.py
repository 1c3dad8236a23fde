"""Works on records. Everything here runs in the process of the `desk`, not in the server's."""

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Literal, TypeAlias, cast

from msgspec import Raw, Struct

from meadhall.core.game import AnyGame, Step, traits_of
from meadhall.core.options import Value
from meadhall.core.record import (
    Record,
    Result,
    fingerprint,
    read_record,
    record_options,
    replay,
    verify,
)
from meadhall.core.refusal import Refused
from meadhall.core.rng import Rng
from meadhall.core.seats import Viewer
from meadhall.core.status import Finished
from meadhall.core.visibility import visible_events
from meadhall.match.endings import ending_sentence
from meadhall.match.evolve import fold
from meadhall.match.facts import Origin
from meadhall.match.fork import Cut, origin_in
from meadhall.match.ports import Append, append_of
from meadhall.match.records import facts_of
from meadhall.server.broadcast.encoder import Encoder
from meadhall.server.broadcast.viewer import ViewerPosition, sentences, watch
from meadhall.server.protocol.encoding import pre_encode, to_json
from meadhall.server.protocol.messages import Entry, OutcomeView
from meadhall.server.protocol.records.replay_bodies import Replay, ReplayStep

Games: TypeAlias = Callable[[str], AnyGame]
Source: TypeAlias = Record | str
"""A record, or the document of one that has not been read yet."""


class NamedReplay(Struct, frozen=True):
    """A replay, and the fingerprint of its record."""

    replay: Replay
    fingerprint: str

    def size(self) -> int:
        """How many bytes the steps take, which are nearly all of it."""
        return memoryview(cast(Raw, self.replay.steps)).nbytes


class CheckedRecord(Struct, frozen=True):
    """A record that replays to the result that it states, and its fingerprint."""

    record: Record
    fingerprint: str


class StartingPoint(Struct, frozen=True):
    """Where a new match begins that continues a record."""

    game: str
    options: tuple[tuple[str, Value], ...]
    seats: int
    origin: Origin


def replay_record(games: Games, source: Source, viewer: Viewer) -> NamedReplay:
    """The match from its first position to its last, as one viewer saw it."""
    record = _read(source)
    _check_viewer(record, viewer)
    game = games(record.game)
    positions = pairwise(_positions(game, record, viewer))
    first = next(replay(game, record)).state
    # Each step is encoded at once, so that no two positions are in memory for longer than needed.
    steps = b",".join(map(to_json, _steps(game, record, positions)))
    shown = Replay(
        game=record.game,
        title=game.spec.title,
        players=record.players,
        options=dict(record.options),
        hidden=traits_of(game, record_options(game, record), len(record.players)).hidden,
        seat=viewer,
        first=pre_encode(ViewerPosition(game, game.view(first, viewer)).scene()),
        steps=cast("tuple[ReplayStep, ...]", Raw(b"[" + steps + b"]")),
        result=_outcome(game, record.result),
        analysis=None,
        seed=record.seed,
        proof=record.proof,
    )
    return NamedReplay(shown, fingerprint(record))


def check_record(games: Games, source: Source) -> CheckedRecord:
    """The record; refused if it does not replay to the result that it states."""
    record = _read(source)
    verify(games(record.game), record)
    return CheckedRecord(record, fingerprint(record))


def import_record(games: Games, text: str, match: str, now: int) -> Append:
    """What to store to keep the record of a finished match as a match of that id."""
    record = read_record(text)
    if record.result is None:
        raise Refused.because("NOT_FINISHED", "Only finished matches can be stored.")
    game = games(record.game)
    facts = facts_of(game, record, match, now)
    return append_of(None, fold(game, facts), facts)


def continue_record(games: Games, source: Source, cut: Cut, seed: str) -> StartingPoint:
    """Where a new match continues a record. Its dice come from the seed."""
    record = _read(source)
    _check_viewer(record, cut.viewer)
    game = games(record.game)
    origin = origin_in(game, record, cut, Rng(seed))
    # The new match is played by the present rules, so it must name what the record left out.
    options = tuple(record_options(game, record).items())
    return StartingPoint(record.game, options, len(record.players), origin)


def _read(source: Source) -> Record:
    return source if isinstance(source, Record) else read_record(source)


def _check_viewer(record: Record, viewer: Viewer) -> None:
    if viewer is not None and not 0 <= viewer < len(record.players):
        raise Refused.because("NO_SUCH_SEAT", "The match has no such seat.", "seat")


_Position: TypeAlias = tuple[ViewerPosition, tuple[object, ...]]


def _positions(game: AnyGame, record: Record, viewer: Viewer) -> Iterator[_Position]:
    step: Step[object, object]
    for step in replay(game, record):
        position = ViewerPosition(game, game.view(step.state, viewer))
        yield position, visible_events(game, step.events, viewer)


def _steps(
    game: AnyGame, record: Record, positions: Iterator[tuple[_Position, _Position]]
) -> Iterator[ReplayStep]:
    encoder, plies = Encoder(game), zip(record.plies, positions, strict=True)
    for number, (ply, ((before, _), (after, events))) in enumerate(plies, 1):
        cause: Literal["left", "played"] = "left" if ply.leave else "played"
        yield ReplayStep(
            Entry(number, ply.seat, ply.action, sentences(game, events), cause),
            *watch(before, events),
            encoder.scene_change(before, after, events),
        )


def _outcome(game: AnyGame, result: Result | None) -> OutcomeView | None:
    if result is None:
        return None
    ended = Finished(result.payoffs, result.reason)
    return OutcomeView(ended.payoffs, ended.reason, ending_sentence(game, ended))
