"""`meadhall arena duel`, `round-robin`, `ladder`: which bot is stronger, and how certain it is."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import Annotated

from cyclopts import Parameter
from rich.table import Table

from meadhall import registry
from meadhall.arena.contest.certainty import enter_game, score, verdict
from meadhall.arena.contest.job import Job, JobOutcome
from meadhall.arena.contest.ledger import Ledger
from meadhall.arena.contest.metering import BotLimits
from meadhall.arena.contest.ratings import ratings
from meadhall.arena.contest.schedule import Contest
from meadhall.arena.contest.schedule import duel as duel_jobs
from meadhall.arena.contest.schedule import ladder as ladder_jobs
from meadhall.arena.contest.schedule import round_robin as round_robin_jobs
from meadhall.arena.contest.score import Score
from meadhall.bots import roster
from meadhall.bots.players.outside.outside_bot import LIMIT
from meadhall.cli.arguments import AT_LEAST_ONE, OptionWords, option_pairs, seats_or_fewest
from meadhall.cli.commands.arena.runs import RunOptions, play_jobs
from meadhall.cli.terminal.screen import SCREEN
from meadhall.core.game import start, strategy
from meadhall.core.options import parse_options
from meadhall.core.refusal import Refused
from meadhall.core.rng import Rng

_FEWEST = 2


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class ContestOptions(RunOptions):
    """How a contest is run."""

    games: Annotated[int, AT_LEAST_ONE] = 100
    """How many games at least; only whole sets are played, in which every bot has every seat."""
    seats: int | None = None
    """How many seats at a table; the fewest the game allows unless given."""
    option: OptionWords = ()
    """An option of the game, as NAME=VALUE; may be given several times."""
    limit: Annotated[int, AT_LEAST_ONE] = LIMIT
    """Milliseconds that a program has for a move; after that, its default action is played."""
    certain: Annotated[bool, Parameter(negative=())] = False
    """Stop early, when every difference is certain; a ladder stops each of its steps."""


def duel(game: str, one: str, two: str, *, run: ContestOptions | None = None) -> None:
    """Two bots play each other, on all seats by turns.

    Args:
        game: The game.
        one: A level of the game, a bot with settings as in mcts:nodes=500, or a program as in
            "program:python3 bot.py" or socket:ws://localhost:9000.
        two: Its opponent.
        run: How the contest is run.
    """
    run = run or ContestOptions()
    contest = _contest(game, run, (one, two))
    ledger = _ledger("duel", (one, two), contest, run)
    outcomes = _play(list(duel_jobs(contest, one, two, run.games)), [(one, two)], ledger, run)
    _show_score(outcomes, one, two)


def round_robin(game: str, *entrants: str, run: ContestOptions | None = None) -> None:
    """Every combination of bots plays, in every rotation, with ratings at the end.

    Args:
        game: The game.
        entrants: Levels of the game, bots with settings, or programs.
        run: How the contest is run.
    """
    run = run or ContestOptions()
    contest = _contest(game, run, entrants)
    ledger = _ledger("round-robin", entrants, contest, run)
    jobs = list(round_robin_jobs(contest, entrants, run.games))
    _show_ratings(_play(jobs, list(combinations(entrants, 2)), ledger, run))


def ladder(game: str, *entrants: str, run: ContestOptions | None = None) -> None:
    """Each bot plays the next one, weakest first: is every level stronger than the one before?

    Args:
        game: The game.
        entrants: The bots, weakest first; all levels of the game unless given.
        run: How the contest is run.
    """
    run = run or ContestOptions()
    named = entrants or tuple(level.name for level in strategy(registry.game(game)).levels)
    contest = _contest(game, run, named)
    ledger = _ledger("ladder", named, contest, run)
    # All steps are numbered together, so that one ledger can hold them.
    jobs = list(ladder_jobs(contest, named, run.games))
    outcomes: list[JobOutcome] = []
    for weaker, stronger in pairwise(named):
        step = [job for job in jobs if set(job.seats) == {weaker, stronger}]
        of_step = _play(step, [(stronger, weaker)], ledger, run)
        _show_score(of_step, stronger, weaker)
        outcomes += of_step
    _show_ratings(outcomes)


def _contest(slug: str, run: ContestOptions, entrants: Sequence[str]) -> Contest:
    """The contest that the arguments name; anything wrong with them is refused before any work."""
    game = registry.game(slug)
    seats = seats_or_fewest(game, run.seats)
    named = dict(option_pairs(run.option))
    options = parse_options(game.types.options, named)
    # Called only for its refusals: without it, every match would fail in its worker.
    start(game, options, seats, Rng(run.seed))
    for name in entrants:
        roster.entrant(game, name)
    if len(set(entrants)) < _FEWEST or len(set(entrants)) != len(entrants):
        raise Refused.because(
            "BAD_ENTRANTS", "Name at least two different bots, each of them once.", "entrants"
        )
    chosen = tuple((name, getattr(options, name)) for name in named)
    return Contest(slug, seats, run.seed, chosen, run.keep is not None, BotLimits(run.limit))


def _ledger(kind: str, entrants: Sequence[str], contest: Contest, run: ContestOptions) -> Ledger:
    """The file for the results. Its title leaves out the number of games, which may grow."""
    options = " ".join(f"{name}={value}" for name, value in contest.options)
    seats = f"{contest.seats} seats"
    title = f"{kind} {' '.join(entrants)}: {contest.game} {options}, {seats}, seed {contest.seed}"
    return Ledger(run.out, title)


def _play(
    jobs: list[Job], pairs: Sequence[tuple[str, str]], ledger: Ledger, run: ContestOptions
) -> list[JobOutcome]:
    """Play the jobs; with `--certain`, up to the set in which all differences became certain."""
    tallies = {pair: Score() for pair in pairs}
    counted: list[JobOutcome] = []
    title = " against ".join(pairs[0]) if len(pairs) == 1 else "playing"
    # A set shares its seed, so the last number of each seed is the last game of a set.
    last_of_sets = set({job.seed: job.number for job in jobs}.values())
    for outcome in play_jobs(jobs, ledger, title, run):
        if not outcome.error:
            counted.append(outcome)
            for pair, tally in tallies.items():
                enter_game(tally, outcome, *pair)
        certain = run.certain and all(map(verdict, tallies.values()))
        # Only after a whole set: within one, the bots have not had the same seats yet.
        if certain and outcome.number in last_of_sets:
            break
    if not counted:
        raise Refused.because("NO_GAMES", "No game was played to its end.", "games")
    return counted


def _show_score(outcomes: Iterable[JobOutcome], one: str, two: str) -> None:
    tally = score(outcomes, one, two)
    sure = {"stronger": f"{one} is stronger", "weaker": f"{two} is stronger"}
    SCREEN.print(
        f"{one} against {two}: {tally.won} won, {tally.drawn} drawn, {tally.lost} lost;"
        f" {tally} of the decided games;"
        f" {sure.get(verdict(tally) or '', 'not yet certain')}",
    )


def _show_ratings(outcomes: Iterable[JobOutcome]) -> None:
    table = Table("bot", "rating", "± 95 %", "games")
    for row in ratings(outcomes):
        table.add_row(row.bot, str(row.points), str(row.error), str(row.games))
    SCREEN.print(table)
