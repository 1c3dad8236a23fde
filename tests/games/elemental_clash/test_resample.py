"""States that fit a view, and how the cards in them are guessed."""

from dataclasses import replace
from importlib import import_module
from itertools import permutations

import pytest
from tests.games.elemental_clash.positions import (
    battle,
    card,
    hand,
    match_positions,
    miner,
    visible_bytes,
)

from meadhall.core.game import start
from meadhall.core.rng import Rng
from meadhall.games.elemental_clash import GAME
from meadhall.games.elemental_clash.cards import FACES, Face
from meadhall.games.elemental_clash.resample import (
    Evidence,
    Guess,
    evidence,
    guess,
    orders,
    replay_deal,
    search,
)
from meadhall.games.elemental_clash.types import Options, Pick, Shown, Side

VARIANTS = [
    Options(),
    Options(strict=True),
    Options(endless=True),
    Options(strict=True, endless=True),
]


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_secrets_of_others_change_no_byte(viewer: int | None) -> None:
    for options in VARIANTS:
        for number, state in enumerate(match_positions(options, "bytes")):
            sampled = GAME.resample(GAME.view(state, viewer), Rng(str(number)))
            assert visible_bytes(sampled, viewer) == visible_bytes(state, viewer)
            assert GAME.invariant(sampled) == []


def test_a_locked_pick_is_sampled_among_the_offers() -> None:
    state = start(GAME, Options(), 2, Rng("pick"))
    state = GAME.apply(state, 0, GAME.legal_actions(state, 0)[2]).state
    sampled = {GAME.resample(GAME.view(state, 1), Rng(str(i))).sealed.choice(0) for i in range(40)}
    assert sampled == {action.card for action in GAME.legal_actions(state, 1)}
    assert isinstance(GAME.legal_actions(state, 1)[0], Pick)


def test_opponents_are_sampled_with_the_wildcards_that_the_seat_has_seen() -> None:
    for state in match_positions(Options(), "wildcards"):
        view = GAME.view(state, 0)
        if view.own is not None and view.own.wildcards:
            sampled = GAME.resample(view, Rng("sample"))
            assert sampled.wildcards == state.wildcards
            assert all(pick.face in state.wildcards for pick in sampled.picks[1][5:])


def reveal(face: Face, verdict: str = "played", energy: int = 10) -> Shown:
    return Shown(face, verdict, energy, walled=False, mined=False)  # type: ignore[arg-type]  # any verdict


def face(name: str) -> Face:
    return next(face for face in FACES if face.subtype == name)


def evidence_of(*cards: Shown) -> Evidence:
    return Evidence(Options(), cards, unfilled=False)


def test_a_card_that_was_shown_unpaid_is_still_in_hand_and_nothing_is_cheaper() -> None:
    evidence = evidence_of(reveal(face("projectile"), "unaffordable", energy=0))
    for seed in range(30):
        found = guess(evidence, (face("continuous"),), Rng(str(seed)))
        assert found is not None
        assert min(held.cost for held in found.hand) == 3
        assert "projectile" in {held.subtype for held in found.hand}


def test_twins_are_found_when_the_same_face_was_played_twice() -> None:
    fire = face("continuous")
    evidence = evidence_of(reveal(fire), reveal(fire))
    for seed in range(20):
        found = guess(evidence, (fire,), Rng(str(seed)))
        assert found is not None
        assert [pick.face for pick in found.picks].count(fire) == 2


def test_impossible_evidence_finds_nothing() -> None:
    walls = [face for face in FACES if face.subtype == "wall"]
    assert guess(evidence_of(*map(reveal, walls[:3])), FACES, Rng("none")) is None
    seven = evidence_of(*[reveal(face("deflection"))] * 3)
    assert guess(seven, (face("deflection"),), Rng("none")) is None


def test_the_search_finds_what_chance_would() -> None:
    evidence = evidence_of(reveal(face("repair_miner"), "unaffordable", energy=2))
    found = search(evidence, (face("wall"), face("repair_miner")), Rng("search"))
    assert found is not None
    assert found.picks[5].face == face("repair_miner")
    assert {held.subtype for held in found.deck} == {"wall", "deflection"}
    assert replay_deal(evidence, found.picks, (*found.hand, *found.deck)) == found
    assert replay_deal(evidence, found.picks, (*found.deck, *found.hand)) is None


def test_a_rare_hand_is_found_by_search_when_chance_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    module = import_module("meadhall.games.elemental_clash.resample")
    monkeypatch.setattr(module, "TRIES", 0)
    for options in VARIANTS:
        for state in list(match_positions(options, "rare"))[-9:]:
            for viewer in (0, 1, None):
                sampled = GAME.resample(GAME.view(state, viewer), Rng("rare"))
                assert visible_bytes(sampled, viewer) == visible_bytes(state, viewer)


@pytest.mark.parametrize("options", VARIANTS)
def test_the_orders_that_are_tried_find_all_that_every_order_finds(options: Options) -> None:
    def cards(found: Guess | None) -> object:
        return found and (frozenset(found.hand), found.deck, found.under)

    for turns in (3, 5, 8):
        *_, state = (state for state in match_positions(options, "orders") if state.turn <= turns)
        for seat, picks in enumerate(state.picks):
            shown = evidence(GAME.view(state, None), seat)
            tried = {cards(replay_deal(shown, picks, order)) for order in orders(picks)}
            assert tried == {
                cards(replay_deal(shown, picks, order)) for order in permutations(picks)
            }
            assert len(tried) > 1
            assert len([*orders(picks)]) < len([*permutations(picks)]) / 4


def test_a_spectator_samples_decks_that_share_their_wildcards() -> None:
    for seed in range(6):
        *_, last = match_positions(Options(), str(seed))
        sampled = GAME.resample(GAME.view(last, None), Rng(str(seed)))
        assert len({wild.subtype for wild in sampled.wildcards}) == 4
        assert {picks[5].face for picks in sampled.picks} <= set(sampled.wildcards)


def test_a_view_that_no_cards_fit_is_an_error() -> None:
    walls = [face for face in FACES if face.subtype == "wall"]
    record = tuple((reveal(wall), None) for wall in walls)
    side = Side(hand=hand("wall"), miner=miner("repair_miner"))
    state = replace(battle(side, side), history=record, picks=((card("wall"),) * 6,) * 2)
    with pytest.raises(ValueError, match="no cards fit"):
        GAME.resample(GAME.view(state, None), Rng("impossible"))
