"""What may be chosen, what is refused and why, and what counts when the time is up."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.games.elemental_clash.table import battle, card, hand, miner, wall

from meadhall.core.refusal import Refused
from meadhall.core.rng import Rng
from meadhall.core.status import ToAct
from meadhall.games.elemental_clash import GAME
from meadhall.games.elemental_clash.cards import SUBTYPES, Card, Face
from meadhall.games.elemental_clash.events import Changed, Chosen
from meadhall.games.elemental_clash.selection import choices, faults, substitute
from meadhall.games.elemental_clash.types import Auto, Pick, Play, Side, State

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


def refused(state: State, seat: int, chosen: Card) -> str:
    refusal = GAME.refusal(state, seat, Play(chosen))
    assert refusal is not None
    return f"{refusal.code}: {refusal.sentence}"


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
    assert "no cards left" in refused(state, 1, FULL[0])


def test_s2_refusals_name_every_reason() -> None:
    poor = Side(energy=1, wall=wall(), miner=miner("repair_miner"), hand=FULL)
    state = battle(poor, Side(hand=FULL))
    assert refused(state, 0, FULL[0]) == (
        "NOT_ENOUGH_ENERGY: Fire Shield costs 2 and you have 1 energy."
        " Fire Shield would be wasted: your shield still stands."
    )
    assert refused(state, 0, card("repair_miner", 5)).startswith("NOT_IN_HAND: Repair Bot is not")
    rich = replace(poor, energy=10, hand=(*FULL[1:], card("repair_miner", 5)))
    assert refused(battle(rich, poor), 0, rich.hand[-1]).startswith("MINER_STANDS")


def test_a_card_that_is_in_no_draft_is_refused_by_name() -> None:
    unheard_of = Card(Face("wall", "lightning"), -1)
    drafting = GAME.initial(GAME.types.options(), 2, Rng("unheard of"))
    battling = battle(Side(hand=FULL), Side(hand=FULL))
    for state, kind in ((drafting, Pick), (drafting, Auto), (battling, Play), (battling, Auto)):
        refusal = GAME.refusal(state, 0, kind(unheard_of))
        assert refusal is not None
        assert refusal.sentence.startswith("Lightning Shield is not ")


def test_ec5_when_nothing_can_be_paid_the_refusal_says_what_must_be_shown() -> None:
    broke = Side(energy=0, hand=FULL)
    assert "so Air Dodge must be shown" in refused(battle(broke, broke), 0, FULL[0])


def test_s4_a_choice_may_be_changed_until_both_have_chosen() -> None:
    state = battle(Side(hand=FULL), Side(hand=FULL))
    first = GAME.apply(state, 0, Play(FULL[0]))
    assert first.events == (Chosen(0, FULL[0], auto=False),)
    second = GAME.apply(first.state, 0, Play(FULL[1]))
    assert second.events == (Changed(0, FULL[1]),)
    assert GAME.status(second.state) == ToAct((1,))
    done = GAME.apply(second.state, 1, Play(FULL[3])).state
    assert done.history[-1][0] is not None
    assert done.history[-1][0].face == FULL[1].face


def test_s3_at_the_deadline_the_choice_that_was_made_counts() -> None:
    state = GAME.apply(battle(Side(hand=FULL), Side(hand=FULL)), 0, Play(FULL[1])).state
    late = GAME.refusal(state, 0, Auto(FULL[0]))
    assert late is not None
    assert late.code == "ALREADY_CHOSEN"
    auto = GAME.default_action(state, 1, Rng("clock"))
    step = GAME.apply(state, 1, auto)
    assert step.events[0] == Chosen(1, auto.card, auto=True)
    assert step.state.turn == 3


def test_nothing_is_picked_in_a_battle_and_nothing_played_after_it() -> None:
    state = battle(Side(hand=FULL), Side(hand=FULL))
    with pytest.raises(Refused, match="DRAFT_OVER"):
        GAME.apply(state, 0, Pick(FULL[0]))
    assert GAME.leave is not None
    over = GAME.leave(state, 1).state
    assert GAME.legal_actions(over, 0) == ()
    with pytest.raises(Refused, match="GAME_OVER"):
        GAME.apply(over, 0, Play(FULL[0]))


def test_who_leaves_loses_in_the_draft_as_in_the_battle() -> None:
    assert GAME.leave is not None
    drafting = GAME.initial(GAME.types.options(), 2, Rng("leave"))
    for state in (drafting, battle(Side(hand=FULL), Side(hand=FULL))):
        outcome = GAME.leave(state, 0).state.outcome
        assert outcome is not None
        assert (outcome.payoffs, outcome.reason) == ((-1, 1), "left")


def test_time_is_ten_seconds_for_a_turn() -> None:
    assert GAME.time_limit is not None
    assert GAME.leave is not None
    state = battle(Side(hand=FULL), Side(hand=FULL))
    assert GAME.time_limit(state) == 10_000
    assert GAME.time_limit(GAME.leave(state, 0).state) is None
