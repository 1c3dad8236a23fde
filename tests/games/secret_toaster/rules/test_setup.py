"""The table before the first order."""

from dataclasses import replace

import pytest

from meadhall.core.game import start
from meadhall.core.refusal import Refused
from meadhall.core.rng import Rng
from meadhall.games.secret_toaster import GAME
from meadhall.games.secret_toaster.rules.board import HEXES, KEEPS, homeland
from meadhall.games.secret_toaster.types import Knight, Options, State

pytestmark = pytest.mark.clause("Options", "The map")


def begun(seats: int, seed: str = "start", **options: object) -> State:
    return start(GAME, Options(**options), seats, Rng(seed))  # type: ignore[arg-type]  # by name


@pytest.mark.parametrize("seats", GAME.spec.players)
def test_everybody_begins_at_home_with_a_hundred_troops_and_a_knight(seats: int) -> None:
    table = begun(seats).table
    for seat, player in enumerate(table.players):
        home = homeland(player.keep)
        assert [hex_ for hex_ in range(HEXES) if table.owners[hex_] == seat] == sorted(home)
        assert [table.troops[hex_][seat] for hex_ in home] == [100, 0, 0, 0, 0, 0, 0]
        assert sum(stacks[seat] for stacks in table.troops) == 100
    assert table.owners.count(None) == HEXES - 7 * seats
    assert table.round == 0


def test_knights_and_alliances_bear_their_rulers_names() -> None:
    table = begun(2).table
    one, two = (player.keep for player in table.players)
    assert table.knights == (Knight("Sir Ann 0", 0, one), Knight("Sir Bob 0", 1, two))
    assert [(a.name, a.members) for a in table.alliances] == [
        ("Ann's Alliance", (0,)),
        ("Bob's Alliance", (1,)),
    ]


def test_keeps_are_dealt_by_the_seed_and_each_only_once() -> None:
    dealt = [[p.keep for p in begun(6, str(seed)).table.players] for seed in range(60)]
    assert all(sorted(keeps) == list(KEEPS) for keeps in dealt)
    assert {keeps[0] for keeps in dealt} == set(KEEPS)
    assert begun(6, "same") == begun(6, "same")


def test_t2_two_knights_wait_in_reserve_and_none_under_the_legacy_rules() -> None:
    assert [player.reserves for player in begun(3).table.players] == [2, 2, 2]
    assert [p.reserves for p in begun(3, ruleset="legacy").table.players] == [0, 0, 0]


@pytest.mark.parametrize("seats", [1, 7])
def test_the_match_is_for_two_to_six(seats: int) -> None:
    with pytest.raises(Refused, match="BAD_SEAT_COUNT"):
        begun(seats)


@pytest.mark.parametrize(
    ("stacks", "broken"),
    [
        ((10**9, 0), "no stack is negative or endless"),
        ((-1, 0), "no stack is negative or endless"),
        ((), "every seat has a stack on every hex"),
    ],
)
def test_troops_that_no_match_can_raise_break_a_promise(
    stacks: tuple[int, ...], broken: str
) -> None:
    state = begun(2)
    troops = (stacks, *state.table.troops[1:])
    assert GAME.invariant(replace(state, table=replace(state.table, troops=troops))) == [broken]
