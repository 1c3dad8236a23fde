"""How fast a game plays itself: random actions from the start to the end, over and over."""

from dataclasses import dataclass
from time import perf_counter

from meadhall.core.game import AnyGame, start
from meadhall.core.rng import Rng
from meadhall.core.status import Finished


@dataclass(frozen=True, slots=True)
class Playouts:
    """So many matches, so many actions, in so many seconds."""

    matches: int
    plies: int
    seconds: float

    @property
    def plies_s(self) -> float:
        """Actions per second."""
        return self.plies / self.seconds

    @property
    def playouts_s(self) -> float:
        """Whole matches per second."""
        return self.matches / self.seconds


def playouts(game: AnyGame, options: object, seats: int, seconds: float) -> Playouts:
    """Random matches under the pure rules, until the time is over; the last one is finished."""
    matches = plies = 0
    began = perf_counter()
    while (taken := perf_counter() - began) < seconds or matches == 0:
        plies += playout(game, options, seats, f"playout {matches}")
        matches += 1
    return Playouts(matches, plies, taken)


def playout(game: AnyGame, options: object, seats: int, seed: str) -> int:
    """One random match; how many actions it took."""
    rng = Rng(seed).fork("chooser")
    state, plies = start(game, options, seats, Rng(seed)), 0
    while not isinstance(status := game.status(state), Finished):
        seat, rng = rng.choice(status.seats)
        action, rng = rng.choice(game.legal_actions(state, seat))
        state = game.apply(state, seat, action).state
        plies += 1
    return plies
