"""What is being asked, whether it is still the same question, and the clocks that go with it."""

from dataclasses import dataclass

from meadhall.core.seats import Seat
from meadhall.core.status import Status, ToAct
from meadhall.match import clock
from meadhall.match.clock import Asking, Face, Fischer
from meadhall.match.facts import Acted, Ply
from meadhall.match.match import Match


@dataclass(frozen=True, slots=True)
class Question:
    """Who is asked from now on, in which position, and who answered, of whom, to get there."""

    state: object
    asked: tuple[Seat, ...]
    at: int
    anew: bool = True
    answered: Seat | None = None
    before: tuple[Seat, ...] = ()


def same_question(match: Match, ply: Ply, state: object, status: Status) -> bool:
    """Whether the others are still asked what they were asked before.

    Where several are asked at once, one answer does not end the question for the rest. A seat that
    was the only one asked and is asked again has a new question, unless others, who have answered,
    could still change their minds: then it is the same phase.
    """
    if not match.game.spec.simultaneous or not isinstance(status, ToAct):
        return False
    before, after, seat = match.asked, status.seats, ply.seat
    if not {*after} <= {*before, seat}:
        return False
    if before != (seat,):
        return True
    others = (s for s in range(match.setup.seats) if s != seat)
    return isinstance(ply, Acted) and any(match.game.legal_actions(state, s) for s in others)


def asked_by(status: Status) -> tuple[Seat, ...]:
    """The seats that the status waits for."""
    return status.seats if isinstance(status, ToAct) else ()


def has_clock(match: Match) -> bool:
    """Whether time counts at this table."""
    return clock.is_timed(match.setup.clock, by_rules=match.game.time_limit is not None)


def timed(match: Match, face: Face, question: Question) -> Face:
    """The clocks set to the question."""
    limit = _limit(match, question) if question.anew else face.limit
    if limit is None and not clock.counts(face):
        return face
    asking = Asking(question.asked, _paid(question), limit)
    if question.anew:
        face = clock.ask(face, asking, question.at)
    rule = match.setup.clock
    if isinstance(rule, Fischer):
        face = clock.run_banks(face, rule, asking, question.at, question.answered)
    return held(match, face, question.asked, question.at)


def _limit(match: Match, question: Question) -> int | None:
    if not question.asked:
        return None
    own = match.game.time_limit
    return clock.shared_limit(match.setup.clock, own(question.state) if own else None)


def _paid(question: Question) -> tuple[Seat, ...]:
    """Who gets Fischer's increment: those asked something new."""
    if not question.anew:
        return ()
    kept = [seat for seat in question.before if seat != question.answered]
    return tuple(seat for seat in question.asked if seat not in kept)


def held(match: Match, face: Face, asked: tuple[Seat, ...], at: int) -> Face:
    """The clocks, waiting or not for whoever is asked and away."""
    if not clock.counts(face) or not isinstance(match.setup.clock, clock.Paused):
        return face
    away = any(match.away[seat] is not None for seat in asked)
    return clock.hold(face, away=away, at=at)
