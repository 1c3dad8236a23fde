"""The clocks of a match, in whole milliseconds. The present time is always an argument."""

from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from meadhall.core.scene import MOST_PLAYING_MS
from meadhall.core.seats import Seat

DAY = 24 * 60 * 60 * 1000
GRACE = 2 * 60 * 1000
"""How long clocks wait, per question, for a player who is asked and away."""
HANDOVER = 60_000
"""How long clocks wait at most until the next player has the device that several share."""


@dataclass(frozen=True, slots=True)
class ByRules:
    """The time limit of the game's own rules, if they have one."""

    kind: Literal["rules"] = "rules"


@dataclass(frozen=True, slots=True)
class Untimed:
    """No limit, even if the rules have one."""

    kind: Literal["untimed"] = "untimed"


@dataclass(frozen=True, slots=True)
class PerTurn:
    """A fixed time for every question; seats that are asked together share one deadline."""

    limit: int
    kind: Literal["turn"] = "turn"


@dataclass(frozen=True, slots=True)
class Fischer:
    """A time bank for each seat, for the whole match, with an increment for every question."""

    bank: int
    increment: int
    kind: Literal["fischer"] = "fischer"


@dataclass(frozen=True, slots=True)
class Daily:
    """Some days for every question. This clock waits for vacations, not for connections."""

    days: int
    kind: Literal["daily"] = "daily"


Clock: TypeAlias = ByRules | Untimed | PerTurn | Fischer | Daily
BY_RULES = ByRules()
Paused: TypeAlias = ByRules | PerTurn | Fischer
"""The clocks that wait for a player who is away."""


@dataclass(frozen=True, slots=True)
class ClockState:
    """What the clocks of a match show.

    `seen`, `asked` and `since` are in table time: the time of day minus all pauses so far (`held`).
    Players watch what has happened until `seen`. A shared clock has a `limit` that runs from
    `asked`; with `Fischer` every seat has a bank that runs from its `since`. Both are later than
    `seen` where a seat is `covered`: its player does not have the shared device yet.
    `pause` is the time of day at which the present pause began; the pause ends by itself when
    `grace` is used up. The `hasty` seats gave up half of their banks, and get no increments.
    """

    limit: int | None = None
    seen: int = 0
    asked: int = 0
    covered: tuple[Seat, ...] = ()
    banks: tuple[int, ...] = ()
    since: tuple[int | None, ...] = ()
    held: int = 0
    pause: int | None = None
    grace: int = GRACE
    hasty: tuple[Seat, ...] = ()


@dataclass(frozen=True, slots=True)
class Asking:
    """The seats that can answer now, and how.

    `paid` get Fischer's increment, and `covered` do not have their device yet. `limit` is the
    shared limit; `watching` is how long players watch what has happened before they choose.
    """

    seats: tuple[Seat, ...]
    paid: tuple[Seat, ...] = ()
    covered: tuple[Seat, ...] = ()
    limit: int | None = None
    watching: int = 0


def is_timed(clock: Clock, *, by_rules: bool) -> bool:
    """Whether the clock ever runs. `by_rules` says whether the game's own rules limit the time."""
    return by_rules if isinstance(clock, ByRules) else not isinstance(clock, Untimed)


def initial_clock_state(clock: Clock, seats: int) -> ClockState:
    """The clocks before the first question."""
    if isinstance(clock, Fischer):
        return ClockState(banks=(clock.bank,) * seats, since=(None,) * seats)
    return ClockState()


def shared_limit(clock: Clock, by_rules: int | None) -> int | None:
    """The time limit that seats share; `None` where they do not share one."""
    if isinstance(clock, ByRules):
        return by_rules
    if isinstance(clock, PerTurn):
        return clock.limit
    return clock.days * DAY if isinstance(clock, Daily) else None


def start_question(clock_state: ClockState, asking: Asking, at: int) -> ClockState:
    """The clocks when a new question is asked: the shared limit and the grace start again."""
    now = table_time(clock_state, at)
    # Who still watches the move before this one sees this one later.
    seen = min(max(now, clock_state.seen) + asking.watching, now + MOST_PLAYING_MS)
    fresh = replace(end_pause(clock_state, at), limit=asking.limit, seen=seen, grace=GRACE)
    return hand_over(fresh, asking.covered, at)


def hand_over(clock_state: ClockState, covered: tuple[Seat, ...], at: int) -> ClockState:
    """The clocks start once all has been seen, and the covered seats, if any, have their device."""
    start = max(table_time(clock_state, at), clock_state.seen)
    return replace(clock_state, asked=start + HANDOVER if covered else start, covered=covered)


def uncover(clock_state: ClockState, seat: Seat, at: int) -> ClockState:
    """The clocks when the player of a covered seat has the device. No clock starts again."""
    start = max(table_time(clock_state, at), clock_state.seen)
    covered = tuple(other for other in clock_state.covered if other != seat)
    since = list(clock_state.since)
    if since:
        since[seat] = min(since[seat] or start, start)
    asked = clock_state.asked if covered else min(clock_state.asked, start)
    return replace(clock_state, asked=asked, covered=covered, since=tuple(since))


def run_banks(
    clock_state: ClockState, clock: Fischer, asking: Asking, at: int, answered: Seat | None
) -> ClockState:
    """The clocks with the banks of the seats that can answer running, and the others stopped.

    The seat that answered is charged at once, even if it is asked again. So a bank that ran out
    goes on from zero, not from below.
    """
    now = table_time(clock_state, at)
    banks, since = list(clock_state.banks), list(clock_state.since)
    for seat, began in enumerate(clock_state.since):
        if began is not None and (seat == answered or seat not in asking.seats):
            banks[seat] = max(0, banks[seat] - max(0, now - began))
            since[seat] = None
    # A seat that is still asked keeps its `since`: its bank has been running all the time.
    for seat in asking.seats:
        wait = HANDOVER if seat in clock_state.covered else 0
        start = max(now, clock_state.seen + wait)
        since[seat] = start if since[seat] is None else since[seat]
    for seat in asking.paid:
        banks[seat] += 0 if seat in clock_state.hasty else clock.increment
    return replace(clock_state, banks=tuple(banks), since=tuple(since))


def hasten(clock_state: ClockState, seat: Seat) -> ClockState:
    """The clocks when a seat gives up half of its bank, and all increments."""
    banks = list(clock_state.banks)
    banks[seat] //= 2
    return replace(clock_state, banks=tuple(banks), hasty=(*clock_state.hasty, seat))


def set_pause(clock_state: ClockState, *, away: bool, at: int) -> ClockState:
    """The clocks, paused or not. `away` says whether a seat that is asked is away."""
    if not away:
        return end_pause(clock_state, at)
    return clock_state if clock_state.pause is not None else replace(clock_state, pause=at)


def wait_until(clock_state: ClockState, until: int, at: int) -> ClockState:
    """The clocks, paused until then if that is in the future; the pause ends by itself."""
    running = end_pause(clock_state, at)
    return replace(running, pause=at, grace=until - at) if until > at else running


def end_pause(clock_state: ClockState, at: int) -> ClockState:
    """The clocks without a pause; the present one, if any, is added to `held`."""
    if clock_state.pause is None:
        return clock_state
    length = _pause_length(clock_state, at)
    return replace(
        clock_state, held=clock_state.held + length, pause=None, grace=clock_state.grace - length
    )


def skip(clock_state: ClockState, since: int, at: int) -> ClockState:
    """The clocks after a time, from `since` until `at`, in which none of them ran."""
    # The pause ends at `since`: what follows is in `held`, and uses up no grace.
    running = end_pause(clock_state, since)
    return replace(running, held=running.held + at - since)


def has_limit(clock_state: ClockState) -> bool:
    """Whether any seat's time is limited now."""
    return clock_state.limit is not None or clock_state.banks != ()


def table_time(clock_state: ClockState, now: int) -> int:
    """The time of day minus all pauses, the present one included."""
    return now - clock_state.held - _pause_length(clock_state, now)


def time_left(clock_state: ClockState, seat: Seat, now: int) -> int | None:
    """The milliseconds that the seat has left; `None` where its time is not limited."""
    start, length = _start(clock_state, seat), _length(clock_state, seat)
    if start is None or length is None:
        return length
    return max(0, length - max(0, table_time(clock_state, now) - start))


def expires_at(clock_state: ClockState, seat: Seat) -> int | None:
    """The time of day at which the seat's clock runs out if nothing happens.

    A present pause is assumed to last until its grace is used up.
    """
    deadline = _deadline(clock_state, seat)
    if deadline is None:
        return None
    # `pause - held` is the table time at which the pause began. A clock that had run out by then
    # is not extended by it.
    pauses = clock_state.pause is not None and deadline > clock_state.pause - clock_state.held
    return deadline + clock_state.held + (clock_state.grace if pauses else 0)


def _pause_length(clock_state: ClockState, now: int) -> int:
    return 0 if clock_state.pause is None else min(now - clock_state.pause, clock_state.grace)


def _deadline(clock_state: ClockState, seat: Seat) -> int | None:
    """When the seat's clock runs out, in table time."""
    start, length = _start(clock_state, seat), _length(clock_state, seat)
    return None if start is None or length is None else start + length


def _start(clock_state: ClockState, seat: Seat) -> int | None:
    """From when on the seat's time counts, in table time."""
    if clock_state.limit is not None:
        return clock_state.asked
    return clock_state.since[seat] if clock_state.since else None


def _length(clock_state: ClockState, seat: Seat) -> int | None:
    """The time that the seat had when it began to count."""
    if clock_state.limit is not None:
        return clock_state.limit
    return clock_state.banks[seat] if clock_state.banks else None
