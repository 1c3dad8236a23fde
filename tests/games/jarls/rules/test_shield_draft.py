"""Shields placed by the players."""

import pytest

from meadhall.core.game import start
from meadhall.core.rng import Rng
from meadhall.core.status import ToAct
from meadhall.games.jarls import GAME
from meadhall.games.jarls.notation import parse
from meadhall.games.jarls.options import Options
from meadhall.games.jarls.rules.apply import leave
from meadhall.games.jarls.rules.layout import keeps_lines_clear, shield_sites
from meadhall.games.jarls.rules.optional.shield_draft import sites
from meadhall.games.jarls.rules.pieces import is_shield
from meadhall.games.jarls.rules.scales import CLASSIC
from meadhall.games.jarls.types import Place, ShieldPlaced, State

pytestmark = pytest.mark.clause("Placing the Shields")


def begin_draft(seats: int = 2, **options: object) -> State:
    chosen = Options(ruleset="shields", shield_draft=True, standard="classic", **options)  # type: ignore[arg-type]  # names come from the tests
    return start(GAME, chosen, seats, Rng("1"))


def test_shields_are_placed_in_reverse_turn_order_and_then_seat_one_moves() -> None:
    state, order = begin_draft(3), []
    while state.phase == "placing":
        order.append(state.turn.mover + 1)
        state = GAME.apply(
            state, state.turn.mover, GAME.legal_actions(state, state.turn.mover)[0]
        ).state
    assert order == [3, 2, 1, 3]
    assert GAME.status(state) == ToAct((0,))
    assert sum(map(is_shield, state.board)) == 4


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("radius", [3, 4, 10])
def test_there_is_room_for_every_shield(seats: int, radius: int) -> None:
    state = begin_draft(seats, radius=radius)
    assert len(sites(state)) >= CLASSIC[seats].shields
    assert set(sites(state)) <= set(shield_sites(seats, radius))
    assert keeps_lines_clear(sites(state), seats, radius)


def test_placing_says_what_was_placed() -> None:
    step = GAME.apply(begin_draft(), 1, Place((1, 1)))
    assert step.events == (ShieldPlaced(1, "s1", (1, 1)),)


@pytest.mark.parametrize(
    ("seat", "text", "code"),
    [
        (0, "place 1,1", "NOT_YOUR_TURN"),
        (1, "place 0,0", "BAD_SHIELD_HEX"),
        (1, "place 3,0", "BAD_SHIELD_HEX"),
        (1, "place 2,0", "BAD_SHIELD_HEX"),
        (1, "place 9,9", "BAD_SHIELD_HEX"),
        (1, "p2-j -3,1", "GAME_NOT_PLAYING"),
        (1, "skip", "GAME_NOT_PLAYING"),
    ],
)
def test_wrong_placements_are_refused(seat: int, text: str, code: str) -> None:
    refusal = GAME.refusal(begin_draft(), seat, parse(text))
    assert refusal is not None
    assert refusal.code == code


def test_a_clock_places_a_shield_at_random() -> None:
    state = begin_draft()
    drawn = {GAME.default_action(state, 1, Rng(str(seed))) for seed in range(10)}
    assert len(drawn) > 1
    assert drawn <= set(GAME.legal_actions(state, 1))


def test_who_leaves_while_shields_are_placed_is_passed_over() -> None:
    state = leave(begin_draft(3), 2).state
    assert GAME.status(state) == ToAct((1,))
    state = leave(begin_draft(3), 0).state
    assert GAME.status(state) == ToAct((2,))
