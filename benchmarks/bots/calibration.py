"""How often the chances that an analysis tells come true.

Equal bots play matches that begin with some random moves. An analysis computes the chances at
random positions of them, and the result of the match says what they were worth. The chances are as
on the replay page: of all seats, with what a solver has proved, in whole percents.

No position is told by a calibration that was fitted to it: each tenth of the matches is told by
one that was fitted to the others. What is printed for the index card is fitted to all of them.
"""

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from html import escape
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from meadhall import registry
from meadhall.arena.contest.play_match import game_rng, play_match
from meadhall.bots import roster
from meadhall.bots.bot import Bot, Budget, Thought, Turn
from meadhall.bots.chances import WHOLE, Chances, calibrate, payoff_chances, whole_percents
from meadhall.bots.review.compare_actions import Decision
from meadhall.bots.review.curves import chances_at
from meadhall.bots.review.match_analysis import decisions, make_moment
from meadhall.bots.review.moments import Moment
from meadhall.bots.review.reviewer import reviewer_for
from meadhall.bots.solve.solver import DUEL
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
STEPS = 20
PRIOR = 5
"""The fit gets this many made-up positions at each step in which a chance comes true as it is."""
SMOOTHNESS = 0.03
"""What a change of the line's slope costs at a step, squared, for each position.

Without it the line has steps that are chance: in Jarls a bin was off by 7 points instead of 4.
"""
SWEEPS = 2_000
FOLDS = 10


@dataclass(frozen=True, slots=True)
class Setting:
    """Matches between bots of a level with that many nodes a move; an analysis with `review`."""

    slug: str
    nodes: int
    review: int
    matches: int = 520
    seats: int = 2
    level: str = "hard"


SETTINGS = (
    Setting("jarls", 3_000, 40_000, matches=600),
    Setting("chinese-checkers", 2_000, 20_000),
    Setting("elemental-clash", 500, 100, level="medium"),
    Setting("secret-toaster", 500, 200),
)


@dataclass(frozen=True, slots=True)
class TellTale:
    """The chances that were told at a position, and what became of them."""

    told: Chances
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


def play_record(setting: Setting, rng: Rng) -> Record:
    """The record of a match of equal bots; equal generators give equal records."""
    game = registry.game(setting.slug)
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
        *_, told = chances_at(game, moments)
        yield TellTale(told, shares, moments[-1].forced is not None)


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


def tell_matches(setting: Setting, matches: int) -> list[TellTale]:
    """What an analysis tells about that many matches without a calibration."""
    game = with_calibration(setting, ())
    warm_up(game)
    found: list[TellTale] = []
    for number in range(matches):
        rng = Rng(f"fit {number}")
        record = play_record(setting, rng)
        found += tell(game, setting, record, rng.fork("positions"))
    return found


def with_calibration(setting: Setting, points: tuple[int, ...]) -> AnyGame:
    """The game with another calibration than its own; without one if there are no points."""
    game = registry.game(setting.slug)
    calibration = {setting.seats: points} if points else {}
    return replace(game, play=replace(strategy(game), calibration=calibration))


def tell_again(setting: Setting, tales: Sequence[TellTale]) -> list[TellTale]:
    """The same positions, told by calibrations that were not fitted to them."""
    found: list[TellTale] = []
    # A tenth is a block of whole matches, because positions of one match are alike.
    ends = [len(tales) // EACH * number // FOLDS * EACH for number in range(FOLDS)]
    for first, last in pairwise([*ends, len(tales)]):
        game = with_calibration(setting, fit([*tales[:first], *tales[last:]]))
        for tale in tales[first:last]:
            told = tale.told if tale.proved else whole_percents(calibrate(game, tale.told))
            found.append(replace(tale, told=told))
    return found


@dataclass(frozen=True, slots=True)
class Bin:
    """Chances of about the same size: their mean, the mean share that was won, and how many."""

    told: float
    won: float
    count: int


def bins(tales: Sequence[TellTale]) -> list[Bin]:
    """The chances of all seats in bins of ten percent; empty bins are left out."""
    told = np.array([tale.told for tale in tales]).ravel() / WHOLE
    won = np.array([tale.shares for tale in tales]).ravel() / WHOLE
    places = np.minimum((told * BINS).astype(int), BINS - 1)
    chosen = [places == number for number in range(BINS)]
    return [Bin(told[own].mean(), won[own].mean(), int(own.sum())) for own in chosen if own.any()]


def fit(tales: Sequence[TellTale]) -> tuple[int, ...]:
    """The rising line through `STEPS + 1` points that comes nearest to what came true.

    Each step up is a number that is at least zero, so the least squares are found step by step.
    Steps that differ from the one before cost something, so that the line is smooth.
    """
    pairs = [
        pair
        for tale in tales
        if not tale.proved
        for pair in zip(tale.told, tale.shares, strict=True)
    ]
    pairs += [(step * WHOLE // STEPS,) * 2 for step in range(STEPS + 1) for _ in range(PRIOR)]
    told, won = np.array(pairs, float).T / WHOLE
    rows = np.clip(told[:, None] * STEPS - np.arange(-1, STEPS), 0, 1)
    changes = np.diff(np.eye(STEPS + 1), axis=0)[1:]  # the first number is no step
    products = rows.T @ rows + SMOOTHNESS * len(pairs) * changes.T @ changes
    wanted = rows.T @ won
    rises: NDArray[np.float64] = np.zeros(STEPS + 1)
    for _ in range(SWEEPS):
        for step in range(STEPS + 1):
            short = wanted[step] - products[step] @ rises
            rises[step] = max(0.0, rises[step] + short / products[step, step])
    points = np.minimum(rises.cumsum() * WHOLE, WHOLE).round().astype(int)
    if len(tales[0].told) == DUEL:  # what one player has, the other has not
        points = (points + WHOLE - points[::-1]) // 2
    return tuple(map(int, points))


def measure() -> FiguresAndFiles:
    """For each game the largest gap of a bin, what belongs on its index card, and a plot."""
    figures: list[Figure] = []
    panels: dict[str, list[Bin]] = {}
    for setting in SETTINGS:
        raw = tell_matches(setting, int(os.environ.get("MEADHALL_GAMES", setting.matches)))
        print(setting.slug, setting.seats, fit(raw))
        title = registry.game(setting.slug).spec.title
        tales = tell_again(setting, raw)
        panels[title] = [one for one in bins(tales) if one.count >= FEWEST]
        reference = f"{len(tales):,} positions, {len(panels[title])} bins"
        gap = max(abs(one.told - one.won) for one in panels[title]) * 100
        figures.append(Figure(title, gap, "points", reference=reference, target=TARGET))
    return FiguresAndFiles(figures, {"plots/calibration.svg": plot(panels)})


SIZE, ROOM = 240, 46


def plot(panels: Mapping[str, Sequence[Bin]]) -> str:
    """A panel for each game: the share won over the chance told, with the wanted five points."""
    width = len(panels) * (SIZE + ROOM) + ROOM
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {SIZE + 2 * ROOM}">',
        "<style>text { font: 11px sans-serif; fill: #333 }</style>",
        f'<rect width="{width}" height="{SIZE + 2 * ROOM}" fill="#fff"/>',
    ]
    for number, (title, points) in enumerate(panels.items()):
        parts += [f'<g transform="translate({ROOM + number * (SIZE + ROOM)} {ROOM})">']
        parts += [*_axes(title), *map(_dot, points), "</g>"]
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


def _dot(one: Bin) -> str:
    """A bin, with an interval of two standard errors."""
    told, won = one.told, one.won
    error = 2 * (max(won * (1 - won), 1e-3) / one.count) ** 0.5
    x, low, high = told * SIZE, (1 - won + error) * SIZE, (1 - won - error) * SIZE
    label = f"told {told:.0%}, won {won:.0%}, {one.count} chances"
    return (
        f'<path d="M{x:.1f} {low:.1f}V{high:.1f}" stroke="#b35900"/>'
        f'<circle cx="{x:.1f}" cy="{(1 - won) * SIZE:.1f}" r="4" fill="#b35900">'
        f"<title>{label}</title></circle>"
    )
