"""The first state of a match, and what kind of game it is."""

from meadhall.core.game import Traits
from meadhall.core.rng import Rng
from meadhall.games.elemental_clash.rules.draft import draw_wildcards
from meadhall.games.elemental_clash.types import Options, State


def traits(options: Options, seats: int) -> Traits:
    """Both seats choose in secret at the same time, and decks are shuffled."""
    return Traits(simultaneous=True, chance=True, hidden=True)


def initial(options: Options, seats: int, rng: Rng) -> State:
    """The first round of the draft. The wildcards of the last round are already drawn."""
    wildcards, rng = draw_wildcards(rng)
    return State(options, rng, wildcards)
