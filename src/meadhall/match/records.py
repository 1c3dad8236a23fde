"""A match as a portable record, and a record as a match."""

from meadhall.core import record as core
from meadhall.core.game import AnyGame
from meadhall.core.record import Record, Result
from meadhall.core.refusal import Refused
from meadhall.match.decide.lobby import name_refusal
from meadhall.match.evolve import apply_facts, new_match
from meadhall.match.facts import (
    Abandoned,
    Acted,
    Created,
    Drew,
    Fact,
    Left,
    Origin,
    Player,
    Ply,
    Seated,
    Setup,
    Started,
    TimedOut,
)
from meadhall.match.match import Match

# The results that are facts of their own; every other result follows from the last ply.
_ENDINGS: dict[str, type[Drew] | type[Abandoned]] = {"agreed": Drew, "abandoned": Abandoned}


def record_of(match: Match) -> Record:
    """The match as a record: the moves in force, without messages.

    It contains the seed and its proof, so it is a secret until the end. A ply that a clock played
    has a clock of zero.
    """
    if match.state is None:
        raise Refused.because("NOT_STARTED", "Nothing has been played yet.")
    setup = match.setup
    return Record(
        game=setup.game,
        rules_version=setup.rules_version,
        seed=setup.seed,
        players=tuple(player.name if player else "" for player in match.players),
        options=dict(setup.options),
        plies=tuple(_to_record(ply) for ply in match.plies),
        result=_result(match),
        start=setup.origin.state if setup.origin else None,
        proof=match.proof,
        rated=setup.rated,
    )


def facts_of(game: AnyGame, record: Record, id_: str, at: int) -> tuple[Fact, ...]:
    """The facts of a match as recorded. Refused if the record does not replay to its result."""
    core.verify(game, record)
    players, proof = tuple(map(_player, record.players)), record.proof
    setup = Setup(
        id=id_,
        game=record.game,
        rules_version=record.rules_version,
        seats=len(players),
        seed=record.seed,
        secret=proof.secret if proof else "",
        drawn_for=proof.match if proof else "",
        options=tuple(record.options.items()),
        origin=Origin(record.start) if record.start is not None else None,
    )
    first = Created(at, setup)
    shares = proof.shares if proof else ("",) * len(players)
    pairs = zip(players, shares, strict=True)
    seated = (Seated(at, seat, *pair) for seat, pair in enumerate(pairs))
    outcome = apply_facts(new_match(game, first), *seated, Started(at))
    facts: list[Fact] = [first, *outcome.facts]
    for recorded in record.plies:
        ply = _from_record(game, recorded, outcome.match.turn, at)
        outcome = apply_facts(outcome.match, ply)
        facts.append(ply)
    ending = _ENDINGS.get(record.result.reason) if record.result else None
    if ending is not None:
        outcome = apply_facts(outcome.match, ending(at))
        facts += outcome.facts
    if _result(outcome.match) != record.result:
        raise Refused.because(
            "RESULT_DIFFERS", "$.result is not the result of these plies.", "$.result"
        )
    return tuple(facts)


def _player(name: str) -> Player:
    player = Player(name)
    refused = name_refusal(player)
    if refused is not None:
        raise Refused.because(refused.code, refused.sentence, "$.players")
    return player


def _result(match: Match) -> Result | None:
    result = match.result
    return Result(result.payoffs, result.reason) if result else None


def _to_record(ply: Ply) -> core.Ply:
    if isinstance(ply, Left):
        return core.Ply(ply.seat, "", leave=True)
    return core.Ply(ply.seat, ply.action, clock=ply.left if isinstance(ply, Acted) else 0)


def _from_record(game: AnyGame, ply: core.Ply, turn: int, at: int) -> Ply:
    if ply.leave:
        return Left(at, ply.seat, turn)
    # The second test is for records without times.
    if ply.clock == 0 or isinstance(game.notation.parse(ply.action), game.types.clock_only):
        return TimedOut(at, ply.seat, ply.action, turn)
    return Acted(at, ply.seat, ply.action, turn, left=ply.clock)
