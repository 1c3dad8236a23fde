"""How good a position is, as a number."""

import pytest
from tests.games.elemental_clash.positions import battle, card, miner, wall

from meadhall.core.game import start
from meadhall.core.rng import Rng
from meadhall.games.elemental_clash import GAME
from meadhall.games.elemental_clash.bots.evaluate import (
    CARD_WORTH,
    ENERGY_WORTH,
    HP,
    MINER_WORTH,
    WALL_HP_WORTH,
    evaluate,
)
from meadhall.games.elemental_clash.types import Options, Pick, Side

CARDS = (card("wall", 1), card("continuous", 3))
EVEN = battle(Side(), Side())


def test_in_the_draft_picked_cards_count_and_so_does_the_one_just_chosen() -> None:
    state = start(GAME, Options(), 2, Rng("draft"))
    pick = Pick(card("wall"))
    chosen = GAME.apply(state, 0, pick).state
    assert (evaluate(state, 0), evaluate(chosen, 0)) == (0, CARD_WORTH["wall"])
    both = GAME.apply(chosen, 1, pick).state
    assert evaluate(both, 0) == 0


@pytest.mark.parametrize(
    ("side", "worth"),
    [
        (Side(hp=21), HP),
        (Side(energy=6), ENERGY_WORTH),
        (Side(wall=wall(3)), 3 * WALL_HP_WORTH),
        (Side(miner=miner("repair_miner")), MINER_WORTH["repair_miner"]),
        (Side(hand=CARDS[:1]), CARD_WORTH["wall"]),
        (Side(deck=CARDS[:1]), CARD_WORTH["wall"]),
        (Side(under=CARDS[:1]), CARD_WORTH["wall"]),
    ],
)
def test_what_a_side_has_counts_for_it_and_against_the_other(side: Side, worth: int) -> None:
    ahead = battle(side, Side())
    assert (evaluate(EVEN, 0), evaluate(ahead, 0), evaluate(ahead, 1)) == (0, worth, -worth)
