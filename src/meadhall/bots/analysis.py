"""A finished match, move by move: the seats' chances, what each move lost, the turning points."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from meadhall.bots.bot import Budget, Turn
from meadhall.bots.chances import Chances, even, paid
from meadhall.bots.judge import Judgement, judge_for
from meadhall.bots.weighing import Case
from meadhall.core.game import AnyGame
from meadhall.core.record import Ply, Record, Result, replay
from meadhall.core.refusal import Refused
from meadhall.core.rng import Rng
from meadhall.core.seats import Seat

TURNING = 100
"""A move that lost this much, a tenth of the victory, is a turning point."""
MOST_TURNING = 8


@dataclass(frozen=True, slots=True)
class Moment:
    """One move of the match. `ply` is its number from 1; `chances` are those before it.

    They are what the mover could hope for, given what it could know and a good move. `loss` is what
    the move played took from the mover's own; `None` where it was not the seat that chose. `better`
    is in notation, empty where nothing better was found; `gesture` is what one would click for it,
    and `line` how play might go on from it.
    """

    ply: int
    seat: Seat
    played: str
    chances: Chances
    loss: int | None = None
    better: str = ""
    gesture: tuple[str, ...] = ()
    line: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Analysis:
    """A match as it is seen afterwards.

    `curves` has for each seat its chances before every move and at the end; where something is
    hidden they are the seat's own hopes, as of its last move. `turning` are numbers of plies.
    """

    moments: tuple[Moment, ...]
    curves: tuple[tuple[int, ...], ...]
    turning: tuple[int, ...]


def analyse(game: AnyGame, record: Record, budget: Budget, rng: Rng) -> Iterator[Moment]:
    """Every move of the record, judged as it is asked for: who stops asking has cancelled.

    The budget is for one move. The same record, node budget and generator give the same moments.
    """
    result_of(record)
    judge = judge_for(game)
    chances = even(len(record.players))
    for number, (ply, case) in enumerate(zip(record.plies, cases(game, record), strict=True), 1):
        luck = rng.fork(f"ply {number}")
        told = judge.judge(case, budget, luck) if case else Judgement(chances)
        chances = told.chances
        yield moment(game, number, ply, told)


def cases(game: AnyGame, record: Record) -> Iterator[Case | None]:
    """What there is to judge at each ply of the record; nothing where a seat left."""
    seats = len(record.players)
    for ply, step in zip(record.plies, replay(game, record), strict=False):
        if ply.leave:
            yield None
            continue
        turn = Turn.of(game, step.state, ply.seat, seats)
        yield Case(turn, _chosen(game, ply)) if turn.legal else None


def _chosen(game: AnyGame, ply: Ply) -> object | None:
    """The action, unless it was a clock that played it."""
    action: object = game.notation.parse(ply.action)
    return None if ply.clock == 0 or isinstance(action, game.types.clock_only) else action


def moment(game: AnyGame, number: int, ply: Ply, told: Judgement) -> Moment:
    """The judgement in words that can be kept and sent."""
    if told.better is None:
        return Moment(number, ply.seat, ply.action, told.chances, told.loss)
    better = game.notation.write(told.better)
    gesture = game.present.gesture(told.better) if game.present else ()
    return Moment(number, ply.seat, ply.action, told.chances, told.loss, better, gesture, told.line)


def result_of(record: Record) -> Result:
    """How the match ended; a record that does not tell of a whole match is refused."""
    if record.result is None:
        raise Refused.because("NOT_FINISHED", "Only finished matches can be analysed.", "$.result")
    return record.result


def summed_up(game: AnyGame, record: Record, moments: Sequence[Moment]) -> Analysis:
    """The moments of the whole match, seen together."""
    end = paid(game, result_of(record).payoffs)
    curves = tuple(
        (*_curve(moments, seat, own_eyes=game.spec.hidden), part) for seat, part in enumerate(end)
    )
    return Analysis(tuple(moments), curves, turning_points(moments))


def _curve(moments: Sequence[Moment], seat: Seat, *, own_eyes: bool) -> Iterator[int]:
    """The seat's chances before each move; with its own eyes, as of its last move."""
    own = [one.chances[seat] for one in moments if one.seat == seat]
    if not own or not own_eyes:
        yield from (one.chances[seat] for one in moments)
        return
    chance, to_come = own[0], iter(own)
    for one in moments:
        chance = next(to_come) if one.seat == seat else chance
        yield chance


def turning_points(moments: Sequence[Moment]) -> tuple[int, ...]:
    """The numbers of the plies that lost most, in the order they were played."""
    lost = sorted((-one.loss, one.ply) for one in moments if one.loss and one.loss >= TURNING)
    return tuple(sorted(ply for _, ply in lost[:MOST_TURNING]))
