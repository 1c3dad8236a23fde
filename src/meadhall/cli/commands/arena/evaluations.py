"""`meadhall arena evaluate` and `repeat`: how strong an agent is, and where it goes wrong."""

import json
import shlex
import sys
from dataclasses import dataclass
from pathlib import Path
from secrets import token_hex
from typing import Annotated

from cyclopts import Parameter
from rich.table import Table

from meadhall import registry
from meadhall.arena.contest.job import Job, JobOutcome
from meadhall.arena.contest.ledger import Ledger
from meadhall.arena.contest.metering import BotLimits
from meadhall.arena.evaluate.bradley_terry import Rated
from meadhall.arena.evaluate.critical import CriticalMoment, critical_moments
from meadhall.arena.evaluate.evaluation import Evaluation, Standings, field_of, standings
from meadhall.arena.evaluate.evaluation_page import TARGET, EvaluationReport, as_html
from meadhall.arena.evaluate.repeat import ForkPoint, RepeatedMove, repeat_decision
from meadhall.bots import roster
from meadhall.bots.players.outside.outside_bot import LIMIT
from meadhall.cli.arguments import AT_LEAST_ONE
from meadhall.cli.commands.arena.runs import RunOptions, WorkerOptions, play_jobs
from meadhall.cli.terminal.save_files import load, write_atomically
from meadhall.cli.terminal.screen import SCREEN
from meadhall.core.refusal import Refused
from meadhall.core.seats import Seat

REPORT, LEDGER, RECORDS, COMMITMENTS, SEED = (
    "report.html", "ledger.jsonl", "records", "commitments.json", "seed"
)  # fmt: skip
Listed = Annotated[tuple[str, ...], Parameter(negative=(), consume_multiple=True)]


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class EvaluateOptions(WorkerOptions):
    """How agents are evaluated."""

    seed: str = ""
    """The same seed gives the same deals; drawn at random unless given."""
    out: Path = Path("evaluation")
    """A folder for report, records and results; an interrupted evaluation continues from it."""
    anchors: Listed = ()
    """Bots with known points to play against; `random` and all rated levels unless given."""
    pair_games: Annotated[int, AT_LEAST_ONE] = 60
    """How many games an agent plays against each anchor, rounded up to whole sets."""
    seats: int | None = None
    """How many seats at a table; the fewest each game allows unless given."""
    limit: Annotated[int, AT_LEAST_ONE] = LIMIT
    """Milliseconds that an agent has for a move."""
    match_time: Annotated[int | None, AT_LEAST_ONE] = None
    """Seconds that an agent has for all its moves of a match."""
    tokens: Annotated[int | None, AT_LEAST_ONE] = None
    """Tokens that an agent may report in a match; then its default actions are played."""
    moments: int = 5
    """How many critical moments of each agent the report shows."""
    repeat: int = 0
    """How often each critical decision is made again, with play to the end after it."""


def evaluate(
    *agents: str,
    games: Annotated[tuple[str, ...], Parameter(negative=(), consume_multiple=True)],
    run: EvaluateOptions | None = None,
) -> None:
    """Rate agents against our levels, on duplicate deals, in one or several games.

    Args:
        agents: Programs as in "program:python3 agent.py" or socket:ws://HOST:PORT, or any bots.
        games: The games.
        run: How the agents are evaluated.
    """
    run = run or EvaluateOptions()
    evaluation = _evaluation(agents, games, run)
    _publish(evaluation, run.out)
    jobs = evaluation.jobs()
    outcomes = _play(jobs, evaluation, run)
    found = standings(evaluation, outcomes)
    report = EvaluationReport(
        shlex.join(["meadhall", *sys.argv[1:]]), evaluation, found, outcomes,
        _moments(evaluation, jobs, outcomes, run),
    )  # fmt: skip
    write_atomically(run.out / REPORT, as_html(report))
    _show(found)
    SCREEN.print(f"The report is {run.out / REPORT}.", soft_wrap=True)


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class RepeatOptions:
    """How a decision is repeated."""

    times: Annotated[int, AT_LEAST_ONE] = 20
    """How often the decision is made."""
    others: str | None = None
    """The bot on all other seats; the levels of the record unless given."""
    seed: str = "1"
    """The same seed gives the same luck."""
    limit: Annotated[int, AT_LEAST_ONE] = LIMIT
    """Milliseconds that a program has for a move."""


def repeat(record: Path, ply: int, agent: str, *, run: RepeatOptions | None = None) -> None:
    """Let an agent make one decision of a recorded match many times, and play on after it.

    Args:
        record: The record of the match.
        ply: How many plies were played before the decision.
        agent: The bot that decides, on the seat that did.
        run: How the decision is repeated.
    """
    run = run or RepeatOptions()
    found = load(record)
    if not 0 <= ply < len(found.plies):
        raise Refused.because("NO_SUCH_PLY", f"The match has {len(found.plies)} plies.", "ply")
    seat = found.plies[ply].seat
    game = registry.game(found.game)
    # What a record names is a level only: opening a record never starts a program.
    names = [
        roster.entrant(game, run.others).name if run.others else roster.level(game, name).name
        for name in ("random" if at == seat else name for at, name in enumerate(found.players))
    ]
    names[seat] = roster.entrant(game, agent).name
    point = ForkPoint(found, ply, seat, tuple(names))
    table = Table("move", "chosen", "average payoff")
    for row in repeat_decision(point, run.times, run.seed, BotLimits(run.limit)):
        table.add_row(row.action, str(row.times), f"{row.payoff:+.2f}")
    SCREEN.print(table)


def _evaluation(
    agents: tuple[str, ...], games: tuple[str, ...], run: EvaluateOptions
) -> Evaluation:
    """The evaluation that the arguments name. Names may be separated by commas, too."""
    slugs = [slug for word in games for slug in word.split(",") if slug]
    if not agents or len(set(agents)) != len(agents) or len(set(slugs)) != len(slugs):
        raise Refused.because("BAD_ENTRANTS", "Name agents and games, each of them once.", "agents")
    anchors = [name for word in run.anchors for name in _split(word)]
    time = None if run.match_time is None else run.match_time * 1000
    return Evaluation(
        agents,
        tuple(field_of(slug, run.seats, anchors, agents) for slug in slugs),
        run.seed or _kept_seed(run.out),
        run.pair_games,
        BotLimits(run.limit, time, run.tokens),
    )


def _split(word: str) -> list[str]:
    """Names that commas separate; the settings of one bot have commas of their own."""
    return [word] if ":" in word else word.split(",")


def _kept_seed(folder: Path) -> str:
    """A random seed, which the folder keeps for an evaluation that is continued."""
    path = folder / SEED
    if not path.exists():
        write_atomically(path, token_hex(16))
    return path.read_text("utf-8").strip()


def _publish(evaluation: Evaluation, folder: Path) -> None:
    """Write the commitments before anything is played."""
    write_atomically(folder / COMMITMENTS, json.dumps(evaluation.commitments(), indent=1) + "\n")


def _play(jobs: list[Job], evaluation: Evaluation, run: EvaluateOptions) -> list[JobOutcome]:
    fields = "; ".join(f"{f.game} {f.seats} {' '.join(f.anchors)}" for f in evaluation.fields)
    title = f"evaluation {' '.join(evaluation.agents)}: {fields}; {evaluation.pair_games} games"
    ledger = Ledger(run.out / LEDGER, title)
    flags = RunOptions(
        seed=evaluation.seed, workers=run.workers, cluster=run.cluster, keep=run.out / RECORDS
    )
    outcomes = [o for o in play_jobs(jobs, ledger, "evaluating", flags) if not o.error]
    if not outcomes:
        raise Refused.because("NO_GAMES", "No game was played to its end.", "games")
    return outcomes


def _moments(
    evaluation: Evaluation, jobs: list[Job], outcomes: list[JobOutcome], run: EvaluateOptions
) -> list[tuple[CriticalMoment, list[RepeatedMove]]]:
    """The critical moments, each decided again as often as wanted."""
    seats = {job.number: job.seats for job in jobs}
    kept = {outcome.number: run.out / RECORDS / f"game-{outcome.number:05}.json"
            for outcome in outcomes}  # fmt: skip
    found = []
    for agent in evaluation.agents:
        for moment in critical_moments(agent, jobs, outcomes, run.moments):
            again: list[RepeatedMove] = []
            if run.repeat > 0:
                record, bots = load(kept[moment.number]), seats[moment.number]
                point = ForkPoint(record, moment.ply, Seat(moment.seat), bots)
                again = repeat_decision(point, run.repeat, evaluation.seed, evaluation.limits)
            found.append((moment, again))
    return found


def _show(found: Standings) -> None:
    for title, rows in [*found.by_game.items(), ("all games", found.overall)]:
        table = Table("bot", "points", "± 95 %", "games", "score", title=title)
        for row in rows:
            table.add_row(*_cells(row))
        SCREEN.print(table)
    if any(row.error > TARGET for row in found.overall):
        SCREEN.print(f"Some points are not within ± {TARGET} yet: more anchors or games help.")


def _cells(row: Rated) -> tuple[str, ...]:
    error = "fixed" if row.is_anchor else str(row.error)
    return (
        roster.short_name(row.name),
        str(row.points),
        error,
        str(row.games),
        f"{100 * row.score:.0f} %",
    )
