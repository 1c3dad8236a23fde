"""Each validator finds everything that is wrong, and nothing in what is right."""

from dataclasses import replace
from typing import cast

import pytest
from tests.games.elemental_clash.positions import battle, card, hand, lock_first_cards, miner, wall

from meadhall.core.game import start
from meadhall.core.rng import Rng
from meadhall.games.elemental_clash import GAME
from meadhall.games.elemental_clash.cards import Card, Face, MinerType
from meadhall.games.elemental_clash.rules.invariant import (
    invariant,
    validate_action,
    validate_draft,
    validate_draft_round,
    validate_energy,
    validate_hand,
    validate_miner,
    validate_player,
    validate_selection,
    validate_wall,
)
from meadhall.games.elemental_clash.types import Miner, Options, Phase, Result, Side, State
from meadhall.kit.sealed import Sealed


def start_battle(seed: str = "sound") -> State:
    state = start(GAME, Options(), 2, Rng(seed))
    while state.stage == "draft":
        for seat in (0, 1):
            state = GAME.apply(state, seat, GAME.legal_actions(state, seat)[0]).state
    return state


def test_a_real_state_is_sound() -> None:
    assert invariant(start_battle()) == []
    assert invariant(start(GAME, Options(), 2, Rng("new"))) == []


@pytest.mark.parametrize(("energy", "errors"), [(-1, 1), (0, 0), (10, 0), (11, 1)])
def test_energy(energy: int, errors: int) -> None:
    assert len(validate_energy(Side(energy=energy))) == errors


def test_hand() -> None:
    cards = hand("wall", "deflection", "continuous", "projectile", "repair_miner")
    strange = Card(Face("wall", "lightning"), 9)
    assert validate_hand(Side(hand=cards[:4])) == []
    assert len(validate_hand(Side(hand=cards))) == 1
    assert len(validate_hand(Side(hand=(*cards, strange)))) == 2
    assert len(validate_hand(Side(hand=cards[:2], deck=cards[:1]))) == 1


@pytest.mark.parametrize(("hp", "errors"), [(-1, 1), (0, 0), (12, 0), (13, 1)])
def test_wall(hp: int, errors: int) -> None:
    assert len(validate_wall(wall(hp))) == errors
    assert validate_wall(None) == []


@pytest.mark.parametrize(("countdown", "errors"), [(-1, 1), (0, 0), (3, 0), (4, 1)])
def test_miner(countdown: int, errors: int) -> None:
    assert len(validate_miner(miner("continuous_miner", countdown))) == errors
    assert validate_miner(None) == []


def test_an_unknown_miner() -> None:
    assert validate_miner(Miner(cast(MinerType, "gold_miner"), 1, 1)) == [
        "no such miner: gold_miner"
    ]


def test_a_player_collects_all_errors() -> None:
    broken = Side(
        21,
        11,
        wall(13),
        miner("repair_miner", 3),
        hand=hand("wall", "wall", "wall", "wall", "wall"),
    )
    assert len(validate_player(broken)) == 5


def test_draft_round_collects_all_errors() -> None:
    offers = hand("wall", "wall", "wall", "wall")
    assert validate_draft_round(1, offers, offers[0]) == []
    assert len(validate_draft_round(7, offers, offers[0])) == 1
    assert len(validate_draft_round(2, offers[:3], card("continuous", 2))) == 3
    assert validate_draft_round(6, (*offers[:3], card("repair_miner", 6)), offers[0]) == []


def test_a_finished_draft_collects_all_errors() -> None:
    assert len(validate_draft(hand("wall", "deflection"))) == 4
    full = hand("wall", "deflection", "continuous", "projectile", "repair_miner", "wall")
    assert validate_draft(full) == []


def test_selection_and_action() -> None:
    side = Side(energy=1, wall=wall(), hand=hand("wall"))
    assert len(validate_selection(side, side.hand[0])) == 2
    assert len(validate_selection(side, card("wall", 4))) == 3
    state = battle(side, side)
    assert len(validate_action(state, 0, side.hand[0])) == 2
    locked = lock_first_cards(state)
    assert len(validate_action(locked, 0, side.hand[0])) == 3
    assert len(validate_action(replace(locked, stage="draft"), 0, side.hand[0])) == 4


def test_a_broken_state_says_everything() -> None:
    state = start_battle()
    phase = cast(Phase, "lunch")
    assert len(invariant(replace(state, turn=0, phase=phase, siege=7))) == 3
    outcome = Result((0, 0), "exhaustion", "")
    assert len(invariant(replace(state, outcome=outcome))) == 1
    assert len(invariant(replace(state, picks=(state.picks[0], state.picks[1][:5])))) == 3


def test_envelopes_hold_legal_choices_and_are_not_all_full() -> None:
    state = start_battle()
    stray = Card(Face("wall", "ice"), 1)
    assert stray not in state.picks[0]
    assert len(invariant(replace(state, sealed=Sealed((stray, None))))) == 1
    full = tuple(GAME.legal_actions(state, seat)[0].card for seat in (0, 1))
    assert invariant(replace(state, sealed=Sealed(full))) == [
        "all seats have chosen, but the choices are still sealed"
    ]
    new = start(GAME, Options(), 2, Rng("new"))
    assert len(invariant(replace(new, sealed=Sealed((card("continuous", 3), None))))) == 1
