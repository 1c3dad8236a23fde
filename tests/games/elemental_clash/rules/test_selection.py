"""Which cards may be chosen, and what counts when the time is up."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.games.elemental_clash.positions import battle, hand, miner, wall

from meadhall.core.rng import Rng
from meadhall.core.status import ToAct
from meadhall.games.elemental_clash import GAME
from meadhall.games.elemental_clash.cards import SUBTYPES
from meadhall.games.elemental_clash.rules.selection import choices, faults, substitute
from meadhall.games.elemental_clash.types import Side

pytestmark = pytest.mark.clause("Choosing")

FULL = hand("wall", "deflection", "continuous", "projectile")


def sides() -> st.SearchStrategy[Side]:
    return st.builds(
        lambda names, energy, walled, mined: Side(
            energy=energy,
            wall=wall() if walled else None,
            miner=miner("repair_miner") if mined else None,
            hand=hand(*names),
        ),
        st.lists(st.sampled_from(SUBTYPES), min_size=1, max_size=4),
        st.integers(0, 10),
        st.booleans(),
        st.booleans(),
    )


@given(sides())
def test_e3_working_cards_first_then_affordable_ones_then_the_cheapest(side: Side) -> None:
    legal = choices(side)
    assert legal
    payable = [held for held in side.hand if held.cost <= side.energy]
    working = [held for held in payable if not faults(side, held)]
    if working:
        assert list(legal) == working
    elif payable:
        assert list(legal) == payable
    else:
        assert len(legal) == 1
        assert legal[0].cost == min(held.cost for held in side.hand)


@given(sides(), st.integers(0, 99))
def test_e3_at_the_deadline_a_legal_card_counts_always(side: Side, seed: int) -> None:
    assert substitute(side, None, Rng(str(seed))) in choices(side)
    for held in side.hand:
        counted = substitute(side, held, Rng(str(seed)))
        assert counted == held if held in choices(side) else counted in choices(side)


def test_e3_of_equally_cheap_cards_the_first_in_hand_is_shown() -> None:
    side = Side(energy=0, hand=hand("continuous_miner", "continuous"))
    assert choices(side) == side.hand[:1]
    assert choices(replace(side, hand=side.hand[::-1])) == side.hand[1:]


def test_e4_asking_for_a_card_from_an_empty_hand_is_an_error() -> None:
    with pytest.raises(ValueError, match="empty hand"):
        substitute(Side(), None, Rng("empty"))


def test_e4_a_seat_without_cards_is_not_asked() -> None:
    state = battle(Side(hand=FULL), Side())
    assert GAME.status(state) == ToAct((0,))
    assert GAME.legal_actions(state, 1) == ()
