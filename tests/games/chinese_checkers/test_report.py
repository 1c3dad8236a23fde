"""What balance reports look at."""

from dataclasses import replace

from tests.games.chinese_checkers.positions import at

from meadhall.core.game import start
from meadhall.core.rng import Rng
from meadhall.games.chinese_checkers import GAME
from meadhall.games.chinese_checkers.report import features
from meadhall.games.chinese_checkers.rules.moves import move_number
from meadhall.games.chinese_checkers.types import Options


def test_who_moved_first_and_who_sat_beside_the_empty_corner_are_reported() -> None:
    state = start(GAME, Options(), 5, Rng("4"))
    assert {features(state, seat).get("turn") for seat in range(5)} == {None}
    mover = state.turn
    after = GAME.apply(state, mover, GAME.legal_actions(state, mover)[0]).state
    assert features(after, mover)["turn"] == "first"
    assert features(after, (mover + 4) % 5)["turn"] == "fifth"
    corners = [features(after, seat)["corner"] for seat in range(5)]
    assert sorted(corners) == [
        "next to the empty one", "next to the empty one", "opposite the empty one",
        "two from the empty one", "two from the empty one",
    ]  # fmt: skip
    assert corners.count("opposite the empty one") == 1


def test_six_players_have_no_empty_corner() -> None:
    state = start(GAME, Options(), 6, Rng("x"))
    after = GAME.apply(state, state.turn, GAME.legal_actions(state, state.turn)[0]).state
    assert features(after, state.turn) == {"turn": "first"}


def test_a_match_that_began_in_the_middle_has_no_first_player() -> None:
    state = start(GAME, Options(), 6, Rng("x"))
    inside = move_number(at(0, 0), at(1, 0))
    assert features(replace(state, history=(inside,)), 0) == {}
