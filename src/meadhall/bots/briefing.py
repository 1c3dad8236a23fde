"""What a seat knows beside its view: the options, the plies so far, and the time that is left.

Our own bots need none of it. Programs from outside get it with every question.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from meadhall.core.game import AnyGame, traits_of
from meadhall.core.options import Value
from meadhall.core.record import Record, record_options, replay
from meadhall.core.seats import Seat
from meadhall.core.visibility import may_read, visible_events


@dataclass(frozen=True, slots=True)
class PastPly:
    """A ply as a seat may know it: in notation, empty while that is secret, and in sentences."""

    ply: int
    seat: Seat
    text: str
    told: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TimeLeft:
    """The milliseconds that each seat has; `None` for a seat without a limit."""

    left: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class Briefing:
    """The options of the match by name, its plies so far, and the clock, if there is one."""

    options: Mapping[str, Value] = field(default_factory=dict)
    history: tuple[PastPly, ...] = ()
    clock: TimeLeft | None = None


def no_briefing() -> Briefing:
    """The briefing where nobody has made one."""
    return Briefing()


@dataclass(frozen=True, slots=True)
class ShownPly:
    """A ply with the events it led to, before anything is hidden; a leave has no action."""

    seat: Seat
    action: object
    events: tuple[object, ...]


def history_for(
    game: AnyGame, plies: Iterable[ShownPly], viewer: Seat, *, hidden: bool
) -> tuple[PastPly, ...]:
    """The plies as the seat may know them, in a match that is going on."""
    return tuple(
        _past_ply(game, number, ply, viewer, hidden=hidden) for number, ply in enumerate(plies, 1)
    )


def _past_ply(game: AnyGame, number: int, ply: ShownPly, viewer: Seat, *, hidden: bool) -> PastPly:
    may = not hidden or may_read(game, ply.seat, ply.action, ply.events, viewer)
    text = game.notation.write(ply.action) if may and ply.action is not None else ""
    seen = visible_events(game, ply.events, viewer)
    told = tuple(filter(None, map(game.present.sentence, seen))) if game.present else ()
    return PastPly(number, ply.seat, text, told)


def briefing_from(
    game: AnyGame, record: Record, viewer: Seat, clock: TimeLeft | None = None
) -> Briefing:
    """The briefing of a seat in a match that has gone on as the record says. Plays it again."""
    options = record_options(game, record)
    steps = replay(game, record)
    next(steps)
    plies = [
        ShownPly(ply.seat, None if ply.leave else game.notation.parse(ply.action), step.events)
        for ply, step in zip(record.plies, steps, strict=True)
    ]
    hidden = traits_of(game, options, len(record.players)).hidden
    return Briefing(options, history_for(game, plies, viewer, hidden=hidden), clock)
