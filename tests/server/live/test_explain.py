"""Why clicks have no effect: the reason is true, and the game's own if it has one."""

from dataclasses import replace

import pytest
from tests.match.tables import Table

from meadhall import registry
from meadhall.cli.new_game import template
from meadhall.core.game import AnyGame, action_preview, start, to_act
from meadhall.core.rng import Rng
from meadhall.core.scene import DangerMark, Preview
from meadhall.games.jarls.notation import position
from meadhall.match.commands import Resign
from meadhall.server.live.explain import explain, explain_clicks
from meadhall.server.protocol.messages import Ask

pytestmark = pytest.mark.one_adapter("No socket is involved.")

ANN, BOB = "knight-Sir_Ann_0", "knight-Sir_Bob_0"


def begun(game: AnyGame, seats: int, *plies: str, **options: object) -> object:
    state = start(game, game.types.options(**options), seats, Rng("why"))
    for text in plies:
        state = game.apply(state, to_act(game, state)[0], game.notation.parse(text)).state
    return state


def test_nothing_can_be_done_before_the_start_or_after_the_end() -> None:
    table, question = Table(), Ask("1", 0, text="take 1")
    assert explain(table.match, question).refusal is None
    waiting = replace(table.match, state=None)
    table.do(Resign(1))
    for match, code in ((waiting, "NOT_STARTED"), (table.match, "MATCH_OVER")):
        refusal = explain(match, question).refusal
        assert refusal is not None
        assert refusal.code == code


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
def test_clicks_without_effect_are_explained(slug: str, seat: int, clicks: str, code: str) -> None:
    game = registry.game(slug)
    # A board that stays what it is when the standard changes.
    options = {"standard": "fair"} if slug == "jarls" else {}
    state = begun(game, 2 if slug != "secret-toaster" else 3, **options)
    refusal = explain_clicks(game, state, seat, tuple(clicks.split()))
    assert (refusal.code if refusal else "") == code
    assert refusal is None or refusal.sentence.endswith(".")


def test_where_nothing_was_clicked_there_is_nothing_to_explain() -> None:
    game = registry.game("chinese-checkers")
    assert explain_clicks(game, begun(game, 2), 1, ()) is None


def test_a_blocked_marble_names_what_blocks_it() -> None:
    game = registry.game("chinese-checkers")
    refusal = explain_clicks(game, begun(game, 2), 0, ("m0",))
    assert refusal is not None
    assert refusal.sentence == "There is already a marble in B1."
    assert refusal.objects == ("m1",)


def test_a_march_with_too_many_troops_is_explained() -> None:
    game = registry.game("secret-toaster")
    assert game.present is not None
    state = begun(game, 3)
    march = next(
        clicks
        for action in game.legal_actions(state, 0)
        if len(clicks := game.present.gesture(action)) == 3
    )
    for amount in ("troops-99999", "troops-" + "9" * 5000):
        refusal = explain_clicks(game, state, 0, (*march[:2], amount))
        assert refusal is not None
        assert refusal.code == "INSUFFICIENT_TROOPS"


def test_clicks_of_a_spectator_mean_no_order() -> None:
    game = registry.game("secret-toaster")
    assert game.present is not None
    assert game.present.action_from_clicks is not None
    assert game.present.action_from_clicks(game.view(begun(game, 3), None), (ANN,)) is None


def test_a_player_who_is_ready_cannot_give_orders() -> None:
    game = registry.game("secret-toaster")
    state = begun(game, 3, "ready")
    for clicks in ((ANN,), ("ready",), (ANN, "hex-13")):
        refusal = explain_clicks(game, state, 0, clicks)
        assert refusal is not None
        assert refusal.code == "NOT_IN_PLANNING"


def test_a_card_that_is_too_expensive_is_named() -> None:
    game = registry.game("elemental-clash")
    state = begun(game, 2)
    while not (dear := _not_playable(game, state)):
        for seat in to_act(game, state):
            state = game.apply(state, seat, game.legal_actions(state, seat)[-1]).state
    refusal = explain_clicks(game, state, 0, (dear[0],))
    assert refusal is not None
    assert refusal.objects == (dear[0],)


def _not_playable(game: AnyGame, state: object) -> list[str]:
    """The cards in the first seat's hand that it cannot play."""
    assert game.present is not None
    scene = game.present.scene(game.view(state, 0))
    return [card.id for card in scene.cards if card.zone == "hand" and card.dimmed]


def test_a_bad_place_for_a_shield_is_explained_with_its_clause() -> None:
    game = registry.game("jarls")
    state = begun(game, 2, ruleset="shields", shield_draft=True)
    refusal = explain_clicks(game, state, to_act(game, state)[0], ("0,0",))
    assert refusal is not None
    assert refusal.clause == "Placing the Shields"


def test_a_game_without_click_explanations_still_says_whose_turn_it_is() -> None:
    state = begun(template.GAME, 2)
    refusal = explain_clicks(template.GAME, state, 1, ("take-1",))
    assert refusal is not None
    assert refusal.code == "NOT_YOUR_TURN"
    assert explain_clicks(template.GAME, state, 0, ("take-1",)) is None


def test_a_game_without_previews_gives_an_empty_one() -> None:
    stones: AnyGame = template.GAME
    view = stones.view(begun(stones, 2), 0)
    assert action_preview(stones, view, stones.notation.parse("take 1")) == Preview()


EDGE = """
turn 3, mover 1
     .   .   .   2J
   .   .   .   .   .
 .   .   .   .   .   .
1J  2w1 2w2 2w3 .   .   .
 .   .   .   .   .   .
   .   .   .   .   .
     .   .   .   .
"""


def test_what_is_in_danger_is_told_to_its_owner() -> None:
    jarls = registry.game("jarls")
    table = Table(game=jarls)
    match = replace(table.match, state=position(EDGE))
    told = explain(match, Ask("1", 0, dangers=True))
    assert (told.refusal, told.preview) == (None, Preview())
    text = "Seat 2's Warrior 1 could push your Jarl to its death."
    assert told.dangers == (DangerMark("p1-j", text),)
    assert explain(match, Ask("2", 1, dangers=True)).dangers == ()


def test_a_game_without_dangers_tells_none() -> None:
    assert explain(Table().match, Ask("1", 0, dangers=True)).dangers == ()
