"""What each viewer may know, byte by byte."""

from dataclasses import replace

import pytest
from tests.games.elemental_clash.positions import battle, card, hand, match_positions, visible_bytes

from meadhall.core.game import start
from meadhall.core.rng import Rng
from meadhall.games.elemental_clash import GAME
from meadhall.games.elemental_clash.cards import Card, Face
from meadhall.games.elemental_clash.rules.events import CardsDrawn, Changed, Chosen, Picked
from meadhall.games.elemental_clash.types import Options, Play, Side
from meadhall.kit.sealed import Sealed

pytestmark = pytest.mark.clause("What you can see")

CANARY = Face("deflection_miner", "water")
"""A card that does not exist: if a viewer's bytes contain it, it has leaked."""


@pytest.mark.parametrize("viewer", [1, None])
def test_nothing_of_a_hand_deck_choice_or_draft_shows_elsewhere(viewer: int | None) -> None:
    marked = tuple(Card(CANARY, number) for number in range(1, 7))
    owner = Side(hand=marked[:4], deck=marked[4:], under=())
    other = Side(hand=hand("wall", "deflection"))
    state = replace(
        battle(owner, other), picks=(marked, other.hand), sealed=Sealed((marked[0], None))
    )
    assert b"water" not in visible_bytes(state, viewer)
    assert replace(state, sides=(replace(owner, hand=other.hand * 2), other)) != state


def test_nobody_sees_the_wildcards_before_round_six() -> None:
    state = start(GAME, Options(), 2, Rng("wild"))
    other = replace(state, wildcards=tuple(reversed(state.wildcards)))
    for viewer in (0, 1, None):
        assert visible_bytes(state, viewer) == visible_bytes(other, viewer)


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_nobody_sees_the_order_of_decks(viewer: int | None) -> None:
    *_, state = (state for state in match_positions(Options(), "order") if state.stage == "battle")
    begun = next(state for state in match_positions(Options(), "order") if state.stage == "battle")
    turned = tuple(replace(side, deck=side.deck[::-1]) for side in begun.sides)
    assert visible_bytes(begun, viewer) == visible_bytes(replace(begun, sides=turned), viewer)
    assert state.turn > begun.turn


def test_events_are_shown_without_what_is_secret() -> None:
    mine = card("wall")
    for event in (Picked(0, mine, auto=False), Chosen(0, mine, auto=True)):
        assert GAME.view_event(event, 0) == event
        for viewer in (1, None):
            assert GAME.view_event(event, viewer) == replace(event, card=None)
    drew = CardsDrawn(1, 1, (mine,))
    assert GAME.view_event(drew, 1) == drew
    assert GAME.view_event(drew, 0) == CardsDrawn(1, 1, None)
    assert GAME.view_event(Changed(0, mine), 0) == Changed(0, mine)
    assert GAME.view_event(Changed(0, mine), 1) is None


def test_nobody_else_sees_a_changed_choice() -> None:
    side = Side(hand=hand("wall", "deflection", "projectile"))
    once = GAME.apply(battle(side, side), 0, Play(side.hand[0])).state
    twice = GAME.apply(once, 0, Play(side.hand[2])).state
    for viewer in (1, None):
        assert visible_bytes(once, viewer) == visible_bytes(twice, viewer)
    assert visible_bytes(once, 0) != visible_bytes(twice, 0)
