"""How much stronger each level of Jarls is than the one below, and how long it thinks.

Games are seat-balanced and the same in every run; only the milliseconds differ.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from meadhall.arena.certainty import Score, score
from meadhall.arena.job import Outcome, carry_out
from meadhall.arena.schedule import Event, duel
from meadhall.cli.figures import Figure
from meadhall.games.jarls import GAME
from meadhall.games.jarls.types import Ruleset

TITLE = "Jarls, levels: share of the decided games won against the level below"
GAMES, GAMES_OF_MORE = 40, 6
WANTED, WANTED_OF_EXPERT = "at least 65 %", "at least 95 %"
LONGEST_MS = 3_000
RULESETS: tuple[Ruleset, ...] = ("holes", "shields")


@dataclass(frozen=True, slots=True)
class Contest:
    """Two levels on so many seats under one ruleset, and what is wanted of the first."""

    one: str
    two: str
    seats: int
    ruleset: Ruleset
    games: int
    wanted: str = ""

    def play(self) -> list[Outcome]:
        """All games, one after the other."""
        event = Event("jarls", self.seats, "levels", (("ruleset", self.ruleset),))
        return [carry_out(job) for job in duel(event, self.one, self.two, self.games)]


def contests() -> Iterator[Contest]:
    """Every step of the ladder for two players, and fewer games with three and six."""
    names = [level.name for level in GAME.levels]
    for ruleset in RULESETS:
        for weaker, stronger in pairwise(names):
            yield Contest(stronger, weaker, 2, ruleset, GAMES, WANTED)
        yield Contest(names[-1], "greedy", 2, ruleset, GAMES, WANTED_OF_EXPERT)
        for weaker, stronger in pairwise(names):
            for seats in (3, 6):
                yield Contest(stronger, weaker, seats, ruleset, GAMES_OF_MORE)


def measure() -> list[Figure]:
    """The share of each contest, then the milliseconds of a move of each level."""
    played = [(contest, contest.play()) for contest in contests()]
    shares = [_share(contest, score(outcomes, contest.one)) for contest, outcomes in played]
    duels = [o for contest, outcomes in played if contest.seats == 2 for o in outcomes]  # noqa: PLR2004 - a duel
    return [*shares, *(_pace(level.name, duels) for level in GAME.levels)]


def _share(contest: Contest, tally: Score) -> Figure:
    name = f"{contest.ruleset}, {contest.seats} players: {contest.one} against {contest.two}"
    counts = f"{tally.wins} won, {tally.draws} drawn, {tally.losses} lost"
    return Figure(name, 100 * tally.share, "%", None, counts, contest.wanted)


def _pace(level: str, outcomes: list[Outcome]) -> Figure:
    """Milliseconds of a move on average; in a duel both make equally many, or nearly."""
    taken = [
        (milliseconds, outcome.plies / 2)
        for outcome in outcomes
        for milliseconds, name in zip(outcome.thinking, outcome.seats, strict=True)
        if name == level
    ]
    pace = sum(ms for ms, _ in taken) / sum(plies for _, plies in taken)
    return Figure(f"{level}: a move", pace, "ms", pace / LONGEST_MS, f"{LONGEST_MS} ms", "under 1")
