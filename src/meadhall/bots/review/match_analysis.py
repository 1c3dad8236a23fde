"""A finished match, move by move: the seats' chances, what each move lost, the turning points."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from meadhall.bots.bot import Budget, Turn
from meadhall.bots.chances import Chances, even_chances, payoff_chances
from meadhall.bots.review.compare_actions import Decision
from meadhall.bots.review.reviewer import Assessment, reviewer_for
from meadhall.core.game import AnyGame, action_phrase, traits_of
from meadhall.core.record import Ply, Record, Result, replay
from meadhall.core.refusal import Refused
from meadhall.core.rng import Rng
from meadhall.core.seats import Seat

TURNING = 100
"""A move that lost this much, a tenth of the victory, is a turning point."""
MOST_TURNING = 8


@dataclass(frozen=True, slots=True)
class Phrases:
    """Moves in words: the one that was played, the better one, and how play might go on."""

    played: str = ""
    better: str = ""
    line: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Moment:
    """One move of the match. `ply` counts from 1; `chances` are those before the move.

    The chances are the mover's estimate, from what it could know and if it plays well. `loss` is
    what the move took from the mover's own chance; `None` if the seat did not choose it. `better`
    is in notation, empty if nothing better was found; `gesture` is what to click for it, and `line`
    how play might go on from it. `phrases` has the same for people to read.
    """

    ply: int
    seat: Seat
    played: str
    chances: Chances
    loss: int | None = None
    better: str = ""
    gesture: tuple[str, ...] = ()
    line: tuple[str, ...] = ()
    phrases: Phrases = Phrases()


@dataclass(frozen=True, slots=True)
class Analysis:
    """A whole match.

    `curves` has for each seat its chances before every move and at the end. Where something is
    hidden, a seat's curve changes only with its own moves. `turning` are ply numbers.
    """

    moments: tuple[Moment, ...]
    curves: tuple[tuple[int, ...], ...]
    turning: tuple[int, ...]


def analyse(game: AnyGame, record: Record, budget: Budget, rng: Rng) -> Iterator[Moment]:
    """Reviews the moves of the record one by one, as the caller iterates.

    The budget is for one move. The same record, node budget and generator give the same moments.
    """
    result_of(record)
    reviewer = reviewer_for(game)
    chances = even_chances(len(record.players))
    pairs = zip(record.plies, decisions(game, record), strict=True)
    for number, (ply, decision) in enumerate(pairs, 1):
        luck = rng.fork(f"ply {number}")
        assessment = reviewer.review(decision, budget, luck) if decision else Assessment(chances)
        chances = assessment.chances
        yield make_moment(game, number, ply, assessment)


def decisions(game: AnyGame, record: Record) -> Iterator[Decision | None]:
    """The decision at each ply of the record; `None` where a seat left or had no choice."""
    seats = len(record.players)
    # Not strict: a replay also yields the position after the last ply.
    for ply, step in zip(record.plies, replay(game, record), strict=False):
        if ply.leave:
            yield None
            continue
        turn = Turn.of(game, step.state, ply.seat, seats)
        yield Decision(turn, _own_action(game, ply)) if turn.legal else None


def _own_action(game: AnyGame, ply: Ply) -> object | None:
    """The action, unless a clock has played it."""
    action: object = game.notation.parse(ply.action)
    return None if ply.clock == 0 or isinstance(action, game.types.clock_only) else action


def make_moment(game: AnyGame, number: int, ply: Ply, assessment: Assessment) -> Moment:
    """The assessment as texts and numbers, which can be stored and sent."""
    move = (number, ply.seat, ply.action, assessment.chances, assessment.loss)
    played = _phrase(game, ply.action) if ply.action else ""
    if assessment.better is None:
        return Moment(*move, phrases=Phrases(played))
    better = game.notation.write(assessment.better)
    gesture = game.present.gesture(assessment.better) if game.present else ()
    line = tuple(_phrase(game, text) for text in assessment.line)
    phrases = Phrases(played, action_phrase(game, assessment.better), line)
    return Moment(*move, better, gesture, assessment.line, phrases)


def _phrase(game: AnyGame, notation: str) -> str:
    return action_phrase(game, game.notation.parse(notation))


def result_of(record: Record) -> Result:
    """The result of the match. A record of an unfinished match is refused."""
    if record.result is None:
        raise Refused.because("NOT_FINISHED", "Only finished matches can be analysed.", "$.result")
    return record.result


def summarise(game: AnyGame, record: Record, moments: Sequence[Moment]) -> Analysis:
    """The analysis of the whole match, from the moments of all its moves."""
    end = payoff_chances(game, result_of(record).payoffs)
    hidden = traits_of(game, record.options, len(record.players)).hidden
    curves = tuple(
        (*_curve(moments, seat, own_moves_only=hidden), final) for seat, final in enumerate(end)
    )
    return Analysis(tuple(moments), curves, turning_points(moments))


def _curve(moments: Sequence[Moment], seat: Seat, *, own_moves_only: bool) -> Iterator[int]:
    """The seat's chances before each move.

    With `own_moves_only` they change only where the seat moves: chances at other seats' moves
    come from what those seats know.
    """
    own = [moment.chances[seat] for moment in moments if moment.seat == seat]
    if not own or not own_moves_only:
        yield from (moment.chances[seat] for moment in moments)
        return
    chance, later = own[0], iter(own)
    for moment in moments:
        chance = next(later) if moment.seat == seat else chance
        yield chance


def turning_points(moments: Sequence[Moment]) -> tuple[int, ...]:
    """The numbers of the plies that lost most, in the order they were played."""
    lost = sorted((-one.loss, one.ply) for one in moments if one.loss and one.loss >= TURNING)
    return tuple(sorted(ply for _, ply in lost[:MOST_TURNING]))
