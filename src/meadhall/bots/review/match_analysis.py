"""A finished match, move by move: the seats' chances, what each move lost, the turning points."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from meadhall.bots.bot import Budget, Turn
from meadhall.bots.chances import Chances, even_chances, payoff_chances, whole_percents
from meadhall.bots.review.compare_actions import Decision
from meadhall.bots.review.curves import calibrate_loss, chances_at, settle_forced_wins
from meadhall.bots.review.hindsight import sentence_about
from meadhall.bots.review.moments import Moment, Phrases
from meadhall.bots.review.reviewer import Assessment, reviewer_for
from meadhall.core.game import AnyGame, action_phrase, traits_of
from meadhall.core.record import Ply, Record, Result, replay
from meadhall.core.refusal import Refused
from meadhall.core.rng import Rng

TURNING = 150
"""A move that lost this much of the victory, in thousandths, is a turning point."""
MOST_TURNING = 4


@dataclass(frozen=True, slots=True)
class Analysis:
    """A whole match.

    `curves` has for each seat its chances before every move and at the end. At each position the
    chances of all seats add up to 1000. `turning` are ply numbers.
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
    traits = traits_of(game, record.options, seats)
    # Not strict: a replay also yields the position after the last ply.
    for ply, step in zip(record.plies, replay(game, record), strict=False):
        if ply.leave:
            yield None
            continue
        turn = Turn.of(game, step.state, ply.seat, seats)
        yield Decision(turn, _own_action(game, ply), traits) if turn.legal else None


def _own_action(game: AnyGame, ply: Ply) -> object | None:
    """The action, unless a clock has played it."""
    action: object = game.notation.parse(ply.action)
    return None if ply.clock == 0 or isinstance(action, game.types.clock_only) else action


def make_moment(game: AnyGame, number: int, ply: Ply, assessment: Assessment) -> Moment:
    """The assessment as texts and numbers, which can be stored and sent."""
    moment = Moment(
        number,
        ply.seat,
        ply.action,
        assessment.chances,
        assessment.loss,
        phrases=Phrases(_phrase(game, ply.action) if ply.action else ""),
        forced=assessment.forced,
        forced_after=assessment.forced_after,
        sees_all=assessment.sees_all,
    )
    if assessment.better is None:
        return moment
    line = tuple(_phrase(game, text) for text in assessment.line)
    better = action_phrase(game, assessment.better)
    return replace(
        moment,
        better=game.notation.write(assessment.better),
        gesture=game.present.gesture(assessment.better) if game.present else (),
        line=assessment.line,
        phrases=Phrases(moment.phrases.played, better, line),
    )


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
    settled = settle_forced_wins(moments, hidden=hidden)
    points = [*chances_at(game, settled), whole_percents(end)]
    whole = [
        _with_curve(calibrate_loss(game, moment), points[number : number + 2], record.players)
        for number, moment in enumerate(settled)
    ]
    curves = tuple(zip(*points, strict=True))
    return Analysis(tuple(whole), curves, turning_points(whole))


def _with_curve(moment: Moment, around: Sequence[Chances], names: Sequence[str]) -> Moment:
    """The moment with the chances of the curve before and after it, and with its sentence."""
    before, after = around
    if moment.sees_all:
        fall = max(0, before[moment.seat] - after[moment.seat])
        # What the next look at the match does not confirm was no loss.
        moment = replace(moment, chances=before, loss=moment.loss and min(moment.loss, fall))
    if not moment.loss:
        return moment.without_better()
    return replace(moment, told=sentence_about(moment, after, names))


def turning_points(moments: Sequence[Moment]) -> tuple[int, ...]:
    """The numbers of the plies that lost most, in the order they were played."""
    lost = sorted((-one.loss, one.ply) for one in moments if one.loss and one.loss >= TURNING)
    return tuple(sorted(ply for _, ply in lost[:MOST_TURNING]))
