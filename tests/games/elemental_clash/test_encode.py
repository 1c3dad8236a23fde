"""Actions and views as numbers."""

from dataclasses import replace

import pytest
from tests.games.elemental_clash.positions import battle, card, miner, turn, wall

from meadhall.core.game import start
from meadhall.core.rng import Rng
from meadhall.games.elemental_clash import GAME
from meadhall.games.elemental_clash.cards import FACES, MINERS
from meadhall.games.elemental_clash.encode import (
    ALL_CARDS,
    action,
    action_count,
    index,
    observe,
    shape,
)
from meadhall.games.elemental_clash.types import Options, Pick, Play, Side, State

CARDS = (card("wall", 1), card("continuous", 3))
CLOCK, SIDE = 6, 8 + len(MINERS)
"""The numbers of stage and turn, and the numbers of each side after them."""


def test_every_number_stands_for_one_action() -> None:
    count = action_count(Options(), 2)
    actions = [action(Options(), 2, number) for number in range(count)]
    assert len(set(actions)) == count
    assert [index(Options(), 2, each) for each in actions] == list(range(count))


def test_a_card_is_picked_by_one_number_and_played_by_another() -> None:
    pick, play = (index(Options(), 2, verb(CARDS[0])) for verb in (Pick, Play))
    assert play - pick == len(ALL_CARDS)


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_every_viewer_gets_a_row_of_the_same_length(viewer: int | None) -> None:
    drafting = start(GAME, Options(), 2, Rng("row"))
    for state in (drafting, battle(Side(hand=CARDS), Side()), turn(Side(), Side(hand=CARDS))):
        assert (len(observe(GAME.view(state, viewer), viewer)),) == shape(Options(), 2)


def test_the_viewers_own_side_comes_first() -> None:
    state = battle(Side(7, 3, wall(5), miner("projectile_miner", 2), hand=CARDS), Side(20, 10))
    one, two = (observe(GAME.view(state, seat), seat) for seat in (0, 1))
    mine, theirs = one[CLOCK : CLOCK + SIDE], one[CLOCK + SIDE : CLOCK + 2 * SIDE]
    assert (mine[:6], sum(mine[8:])) == ((7, 3, 5, 2, 2, 0), 1)
    assert (theirs[:6], sum(theirs[8:])) == ((20, 10, 0, 0, 0, 0), 0)
    assert two[CLOCK : CLOCK + 2 * SIDE] == (*theirs, *mine)


def own_cards(state: State, viewer: int | None) -> tuple[int, ...]:
    return observe(GAME.view(state, viewer), viewer)[-5 * len(ALL_CARDS) - len(FACES) :]


def test_only_the_owner_sees_a_choice_and_spectators_see_no_hand() -> None:
    state = battle(Side(energy=10, hand=CARDS), Side(energy=10, hand=CARDS))
    chosen = GAME.apply(state, 0, Play(CARDS[1])).state
    assert sum(own_cards(chosen, 0)) == sum(own_cards(state, 0)) + 1
    assert own_cards(chosen, 1) == own_cards(state, 1)
    assert not any(own_cards(chosen, None))


def test_what_was_shown_is_counted_by_kind() -> None:
    state = turn(Side(energy=10, hand=CARDS), Side(energy=10, hand=CARDS[1:]))
    before = replace(state, history=())
    assert sum(observe(GAME.view(state, 0), 0)) == sum(observe(GAME.view(before, 0), 0)) + 2
