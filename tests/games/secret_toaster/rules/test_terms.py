"""What alliances and objectives ask for, by options and standard (T13)."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from tests.games.secret_toaster.conftest import CLASSIC, KEEPS

from meadhall.core.game import start
from meadhall.core.rng import Rng
from meadhall.games.secret_toaster import GAME
from meadhall.games.secret_toaster.look.scene import objective_text
from meadhall.games.secret_toaster.rules.board import CASTLE, homeland
from meadhall.games.secret_toaster.rules.objectives import is_met
from meadhall.games.secret_toaster.rules.table import terms
from meadhall.games.secret_toaster.rules.terms import Terms, terms_of
from meadhall.games.secret_toaster.types import Objective, Options, State

pytestmark = pytest.mark.clause("Winning", "Options")

Situate = Callable[..., State]
FAIR = Options()


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_t13_classic_terms_are_those_of_the_first_rules(seats: int) -> None:
    assert terms_of(CLASSIC, seats) == Terms((seats + 1) // 2, 2, False, 12, 3, 7)  # noqa: FBT003 - in order


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_t13_the_fair_standard_has_pairs_and_nine_hexes_for_defenders(seats: int) -> None:
    fair = terms_of(FAIR, seats)
    assert (fair.alliance_size, fair.defence) == (2, 9)
    assert fair.kingmakers == (1 if seats == 4 else 2)
    assert fair.shared_castle == (seats < 6)
    assert (fair.expansion, fair.raid) == ((12, 3) if seats == 3 else (9, 2))


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_t13_matches_for_the_castle_are_as_they_were(seats: int) -> None:
    crown = Options(mode="crown")
    assert terms_of(crown, seats).alliance_size == min((seats + 1) // 2, seats - 1)


def test_t13_an_option_that_is_set_counts_before_the_standard() -> None:
    options = Options(
        alliance_size=3, kingmakers=2, shared_castle=False, expansion=10, raid=4, defence=8
    )
    for chosen in (options, replace(options, standard="classic")):
        assert terms_of(chosen, 5) == Terms(3, 2, False, 10, 4, 8)  # noqa: FBT003 - in order


def test_t13_an_alliance_never_holds_everybody() -> None:
    assert terms_of(Options(alliance_size=3), 3).alliance_size == 2
    assert terms_of(Options(alliance_size=3, mode="crown"), 2).alliance_size == 1


def test_t13_the_legacy_rules_have_no_such_terms() -> None:
    legacy = Options(ruleset="legacy", alliance_size=2)
    assert terms_of(legacy, 5).alliance_size == 5


def test_t13_an_ally_may_hold_the_castle_for_a_kingmaker(situation: Situate) -> None:
    allies = [(0, 1), (2,), (3,), (4,)]
    for shared, met in ((True, [True, True, False]), (False, [True, False, False])):
        table = situation(
            seats=5, options=Options(shared_castle=shared), land={CASTLE: 0}, allies=allies
        ).table
        assert [is_met(table, seat, "kingmaker") for seat in range(3)] == met
    nobody = situation(seats=5, options=Options(shared_castle=True), allies=allies).table
    assert not is_met(nobody, 0, "kingmaker")


def test_t13_a_defender_needs_land_beyond_the_homeland(situation: Situate) -> None:
    home = dict.fromkeys(homeland(KEEPS[0]), 0)
    for more, met in (((), False), ((44,), False), ((44, 54), True)):
        table = situation(seats=3, options=FAIR, land={**home, **dict.fromkeys(more, 0)}).table
        assert is_met(table, 0, "defender") == met
    lost = {**home, KEEPS[0]: 1, **dict.fromkeys((44, 54, 64, 45), 0)}
    assert not is_met(situation(seats=3, options=FAIR, land=lost).table, 0, "defender")


def test_t13_a_match_deals_as_many_kingmakers_as_its_terms_say() -> None:
    for seats, options in ((4, FAIR), (4, CLASSIC), (6, Options(kingmakers=1))):
        state = start(GAME, options, seats, Rng("deal"))
        dealt = [secret.objective for secret in state.secrets]
        assert dealt.count("kingmaker") == terms(state.table).kingmakers


@pytest.mark.parametrize(
    ("objective", "fair", "classic"),
    [
        ("kingmaker", "Own the castle, you or an ally.", "Own the castle."),
        (
            "expansionist-left",
            "Own 9 hexes, at least 2 of them in the homeland on your left (clockwise).",
            "Own 12 hexes, at least 3 of them in the homeland on your left (clockwise).",
        ),
        (
            "expansionist-right",
            "Own 9 hexes, at least 2 of them in the homeland on your right (counter-clockwise).",
            "Own 12 hexes, at least 3 of them in the homeland on your right (counter-clockwise).",
        ),
        (
            "defender",
            "Own 9 hexes, with all seven hexes of your homeland.",
            "Own all seven hexes of your homeland.",
        ),
    ],
)
def test_t13_a_card_says_what_the_terms_ask_for(
    objective: Objective, fair: str, classic: str
) -> None:
    assert objective_text(objective, terms_of(FAIR, 5)) == fair
    assert objective_text(objective, terms_of(CLASSIC, 5)) == classic
