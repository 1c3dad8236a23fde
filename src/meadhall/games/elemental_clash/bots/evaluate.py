"""How good a state is for a seat, in hundredths of a base hit point."""

from collections.abc import Mapping
from typing import Final

from meadhall.core.seats import Seat
from meadhall.games.elemental_clash.cards import Subtype
from meadhall.games.elemental_clash.types import State

HP: Final = 100
WALL_HP_WORTH: Final = 15
ENERGY_WORTH: Final = 25
CARD_WORTH: Final[Mapping[Subtype, int]] = {
    "wall": 150,
    "deflection": 80,
    "continuous": 400,
    "projectile": 220,
    "deflection_miner": 120,
    "projectile_miner": 300,
    "continuous_miner": 350,
    "repair_miner": 60,
}
MINER_WORTH: Final[Mapping[Subtype, int]] = {
    "deflection_miner": 200,
    "projectile_miner": 450,
    "continuous_miner": 600,
    "repair_miner": 80,
}
"""What a bot is worth once it is in play."""


def evaluate(state: State, seat: Seat) -> int:
    """The worth of what the seat has, minus the worth of what the other seat has."""
    return _worth(state, seat) - _worth(state, 1 - seat)


def _worth(state: State, seat: Seat) -> int:
    side = state.sides[seat]
    worth = HP * side.hp + ENERGY_WORTH * side.energy
    if side.wall is not None:
        worth += WALL_HP_WORTH * side.wall.hp
    if side.miner is not None:
        worth += MINER_WORTH[side.miner.type]
    pick = state.sealed.choice(seat)
    cards = (*side.hand, *side.deck, *side.under)
    if state.stage == "draft":
        cards = state.picks[seat] if pick is None else (*state.picks[seat], pick)
    return worth + sum(CARD_WORTH[card.subtype] for card in cards)
