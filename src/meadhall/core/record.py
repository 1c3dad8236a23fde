"""A match on paper: one JSON document that can be replayed and checked anywhere.

The hash covers everything else in the document, so an edited record is found out.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, cast

from meadhall.core.codec import Json, decode, from_plain, parse_json, to_plain
from meadhall.core.game import AnyGame, Step, start, to_act
from meadhall.core.options import parse_options
from meadhall.core.refusal import Refused
from meadhall.core.rng import Rng
from meadhall.core.seats import Seat, seat_name
from meadhall.core.status import Finished

SCHEMA = "meadhall-record-1"
TABLE_REASONS = ("left", "agreed", "abandoned")
"""Ends that the players decide and the rules know nothing of."""


@dataclass(frozen=True, slots=True)
class Ply:
    """One action, in notation. `leave` marks a seat that gave up; `clock` is milliseconds left."""

    seat: Seat
    action: str
    leave: bool = False
    clock: int | None = None
    comment: str = ""


@dataclass(frozen=True, slots=True)
class Result:
    """How it ended."""

    payoffs: tuple[int, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class Record:
    """A match as facts: what it was, who sat where, and what was played.

    `start` is the position it began from, as the codec writes it, where that is not the first one.
    """

    game: str
    rules_version: int
    seed: str
    players: tuple[str, ...]
    options: Mapping[str, str | int | bool | None] = field(default_factory=dict)
    plies: tuple[Ply, ...] = ()
    result: Result | None = None
    start: str | None = None


@dataclass(frozen=True, slots=True)
class _Body:
    """The document's fixed part, for the codec; options are the game's own and read apart."""

    schema: Literal["meadhall-record-1"]
    game: str
    rules_version: int
    seed: str
    players: tuple[str, ...]
    plies: tuple[Ply, ...]
    result: Result | None
    start: str | None = None


def write_record(record: Record) -> str:
    """The record as a document with its hash, one ply a line so that people can read it."""
    document = _document(record)
    head = [f"  {json.dumps(k)}: {_compact(v)}" for k, v in document.items() if k != "plies"]
    plies = ",\n".join(f"    {_compact(ply)}" for ply in cast(list[Json], document["plies"]))
    lines = [*head, f'  "plies": [\n{plies}\n  ]', f'  "hash": "{fingerprint(record)}"']
    return "{\n" + ",\n".join(lines) + "\n}\n"


def read_record(text: str | bytes) -> Record:
    """The record in the document; refuses what is cut short, edited or something else."""
    plain = parse_json(text)
    if not isinstance(plain, dict) or plain.get("schema") != SCHEMA:
        raise Refused.because(
            "NOT_A_RECORD", f"This is no match record: $.schema is not {SCHEMA!r}.", "$.schema"
        )
    claimed = plain.pop("hash", None)
    options = _options(plain.pop("options", None))
    body: _Body = from_plain(_Body, plain)
    record = Record(
        game=body.game,
        rules_version=body.rules_version,
        seed=body.seed,
        players=body.players,
        options=options,
        plies=body.plies,
        result=body.result,
        start=body.start,
    )
    if claimed != fingerprint(record):
        raise Refused.because(
            "RECORD_CHANGED",
            "$.hash does not fit: the record was edited after it was written.",
            "$.hash",
        )
    return record


def replay(game: AnyGame, record: Record) -> "Iterator[Step[object, object]]":
    """Each position of the match with what led to it, the first one without events."""
    if record.rules_version != game.spec.rules_version:
        raise Refused.because(
            "OTHER_RULES",
            f"The record was played under version {record.rules_version} of the rules of"
            f" {game.spec.title}; this is version {game.spec.rules_version}.",
            "$.rules_version",
        )
    step: Step[object, object] = Step(_first(game, record), ())
    yield step
    for number, ply in enumerate(record.plies):
        place = f"$.plies[{number}]"
        if not 0 <= ply.seat < len(record.players):
            raise Refused.because("BAD_PLY", f"{place}: there is no {seat_name(ply.seat)}.", place)
        step = _play(game, step.state, ply, place)
        yield step


def verify(game: AnyGame, record: Record) -> None:
    """Refuse a record that does not replay to the result it claims."""
    *_, last = replay(game, record)
    status = game.status(last.state)
    reached = Result(status.payoffs, status.reason) if isinstance(status, Finished) else None
    claimed = record.result
    if reached is None and claimed is not None and claimed.reason in TABLE_REASONS:
        return
    if claimed != reached:
        raise Refused.because(
            "RESULT_DIFFERS",
            f"$.result says {_say(claimed)}, but play gives {_say(reached)}.",
            "$.result",
        )


def appended(record: Record, ply: Ply) -> Record:
    """The record with one more ply."""
    return replace(record, plies=(*record.plies, ply))


def _first(game: AnyGame, record: Record) -> object:
    options = parse_options(game.types.options, record.options)
    first: object = start(game, options, len(record.players), Rng(record.seed))
    if record.start is None:
        return first  # which is also made to have options and number of players checked
    state: object = decode(game.types.state, record.start)
    if not _is_sound(game, state, len(record.players)):
        raise Refused.because("BAD_POSITION", "$.start is no position of this match.", "$.start")
    return state


def _is_sound(game: AnyGame, state: object, seats: int) -> bool:
    """Whether a position that anybody may have made up can be played on from."""
    try:
        return not game.invariant(state) and all(seat < seats for seat in to_act(game, state))
    except Exception:  # noqa: BLE001 - rules promise nothing about what is no state of theirs
        return False


def _play(game: AnyGame, state: object, ply: Ply, place: str) -> "Step[object, object]":
    try:
        if not ply.leave:
            return game.apply(state, ply.seat, game.notation.parse(ply.action))
        if game.leave is None:
            return Step(state, ())
        return game.leave(state, ply.seat)
    except Refused as error:
        refusal = error.refusal
        raise Refused.because(
            "BAD_PLY",
            f"{place}: {seat_name(ply.seat)} cannot play {ply.action!r}: {refusal.sentence}"
            f" ({refusal.code})",
            place,
        ) from None


def _options(plain: Json) -> Mapping[str, str | int | bool | None]:
    if not isinstance(plain, dict) or any(
        isinstance(v, list | dict | float) for v in plain.values()
    ):
        raise Refused.because(
            "BAD_SHAPE", "$.options: expected an object of plain values.", "$.options"
        )
    return cast(Mapping[str, str | int | bool | None], plain)


def _document(record: Record) -> dict[str, Json]:
    document = {"schema": SCHEMA, **cast(dict[str, Json], to_plain(record))}
    if record.start is None:
        del document["start"]
    return document


def fingerprint(record: Record) -> str:
    """A hash of everything that the record says; equal records have the same."""
    canonical = json.dumps(
        _document(record), sort_keys=True, separators=(",", ":"), ensure_ascii=False
    )
    return hashlib.sha256(canonical.encode()).hexdigest()


def _compact(plain: Json) -> str:
    return json.dumps(plain, ensure_ascii=False)


def _say(result: Result | None) -> str:
    return f"{result.reason} {list(result.payoffs)}" if result else "no end yet"
