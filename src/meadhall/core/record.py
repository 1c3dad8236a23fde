"""A match as one JSON document that can be replayed and checked anywhere.

The hash covers everything else in the document, so a record that was edited is refused.
"""

import hashlib
import json
from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, cast

from meadhall.core.codec import Json, from_plain, parse_json, to_plain
from meadhall.core.game import AnyGame, Step, options_under, start, state_under, to_act
from meadhall.core.options import Value, parse_options
from meadhall.core.refusal import Refused
from meadhall.core.rng import Rng
from meadhall.core.rng_in_state import generators_in
from meadhall.core.seats import Seat, seat_name
from meadhall.core.seed_proof import SeedProof, check_seed
from meadhall.core.status import Finished

SCHEMA = "meadhall-record-1"
TABLE_REASONS = ("left", "agreed", "abandoned")
"""Why a match ended if the players ended it and not the rules."""


@dataclass(frozen=True, slots=True)
class Ply:
    """One action in notation. `leave` is for a seat that gave up; `clock` is milliseconds left."""

    seat: Seat
    action: str
    leave: bool = False
    clock: int | None = None
    comment: str = ""


@dataclass(frozen=True, slots=True)
class Result:
    """How the match ended."""

    payoffs: tuple[int, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class Record:
    """A match: the game and its options, the players by seat, and what was played.

    `start` is the starting position as the codec writes it, if it is not the game's first one.
    `proof` is what the seed was made of, if it was not given. `rated`: the match counted for
    ratings in the hall where it was played.
    """

    game: str
    rules_version: int
    seed: str
    players: tuple[str, ...]
    options: Mapping[str, str | int | bool | None] = field(default_factory=dict)
    plies: tuple[Ply, ...] = ()
    result: Result | None = None
    start: str | None = None
    proof: SeedProof | None = None
    rated: bool = False


@dataclass(frozen=True, slots=True)
class _Body:
    """The part of the document that is the same in every game, for the codec.

    Options differ from game to game, so they are read separately.
    """

    schema: Literal["meadhall-record-1"]
    game: str
    rules_version: int
    seed: str
    players: tuple[str, ...]
    plies: tuple[Ply, ...]
    result: Result | None
    start: str | None = None
    proof: SeedProof | None = None
    rated: bool = False


def write_record(record: Record) -> str:
    """The record as a document with its hash, one ply per line so that people can read it."""
    document = _document(record)
    head = [f"  {json.dumps(k)}: {_compact(v)}" for k, v in document.items() if k != "plies"]
    plies = ",\n".join(f"    {_compact(ply)}" for ply in cast(list[Json], document["plies"]))
    lines = [*head, f'  "plies": [\n{plies}\n  ]', f'  "hash": "{fingerprint(record)}"']
    return "{\n" + ",\n".join(lines) + "\n}\n"


def read_record(text: str | bytes) -> Record:
    """The record in the document; refused if it is cut short, edited or no record."""
    plain = parse_json(text)
    if not isinstance(plain, dict) or plain.get("schema") != SCHEMA:
        raise Refused.because(
            "NOT_A_RECORD", f"This is not a match record: $.schema is not {SCHEMA!r}.", "$.schema"
        )
    # `_Body` refuses unknown fields, so these two must be gone before it is decoded.
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
        proof=body.proof,
        rated=body.rated,
    )
    # Hashed from the values, not the text: white space and the order of fields do not matter.
    if claimed != fingerprint(record):
        raise Refused.because(
            "RECORD_CHANGED",
            "$.hash does not fit: the record was edited after it was written.",
            "$.hash",
        )
    return record


def replay(game: AnyGame, record: Record) -> "Iterator[Step[object, object]]":
    """Every position of the match with the events that led to it; the first one has none."""
    step: Step[object, object] = Step(_first_state(game, record), ())
    _check_plies(game, record)
    yield step
    for number, ply in enumerate(record.plies):
        step = _play(game, step.state, ply, f"$.plies[{number}]")
        yield step


def last_step(game: AnyGame, record: Record) -> "Step[object, object]":
    """The last position of the match. Keeps no other position in memory."""
    return deque(replay(game, record), maxlen=1)[0]


def verify(game: AnyGame, record: Record) -> None:
    """Raise `Refused` if the record does not replay to its result, or its seed is not proved."""
    if record.proof is not None:
        _check_proof(game, record, record.proof)
    status = game.status(last_step(game, record).state)
    actual = Result(status.payoffs, status.reason) if isinstance(status, Finished) else None
    claimed = record.result
    # The players ended it: all that can be checked is that the rules had not.
    if actual is None and claimed is not None and claimed.reason in TABLE_REASONS:
        return
    if claimed != actual:
        raise Refused.because(
            "RESULT_DIFFERS",
            f"$.result says {_describe(claimed)}, but play gives {_describe(actual)}.",
            "$.result",
        )


def add_ply(record: Record, ply: Ply) -> Record:
    """The record with one more ply."""
    return replace(record, plies=(*record.plies, ply))


def _check_plies(game: AnyGame, record: Record) -> None:
    """Refuse what no match can hold, before anything is played: records may be made up."""
    # A leave is a ply, but no action of the game.
    most = game.spec.max_plies + len(record.players)
    if len(record.plies) > most:
        raise Refused.because(
            "TOO_LONG", f"No match of {game.spec.title} has more than {most} plies.", "$.plies"
        )
    gone: set[Seat] = set()
    for number, ply in enumerate(record.plies):
        place = f"$.plies[{number}]"
        if not 0 <= ply.seat < len(record.players):
            raise Refused.because("BAD_PLY", f"{place}: there is no {seat_name(ply.seat)}.", place)
        if ply.leave and ply.seat in gone:
            raise Refused.because(
                "BAD_PLY", f"{place}: {seat_name(ply.seat)} has left already.", place
            )
        if gone and game.leave is None:
            raise Refused.because("BAD_PLY", f"{place}: the match has ended before it.", place)
        if ply.leave:
            gone.add(ply.seat)


def _check_proof(game: AnyGame, record: Record, proof: SeedProof) -> None:
    check_seed(proof, record.seed, len(record.players))
    if record.start is None:
        return
    # Then dice come from the generators in the position, and `start` only checks the setup.
    first = next(replay(game, record))
    if any(rng != Rng(record.seed) for rng in generators_in(first.state)):
        raise Refused.because(
            "SEED_DIFFERS", "The dice in $.start are not those of $.seed.", "$.start"
        )


def record_options(game: AnyGame, record: Record) -> dict[str, Value]:
    """The options of the recorded match by name, under the rules it was played by."""
    return options_under(game, record.rules_version, record.options)


def _first_state(game: AnyGame, record: Record) -> object:
    options = parse_options(game.types.options, record_options(game, record))
    # `start` also checks the options and the number of players, so it is called in any case.
    first: object = start(game, options, len(record.players), Rng(record.seed))
    if record.start is None:
        return first
    state = state_under(game, record.rules_version, record.start)
    if not _is_sound(game, state, len(record.players)):
        raise Refused.because("BAD_POSITION", "$.start is not a position of this match.", "$.start")
    return state


def _is_sound(game: AnyGame, state: object, seats: int) -> bool:
    """Whether play can continue from a position, which may have been written by hand."""
    try:
        return not game.invariant(state) and all(seat < seats for seat in to_act(game, state))
    except Exception:  # noqa: BLE001 - rules may raise anything for a state they never make
        return False


def _play(game: AnyGame, state: object, ply: Ply, place: str) -> "Step[object, object]":
    try:
        if not ply.leave:
            return game.apply(state, ply.seat, game.notation.parse(ply.action))
        # Then leaving ends the match, outside of the rules: the position stays as it was.
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
    # Records that were written before these fields existed must keep their hash.
    for name in ("start", "proof"):
        if document[name] is None:
            del document[name]
    if not record.rated:
        del document["rated"]
    return document


def fingerprint(record: Record) -> str:
    """A hash of everything in the record; equal records have the same hash."""
    canonical = json.dumps(
        _document(record), sort_keys=True, separators=(",", ":"), ensure_ascii=False
    )
    return hashlib.sha256(canonical.encode()).hexdigest()


def _compact(plain: Json) -> str:
    return json.dumps(plain, ensure_ascii=False)


def _describe(result: Result | None) -> str:
    return f"{result.reason} {list(result.payoffs)}" if result else "no end yet"
