"""One match between bots, as an order that any worker anywhere can carry out."""

from dataclasses import dataclass, field
from time import monotonic_ns

from meadhall import registry
from meadhall.arena.course import Course, course
from meadhall.arena.matches import Played, game_rng, play
from meadhall.bots import roster
from meadhall.core.game import AnyGame, Level
from meadhall.core.options import Value, parse_options
from meadhall.core.record import Ply, Record, Result, write_record
from meadhall.core.refusal import Refused
from meadhall.core.rng import Rng

_MILLISECOND = 1_000_000


@dataclass(frozen=True, slots=True)
class Job:
    """Who plays what, from which seed. Equal jobs are equal matches, whoever carries them out.

    `seats` names a bot for each seat: a level of the game, or a bot with its settings as in
    `search:nodes=500,depth=3`.
    """

    number: int
    game: str
    seats: tuple[str, ...]
    seed: str
    options: tuple[tuple[str, Value], ...] = ()
    keep: bool = False


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a job. A match that broke down has an `error` and no payoffs.

    `thinking` is the milliseconds that each seat's bot took, `spent` those of the whole job;
    `record` is the match on paper where the job asked for it.
    """

    number: int
    seats: tuple[str, ...]
    payoffs: tuple[int, ...] = ()
    reason: str = ""
    plies: int = 0
    thinking: tuple[int, ...] = ()
    spent: int = 0
    course: Course = field(default_factory=Course)
    record: str = ""
    error: str = ""


def entrant(game: AnyGame, text: str) -> Level:
    """The level, or the bot with settings, that the text names."""
    name, _, settings = text.partition(":")
    if name not in roster.BOTS or name in {level.name for level in game.levels}:
        return roster.level(game, text)
    pairs = [pair.partition("=") for pair in settings.split(",") if pair]
    for key, _, value in pairs:
        if key not in roster.SETTINGS[name]:
            settable = ", ".join(roster.SETTINGS[name]) or "none"
            raise Refused.because(
                "BAD_SETTING", f"{name} has no setting {key!r}; there are: {settable}.", key
            )
        if not value.isdecimal():
            raise Refused.because(
                "BAD_SETTING", f"The setting {key!r} of {text!r} must be a whole number.", key
            )
    return Level(text, "", name, {key: int(value) for key, _, value in pairs})


def carry_out(job: Job) -> Outcome:
    """Play the match; whatever goes wrong in it is told and not raised."""
    began = monotonic_ns()
    try:
        return _played(job, began)
    except Exception as error:  # noqa: BLE001 - a broken bot must not end a run of thousands
        return Outcome(job.number, job.seats, error=f"{type(error).__name__}: {error}")


def _played(job: Job, began: int) -> Outcome:
    game = registry.game(job.game)
    options = parse_options(game.types.options, dict(job.options))
    bots = [roster.make(entrant(game, text)) for text in job.seats]
    played = play(game, options, bots, Rng(job.seed))
    return Outcome(
        job.number,
        job.seats,
        played.result.payoffs,
        played.result.reason,
        played.plies,
        tuple(nanoseconds // _MILLISECOND for nanoseconds in played.thinking),
        (monotonic_ns() - began) // _MILLISECOND,
        course(game, played),
        write_record(recorded(game, job, played)) if job.keep else "",
    )


def recorded(game: AnyGame, job: Job, played: Played) -> Record:
    """The match on paper, to be opened in any replay."""
    return Record(
        game=job.game,
        rules_version=game.spec.rules_version,
        seed=game_rng(Rng(job.seed)).seed,
        players=job.seats,
        options=dict(job.options),
        plies=tuple(Ply(seat, game.notation.write(action)) for seat, action in played.actions),
        result=Result(played.result.payoffs, played.result.reason),
    )
