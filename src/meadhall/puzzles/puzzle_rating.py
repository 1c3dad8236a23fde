"""What an attempt changes in ratings: a person and a puzzle play a match against each other."""

from meadhall.ratings.rate import Pool, RatedResult, rate
from meadhall.ratings.scale import NEW_SIGMA, Rating, anchor

PUZZLE_SIGMA = NEW_SIGMA / 3
"""How uncertain the rating of a puzzle is that nobody has tried."""


def new_puzzle_rating(difficulty: int) -> Rating:
    """The rating that a puzzle begins with."""
    return Rating(anchor(difficulty).mu, PUZZLE_SIGMA)


def rate_attempt(person: Rating, puzzle: Rating, *, solved: bool) -> tuple[Rating, Rating]:
    """The ratings of the person and of the puzzle after the person's first attempt at it."""
    names = ("person", "puzzle")
    payoffs = (1, -1) if solved else (-1, 1)
    result = RatedResult("", Pool("", "two"), 0, names, payoffs)
    after = rate(result, dict(zip(names, (person, puzzle), strict=True)), {})
    return after["person"], after["puzzle"]
