"""The draft: six rounds, the same offers for both, then shuffle and deal."""

from collections import Counter

import pytest
from tests.games.elemental_clash.positions import draft_rounds, new_match

from meadhall.core.refusal import Refused
from meadhall.core.rng import Rng
from meadhall.core.status import ToAct
from meadhall.games.elemental_clash import GAME
from meadhall.games.elemental_clash.cards import CATEGORIES, FACES, Card, faces_in
from meadhall.games.elemental_clash.rules import draft
from meadhall.games.elemental_clash.rules.events import CardsDrawn, Offered, Picked
from meadhall.games.elemental_clash.rules.invariant import validate_draft, validate_draft_round
from meadhall.games.elemental_clash.types import Auto, Pick, Play, State

pytestmark = pytest.mark.clause("The draft")


def test_d2_rounds_come_in_a_fixed_order() -> None:
    assert CATEGORIES == ("wall", "deflection", "continuous", "projectile", "miner", "wildcard")
    for round_ in range(1, 7):
        state = draft_rounds(new_match(), round_ - 1)
        cards = [action.card for action in GAME.legal_actions(state, 0)]
        assert len(cards) == 4
        for card in cards:
            assert validate_draft_round(round_, cards, card) == []


def test_the_miner_round_offers_the_four_types() -> None:
    assert len({face.subtype for face in faces_in("miner")}) == 4


def test_e2_both_seats_are_offered_the_same() -> None:
    state = new_match()
    for _ in range(6):
        assert GAME.legal_actions(state, 0) == GAME.legal_actions(state, 1)
        state = draft_rounds(state, 1)


def test_e2_wildcards_are_four_different_subtypes_and_all_of_them_come_up() -> None:
    seen: Counter[object] = Counter()
    for seed in range(300):
        wild, _ = draft.draw_wildcards(Rng(str(seed)))
        assert len({face.subtype for face in wild}) == len(wild) == 4
        seen.update(wild)
    assert set(seen) == set(FACES)


def test_d3_a_pick_is_final_and_waits_for_the_other() -> None:
    state = new_match()
    offer = GAME.legal_actions(state, 0)[0]
    step = GAME.apply(state, 0, offer)
    assert step.events == (Picked(0, offer.card, auto=False),)
    assert GAME.status(step.state) == ToAct((1,))
    assert GAME.legal_actions(step.state, 0) == ()
    with pytest.raises(Refused, match="ALREADY_PICKED"):
        GAME.apply(step.state, 0, offer)


def test_d1_rounds_cannot_be_skipped_or_taken_back() -> None:
    state = draft_rounds(new_match(), 1)
    for round_ in (1, 3):
        with pytest.raises(Refused, match="NOT_OFFERED"):
            GAME.apply(state, 0, Pick(Card(faces_in(CATEGORIES[round_ - 1])[0], round_)))


def test_no_card_is_played_in_the_draft() -> None:
    with pytest.raises(Refused, match="STILL_DRAFTING"):
        GAME.apply(new_match(), 0, Play(Card(FACES[0], 1)))


def test_d5_a_timeout_picks_at_random_and_says_so() -> None:
    state = new_match()
    autos = {GAME.default_action(state, 0, Rng(str(seed))) for seed in range(60)}
    assert {auto.card for auto in autos} == {a.card for a in GAME.legal_actions(state, 0)}
    auto = min(autos, key=str)
    step = GAME.apply(state, 0, auto)
    assert step.events == (Picked(0, auto.card, auto=True),)
    assert GAME.present is not None
    assert "AUTO-SELECTED!" in GAME.present.sentence(step.events[0])


def test_d5_every_slot_is_filled_even_if_nobody_ever_picks() -> None:
    state = new_match()
    for _ in range(6):
        for seat in (0, 1):
            state = GAME.apply(state, seat, GAME.default_action(state, seat, Rng("late"))).state
    assert state.stage == "battle"
    assert [len(picks) for picks in state.picks] == [6, 6]


def test_d4_there_is_more_time_in_the_last_two_rounds() -> None:
    assert GAME.time_limit is not None
    limits = [GAME.time_limit(draft_rounds(new_match(), done)) for done in range(6)]
    assert limits == [12_000] * 4 + [15_000] * 2


@pytest.mark.parametrize("place", range(4))
def test_a_finished_deck_has_every_category(place: int) -> None:
    state = draft_rounds(new_match(str(place)), 6, place)
    for picks in state.picks:
        assert validate_draft(picks) == []


def test_dk1_four_cards_are_dealt_and_two_are_left() -> None:
    state = draft_rounds(new_match(), 6)
    for side, picks in zip(state.sides, state.picks, strict=True):
        assert (len(side.hand), len(side.deck)) == (4, 2)
        assert set(side.hand) | set(side.deck) == set(picks)
    assert (state.stage, state.turn, state.phase) == ("battle", 1, "selection")


def test_dk2_decks_are_shuffled_by_the_seed() -> None:
    orders = {draft_rounds(new_match(str(seed)), 6).sides[0].hand for seed in range(30)}
    assert len(orders) > 20
    assert draft_rounds(new_match("same"), 6) == draft_rounds(new_match("same"), 6)


def test_rounds_and_hands_are_announced() -> None:
    state = new_match()
    step = GAME.apply(pick_first(state, 0), 1, GAME.legal_actions(state, 1)[0])
    assert step.events[-1] == Offered(2)
    last = draft_rounds(state, 5)
    step = GAME.apply(pick_first(last, 0), 1, GAME.legal_actions(last, 1)[0])
    assert [event.count for event in step.events if isinstance(event, CardsDrawn)] == [4, 4]


def pick_first(state: State, seat: int) -> State:
    return GAME.apply(state, seat, GAME.legal_actions(state, seat)[0]).state


def test_clock_only_actions_are_refused_like_others() -> None:
    with pytest.raises(Refused, match="NOT_OFFERED"):
        GAME.apply(new_match(), 0, Auto(Card(FACES[0], 6)))
