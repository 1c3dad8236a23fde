"""A match as a record that can be kept and replayed anywhere, and a record as a match again."""

from meadhall.core import record as core
from meadhall.core.game import AnyGame
from meadhall.core.record import Record, Result
from meadhall.core.refusal import Refused
from meadhall.match.evolve import carried, found
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
from meadhall.match.gathering import bad_name
from meadhall.match.match import Match

_ENDINGS: dict[str, type[Drew] | type[Abandoned]] = {"agreed": Drew, "abandoned": Abandoned}


def record_of(match: Match) -> Record:
    """The match on paper: moves in force, no talk. It holds the seed and is a secret until the end.

    A ply that a clock played shows a clock of zero.
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
        plies=tuple(_written(ply) for ply in match.plies),
        result=_result(match),
        start=setup.origin.state if setup.origin else None,
    )


def facts_of(game: AnyGame, record: Record, id_: str, at: int) -> tuple[Fact, ...]:
    """The facts of a match that was played as the record says. A record that lies is refused."""
    core.verify(game, record)
    players = tuple(map(_named, record.players))
    setup = Setup(
        id=id_,
        game=record.game,
        rules_version=record.rules_version,
        seats=len(players),
        seed=record.seed,
        options=tuple(record.options.items()),
        origin=Origin(record.start) if record.start is not None else None,
    )
    created = Created(at, setup)
    seated = (Seated(at, seat, player) for seat, player in enumerate(players))
    outcome = carried(found(game, created), *seated, Started(at))
    facts: list[Fact] = [created, *outcome.facts]
    for written in record.plies:
        ply = _read(game, written, outcome.match.turn, at)
        outcome = carried(outcome.match, ply)
        facts.append(ply)
    ending = _ENDINGS.get(record.result.reason) if record.result else None
    if ending is not None:
        outcome = carried(outcome.match, ending(at))
        facts += outcome.facts
    if _result(outcome.match) != record.result:
        raise Refused.because("RESULT_DIFFERS", "$.result is not what play gives.", "$.result")
    return tuple(facts)


def _named(name: str) -> Player:
    player = Player(name)
    rejected = bad_name(player)
    if rejected is not None:
        raise Refused.because(rejected.code, rejected.text, "$.players")
    return player


def _result(match: Match) -> Result | None:
    result = match.result
    return Result(result.payoffs, result.reason) if result else None


def _written(ply: Ply) -> core.Ply:
    if isinstance(ply, Left):
        return core.Ply(ply.seat, "", leave=True)
    return core.Ply(ply.seat, ply.action, clock=ply.left if isinstance(ply, Acted) else 0)


def _read(game: AnyGame, ply: core.Ply, turn: int, at: int) -> Ply:
    if ply.leave:
        return Left(at, ply.seat, turn)
    if ply.clock == 0 or isinstance(game.notation.parse(ply.action), game.types.clock_only):
        return TimedOut(at, ply.seat, ply.action, turn)
    return Acted(at, ply.seat, ply.action, turn, left=ply.clock)
