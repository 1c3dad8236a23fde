"""Chances: what part of the victory each seat may expect, in thousandths.

The chances of all seats always add up to `WHOLE`: a victory that several share, or a draw that all
share, counts in equal parts.
"""

from collections.abc import Sequence
from typing import TypeAlias

from meadhall.bots.alphabeta import DECIDED
from meadhall.bots.regret import normal
from meadhall.core.game import AnyGame
from meadhall.core.seats import Seat
from meadhall.core.status import Finished

WHOLE = 1000

Chances: TypeAlias = tuple[int, ...]
"""One number for each seat."""


def even(seats: int) -> Chances:
    """The same for everybody: all that can be said where nothing is known."""
    return normal([1] * seats, WHOLE)


def paid(game: AnyGame, payoffs: Sequence[int], matches: int = 1) -> Chances:
    """What the payoffs of so many finished matches, added up, say."""
    least = game.spec.payoff_bounds[0] * matches
    return normal([payoff - least for payoff in payoffs], WHOLE)


def hoped(score: int, temper: int) -> int:
    """The chance against one opponent; a score of `temper` is three quarters of the whole."""
    if abs(score) >= DECIDED:
        return WHOLE if score > 0 else 0
    return (WHOLE + WHOLE * score // (abs(score) + temper)) // 2


def among(chance: int, seats: int) -> int:
    """A chance against one opponent as one against all: even against each is a fair share."""
    return WHOLE * chance // (chance + (seats - 1) * (WHOLE - chance))


def scored(game: AnyGame, score: int, seats: int) -> int:
    """What a score of the game's evaluation says of the chance among so many."""
    return among(hoped(score, game.temper), seats)


def averaged(payoff: int, win: int) -> int:
    """What an average payoff says, where a win pays `win` and a loss as much less."""
    return max(0, min(WHOLE, WHOLE * (win + payoff) // (2 * win)))


def estimated(game: AnyGame, payoff: int, win: int, seats: int) -> int:
    """The same, where payoffs of open matches were told from an evaluation if the game has one."""
    chance = averaged(payoff, win)
    return chance if game.evaluate is None else among(chance, seats)


def percent(chance: int) -> str:
    """The chance as people write it."""
    return f"{(chance + 5) // 10} %"


def around(chance: int, seat: Seat, standing: Chances) -> Chances:
    """The seat's chance, and the rest shared by the others as they stand."""
    others = [0 if other == seat else 1 + part for other, part in enumerate(standing)]
    rest = [(WHOLE - chance) * part // sum(others) for part in others]
    rest[others.index(max(others))] += WHOLE - chance - sum(rest)
    return tuple(chance if other == seat else part for other, part in enumerate(rest))


def standing(game: AnyGame, state: object, seats: int) -> Chances:
    """How the seats stand without looking ahead: by the end if it is one, else by evaluation."""
    status = game.status(state)
    if isinstance(status, Finished):
        return paid(game, status.payoffs)
    if game.evaluate is None:
        return even(seats)
    hopes = [hoped(game.evaluate(state, seat), game.temper) for seat in range(seats)]
    return normal([WHOLE * hope // (WHOLE + 1 - hope) for hope in hopes], WHOLE)  # by their odds
