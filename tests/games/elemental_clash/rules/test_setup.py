"""The first state of a match, and what kind of game it is."""

from tests.games.elemental_clash.positions import new_match

from meadhall.core.game import Traits
from meadhall.core.status import ToAct
from meadhall.games.elemental_clash import GAME
from meadhall.games.elemental_clash.types import Options


def test_a_match_is_simultaneous_hidden_and_random_with_all_options() -> None:
    for options in (Options(), Options(strict=True), Options(endless=True)):
        assert GAME.traits(options, 2) == Traits(simultaneous=True, chance=True, hidden=True)


def test_a_match_begins_in_the_first_draft_round_with_both_seats() -> None:
    state = new_match()
    assert (state.stage, state.round, state.turn) == ("draft", 1, 1)
    assert len(state.wildcards) == 4
    assert GAME.status(state) == ToAct((0, 1))
