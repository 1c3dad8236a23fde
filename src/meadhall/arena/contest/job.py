"""One match between bots, as a value that can be sent to any worker."""

from dataclasses import dataclass, field
from time import monotonic_ns

from meadhall import registry
from meadhall.arena.contest.course import Course, course
from meadhall.arena.contest.metering import NO_LIMITS, BotLimits, make_bot
from meadhall.arena.contest.play_match import PlayedMatch, PlayTable, PlyFault, game_rng
from meadhall.bots import roster
from meadhall.bots.bot import Bot
from meadhall.core.game import AnyGame, start
from meadhall.core.options import Value, parse_options
from meadhall.core.record import Ply, Record, Result, write_record
from meadhall.core.rng import Rng
from meadhall.core.seed_proof import SeedProof, make_seed

_MILLISECOND = 1_000_000


@dataclass(frozen=True, slots=True)
class Job:
    """Which bots play which game, from which seed. Equal jobs give equal matches on every worker.

    `seats` names a bot for each seat: a level of the game, a bot with its settings as in
    `search:nodes=500,depth=3`, or a program as in `program:python3 bot.py`. With `keep`, the
    outcome has the match's record. With a `proof`, the dice are those that it proves. `limits` are
    for programs.
    """

    number: int
    game: str
    seats: tuple[str, ...]
    seed: str
    options: tuple[tuple[str, Value], ...] = ()
    keep: bool = False
    proof: SeedProof | None = None
    limits: BotLimits = NO_LIMITS

    @property
    def game_seed(self) -> str:
        """The seed of the game's own chance, from which a replay begins."""
        return game_rng(Rng(self.seed)).seed if self.proof is None else make_seed(self.proof)


@dataclass(frozen=True, slots=True)
class JobOutcome:
    """The outcome of a job. A match that failed has an `error` and no payoffs.

    `thinking` is the time that each seat's bot took and `spent` the time of the whole job, both in
    milliseconds. `record` is the match's record, if the job asked for it. `faults` are the answers
    of bots that could not be played, and `tokens` is what each seat's bot says it has used.
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
    faults: tuple[PlyFault, ...] = ()
    tokens: tuple[int, ...] = ()


def carry_out(job: Job) -> JobOutcome:
    """Play the match; an exception becomes the outcome's `error`."""
    began = monotonic_ns()
    try:
        return _play(job, began)
    except Exception as error:  # noqa: BLE001 - a broken bot must not end a run of thousands
        return JobOutcome(job.number, job.seats, error=f"{type(error).__name__}: {error}")


def _play(job: Job, began: int) -> JobOutcome:
    game = registry.game(job.game)
    bots = [make_bot(game, text, job.limits) for text in job.seats]
    try:
        played = _play_with(game, job, bots)
    finally:
        for bot in bots:
            roster.close(bot)
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
        faults=played.faults,
        tokens=played.tokens if any(played.tokens) else (),
    )


def _play_with(game: AnyGame, job: Job, bots: list[Bot]) -> PlayedMatch:
    options = parse_options(game.types.options, dict(job.options))
    state: object = start(game, options, len(bots), Rng(job.game_seed))
    return PlayTable(game, options, state, len(bots)).play_on(bots, Rng(job.seed))


def match_record(game: AnyGame, job: Job, played: PlayedMatch) -> Record:
    """The record of the match, which `meadhall replay` and the page can open."""
    return Record(
        game=job.game,
        rules_version=game.spec.rules_version,
        seed=job.game_seed,
        players=tuple(map(roster.short_name, job.seats)),
        options=dict(job.options),
        plies=tuple(Ply(seat, game.notation.write(action)) for seat, action in played.actions),
        result=Result(played.result.payoffs, played.result.reason),
        proof=job.proof,
    )
