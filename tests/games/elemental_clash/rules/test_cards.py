"""Cards, hands and decks, from the deal to the last card of a match."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from tests.games.elemental_clash.positions import (
    BLAST,
    RICH,
    SPARE,
    battle,
    hand,
    turn,
    with_hand,
)

from meadhall.core.game import start
from meadhall.core.refusal import Refused
from meadhall.core.rng import Rng
from meadhall.core.status import Finished
from meadhall.games.elemental_clash import GAME
from meadhall.games.elemental_clash.cards import (
    FACES,
    SUBTYPES,
    Card,
    Category,
    Face,
    Subtype,
    faces_in,
)
from meadhall.games.elemental_clash.rules import combat
from meadhall.games.elemental_clash.types import Options, Side, State

pytestmark = pytest.mark.clause("The cards")

FULL = hand("wall", "deflection", "continuous", "projectile")


def battles(seed: str, options: Options | None = None) -> Iterator[State]:
    """Every position of a random match in which a card is to be chosen, and the last one."""
    state, rng = start(GAME, options or Options(), 2, Rng(seed)), Rng(seed).fork("play")
    while not isinstance(status := GAME.status(state), Finished):
        if state.stage == "battle" and not any(state.sealed.have_chosen()):
            yield state
        for seat in status.seats:
            action, rng = rng.choice(GAME.legal_actions(state, seat))
            state = GAME.apply(state, seat, action).state
    yield state


@pytest.mark.parametrize(
    ("category", "names"),
    [
        ("wall", "Fire Shield, Water Shield, Stone Shield, Ice Shield"),
        ("deflection", "Air Dodge, Water Dodge, Fire Dodge, Earth Dodge"),
        ("continuous", "Fire Blast, Water Blast, Earth Blast, Ice Blast"),
        ("projectile", "Fire Shot, Ice Shot, Thunder Shot, Rock Shot"),
        ("miner", "Dodge Bot, Shot Bot, Blast Bot, Repair Bot"),
    ],
)
def test_the_names_of_the_cards(category: Category, names: str) -> None:
    assert ", ".join(face.name for face in faces_in(category)) == names


def test_twins_in_a_deck_have_different_ids() -> None:
    for face in FACES:
        assert len({Card(face, round_).id for round_ in range(1, 7)}) == 6
    assert len({Card(face, 6).id for face in FACES}) == len(FACES)


def without_looks(state: State) -> tuple[Side, ...]:
    """The sides as they would be if every wall were of fire."""
    return tuple(
        replace(side, wall=side.wall and replace(side.wall, element="fire")) for side in state.sides
    )


@pytest.mark.parametrize("subtype", SUBTYPES)
def test_c2_cards_of_a_subtype_behave_alike(subtype: Subtype) -> None:
    def play(face: Face, against: tuple[Card, ...]) -> tuple[Side, ...]:
        return without_looks(turn(with_hand((Card(face, 1),)), with_hand(against)))

    alike = [face for face in FACES if face.subtype == subtype]
    for other in SUBTYPES:
        outcomes = [play(face, hand(other)) for face in alike]
        assert outcomes == outcomes[:1] * len(alike)


def test_h2_all_four_cards_are_seen_and_any_that_works_may_be_chosen() -> None:
    state = battle(with_hand(FULL), with_hand(FULL))
    own = GAME.view(state, 0).own
    assert own is not None
    assert own.hand == FULL
    assert tuple(action.card for action in GAME.legal_actions(state, 0)) == FULL


def test_h3_a_played_card_leaves_the_hand_and_the_deck_refills_it() -> None:
    after = turn(with_hand(FULL[2:]), RICH).sides[0]
    assert after.hand == (*FULL[3:], SPARE)


def test_h4_cards_are_drawn_from_the_top_of_the_deck() -> None:
    deck = hand("wall", "deflection", "projectile", "repair_miner")
    after = combat.refill(Side(hand=BLAST * 2, deck=deck))
    assert after.hand == (*BLAST * 2, *deck[:2])
    assert after.deck == deck[2:]


def test_dk3_with_an_empty_deck_hands_grow_smaller_and_are_still_played() -> None:
    sizes = [len(state.sides[0].hand) for state in battles("exhaustion")]
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[0] == 4
    assert sizes[-1] < 2


@pytest.mark.parametrize("seed", range(12))
def test_dk2_a_deck_is_shuffled_once_and_drawn_in_that_order(seed: int) -> None:
    positions = list(battles(str(seed)))
    for seat in (0, 1):
        dealt = positions[0].sides[seat]
        drawn = list(dealt.hand)
        for state in positions:
            drawn += [card for card in state.sides[seat].hand if card not in drawn]
        assert tuple(drawn) == (*dealt.hand, *dealt.deck)[: len(drawn)]


@pytest.mark.parametrize("seed", range(12))
def test_dk4_a_played_card_is_gone_for_good(seed: int) -> None:
    for state in battles(str(seed)):
        for seat, side in enumerate(state.sides):
            shown = [record[seat] for record in state.history]
            played = [card for card in shown if card and card.verdict != "unaffordable"]
            assert len(played) + len(side.hand) + len(side.deck) == 6


@pytest.mark.parametrize("seed", range(40))
def test_e8_a_match_has_fifteen_turns_at_most(seed: int) -> None:
    *_, last = battles(str(seed))
    assert last.turn <= 15


def test_s1_there_is_no_passing() -> None:
    with pytest.raises(Refused, match="BAD_NOTATION"):
        GAME.notation.parse("pass")
    for state in battles("nobody passes"):
        waiting = GAME.status(state)
        if not isinstance(waiting, Finished):
            assert all(GAME.legal_actions(state, seat) for seat in waiting.seats)
            assert waiting.seats == tuple(s for s in (0, 1) if state.sides[s].hand)
