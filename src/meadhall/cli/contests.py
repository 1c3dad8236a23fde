"""`meadhall arena duel`, `round-robin`, `ladder`: which bot is stronger, and how sure that is."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import Annotated

from cyclopts import Parameter
from rich.table import Table

from meadhall import registry
from meadhall.arena.certainty import enter, score, verdict
from meadhall.arena.job import Job, Outcome, entrant
from meadhall.arena.ledger import Ledger
from meadhall.arena.ratings import ratings
from meadhall.arena.schedule import Event
from meadhall.arena.schedule import duel as duel_jobs
from meadhall.arena.schedule import ladder as ladder_jobs
from meadhall.arena.schedule import round_robin as round_robin_jobs
from meadhall.arena.score import Score
from meadhall.cli.running import Running, played
from meadhall.cli.screen import SCREEN
from meadhall.cli.setup import SOME, OptionWords, option_pairs, seats_or_fewest
from meadhall.core.game import start
from meadhall.core.options import parse_options
from meadhall.core.refusal import Refused
from meadhall.core.rng import Rng

_FEWEST = 2


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class Run(Running):
    """How a contest is run."""

    games: Annotated[int, SOME] = 100
    """How many games at least; whole sets are played, in which all have had every seat."""
    seats: int | None = None
    """How many seats at a table; the fewest the game allows unless said."""
    option: OptionWords = ()
    """An option of the game, as NAME=VALUE; may be given several times."""
    certain: Annotated[bool, Parameter(negative=())] = False
    """Stop early, when every difference is certain; a ladder stops each of its rungs."""


def duel(game: str, one: str, two: str, *, run: Run | None = None) -> None:
    """Two bots against each other, on all seats by turns.

    Args:
        game: The game.
        one: A level of the game, or a bot with settings as in mcts:nodes=500.
        two: Its opponent.
        run: How the contest is run.
    """
    run = run or Run()
    event = _event(game, run, (one, two))
    ledger = _ledger("duel", (one, two), event, run)
    outcomes = _played(list(duel_jobs(event, one, two, run.games)), [(one, two)], ledger, run)
    _show_score(outcomes, one, two)


def round_robin(game: str, *entrants: str, run: Run | None = None) -> None:
    """All tables that the bots can form, in every rotation, with ratings at the end.

    Args:
        game: The game.
        entrants: Levels of the game, or bots with settings.
        run: How the contest is run.
    """
    run = run or Run()
    event = _event(game, run, entrants)
    ledger = _ledger("round-robin", entrants, event, run)
    jobs = list(round_robin_jobs(event, entrants, run.games))
    _show_ratings(_played(jobs, list(combinations(entrants, 2)), ledger, run))


def ladder(game: str, *entrants: str, run: Run | None = None) -> None:
    """Each bot against the next one, weakest first: is every step a step up?

    Args:
        game: The game.
        entrants: The bots, weakest first; all levels of the game unless said.
        run: How the contest is run.
    """
    run = run or Run()
    named = entrants or tuple(level.name for level in registry.game(game).levels)
    event = _event(game, run, named)
    ledger = _ledger("ladder", named, event, run)
    jobs = list(ladder_jobs(event, named, run.games))
    outcomes: list[Outcome] = []
    for weaker, stronger in pairwise(named):
        rung = [job for job in jobs if set(job.seats) == {weaker, stronger}]
        met = _played(rung, [(stronger, weaker)], ledger, run)
        _show_score(met, stronger, weaker)
        outcomes += met
    _show_ratings(outcomes)


def _event(slug: str, run: Run, entrants: Sequence[str]) -> Event:
    """What all games have in common, once everything that was named has been found to exist."""
    game = registry.game(slug)
    seats = seats_or_fewest(game, run.seats)
    named = dict(option_pairs(run.option))
    options = parse_options(game.types.options, named)
    start(game, options, seats, Rng(run.seed))
    for name in entrants:
        entrant(game, name)
    if len(set(entrants)) < _FEWEST or len(set(entrants)) != len(entrants):
        raise Refused.because(
            "BAD_ENTRANTS", "Name at least two different bots, each of them once.", "entrants"
        )
    chosen = tuple((name, getattr(options, name)) for name in named)
    return Event(slug, seats, run.seed, chosen, keep=run.keep is not None)


def _ledger(kind: str, entrants: Sequence[str], event: Event, run: Run) -> Ledger:
    """The file for the results; how many games are asked for may grow from run to run."""
    options = " ".join(f"{name}={value}" for name, value in event.options)
    seats = f"{event.seats} seats"
    title = f"{kind} {' '.join(entrants)}: {event.game} {options}, {seats}, seed {event.seed}"
    return Ledger(run.out, title)


def _played(
    jobs: list[Job], pairs: Sequence[tuple[str, str]], ledger: Ledger, run: Run
) -> list[Outcome]:
    """What came of the games, up to the end of the set in which all differences became certain."""
    tallies = {pair: Score() for pair in pairs}
    counted: list[Outcome] = []
    title = " against ".join(pairs[0]) if len(pairs) == 1 else "playing"
    last_of_sets = set({job.seed: job.number for job in jobs}.values())
    for outcome in played(jobs, ledger, title, run):
        if not outcome.error:
            counted.append(outcome)
            for pair, tally in tallies.items():
                enter(tally, outcome, *pair)
        certain = run.certain and all(map(verdict, tallies.values()))
        if certain and outcome.number in last_of_sets:
            break
    if not counted:
        raise Refused.because("NO_GAMES", "No game was played to its end.", "games")
    return counted


def _show_score(outcomes: Iterable[Outcome], one: str, two: str) -> None:
    tally = score(outcomes, one, two)
    sure = {"stronger": f"{one} is stronger", "weaker": f"{two} is stronger"}
    SCREEN.print(
        f"{one} against {two}: {tally.won} won, {tally.drawn} drawn, {tally.lost} lost;"
        f" {tally} of the decided games;"
        f" {sure.get(verdict(tally) or '', 'not yet certain')}",
    )


def _show_ratings(outcomes: Iterable[Outcome]) -> None:
    table = Table("bot", "rating", "± 95 %", "games")
    for row in ratings(outcomes):
        table.add_row(row.bot, str(row.points), str(row.error), str(row.games))
    SCREEN.print(table)
