"""Actions and views as numbers, and a position as one number."""

from dataclasses import replace

import pytest
from tests.games.elemental_clash.table import battle, card, miner, turn, wall

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
from meadhall.games.elemental_clash.evaluate import (
    CARD_WORTH,
    ENERGY_WORTH,
    HP,
    MINER_WORTH,
    WALL_HP_WORTH,
    evaluate,
)
from meadhall.games.elemental_clash.types import Options, Pick, Play, Side, State

CARDS = (card("wall", 1), card("continuous", 3))
CLOCK, SIDE = 6, 8 + len(MINERS)
"""How many numbers the clock has, and how many each side after it."""


def test_every_number_stands_for_one_action() -> None:
    count = action_count(Options(), 2)
    actions = [action(Options(), 2, number) for number in range(count)]
    assert len(set(actions)) == count
    assert [index(Options(), 2, each) for each in actions] == list(range(count))


def test_a_card_is_picked_by_one_number_and_played_by_another() -> None:
    pick, play = (index(Options(), 2, verb(CARDS[0])) for verb in (Pick, Play))
    assert play - pick == len(ALL_CARDS)


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_whoever_looks_sees_a_row_of_the_same_length(viewer: int | None) -> None:
    drafting = start(GAME, Options(), 2, Rng("row"))
    for state in (drafting, battle(Side(hand=CARDS), Side()), turn(Side(), Side(hand=CARDS))):
        assert (len(observe(GAME.view(state, viewer))),) == shape(Options(), 2)


def test_ones_own_side_comes_first() -> None:
    state = battle(Side(7, 3, wall(5), miner("projectile_miner", 2), hand=CARDS), Side(20, 10))
    one, two = (observe(GAME.view(state, seat)) for seat in (0, 1))
    mine, theirs = one[CLOCK : CLOCK + SIDE], one[CLOCK + SIDE : CLOCK + 2 * SIDE]
    assert (mine[:6], sum(mine[8:])) == ((7, 3, 5, 2, 2, 0), 1)
    assert (theirs[:6], sum(theirs[8:])) == ((20, 10, 0, 0, 0, 0), 0)
    assert two[CLOCK : CLOCK + 2 * SIDE] == (*theirs, *mine)


def own_cards(state: State, viewer: int | None) -> tuple[int, ...]:
    return observe(GAME.view(state, viewer))[-5 * len(ALL_CARDS) - len(FACES) :]


def test_only_the_owner_sees_what_is_chosen_and_who_watches_sees_no_hand() -> None:
    state = battle(Side(energy=10, hand=CARDS), Side(energy=10, hand=CARDS))
    chosen = GAME.apply(state, 0, Play(CARDS[1])).state
    assert sum(own_cards(chosen, 0)) == sum(own_cards(state, 0)) + 1
    assert own_cards(chosen, 1) == own_cards(state, 1)
    assert not any(own_cards(chosen, None))


def test_what_was_shown_is_counted_by_kind() -> None:
    state = turn(Side(energy=10, hand=CARDS), Side(energy=10, hand=CARDS[1:]))
    before = replace(state, history=())
    assert sum(observe(GAME.view(state, 0))) == sum(observe(GAME.view(before, 0))) + 2


EVEN = battle(Side(), Side())


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
def test_what_one_has_is_worth_something_to_oneself_and_as_much_against_the_other(
    side: Side, worth: int
) -> None:
    ahead = battle(side, Side())
    assert (evaluate(EVEN, 0), evaluate(ahead, 0), evaluate(ahead, 1)) == (0, worth, -worth)


def test_in_the_draft_picked_cards_count_and_so_does_the_one_just_chosen() -> None:
    state = start(GAME, Options(), 2, Rng("draft"))
    pick = Pick(card("wall"))
    chosen = GAME.apply(state, 0, pick).state
    assert (evaluate(state, 0), evaluate(chosen, 0)) == (0, CARD_WORTH["wall"])
    both = GAME.apply(chosen, 1, pick).state
    assert evaluate(both, 0) == 0
