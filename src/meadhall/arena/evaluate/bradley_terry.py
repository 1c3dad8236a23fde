"""Points by the model of Bradley and Terry: 400 points more are odds of ten to one, as in Elo's.

Anchors keep the points that they are given. A weak prior keeps points finite for bots that win or
lose every game.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp, log, sqrt

SPREAD = 400 / log(10)
"""Points that make odds of e to one."""
MIDDLE, PRIOR = 1000, 700
"""Before any game, points are near the middle, give or take this much (one standard deviation)."""
_ROUNDS = 100
_LARGEST_STEP = 200.0
_TWO_SIGMA = 1.96


@dataclass(frozen=True, slots=True)
class PairGame:
    """One game: the score of the first bot (1, 0.5 or 0), and the deal that it belongs to."""

    one: str
    two: str
    score: float
    deal: str


@dataclass(frozen=True, slots=True)
class Rated:
    """A bot's points: with 95 % probability within `error` of `points`. Anchors have no error."""

    name: str
    points: int
    error: int
    games: int
    score: float
    is_anchor: bool


def fit(games: Sequence[PairGame], anchors: Mapping[str, int]) -> list[Rated]:
    """The points of all bots that have played, highest first."""
    names = sorted({name for game in games for name in (game.one, game.two)})
    free = [name for name in names if name not in anchors]
    points = {name: float(anchors.get(name, MIDDLE)) for name in names}
    for _ in range(_ROUNDS):
        moved = 0.0
        for name in free:
            step = _step(name, games, points)
            points[name] += step
            moved = max(moved, abs(step))
        if moved < 0.01:  # noqa: PLR2004 - of a point
            break
    errors = _errors(free, games, points)
    rows = [_row(name, games, points, errors, anchors) for name in names]
    return sorted(rows, key=lambda row: -row.points)


def expected_score(difference: float) -> float:
    """The score that a bot can expect from so many points more than its opponent."""
    return 1 / (1 + exp(-difference / SPREAD))


def _step(name: str, games: Sequence[PairGame], points: Mapping[str, float]) -> float:
    """One step of Newton's method for one bot; never too large, so that it cannot run away."""
    slope = (MIDDLE - points[name]) / PRIOR**2
    bend = 1 / PRIOR**2
    for game in games:
        if name in (game.one, game.two):
            chance = expected_score(points[game.one] - points[game.two])
            slope += (game.score - chance) / SPREAD * (1 if name == game.one else -1)
            bend += chance * (1 - chance) / SPREAD**2
    return max(-_LARGEST_STEP, min(_LARGEST_STEP, slope / bend))


def _errors(
    free: Sequence[str], games: Sequence[PairGame], points: Mapping[str, float]
) -> dict[str, float]:
    """The standard errors: the wider of what the model says and what the deals show.

    The games of a deal are not independent, so they are summed up before they are compared.
    """
    place = {name: number for number, name in enumerate(free)}
    bends = [[1 / PRIOR**2 if i == k else 0.0 for k in range(len(free))] for i in range(len(free))]
    by_deal: dict[tuple[str, int], float] = defaultdict(float)
    for game in games:
        chance = expected_score(points[game.one] - points[game.two])
        weight = chance * (1 - chance) / SPREAD**2
        sides = [(place[n], sign) for n, sign in ((game.one, 1), (game.two, -1)) if n in place]
        for i, sign in sides:
            by_deal[game.deal, i] += sign * (game.score - chance) / SPREAD
            for k, other in sides:
                bends[i][k] += weight * sign * other
    inverse = _inverse(bends)
    seen = [0.0] * len(free)
    for (_, i), slope in by_deal.items():
        seen[i] += slope**2
    return {
        name: sqrt(max(inverse[i][i], sum(inverse[i][k] ** 2 * s for k, s in enumerate(seen))))
        for name, i in place.items()
    }


def _inverse(matrix: list[list[float]]) -> list[list[float]]:
    """The inverse of a positive definite matrix, by Gauss and Jordan."""
    size = len(matrix)
    rows = [[*row, *(float(i == k) for k in range(size))] for i, row in enumerate(matrix)]
    for i in range(size):
        pivot = rows[i][i]
        rows[i] = [value / pivot for value in rows[i]]
        for k in range(size):
            if k != i:
                factor = rows[k][i]
                rows[k] = [a - factor * b for a, b in zip(rows[k], rows[i], strict=True)]
    return [row[size:] for row in rows]


def _row(
    name: str,
    games: Sequence[PairGame],
    points: Mapping[str, float],
    errors: Mapping[str, float],
    anchors: Mapping[str, int],
) -> Rated:
    scores = [g.score if g.one == name else 1 - g.score for g in games if name in (g.one, g.two)]
    error = round(_TWO_SIGMA * errors.get(name, 0.0))
    share = sum(scores) / len(scores)
    return Rated(name, round(points[name]), error, len(scores), share, name in anchors)
