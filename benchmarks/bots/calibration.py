"""How often the chances that an analysis tells come true.

Equal bots play matches that begin with some random moves. An analysis tells the chances at random
positions of them, and the result of the match says what they were worth. The chances are as on the
replay page: of all seats, with what a solver has proved.

`./dev run python benchmarks/bots/calibration.py jarls 2` fits the calibration of a game for a
number of seats, to put on its index card. It plays other matches than the benchmark does.
"""

import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from html import escape
from typing import Any

import numpy as np
from numpy.typing import NDArray

from meadhall import registry
from meadhall.arena.contest.play_match import game_rng, play_match
from meadhall.bots import roster
from meadhall.bots.bot import Bot, Budget, Thought, Turn
from meadhall.bots.chances import WHOLE, Chances, payoff_chances
from meadhall.bots.review.compare_actions import Decision
from meadhall.bots.review.curves import chances_at
from meadhall.bots.review.match_analysis import decisions, make_moment
from meadhall.bots.review.moments import Moment
from meadhall.bots.review.reviewer import reviewer_for
from meadhall.bots.warm_up import warm_up
from meadhall.cli.bench.figures import Figure, FiguresAndFiles
from meadhall.core.codec import to_plain
from meadhall.core.game import AnyGame, strategy
from meadhall.core.record import Ply, Record, Result
from meadhall.core.rng import Rng

TITLE = "Analysis: how far the chances that are told are from how often they come true"
TARGET = "at most 5 points"
OPENING = 4
"""A seat begins with fewer random moves than this."""
EACH = 4
"""Positions of one match. Neighbours are so alike that more would say little more."""
BINS = 10
FEWEST = 100
"""A bin with fewer chances than this says nothing."""
STEPS = 10
PRIOR = 5
"""The fit gets this many made-up positions at each step in which a chance comes true as it is."""
SWEEPS = 2_000


@dataclass(frozen=True, slots=True)
class Setting:
    """Matches of equal bots with that many nodes a move; an analysis with `review` nodes."""

    slug: str
    level: str
    nodes: int
    review: int
    seats: int = 2


SETTINGS = (
    Setting("jarls", "hard", 3_000, 40_000),
    Setting("chinese-checkers", "hard", 2_000, 20_000),
    Setting("elemental-clash", "hard", 500, 200),
    Setting("secret-toaster", "hard", 500, 400),
)


@dataclass(frozen=True, slots=True)
class TellTale:
    """The chances that were told at a position, the mover's own one, and what became of it."""

    told: Chances
    own: int
    seat: int
    shares: Chances
    proved: bool


class _Beginner:
    """A bot that begins with random moves."""

    def __init__(self, bot: Bot, moves: int) -> None:
        self.bot, self.left = bot, moves

    def choose(self, turn: Turn, budget: Budget, rng: Rng) -> Thought:
        """A random action first, later what the bot chooses."""
        if self.left == 0:
            return self.bot.choose(turn, budget, rng)
        self.left -= 1
        action, _ = rng.choice(turn.legal)
        return Thought(action)


def play_record(setting: Setting, seed: str) -> Record:
    """The record of a match of equal bots; equal seeds give equal records."""
    game, rng = registry.game(setting.slug), Rng(seed)
    opening, _ = rng.fork("opening").below(OPENING)
    level = roster.level(game, setting.level)
    bots = [_Beginner(roster.make(level), opening) for _ in range(setting.seats)]
    options: Any = game.types.options()
    played = play_match(game, options, bots, rng, Budget(nodes=setting.nodes))
    plain: Any = to_plain(options)
    return Record(
        game=setting.slug,
        rules_version=game.spec.rules_version,
        seed=game_rng(rng).seed,
        players=tuple(level.name for _ in bots),
        options=plain,
        plies=tuple(Ply(seat, game.notation.write(action)) for seat, action in played.actions),
        result=Result(played.result.payoffs, played.result.reason),
    )


def tell(game: AnyGame, setting: Setting, record: Record, rng: Rng) -> Iterator[TellTale]:
    """What an analysis tells at random positions of the match."""
    assert record.result is not None  # noqa: S101 - matches of bots are played to the end
    shares = payoff_chances(game, record.result.payoffs)
    cases = list(decisions(game, record))
    places, _ = rng.shuffle([at for at, case in enumerate(cases) if case is not None])
    for at in places[:EACH]:
        moments = [
            _moment(setting, case, at, record.plies[at], rng.fork(str(at)))
            for case in _latest(cases[: at + 1])
        ]
        *_, told = chances_at(moments)
        last = moments[-1]
        yield TellTale(told, last.chances[last.seat], last.seat, shares, last.proof is not None)


def _latest(cases: Sequence[Decision | None]) -> list[Decision]:
    """The last decision of each seat; in an open match the last one of all is enough."""
    found: dict[int, Decision] = {}
    for case in reversed(cases):
        if case is not None:
            found.setdefault(case.turn.seat, case)
            if not case.traits.hidden:
                break
    return list(reversed(found.values()))


def _moment(setting: Setting, case: Decision, at: int, ply: Ply, rng: Rng) -> Moment:
    reviewer = reviewer_for(case.turn.game)
    found = reviewer.review(case, Budget(nodes=setting.review), rng)
    return make_moment(case.turn.game, at + 1, replace(ply, seat=case.turn.seat), found)


def tell_matches(game: AnyGame, setting: Setting, matches: int, seed: str) -> list[TellTale]:
    """What an analysis tells about that many matches."""
    warm_up(game)
    found: list[TellTale] = []
    for number in range(matches):
        record = play_record(setting, f"{seed} {number}")
        found += tell(game, setting, record, Rng(f"{seed} {number}").fork("positions"))
    return found


def bins(tales: Sequence[TellTale]) -> list[tuple[float, float, int]]:
    """For each bin of ten percent: the mean chance told, the mean share won, and how many."""
    told = np.array([tale.told for tale in tales]).ravel() / WHOLE
    won = np.array([tale.shares for tale in tales]).ravel() / WHOLE
    places = np.minimum((told * BINS).astype(int), BINS - 1)
    chosen = [places == number for number in range(BINS)]
    return [(told[own].mean(), won[own].mean(), int(own.sum())) for own in chosen if own.any()]


def fit(tales: Sequence[TellTale]) -> tuple[int, ...]:
    """The rising line through `STEPS + 1` points that comes nearest to what came true.

    Each step up is a number that is at least zero, so the least squares are found step by step.
    """
    pairs = [(tale.own, tale.shares[tale.seat]) for tale in tales if not tale.proved]
    pairs += [(step * WHOLE // STEPS,) * 2 for step in range(STEPS + 1) for _ in range(PRIOR)]
    told, won = np.array(pairs, float).T / WHOLE
    rows = np.clip(told[:, None] * STEPS - np.arange(-1, STEPS), 0, 1)
    products, wanted = rows.T @ rows, rows.T @ won
    rises: NDArray[np.float64] = np.zeros(STEPS + 1)
    for _ in range(SWEEPS):
        for step in range(STEPS + 1):
            short = wanted[step] - products[step] @ rises
            rises[step] = max(0.0, rises[step] + short / products[step, step])
    return tuple(int(point) for point in np.minimum(rises.cumsum() * WHOLE, WHOLE).round())


def measure() -> FiguresAndFiles:
    """For each game, the largest gap of a bin, and a plot."""
    figures: list[Figure] = []
    panels: dict[str, list[tuple[float, float, int]]] = {}
    matches = int(os.environ.get("MEADHALL_GAMES", "800"))
    for setting in SETTINGS:
        game = registry.game(setting.slug)
        tales = tell_matches(game, setting, matches, "check")
        points = [point for point in bins(tales) if point[2] >= FEWEST]
        gap = max(abs(told - won) for told, won, _ in points) * 100
        title = game.spec.title
        reference = f"{len(tales):,} positions, {len(points)} bins"
        figures.append(Figure(title, gap, "points", reference=reference, target=TARGET))
        panels[title] = points
    return FiguresAndFiles(figures, {"plots/calibration.svg": plot(panels)})


SIZE, ROOM = 240, 46


def plot(panels: dict[str, list[tuple[float, float, int]]]) -> str:
    """A panel for each game: the share won over the chance told, with the wanted five points."""
    width = len(panels) * (SIZE + ROOM) + ROOM
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {SIZE + 2 * ROOM}">',
        "<style>text { font: 11px sans-serif; fill: #333 }</style>",
        f'<rect width="{width}" height="{SIZE + 2 * ROOM}" fill="#fff"/>',
    ]
    for number, (title, points) in enumerate(panels.items()):
        parts += [f'<g transform="translate({ROOM + number * (SIZE + ROOM)} {ROOM})">']
        parts += [*_axes(title), *(_dot(*point) for point in points), "</g>"]
    return "\n".join([*parts, "</svg>"]) + "\n"


def _axes(title: str) -> Iterator[str]:
    edge = SIZE / 20
    yield f'<text y="-14" font-weight="bold">{escape(title)}</text>'
    yield (
        f'<path d="M0 {SIZE}V{SIZE - edge}L{SIZE - edge} 0H{SIZE}V{edge}L{edge} {SIZE}Z"'
        ' fill="#e4efdc"/>'
    )
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        at = share * SIZE
        yield f'<path d="M{at} 0V{SIZE}M0 {at}H{SIZE}" stroke="#ddd"/>'
        yield f'<text x="{at}" y="{SIZE + 16}" text-anchor="middle">{share:.0%}</text>'
        yield f'<text x="-6" y="{SIZE - at + 4}" text-anchor="end">{share:.0%}</text>'
    yield f'<text x="{SIZE / 2}" y="{SIZE + 34}" text-anchor="middle">chance told</text>'
    yield '<text x="4" y="14">won</text>'


def _dot(told: float, won: float, count: int) -> str:
    """A bin, with an interval of two standard errors."""
    error = 2 * (max(won * (1 - won), 1e-3) / count) ** 0.5
    x, low, high = told * SIZE, (1 - won + error) * SIZE, (1 - won - error) * SIZE
    label = f"told {told:.0%}, won {won:.0%}, {count} chances"
    return (
        f'<path d="M{x:.1f} {low:.1f}V{high:.1f}" stroke="#b35900"/>'
        f'<circle cx="{x:.1f}" cy="{(1 - won) * SIZE:.1f}" r="4" fill="#b35900">'
        f"<title>{label}</title></circle>"
    )


def _fit_game(slug: str, seats: int) -> tuple[int, ...]:
    """Fits the calibration of a game to matches that the benchmark does not play."""
    setting = next(one for one in SETTINGS if one.slug == slug)
    game = registry.game(slug)
    bare = replace(game, play=replace(strategy(game), calibration={}))
    return fit(tell_matches(bare, replace(setting, seats=seats), 800, "fit"))


if __name__ == "__main__":
    print(_fit_game(sys.argv[1], int(sys.argv[2])))
