"""What is refused, and why."""

from dataclasses import replace
from typing import cast

import pytest
from tests.games.elemental_clash.positions import battle, card, hand, miner, wall

from meadhall.core.refusal import NOT_AN_ACTION, Refused
from meadhall.core.rng import Rng
from meadhall.games.chinese_checkers import types as checkers
from meadhall.games.elemental_clash import GAME
from meadhall.games.elemental_clash.cards import Card, Face
from meadhall.games.elemental_clash.types import Action, Auto, Pick, Play, Side, State

FULL = hand("wall", "deflection", "continuous", "projectile")


def refusal_text(state: State, seat: int, chosen: Card) -> str:
    refusal = GAME.refusal(state, seat, Play(chosen))
    assert refusal is not None
    return f"{refusal.code}: {refusal.sentence}"


def test_e4_a_seat_without_cards_is_refused() -> None:
    text = refusal_text(battle(Side(hand=FULL), Side()), 1, FULL[0])
    assert text == "NO_CARDS: You have no cards left."


def test_s2_refusals_name_every_reason() -> None:
    poor = Side(energy=1, wall=wall(), miner=miner("repair_miner"), hand=FULL)
    state = battle(poor, Side(hand=FULL))
    assert refusal_text(state, 0, FULL[0]) == (
        "NOT_ENOUGH_ENERGY: Fire Shield costs 2 and you have 1 energy."
        " Fire Shield would be wasted: you already have a shield."
    )
    stray = card("repair_miner", 5)
    assert refusal_text(state, 0, stray).startswith("NOT_IN_HAND: Repair Bot is not")
    rich = replace(poor, energy=10, hand=(*FULL[1:], card("repair_miner", 5)))
    assert refusal_text(battle(rich, poor), 0, rich.hand[-1]).startswith("MINER_STANDS")


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
    assert "so you must show Air Dodge" in refusal_text(battle(broke, broke), 0, FULL[0])


def test_nothing_is_picked_in_a_battle_and_nothing_played_after_it() -> None:
    state = battle(Side(hand=FULL), Side(hand=FULL))
    with pytest.raises(Refused, match="DRAFT_OVER"):
        GAME.apply(state, 0, Pick(FULL[0]))
    assert GAME.leave is not None
    over = GAME.leave(state, 1).state
    assert GAME.legal_actions(over, 0) == ()
    with pytest.raises(Refused, match="GAME_OVER"):
        GAME.apply(over, 0, Play(FULL[0]))


GARBAGE = [
    *(None, 42, "text", "play fire-wall-1", (), ("play", FULL[0]), FULL[0], Side(), object),
    *(kind(cast(Card, card)) for kind in (Pick, Play, Auto) for card in (None, 42, "fire-wall-1")),
    *(kind(Card(cast(Face, None), 1)) for kind in (Pick, Play, Auto)),
    checkers.Move(0, 1),
]


def all_stages() -> tuple[State, ...]:
    assert GAME.leave is not None
    drafting = GAME.initial(GAME.types.options(), 2, Rng("stages"))
    battling = battle(Side(hand=FULL), Side(hand=FULL))
    return drafting, battling, GAME.leave(battling, 0).state


@pytest.mark.parametrize("garbage", GARBAGE, ids=repr)
def test_anything_but_an_action_is_refused_at_every_stage(garbage: object) -> None:
    action = cast(Action, garbage)
    for state in all_stages():
        for seat in (0, 1, -1, 99):
            assert GAME.refusal(state, seat, action) == NOT_AN_ACTION
            with pytest.raises(Refused) as raised:
                GAME.apply(state, seat, action)
            assert raised.value.refusal == NOT_AN_ACTION


@pytest.mark.parametrize("seat", [-1, -2, 2, 99])
@pytest.mark.parametrize("kind", [Pick, Play, Auto])
def test_a_seat_that_does_not_exist_is_refused(kind: type[Pick | Play | Auto], seat: int) -> None:
    for state in all_stages():
        refusal = GAME.refusal(state, seat, kind(FULL[0]))
        assert refusal is not None
        assert refusal.code == "NO_SUCH_SEAT"
        with pytest.raises(Refused, match="NO_SUCH_SEAT"):
            GAME.apply(state, seat, kind(FULL[0]))
