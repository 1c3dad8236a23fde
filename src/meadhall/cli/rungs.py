"""Whether each level of a game is a step up from the one below it, as figures of a benchmark.

Such a benchmark plays for a long time, without clocks, so that its games are the same in every run
however busy the machine is. Where `MEADHALL_LEDGERS` names a folder its results are kept
there as they come, and one that was interrupted goes on where it was.
"""

import os
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from statistics import median

from meadhall import registry
from meadhall.arena.certainty import score
from meadhall.arena.executors import pool
from meadhall.arena.job import Job, Outcome, entrant
from meadhall.arena.ledger import Ledger
from meadhall.arena.run import run
from meadhall.arena.schedule import Event, duel
from meadhall.arena.score import Score
from meadhall.cli.figures import Figure
from meadhall.core.game import Level

WANTED = "65 or more"


def rungs(event: Event, games: int, wanted: str = WANTED) -> Iterator[Figure]:
    """Every pair of neighbours on the ladder, weakest first."""
    for weaker, stronger in pairwise(level.name for level in registry.game(event.game).levels):
        yield from rung(event, stronger, weaker, games, wanted)


def rung(event: Event, one: str, two: str, games: int, wanted: str = WANTED) -> list[Figure]:
    """How two bots do against each other, and how long the first one thinks about a move.

    Both hold half of the seats, or by turns one more and one less, so that bots of equal strength
    would win half of the games.
    """
    game, options = registry.game(event.game), [str(value) for _, value in event.options]
    stronger, weaker = (tireless(entrant(game, name)) for name in (one, two))
    title = "-".join([event.game, str(event.seats), *options, one, two])
    outcomes = played(duel(event, stronger, weaker, games), title)
    name = " ".join([*options, f"{event.seats} players:"])
    return [
        share(f"{name} {one} against {two}", score(outcomes, stronger), wanted),
        Figure(f"{name} a move of {one}", pace(outcomes, stronger), "ms"),
    ]


def played(jobs: Iterable[Job], title: str) -> list[Outcome]:
    """What came of the matches, on all cores; what a ledger of that title has is not played."""
    folder = os.environ.get("MEADHALL_LEDGERS")
    ledger = Ledger(Path(folder) / f"{title}.jsonl" if folder else None, title)
    for _ in run(jobs, ledger, pool(os.cpu_count() or 1)):
        pass
    return ledger.counted()


def tireless(level: Level) -> str:
    """The level as the arena names it, without its clock."""
    settings = dict(level.settings)
    if settings.pop("milliseconds", None) is None:
        return level.name
    return f"{level.bot}:{','.join(f'{key}={value}' for key, value in settings.items())}"


def share(name: str, tally: Score, wanted: str = WANTED) -> Figure:
    """What part of the decided games was won, how sure that is, and from how many games."""
    counts = f"{tally.won} won, {tally.drawn} undecided, {tally.lost} lost"
    low, high = (100 * end for end in tally.interval)
    unit = f"% ({low:.0f} to {high:.0f})"
    return Figure(name, 100 * tally.share, unit, None, counts, wanted)


def pace(outcomes: Sequence[Outcome], bot: str) -> float:
    """Milliseconds of a move in the middle one of all games, so that a busy hour does not count.

    At a table all make equally many moves, or nearly.
    """
    return median(
        milliseconds * len(outcome.seats) / outcome.plies
        for outcome in outcomes
        for milliseconds, name in zip(outcome.thinking, outcome.seats, strict=True)
        if name == bot
    )
