"""Time at the table, in whole milliseconds. Nobody here reads a clock: instants are arguments."""

from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from meadhall.core.seats import Seat

DAY = 24 * 60 * 60 * 1000
GRACE = 2 * 60 * 1000
"""How long the clock waits, per question, for somebody who is asked and away."""


@dataclass(frozen=True, slots=True)
class ByRules:
    """The time that the game's own rules give, if they give any."""

    kind: Literal["rules"] = "rules"


@dataclass(frozen=True, slots=True)
class Untimed:
    """All the time in the world, whatever the rules say."""

    kind: Literal["untimed"] = "untimed"


@dataclass(frozen=True, slots=True)
class PerTurn:
    """So long for every question; all who are asked together share one deadline."""

    limit: int
    kind: Literal["turn"] = "turn"


@dataclass(frozen=True, slots=True)
class Fischer:
    """So long for the whole match, and some more after every answer; each seat has its own."""

    bank: int
    increment: int
    kind: Literal["fischer"] = "fischer"


@dataclass(frozen=True, slots=True)
class Daily:
    """So many days for every question; nobody is waited for longer because of being away."""

    days: int
    kind: Literal["daily"] = "daily"


Clock: TypeAlias = ByRules | Untimed | PerTurn | Fischer | Daily
BY_RULES = ByRules()
Paused: TypeAlias = ByRules | PerTurn | Fischer
"""The clocks that wait for somebody who is away."""


@dataclass(frozen=True, slots=True)
class Face:
    """What the clocks at the table show.

    Instants in here are table time: the time of day less all pauses (`held`). A shared clock has a
    `limit` that runs from `asked`; with `Fischer` every seat has a bank that runs from its `since`.
    `pause` is the time of day at which a pause began; it ends by itself when `grace` is used up.
    """

    limit: int | None = None
    asked: int = 0
    banks: tuple[int, ...] = ()
    since: tuple[int | None, ...] = ()
    held: int = 0
    pause: int | None = None
    grace: int = GRACE


@dataclass(frozen=True, slots=True)
class Asking:
    """Whom a question is put to, who is paid Fischer's increment for it, and its shared limit."""

    seats: tuple[Seat, ...]
    paid: tuple[Seat, ...] = ()
    limit: int | None = None


def is_timed(clock: Clock, *, by_rules: bool) -> bool:
    """Whether the clock ever runs; `by_rules`: whether the game's own rules limit the time."""
    return by_rules if isinstance(clock, ByRules) else not isinstance(clock, Untimed)


def first_face(clock: Clock, seats: int) -> Face:
    """The clocks before anything has been asked."""
    if isinstance(clock, Fischer):
        return Face(banks=(clock.bank,) * seats, since=(None,) * seats)
    return Face()


def shared_limit(clock: Clock, by_rules: int | None) -> int | None:
    """How long all who are asked together have, where they share a clock."""
    if isinstance(clock, ByRules):
        return by_rules
    if isinstance(clock, PerTurn):
        return clock.limit
    return clock.days * DAY if isinstance(clock, Daily) else None


def ask(face: Face, asking: Asking, at: int) -> Face:
    """The clocks once a new question is put: a shared one starts again, and so does the grace."""
    return replace(settle(face, at), limit=asking.limit, asked=table_time(face, at), grace=GRACE)


def run_banks(face: Face, clock: Fischer, asking: Asking, at: int, answered: Seat | None) -> Face:
    """The banks once these seats are asked: they run, the others' stand.

    Who has answered is charged at once, also if asked again: a bank that ran out starts from zero.
    """
    now = table_time(face, at)
    banks, since = list(face.banks), list(face.since)
    for seat, began in enumerate(face.since):
        if began is not None and (seat == answered or seat not in asking.seats):
            banks[seat] = max(0, banks[seat] - (now - began))
            since[seat] = None
    for seat in asking.seats:
        since[seat] = now if since[seat] is None else since[seat]
    for seat in asking.paid:
        banks[seat] += clock.increment
    return replace(face, banks=tuple(banks), since=tuple(since))


def hold(face: Face, *, away: bool, at: int) -> Face:
    """The clocks, waiting or not for somebody who is asked and away."""
    if not away:
        return settle(face, at)
    return face if face.pause is not None else replace(face, pause=at)


def settle(face: Face, at: int) -> Face:
    """The clocks with the present pause, if any, ended and counted."""
    if face.pause is None:
        return face
    paused = _paused(face, at)
    return replace(face, held=face.held + paused, pause=None, grace=face.grace - paused)


def skip(face: Face, since: int, at: int) -> Face:
    """The clocks after a time in which none of them ran."""
    settled = settle(face, since)
    return replace(settled, held=settled.held + at - since)


def counts(face: Face) -> bool:
    """Whether anybody's time is limited."""
    return face.limit is not None or face.banks != ()


def table_time(face: Face, now: int) -> int:
    """The time of day less all pauses."""
    return now - face.held - _paused(face, now)


def left(face: Face, seat: Seat, now: int) -> int | None:
    """Milliseconds the seat has left, `None` where time does not count."""
    deadline = _deadline(face, seat)
    if deadline is not None:
        return max(0, deadline - table_time(face, now))
    return face.banks[seat] if face.banks else None


def runs_out(face: Face, seat: Seat) -> int | None:
    """The time of day when the seat's clock runs out if nothing happens; a pause is lived out."""
    deadline = _deadline(face, seat)
    if deadline is None:
        return None
    waits = face.pause is not None and deadline > face.pause - face.held
    return deadline + face.held + (face.grace if waits else 0)


def _paused(face: Face, now: int) -> int:
    return 0 if face.pause is None else min(now - face.pause, face.grace)


def _deadline(face: Face, seat: Seat) -> int | None:
    if face.limit is not None:
        return face.asked + face.limit
    since = face.since[seat] if face.since else None
    return None if since is None else since + face.banks[seat]
