"""Alliances: who may join, leave and be expelled, and who reads which letters."""

from collections.abc import Callable
from typing import TypeAlias

import pytest
from tests.match.tables import ANNA, BERT, CLEO
from tests.match.tables import Table as Match

from meadhall.core.game import start
from meadhall.core.rng import Rng
from meadhall.games.secret_toaster import GAME
from meadhall.games.secret_toaster.notation import parse
from meadhall.games.secret_toaster.rules.alliances import audiences
from meadhall.games.secret_toaster.rules.apply import apply, leave
from meadhall.games.secret_toaster.rules.events import Realigned
from meadhall.games.secret_toaster.rules.invariant import invariant
from meadhall.games.secret_toaster.rules.refusals import refusal
from meadhall.games.secret_toaster.rules.table import alliance_of, bonus, terms
from meadhall.games.secret_toaster.types import NAMES, Options, State
from meadhall.match.commands import Say
from meadhall.match.decide.talk import hears
from meadhall.match.facts import Said

pytestmark = pytest.mark.clause("Alliances")

Situate: TypeAlias = Callable[..., State]


def begun(seats: int = 4, options: Options | None = None) -> State:
    return start(GAME, options or Options(), seats, Rng("treaties"))


def legacy(seats: int = 4) -> State:
    return begun(seats, Options(ruleset="legacy"))


def after(state: State, *lines: str) -> State:
    for line in lines:
        name, _, text = line.partition(" ")
        state = apply(state, NAMES.index(name), parse(text)).state
        assert invariant(state) == []
    return state


def code(state: State, line: str) -> str | None:
    name, _, text = line.partition(" ")
    refused = refusal(state, NAMES.index(name), parse(text))
    return refused.code if refused else None


def members(state: State, name: str) -> tuple[str, ...]:
    alliance = next(a for a in state.table.alliances if a.name == name)
    return tuple(NAMES[seat] for seat in alliance.members)


def test_everybody_starts_in_an_alliance_of_his_own() -> None:
    assert [a.name for a in begun(3).table.alliances] == [
        "Ann's Alliance",
        "Bob's Alliance",
        "Cy's Alliance",
    ]


def test_t9_who_asks_is_let_in_by_the_leader() -> None:
    asked = after(begun(), "Bob ally ask Ann's Alliance")
    assert members(asked, "Ann's Alliance") == ("Ann",)
    joined = after(asked, "Ann ally accept Bob")
    assert members(joined, "Ann's Alliance") == ("Ann", "Bob")
    assert [a.name for a in joined.table.alliances] == [
        "Ann's Alliance",
        "Cy's Alliance",
        "Dee's Alliance",
    ]
    assert bonus(joined.table, 1) == 2


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Cy ally join Ann's Alliance", "NOT_INVITED"),
        ("Ann ally join Ann's Alliance", "ALREADY_MEMBER"),
        ("Cy ally ask Nowhere", "NO_SUCH_ALLIANCE"),
        ("Ann ally ask Ann's Alliance", "ALREADY_MEMBER"),
        ("Bob ally ask Cy's Alliance", "ALREADY_ASKED"),
        ("Dee ally ask Ann's Alliance", "ALLIANCE_FULL"),
        ("Eve ally ask Cy's Alliance", "PLAYER_NOT_FOUND"),
        ("Bob ally accept Dee", "NOT_LEADER"),
        ("Ann ally accept Cy", "NOT_ASKED"),
        ("Ann ally accept Dee", "ALLIANCE_FULL"),
        ("Cy ally leave", "ALREADY_ALONE"),
        ("Bob ally expel Ann", "NOT_LEADER"),
        ("Ann ally expel Cy", "NOT_A_MEMBER"),
        ("Ann ally expel Ann", "NOT_A_MEMBER"),
        ("Bob ally rename Gold", "NOT_LEADER"),
        ("Ann ally rename Cy's Alliance", "NAME_TAKEN"),
        ("Dee ally create Cy's Alliance", "NAME_TAKEN"),
        ("Dee ally create X", "BAD_NAME"),
        (f"Dee ally create {'X' * 41}", "BAD_NAME"),
        ("Dee ally create Top\x07hats", "BAD_NAME"),
        (f"Dee ally create {'X' * 40}", None),
        ("Ann ally rename Gold", None),
        ("Bob ally leave", None),
    ],
)
def test_t9_what_the_rules_of_alliances_refuse(line: str, expected: str | None) -> None:
    state = after(
        begun(),
        "Bob ally ask Ann's Alliance",
        "Dee ally ask Ann's Alliance",
        "Ann ally accept Bob",
        "Bob ally ask Cy's Alliance",
    )
    if line == "Dee ally ask Ann's Alliance":
        state = after(state, "Dee ally create Third Way")
    assert code(state, line) == expected


def test_t9_leaving_and_being_put_out_leave_one_alone_under_an_own_name() -> None:
    pair = after(begun(), "Bob ally ask Ann's Alliance", "Ann ally accept Bob")
    left = after(pair, "Bob ally leave")
    assert members(left, "Bob's Alliance") == ("Bob",)
    out = after(pair, "Ann ally expel Bob")
    assert members(out, "Bob's Alliance") == ("Bob",)
    assert members(out, "Ann's Alliance") == ("Ann",)


def test_t9_when_the_leader_leaves_the_next_one_leads_and_the_name_stays() -> None:
    pair = after(begun(), "Bob ally ask Ann's Alliance", "Ann ally accept Bob")
    left = after(pair, "Ann ally leave")
    assert members(left, "Ann's Alliance") == ("Bob",)
    assert members(left, "Ann's Alliance 2") == ("Ann",)


def test_t9_creating_leaves_the_old_alliance_and_an_emptied_one_is_gone() -> None:
    step = apply(begun(3), 0, parse("ally create Gold Rush"))
    assert [a.name for a in step.state.table.alliances] == [
        "Bob's Alliance",
        "Cy's Alliance",
        "Gold Rush",
    ]
    assert isinstance(step.events[0], Realigned)
    assert step.events[0].how == "founded"


def test_t9_who_joins_one_alliance_asks_no_other_any_more() -> None:
    state = after(
        begun(6),
        "Bob ally ask Ann's Alliance",
        "Bob ally ask Cy's Alliance",
        "Ann ally accept Bob",
    )
    assert all(not alliance.asking for alliance in state.table.alliances)


def test_t9_who_takes_somebody_in_asks_no_other_any_more() -> None:
    asked = after(begun(6), "Ann ally ask Cy's Alliance", "Bob ally ask Ann's Alliance")
    host = after(asked, "Ann ally accept Bob")
    assert all(not alliance.asking for alliance in host.table.alliances)
    assert code(host, "Cy ally accept Ann") == "NOT_ASKED"


@pytest.mark.parametrize(("seats", "limit"), [(2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_t9_half_the_players_rounded_up_fit_into_an_alliance(seats: int, limit: int) -> None:
    classic = begun(seats, Options(standard="classic"))
    assert terms(classic.table).alliance_size == limit


def test_t9_nobody_allies_in_a_duel() -> None:
    assert code(begun(2), "Ann ally ask Bob's Alliance") == "ALLIANCE_FULL"


def test_t9_legacy_joins_at_once_and_founds_what_is_unknown() -> None:
    state = after(legacy(), "Ann ally join Bob's Alliance", "Cy ally join North")
    assert members(state, "Bob's Alliance") == ("Bob", "Ann")
    assert members(state, "North") == ("Cy",)
    renamed = after(state, "Ann ally rename Jam")
    assert members(renamed, "Jam") == ("Bob", "Ann")
    assert terms(state.table).alliance_size == 4


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Ann ally ask Bob's Alliance", "NOT_IN_THESE_RULES"),
        ("Ann ally accept Bob", "NOT_IN_THESE_RULES"),
        ("Ann ally expel Bob", "NOT_IN_THESE_RULES"),
        ("Ann ally join Ann's Alliance", "ALREADY_MEMBER"),
        ("Ann ally rename Bob's Alliance", "NAME_TAKEN"),
        ("Ann ally rename X", None),
    ],
)
def test_t9_legacy_has_no_leaders_and_no_doors(line: str, expected: str | None) -> None:
    assert code(legacy(), line) == expected


def test_ready_players_may_still_treat_with_each_other() -> None:
    state = after(begun(), "Ann ready", "Bob ally ask Ann's Alliance")
    assert members(after(state, "Ann ally accept Bob"), "Ann's Alliance") == ("Ann", "Bob")


def test_t10_the_audiences_are_those_of_the_moment() -> None:
    pair = after(begun(3), "Bob ally ask Ann's Alliance", "Ann ally accept Bob")
    named = {a.id: a.seats for a in audiences(pair, 0)}
    assert named == {
        "everyone": (0, 1, 2),
        "alliance": (0, 1),
        "player-1": (0, 1),
        "player-2": (0, 2),
    }
    gone = leave(begun(3), 0).state
    assert [a.id for a in audiences(gone, 0)] == ["everyone", "player-1", "player-2"]
    assert alliance_of(gone.table, 0) is None


def letter_readers(ruleset: str, *diplomacy: str) -> list[int]:
    """Who reads what Ann wrote to her alliance, once the others have changed theirs."""
    match = Match(ANNA, BERT, CLEO, game=GAME, options=(("ruleset", ruleset),))
    (said,) = match.do(Say(0, "At dawn.", "alliance")).facts
    assert isinstance(said, Said)
    for line in diplomacy:
        name, _, text = line.partition(" ")
        match.act(NAMES.index(name), text)
    return [seat for seat in range(3) if hears(match.match, said, seat)]


def test_t10_a_letter_is_read_by_the_allies_of_the_moment_it_was_sent_in() -> None:
    joined = ("Bob ally ask Ann's Alliance", "Ann ally accept Bob")
    assert letter_readers("standard", *joined) == [0]


def test_t10_legacy_letters_are_read_by_the_allies_of_today() -> None:
    joined = "Bob ally join Ann's Alliance"
    assert letter_readers("legacy", joined) == [0, 1]
    assert letter_readers("legacy", joined, "Bob ally join Cy's Alliance") == [0]
