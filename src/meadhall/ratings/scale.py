"""The one scale of ratings, for people, levels and bots of the arena.

openskill has a strength (`mu`) and its uncertainty (`sigma`) in units of its own. People see points
that look like Elo ratings: somebody new has 1000, who plays any legal action 500.
"""

from dataclasses import dataclass

from openskill.models import PlackettLuce, PlackettLuceRating

POINTS, MIDDLE = 40, 1000
NEW_MU, NEW_SIGMA = 25.0, 25.0 / 3
"""What openskill gives everybody new."""
ANCHOR_SIGMA = 0.1
"""The uncertainty of an anchor, whose rating is given."""
TWO_SIGMA = 1.96  # two-sided 95 %
SETTLED = 300
"""A rating is provisional until its error is at most this many points."""
MODEL = PlackettLuce(balance=False)


@dataclass(frozen=True, slots=True)
class Rating:
    """A strength in openskill's units, and how many matches it comes from."""

    mu: float = NEW_MU
    sigma: float = NEW_SIGMA
    matches: int = 0

    @property
    def points(self) -> int:
        """The strength as people see it."""
        return points_of(self.mu)

    @property
    def error(self) -> int:
        """With 95 % probability the strength is within this many points."""
        return error_of(self.sigma)

    @property
    def provisional(self) -> bool:
        """Whether too little is known to compare it."""
        return self.error > SETTLED


NEW = Rating()


def anchor(points: int) -> Rating:
    """A rating that is given."""
    return Rating(NEW_MU + (points - MIDDLE) / POINTS, ANCHOR_SIGMA)


def points_of(mu: float) -> int:
    """A strength of openskill in points."""
    return round(MIDDLE + POINTS * (mu - NEW_MU))


def error_of(sigma: float) -> int:
    """An uncertainty of openskill in points, for 95 %."""
    return round(POINTS * TWO_SIGMA * sigma)


def to_openskill(rating: Rating, name: str = "") -> PlackettLuceRating:
    """The rating as openskill has it."""
    return MODEL.rating(mu=rating.mu, sigma=rating.sigma, name=name)
