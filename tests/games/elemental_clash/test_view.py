"""What each seat may know, byte by byte, and what is imagined behind a view."""

from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from itertools import permutations

import pytest
from tests.games.elemental_clash.table import battle, card, hand, miner

from meadhall.core.codec import encode
from meadhall.core.game import start
from meadhall.core.rng import Rng
from meadhall.core.status import Finished
from meadhall.games.elemental_clash import GAME
from meadhall.games.elemental_clash.cards import FACES, Card, Face
from meadhall.games.elemental_clash.events import Changed, Chosen, Drew, Picked
from meadhall.games.elemental_clash.resample import (
    Evidence,
    Guess,
    dealt,
    evidence,
    guess,
    orders,
    search,
)
from meadhall.games.elemental_clash.types import Options, Pick, Play, Shown, Side, State
from meadhall.kit.sealed import Sealed

VARIANTS = [
    Options(),
    Options(strict=True),
    Options(endless=True),
    Options(strict=True, endless=True),
]


def positions(options: Options, seed: str) -> Iterator[State]:
    """Every position of a random match."""
    state, rng = start(GAME, options, 2, Rng(seed)), Rng(seed).fork("play")
    while not isinstance(status := GAME.status(state), Finished):
        yield state
        for seat in status.seats:
            action, rng = rng.choice(GAME.legal_actions(state, seat))
            state = GAME.apply(state, seat, action).state
            yield state
    yield state


def seen(state: State, viewer: int | None) -> bytes:
    view = GAME.view(state, viewer)
    assert GAME.present is not None
    scene = GAME.present.scene(view)
    return encode(view) + encode(scene) + GAME.notation.diagram(view).encode()


CANARY = Face("deflection_miner", "water")
"""A card that no catalogue has: found in somebody's bytes, it has leaked."""


@pytest.mark.parametrize("viewer", [1, None])
def test_nothing_of_a_hand_deck_choice_or_draft_shows_elsewhere(viewer: int | None) -> None:
    marked = tuple(Card(CANARY, number) for number in range(1, 7))
    owner = Side(hand=marked[:4], deck=marked[4:], under=())
    other = Side(hand=hand("wall", "deflection"))
    state = replace(
        battle(owner, other), picks=(marked, other.hand), sealed=Sealed((marked[0], None))
    )
    assert b"water" not in seen(state, viewer)
    assert replace(state, sides=(replace(owner, hand=other.hand * 2), other)) != state


def test_the_wildcards_are_nobodys_before_round_six() -> None:
    state = start(GAME, Options(), 2, Rng("wild"))
    other = replace(state, wildcards=tuple(reversed(state.wildcards)))
    for viewer in (0, 1, None):
        assert seen(state, viewer) == seen(other, viewer)


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_the_order_of_decks_is_nobodys(viewer: int | None) -> None:
    *_, state = (state for state in positions(Options(), "order") if state.stage == "battle")
    begun = next(state for state in positions(Options(), "order") if state.stage == "battle")
    turned = tuple(replace(side, deck=side.deck[::-1]) for side in begun.sides)
    assert seen(begun, viewer) == seen(replace(begun, sides=turned), viewer)
    assert state.turn > begun.turn


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_secrets_of_others_change_no_byte(viewer: int | None) -> None:
    for options in VARIANTS:
        for number, state in enumerate(positions(options, "bytes")):
            imagined = GAME.resample(GAME.view(state, viewer), Rng(str(number)))
            assert seen(imagined, viewer) == seen(state, viewer)
            assert GAME.invariant(imagined) == []


def test_events_are_shown_without_what_is_secret() -> None:
    mine = card("wall")
    for event in (Picked(0, mine, auto=False), Chosen(0, mine, auto=True)):
        assert GAME.view_event(event, 0) == event
        for viewer in (1, None):
            assert GAME.view_event(event, viewer) == replace(event, card=None)
    drew = Drew(1, 1, (mine,))
    assert GAME.view_event(drew, 1) == drew
    assert GAME.view_event(drew, 0) == Drew(1, 1, None)
    assert GAME.view_event(Changed(0, mine), 0) == Changed(0, mine)
    assert GAME.view_event(Changed(0, mine), 1) is None


def test_a_change_of_mind_shows_nowhere() -> None:
    side = Side(hand=hand("wall", "deflection", "projectile"))
    once = GAME.apply(battle(side, side), 0, Play(side.hand[0])).state
    twice = GAME.apply(once, 0, Play(side.hand[2])).state
    for viewer in (1, None):
        assert seen(once, viewer) == seen(twice, viewer)
    assert seen(once, 0) != seen(twice, 0)


def test_a_locked_pick_is_imagined_among_the_offers() -> None:
    state = start(GAME, Options(), 2, Rng("pick"))
    state = GAME.apply(state, 0, GAME.legal_actions(state, 0)[2]).state
    imagined = {GAME.resample(GAME.view(state, 1), Rng(str(i))).sealed.choice(0) for i in range(40)}
    assert imagined == {action.card for action in GAME.legal_actions(state, 1)}
    assert isinstance(GAME.legal_actions(state, 1)[0], Pick)


def test_opponents_are_imagined_with_the_wildcards_one_has_seen() -> None:
    for state in positions(Options(), "wildcards"):
        view = GAME.view(state, 0)
        if view.own is not None and view.own.wildcards:
            imagined = GAME.resample(view, Rng("imagine"))
            assert imagined.wildcards == state.wildcards
            assert all(pick.face in state.wildcards for pick in imagined.picks[1][5:])


def shown(face: Face, verdict: str = "played", energy: int = 10) -> Shown:
    return Shown(face, verdict, energy, walled=False, mined=False)  # type: ignore[arg-type]  # any verdict


def face(name: str) -> Face:
    return next(face for face in FACES if face.subtype == name)


def known(*cards: Shown) -> Evidence:
    return Evidence(Options(), cards, unfilled=False)


def test_a_card_that_was_shown_unpaid_is_still_in_hand_and_nothing_is_cheaper() -> None:
    evidence = known(shown(face("projectile"), "unaffordable", energy=0))
    for seed in range(30):
        found = guess(evidence, (face("continuous"),), Rng(str(seed)))
        assert found is not None
        assert min(held.cost for held in found.hand) == 3
        assert "projectile" in {held.subtype for held in found.hand}


def test_twins_are_found_when_the_same_face_was_played_twice() -> None:
    fire = face("continuous")
    evidence = known(shown(fire), shown(fire))
    for seed in range(20):
        found = guess(evidence, (fire,), Rng(str(seed)))
        assert found is not None
        assert [pick.face for pick in found.picks].count(fire) == 2


def test_impossible_evidence_finds_nothing() -> None:
    walls = [face for face in FACES if face.subtype == "wall"]
    assert guess(known(*map(shown, walls[:3])), FACES, Rng("none")) is None
    seven = known(*[shown(face("deflection"))] * 3)
    assert guess(seven, (face("deflection"),), Rng("none")) is None


def test_the_search_finds_what_chance_would() -> None:
    evidence = known(shown(face("repair_miner"), "unaffordable", energy=2))
    found = search(evidence, (face("wall"), face("repair_miner")), Rng("search"))
    assert found is not None
    assert found.picks[5].face == face("repair_miner")
    assert {held.subtype for held in found.deck} == {"wall", "deflection"}
    assert dealt(evidence, found.picks, (*found.hand, *found.deck)) == found
    assert dealt(evidence, found.picks, (*found.deck, *found.hand)) is None


def test_a_rare_hand_is_found_by_search_when_chance_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    module = import_module("meadhall.games.elemental_clash.resample")
    monkeypatch.setattr(module, "TRIES", 0)
    for options in VARIANTS:
        for state in list(positions(options, "rare"))[-9:]:
            for viewer in (0, 1, None):
                imagined = GAME.resample(GAME.view(state, viewer), Rng("rare"))
                assert seen(imagined, viewer) == seen(state, viewer)


@pytest.mark.parametrize("options", VARIANTS)
def test_the_orders_that_are_tried_find_all_that_every_order_finds(options: Options) -> None:
    def cards(found: Guess | None) -> object:
        return found and (frozenset(found.hand), found.deck, found.under)

    for turns in (3, 5, 8):
        *_, state = (state for state in positions(options, "orders") if state.turn <= turns)
        for seat, picks in enumerate(state.picks):
            shown = evidence(GAME.view(state, None), seat)
            tried = {cards(dealt(shown, picks, order)) for order in orders(picks)}
            assert tried == {cards(dealt(shown, picks, order)) for order in permutations(picks)}
            assert len(tried) > 1
            assert len([*orders(picks)]) < len([*permutations(picks)]) / 4


def test_a_spectator_imagines_decks_that_share_their_wildcards() -> None:
    for seed in range(6):
        *_, last = positions(Options(), str(seed))
        imagined = GAME.resample(GAME.view(last, None), Rng(str(seed)))
        assert len({wild.subtype for wild in imagined.wildcards}) == 4
        assert {picks[5].face for picks in imagined.picks} <= set(imagined.wildcards)


def test_a_view_that_no_cards_fit_is_an_error() -> None:
    walls = [face for face in FACES if face.subtype == "wall"]
    record = tuple((shown(wall), None) for wall in walls)
    side = Side(hand=hand("wall"), miner=miner("repair_miner"))
    state = replace(battle(side, side), history=record, picks=((card("wall"),) * 6,) * 2)
    with pytest.raises(ValueError, match="no cards fit"):
        GAME.resample(GAME.view(state, None), Rng("impossible"))
