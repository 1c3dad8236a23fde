"""During play: actions, clocks that run out, and seats that give up."""

from sys import intern
from typing import assert_never

from meadhall.core.refusal import Refusal, Refused
from meadhall.core.rng import Rng
from meadhall.core.seats import Seat, seat_name
from meadhall.core.status import ToAct
from meadhall.match import clock
from meadhall.match.commands import Abandon, Act, Leave, PlayCommand, Resign, Tick
from meadhall.match.decide.rated import is_absent
from meadhall.match.evolve import apply_facts, apply_ply
from meadhall.match.facts import Abandoned, Acted, Left, Player, TakenOver, TimedOut, Unseated
from meadhall.match.match import Match, Outcome, lacks_seat

MOST_CHANGES = 50
"""How often a seat may act while the match asks the same question, apart from ending its part."""
_OVER = Refusal("MATCH_OVER", "The match is over.")
_NOT_STARTED = Refusal("NOT_STARTED", "The match has not started yet.")
TOO_MANY_CHANGES = Refusal(
    "TOO_MANY_CHANGES", f"You have acted {MOST_CHANGES} times in this phase. Finish your turn now."
)


def decide(match: Match, command: PlayCommand, now: int) -> Outcome | Refusal:
    """The outcome of the command, or why it is refused."""
    match command:
        case Act():
            return decide_act(match, command, now)
        case Tick():
            return _tick(match, now)
        case Abandon():
            return _not_playing(match) or apply_facts(match, Abandoned(now))
        case Resign() | Leave():
            return _give_up(match, command, now)
        case _:
            assert_never(command)


def due(match: Match) -> int | None:
    """The time of day at which the next clock runs out; `None` where no clock runs."""
    if not clock.has_limit(match.clock_state):
        return None
    instants = (clock.expires_at(match.clock_state, seat) for seat in match.asked)
    return min((instant for instant in instants if instant is not None), default=None)


def decide_act(match: Match, command: Act, now: int) -> Outcome | Refusal:
    """Apply the action by the rules, and the fact that it was played."""
    refused = _refusal_before_rules(match, command, now)
    if refused is not None:
        return refused
    seat, game = command.seat, match.game
    try:
        step = game.apply(match.state, seat, command.action)
    except Refused as error:
        return error.refusal
    text = intern(game.notation.write(command.action))  # matches in memory share equal texts
    left = (
        clock.time_left(match.clock_state, seat, now)
        if clock.has_limit(match.clock_state)
        else None
    )
    # Not `apply_facts`: it would parse the text and apply the action a second time.
    fact = Acted(now, seat, text, command.turn, command.id, left)
    after, events = apply_ply(match, fact, step)
    if after.turn == match.turn and _must_finish(match, after, seat):
        return TOO_MANY_CHANGES
    return Outcome(after, (fact,), events, after.version)


def _must_finish(match: Match, after: Match, seat: Seat) -> bool:
    """Whether the seat has acted too often on this question, and does not end its part now.

    Without a bound a seat could write an order and withdraw it for ever.
    """
    if seat in match.asked and seat not in after.asked:
        return False
    # No question has more plies: each seat acts that often, and then ends its part.
    most = (MOST_CHANGES + 1) * match.setup.seats
    recent = match.plies.after(max(0, len(match.plies) - most))
    return sum(ply.turn == match.turn and ply.seat == seat for ply in recent) >= MOST_CHANGES


def _refusal_before_rules(match: Match, command: Act, now: int) -> Refusal | None:
    """Why the action is refused before the game is asked."""
    if not isinstance(match.status, ToAct):
        return _not_playing(match)
    if lacks_seat(match, command.seat):
        return Refusal("NO_SUCH_SEAT", f"This table has {match.setup.seats} seats.")
    if command.turn != match.turn:
        return Refusal("STALE_TURN", "The position has changed since you chose that. Look again.")
    # An action that arrives too late is refused even if the `Tick` has not come yet.
    if clock.has_limit(match.clock_state):
        deadline = clock.expires_at(match.clock_state, command.seat)
        if deadline is not None and deadline <= now:
            return Refusal("TIME_IS_UP", "Your time ran out before your move arrived.")
    if isinstance(command.action, match.game.types.clock_only):
        return Refusal("CLOCK_ONLY", "Only a clock that has run out can play that.")
    return None


def _not_playing(match: Match) -> Refusal | None:
    if match.status is None:
        return _NOT_STARTED
    return _OVER if match.phase == "over" else None


def _tick(match: Match, now: int) -> Outcome:
    """Play for every seat whose time is up, in order.

    A default action may end the question for the seats after it. Those are judged by the match as
    it is then: a seat that is no longer asked is skipped, one that is asked anew has its time.
    """
    outcome = Outcome(match, (), (), match.version)
    for seat in match.asked:
        present = outcome.match
        deadline = clock.expires_at(present.clock_state, seat) if seat in present.asked else None
        if deadline is not None and deadline <= now:
            outcome = _play_default(outcome, seat, now)
    return outcome


def _play_default(earlier: Outcome, seat: Seat, now: int) -> Outcome:
    match = earlier.match
    # From the seed and the plies: the same tick always plays the same action.
    rng = Rng(match.setup.seed).fork(f"clock {len(match.plies)}")
    action = match.game.default_action(match.state, seat, rng)
    step = match.game.apply(match.state, seat, action)
    fact = TimedOut(now, seat, match.game.notation.write(action), match.turn)
    after, events = apply_ply(match, fact, step)
    outcome = Outcome(after, (*earlier.facts, fact), (*earlier.events, *events), after.version)
    if not after.setup.counts or not is_absent(after, seat):
        return outcome
    left = apply_facts(after, Left(now, seat, after.turn))
    return Outcome(
        left.match,
        (*outcome.facts, *left.facts),
        (*outcome.events, *left.events),
        left.match.version,
    )


def _give_up(match: Match, command: Resign | Leave, now: int) -> Outcome | Refusal:
    seat = command.seat
    if lacks_seat(match, seat) or match.players[seat] is None:
        return Refusal("NOBODY_THERE", "Nobody sits there.")
    if match.phase == "over":
        return _OVER
    if seat in match.gone:
        return Refusal("ALREADY_LEFT", f"{seat_name(seat).capitalize()} has already left.")
    leaves = isinstance(command, Leave)
    if match.phase == "lobby":
        return apply_facts(match, Unseated(now, seat)) if leaves else _NOT_STARTED
    level = match.setup.takeover
    if leaves and level and match.is_person(seat):
        return apply_facts(match, TakenOver(now, seat, Player(level, bot=level)))
    return apply_facts(match, Left(now, seat, match.turn))
