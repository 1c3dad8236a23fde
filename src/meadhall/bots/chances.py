"""Chances: the share of the victory that each seat can expect, in thousandths.

The chances of all seats add up to `WHOLE`. A shared victory, and a draw, count in equal parts.
"""

from collections.abc import Sequence
from typing import TypeAlias

from meadhall.core.game import AnyGame, strategy
from meadhall.core.seats import Seat
from meadhall.core.status import Finished

WHOLE = 1000
PERCENT = 10
LEAST = PERCENT
"""The smallest chance of an estimate."""

DECISIVE = 1_000_000
"""A search gives a won match at least this score, and more the earlier it is won."""

Chances: TypeAlias = tuple[int, ...]
"""One number for each seat."""


def proportions(weights: Sequence[int], whole: int) -> tuple[int, ...]:
    """The whole, divided in proportion to the weights; in equal parts if all weights are zero."""
    total = sum(weights)
    if total == 0:
        return proportions([1] * len(weights), whole)
    parts = [weight * whole // total for weight in weights]
    parts[parts.index(max(parts))] += whole - sum(parts)  # what rounding down has left over
    return tuple(parts)


def even_chances(seats: int) -> Chances:
    """The same chance for every seat."""
    return proportions([1] * seats, WHOLE)


def sure_win(winner: Seat, seats: int) -> Chances:
    """Everything for the winner."""
    return tuple(WHOLE if seat == winner else 0 for seat in range(seats))


def calibrate(game: AnyGame, chances: Chances) -> Chances:
    """The chances as they come true, by the game's calibration for that many seats.

    An estimate is never certain; only a proof or the result is.
    """
    curve = strategy(game).calibration.get(len(chances), (0, WHOLE))
    return proportions([max(LEAST, _on_curve(curve, chance)) for chance in chances], WHOLE)


def _on_curve(curve: Sequence[int], chance: int) -> int:
    """The value of a curve through evenly spaced points."""
    steps = len(curve) - 1
    at = min(chance * steps // WHOLE, steps - 1)
    rise = curve[at + 1] - curve[at]
    return curve[at] + (rise * (chance * steps - at * WHOLE) + WHOLE // 2) // WHOLE


def whole_percents(chances: Sequence[int]) -> Chances:
    """The chances in whole percents that still add up, by largest remainders."""
    rounded = [chance - chance % PERCENT for chance in chances]
    left = (WHOLE - sum(rounded)) // PERCENT
    by_rest = sorted(range(len(chances)), key=lambda seat: -(chances[seat] % PERCENT))
    for seat in by_rest[:left]:
        rounded[seat] += PERCENT
    return tuple(rounded)


def payoff_chances(game: AnyGame, payoffs: Sequence[int], matches: int = 1) -> Chances:
    """The seats' shares of the payoffs, which are summed over `matches` finished matches."""
    least = game.spec.payoff_bounds[0] * matches
    return proportions([payoff - least for payoff in payoffs], WHOLE)


def duel_chance(score: int, evaluation_scale: int) -> int:
    """The chance against one opponent; a score of `evaluation_scale` is a chance of 75 %."""
    if abs(score) >= DECISIVE:
        return WHOLE if score > 0 else 0
    return (WHOLE + WHOLE * score // (abs(score) + evaluation_scale)) // 2


# Luce's rule: the seat has the strength `duel`, and each opponent has the rest.
def chance_among(duel: int, seats: int) -> int:
    """The chance among `seats` players of one who has the chance `duel` against each of them."""
    return WHOLE * duel // (duel + (seats - 1) * (WHOLE - duel))


def score_chance(game: AnyGame, score: int, seats: int) -> int:
    """The chance among `seats` players that follows from a score of the game's evaluation."""
    return chance_among(duel_chance(score, strategy(game).evaluation_scale), seats)


def mean_payoff_chance(payoff: int, win: int) -> int:
    """The chance that follows from a mean payoff, where a win pays `win` and a loss `-win`."""
    return max(0, min(WHOLE, WHOLE * (win + payoff) // (2 * win)))


def mean_value_chance(game: AnyGame, value: int, win: int, seats: int) -> int:
    """The chance that follows from a mean of payoffs and, if the game has them, evaluations.

    An evaluation compares the seat with one opponent, so it is a chance in a duel.
    """
    chance = mean_payoff_chance(value, win)
    return chance if strategy(game).evaluate is None else chance_among(chance, seats)


def percent(chance: int) -> str:
    """The chance as people write it."""
    return f"{(chance + 5) // 10} %"


# Each other seat's part counts one more, so seats without any standing can still share the rest.
def share_rest(chance: int, seat: Seat, standing: Chances) -> Chances:
    """The seat's chance, and the rest shared among the others in proportion to their standing."""
    others = [0 if other == seat else 1 + part for other, part in enumerate(standing)]
    rest = [(WHOLE - chance) * part // sum(others) for part in others]
    rest[others.index(max(others))] += WHOLE - chance - sum(rest)
    return tuple(chance if other == seat else part for other, part in enumerate(rest))


def standing(game: AnyGame, state: object, seats: int) -> Chances:
    """The chances without looking ahead: from the result if there is one, else by evaluation."""
    status = game.status(state)
    if isinstance(status, Finished):
        return payoff_chances(game, status.payoffs)
    offered = strategy(game)
    if offered.evaluate is None:
        return even_chances(seats)
    scores = [offered.evaluate(state, seat) for seat in range(seats)]
    duels = [duel_chance(score, offered.evaluation_scale) for score in scores]
    # In proportion to the odds, not the chances: with two seats that gives back the duel's chance.
    # One is added below the line, because a certain win has infinite odds.
    return proportions([WHOLE * duel // (WHOLE + 1 - duel) for duel in duels], WHOLE)
