"""Questions: whether a move asks a new one, and how the clocks are set for it.

A question is what the game waits for: one seat's move, or the sealed choices of several seats.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from meadhall.core.game import AnyGame
from meadhall.core.scene import playing_time
from meadhall.core.seats import Seat
from meadhall.core.status import Status, ToAct
from meadhall.core.visibility import motions_of, visible_events
from meadhall.match import clock
from meadhall.match.clock import Asking, ClockState, Fischer
from meadhall.match.facts import Acted, Ply
from meadhall.match.handover import at_hand
from meadhall.match.match import Match

FIRST_LOOK = 4_000
"""How long players look at the table before the time for the first question counts."""


@dataclass(frozen=True, slots=True)
class Question:
    """Which seats are asked from now on, and the answer that led here.

    `is_new` is false while the others still have the question from before. `answered` is the seat
    that acted, `asked_before` the seats that were asked then. Before they choose, the players watch
    the `events` of the answer, or look at the table for `looking` milliseconds.
    """

    state: object
    asked: tuple[Seat, ...]
    at: int
    is_new: bool = True
    answered: Seat | None = None
    asked_before: tuple[Seat, ...] = ()
    events: tuple[object, ...] = ()
    looking: int = 0


def same_question(match: Match, ply: Ply, state: object, status: Status) -> bool:
    """Whether a match in which several may act at once still asks what it asked before the ply.

    Where several seats are asked at once, one answer does not end the question for the others. A
    seat that was asked alone and is asked again has a new question, unless other seats that have
    answered could still change their choice: then the phase is the same.
    """
    if not isinstance(status, ToAct):
        return False
    before, after, seat = match.asked, status.seats, ply.seat
    # A seat that was not asked before is asked now: that is a new question.
    if not {*after} <= {*before, seat}:
        return False
    if before != (seat,):
        return True
    others = (s for s in range(match.setup.seats) if s != seat)
    return isinstance(ply, Acted) and any(match.game.legal_actions(state, s) for s in others)


def seats_to_act(status: Status) -> tuple[Seat, ...]:
    """The seats that the status waits for."""
    return status.seats if isinstance(status, ToAct) else ()


# What a spectator sees of them: a time that depended on secrets would betray them.
def watching_time(game: AnyGame, events: Iterable[object]) -> int:
    """The milliseconds that it takes to watch these events: the same for all, at any speed."""
    return playing_time(motions_of(game, visible_events(game, events, None)))


def set_clocks(match: Match, clock_state: ClockState, question: Question) -> ClockState:
    """The clocks as they run for the question."""
    limit = _limit(match, question) if question.is_new else clock_state.limit
    if limit is None and not clock.has_limit(clock_state):
        return clock_state
    answered = question.answered
    if answered is not None and answered in clock_state.covered:  # `Uncover` did not come
        clock_state = clock.uncover(clock_state, answered, question.at)
    asking = _asking(match, clock_state, question, limit)
    if question.is_new:
        clock_state = clock.start_question(clock_state, asking, question.at)
    elif asking.covered != clock_state.covered:
        clock_state = clock.hand_over(clock_state, asking.covered, question.at)
    rule = match.setup.clock
    if isinstance(rule, Fischer):
        clock_state = clock.run_banks(clock_state, rule, asking, question.at, answered)
    return pause_for_absent(match, clock_state, question.asked, question.at)


def _asking(match: Match, clock_state: ClockState, question: Question, limit: int | None) -> Asking:
    seats, covered = at_hand(match, question.asked, question.answered)
    if not question.is_new:
        handed = [seat for seat in covered if _passes_device(match, question, seat)]
        covered = (*clock_state.covered, *handed)
        # The banks that run go on. A seat that is asked again, or is next at its device, joins.
        running = [seat for seat, since in enumerate(clock_state.since) if since is not None]
        joining = (*running, *handed, question.answered)
        seats = tuple(seat for seat in question.asked if seat in joining)
    watching = question.looking + watching_time(match.game, question.events)
    return Asking(seats, _seats_to_pay(question), covered, limit, watching)


def _passes_device(match: Match, question: Question, to: Seat) -> bool:
    """Whether the answer ended that seat's part, and another player of its device is next."""
    seat = question.answered
    if seat is None or seat not in question.asked_before or seat in question.asked:
        return False
    return match.same_person(seat, to)


def _limit(match: Match, question: Question) -> int | None:
    if not question.asked:
        return None
    own = match.game.time_limit
    return clock.shared_limit(match.setup.clock, own(question.state) if own else None)


def _seats_to_pay(question: Question) -> tuple[Seat, ...]:
    """The seats that get Fischer's increment: those that are asked something new."""
    # Paid with the question, not with the answer: else a seat could earn time by answering,
    # taking the answer back and answering again.
    if not question.is_new:
        return ()
    still_asked = [seat for seat in question.asked_before if seat != question.answered]
    return tuple(seat for seat in question.asked if seat not in still_asked)


def pause_for_absent(
    match: Match, clock_state: ClockState, asked: tuple[Seat, ...], at: int
) -> ClockState:
    """The clocks, which pause while a seat that is asked is away, or on vacation."""
    if not clock.has_limit(clock_state):
        return clock_state
    if isinstance(match.setup.clock, clock.Daily):
        until = max((match.vacations[seat] for seat in asked), default=0)
        return clock.wait_until(clock_state, until, at)
    # In a tournament others wait for the round to end.
    if not isinstance(match.setup.clock, clock.Paused) or match.setup.tournament is not None:
        return clock_state
    away = any(match.away[seat] is not None for seat in asked)
    return clock.set_pause(clock_state, away=away, at=at)
