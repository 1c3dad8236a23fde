"""One match between bots, as a value that can be sent to any worker."""

from dataclasses import dataclass, field
from time import monotonic_ns

from meadhall import registry
from meadhall.arena.contest.course import Course, course
from meadhall.arena.contest.play_match import PlayedMatch, game_rng, play_match
from meadhall.bots import roster
from meadhall.core.capabilities import Level
from meadhall.core.game import AnyGame, strategy
from meadhall.core.options import Value, parse_options
from meadhall.core.record import Ply, Record, Result, write_record
from meadhall.core.refusal import Refused
from meadhall.core.rng import Rng

_MILLISECOND = 1_000_000


@dataclass(frozen=True, slots=True)
class Job:
    """Which bots play which game, from which seed. Equal jobs give equal matches on every worker.

    `seats` names a bot for each seat: a level of the game, or a bot with its settings as in
    `search:nodes=500,depth=3`. With `keep`, the outcome has the match's record.
    """

    number: int
    game: str
    seats: tuple[str, ...]
    seed: str
    options: tuple[tuple[str, Value], ...] = ()
    keep: bool = False


@dataclass(frozen=True, slots=True)
class JobOutcome:
    """The outcome of a job. A match that failed has an `error` and no payoffs.

    `thinking` is the time that each seat's bot took and `spent` the time of the whole job, both in
    milliseconds. `record` is the match's record, if the job asked for it.
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
    # If a level has the name of a bot, the level is meant.
    if name not in roster.BOTS or name in {level.name for level in strategy(game).levels}:
        return roster.local_level(game, text)
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


def carry_out(job: Job) -> JobOutcome:
    """Play the match; an exception becomes the outcome's `error`."""
    began = monotonic_ns()
    try:
        return _play(job, began)
    except Exception as error:  # noqa: BLE001 - a broken bot must not end a run of thousands
        return JobOutcome(job.number, job.seats, error=f"{type(error).__name__}: {error}")


def _play(job: Job, began: int) -> JobOutcome:
    game = registry.game(job.game)
    options = parse_options(game.types.options, dict(job.options))
    bots = [roster.make(entrant(game, text)) for text in job.seats]
    played = play_match(game, options, bots, Rng(job.seed))
    return JobOutcome(
        job.number,
        job.seats,
        played.result.payoffs,
        played.result.reason,
        played.plies,
        tuple(nanoseconds // _MILLISECOND for nanoseconds in played.thinking),
        (monotonic_ns() - began) // _MILLISECOND,
        course(game, played),
        write_record(match_record(game, job, played)) if job.keep else "",
    )


def match_record(game: AnyGame, job: Job, played: PlayedMatch) -> Record:
    """The record of the match, which `meadhall replay` and the page can open."""
    return Record(
        game=job.game,
        rules_version=game.spec.rules_version,
        # A replay begins with `Rng(seed)`: the game's own generator, not that of the job.
        seed=game_rng(Rng(job.seed)).seed,
        players=job.seats,
        options=dict(job.options),
        plies=tuple(Ply(seat, game.notation.write(action)) for seat, action in played.actions),
        result=Result(played.result.payoffs, played.result.reason),
    )
