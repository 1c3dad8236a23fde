"""Whatever is clicked in vain, the reason is true, and it is the game's own where it has one."""

import pytest

from meadhall import registry
from meadhall.cli import template
from meadhall.core.game import AnyGame, start, to_act
from meadhall.core.rng import Rng
from meadhall.server.why import foreseen, why_not_gesture

ANN, BOB = "knight-Sir_Ann_0", "knight-Sir_Bob_0"


def begun(game: AnyGame, seats: int, *plies: str, **options: object) -> object:
    state = start(game, game.types.options(**options), seats, Rng("why"))
    for text in plies:
        state = game.apply(state, to_act(game, state)[0], game.notation.parse(text)).state
    return state


@pytest.mark.parametrize(
    ("slug", "seat", "clicks", "code"),
    [
        ("chinese-checkers", 0, "m6", ""),
        ("chinese-checkers", 0, "m6 c14", ""),
        ("chinese-checkers", 0, "m120", "NOT_YOUR_PIECE"),
        ("chinese-checkers", 0, "c60", "EMPTY_CELL"),
        ("chinese-checkers", 0, "m0", "DESTINATION_OCCUPIED"),
        ("chinese-checkers", 0, "m6 c60", "UNREACHABLE"),
        ("chinese-checkers", 0, "m6 m7", "DESTINATION_OCCUPIED"),
        ("chinese-checkers", 0, "m6 elsewhere", "NOTHING_HERE"),
        ("chinese-checkers", 1, "m120", "NOT_YOUR_TURN"),
        ("chinese-checkers", 1, "elsewhere", "NOT_YOUR_TURN"),
        ("jarls", 0, "p1-w1", ""),
        ("jarls", 0, "p2-j", "NOT_YOUR_PIECE"),
        ("jarls", 0, "p1-w1 0,0", "WARRIOR_CANNOT_ENTER_THRONE"),
        ("jarls", 0, "p1-w1 p1-w2", "DESTINATION_OCCUPIED_FRIENDLY"),
        ("jarls", 0, "p1-w1 p2-j", "INVALID_DISTANCE_WARRIOR"),
        ("jarls", 0, "p1-j", "DESTINATION_OCCUPIED_FRIENDLY"),
        ("jarls", 0, "0,0", "NOTHING_HERE"),
        ("jarls", 0, "p1-w1 elsewhere", "NOTHING_HERE"),
        ("jarls", 0, "p6-w9", "NOTHING_HERE"),
        ("jarls", 1, "p2-w1", "NOT_YOUR_TURN"),
        ("jarls", 1, "0,0", "NOT_YOUR_TURN"),
        ("elemental-clash", 0, "fire-wall-1", ""),
        ("elemental-clash", 0, "ice-continuous-3", "NOT_OFFERED"),
        ("elemental-clash", 0, "base-1", "NOTHING_HERE"),
        ("secret-toaster", 0, ANN, ""),
        ("secret-toaster", 0, f"{ANN} promote", ""),
        ("secret-toaster", 0, BOB, "KNIGHT_NOT_OWNED"),
        ("secret-toaster", 0, f"{ANN} hex-13", "NOT_NEIGHBOR"),
        ("secret-toaster", 0, f"{ANN} {BOB}", "NOT_NEIGHBOR"),
        ("secret-toaster", 0, "unready", "NOT_READY"),
        ("secret-toaster", 0, "withdraw-1", "NO_SUCH_ORDER"),
        ("secret-toaster", 0, "accept-1", "NOT_ASKED"),
        ("secret-toaster", 0, "hex-52", "NOTHING_HERE"),
    ],
)
def test_every_click_in_vain_is_explained(slug: str, seat: int, clicks: str, code: str) -> None:
    game = registry.game(slug)
    state = begun(game, 2 if slug != "secret-toaster" else 3)
    refusal = why_not_gesture(game, state, seat, tuple(clicks.split()))
    assert (refusal.code if refusal else "") == code
    assert refusal is None or refusal.sentence.endswith(".")


def test_a_marble_that_cannot_go_on_names_what_is_in_its_way() -> None:
    game = registry.game("chinese-checkers")
    refusal = why_not_gesture(game, begun(game, 2), 0, ("m0",))
    assert refusal is not None
    assert refusal.sentence == "There is a marble in hole 1."
    assert refusal.objects == ("m1",)


def test_a_march_with_more_troops_than_there_are_is_explained() -> None:
    game = registry.game("secret-toaster")
    assert game.present is not None
    state = begun(game, 3)
    march = next(
        clicks
        for action in game.legal_actions(state, 0)
        if len(clicks := game.present.gesture(action)) == 3
    )
    for amount in ("troops-99999", "troops-" + "9" * 5000):
        refusal = why_not_gesture(game, state, 0, (*march[:2], amount))
        assert refusal is not None
        assert refusal.code == "INSUFFICIENT_TROOPS"


def test_who_only_watches_means_no_order() -> None:
    game = registry.game("secret-toaster")
    assert game.present is not None
    assert game.present.reading is not None
    assert game.present.reading(game.view(begun(game, 3), None), (ANN,)) is None


def test_who_is_ready_hears_that_orders_are_handed_in() -> None:
    game = registry.game("secret-toaster")
    state = begun(game, 3, "ready")
    for clicks in ((ANN,), ("ready",), (ANN, "hex-13")):
        refusal = why_not_gesture(game, state, 0, clicks)
        assert refusal is not None
        assert refusal.code == "NOT_IN_PLANNING"


def test_a_card_that_cannot_be_paid_says_what_is_missing() -> None:
    game = registry.game("elemental-clash")
    state = begun(game, 2)
    while not (dear := _not_playable(game, state)):
        for seat in to_act(game, state):
            state = game.apply(state, seat, game.legal_actions(state, seat)[-1]).state
    refusal = why_not_gesture(game, state, 0, (dear[0],))
    assert refusal is not None
    assert refusal.objects == (dear[0],)


def _not_playable(game: AnyGame, state: object) -> list[str]:
    """The cards in the first seat's hand that it cannot play."""
    assert game.present is not None
    scene = game.present.scene(game.view(state, 0))
    return [card.id for card in scene.cards if card.zone == "hand" and card.dimmed]


def test_players_who_place_shields_hear_where_none_may_stand() -> None:
    game = registry.game("jarls")
    state = begun(game, 2, ruleset="shields", shield_draft=True)
    refusal = why_not_gesture(game, state, to_act(game, state)[0], ("0,0",))
    assert refusal is not None
    assert refusal.clause == "Placing the Shields"


def test_a_game_that_reads_no_clicks_still_says_whose_turn_it_is() -> None:
    state = begun(template.GAME, 2)
    refusal = why_not_gesture(template.GAME, state, 1, ("take-1",))
    assert refusal is not None
    assert refusal.code == "NOT_YOUR_TURN"
    assert why_not_gesture(template.GAME, state, 0, ("take-1",)) is None


def test_what_can_be_foreseen_is_told_by_games_that_foresee() -> None:
    toaster, jarls = registry.game("secret-toaster"), registry.game("jarls")
    assert foreseen(toaster, begun(toaster, 2), 0, "ready") == ""
    assert foreseen(jarls, begun(jarls, 2), 0, "p1-w1 2,-1") == ""
