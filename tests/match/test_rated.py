"""Rated matches: which can be rated, and what they refuse."""

from dataclasses import replace
from typing import Any

import pytest
from tests.match.tables import ANNA, ROBOT, STONES, Table, setup

from meadhall import registry
from meadhall.core.codec import encode
from meadhall.core.game import AnyGame
from meadhall.core.options import Preset
from meadhall.core.record import read_record, write_record
from meadhall.core.refusal import Refusal
from meadhall.match.clock import BY_RULES, Fischer, PerTurn, Untimed
from meadhall.match.commands import Answer, Leave, Propose, Resign, Sit, TakeOver, Tick
from meadhall.match.decide.handle import create
from meadhall.match.evolve import fold
from meadhall.match.facts import Left, Origin, Player, Reserved, Setup, TimedOut
from meadhall.match.fork import open_match, setup_after
from meadhall.match.match import Outcome
from meadhall.match.records import facts_of, record_of

CHECKERS = registry.game("chinese-checkers")
LIMIT = 1000
RATED = {"seed": "", "secret": "5ec4e7", "rated": True, "clock": PerTurn(LIMIT)}


def rated_setup(game: AnyGame = STONES, **more: Any) -> Setup:  # noqa: ANN401 - handed on
    given: dict[str, Any] = {**RATED, **more}
    return setup(game, **given)


def rated_table(*players: Player, **more: Any) -> Table:  # noqa: ANN401 - handed on
    given: dict[str, Any] = {**RATED, **more}
    return Table(*players, **given)


def refusal(game: AnyGame, made: Setup, *players: Player | None) -> Refusal:
    answer = open_match(game, made, players or (ANNA, None), 1)
    assert isinstance(answer, Refusal)
    assert answer.code == "NOT_RATEABLE"
    return answer


@pytest.mark.parametrize(
    ("more", "word"),
    [
        ({"guided": True}, "guided"),
        ({"secret": "", "seed": "known"}, "seed"),
        ({"clock": BY_RULES}, "clock"),
        ({"clock": Untimed()}, "clock"),
        ({"takeover": "novice"}, "leaves"),
        ({"options": (("stones", 5),)}, "options"),
    ],
)
def test_what_cannot_be_rated_says_why(more: dict[str, Any], word: str) -> None:
    assert word in refusal(STONES, rated_setup(**more)).sentence
    assert isinstance(create(STONES, replace(rated_setup(**more), rated=False), 1), Outcome)


def test_a_match_that_goes_on_from_another_one_is_not_rated() -> None:
    origin = Origin(encode(Table().match.state).decode())
    assert "goes on" in refusal(STONES, rated_setup(origin=origin)).sentence


def test_the_game_s_own_kinds_of_match_are_rated() -> None:
    short = Preset("Short", "A few stones.", 2, {"stones": 5})
    game = replace(STONES, spec=replace(STONES.spec, presets=(short,)))
    assert isinstance(create(game, rated_setup(options=(("stones", 5),)), 1), Outcome)
    assert "usual" in refusal(game, rated_setup(options=(("stones", 6),))).sentence


def test_everybody_has_one_seat_in_a_rated_match() -> None:
    assert "one seat" in refusal(STONES, rated_setup(), ANNA, Player("Me too", "anna")).sentence
    table = open_match(STONES, rated_setup(), (ANNA, None), 1)
    assert isinstance(table, Outcome)
    lobby = Table()
    lobby.match = table.match
    assert lobby.refused(Sit(1, Player("Me too", "anna"))) == "NOT_RATEABLE"
    assert lobby.refused(Sit(1, ROBOT)) == "NOT_RATEABLE"


def test_only_levels_of_the_game_are_rated_and_never_among_themselves() -> None:
    level = Player("easy", bot="easy")
    made = rated_setup(CHECKERS, clock=Fischer(LIMIT, 0))
    assert isinstance(open_match(CHECKERS, made, (ANNA, level), 1), Outcome)
    assert "programs" in refusal(CHECKERS, made, ANNA, ROBOT).sentence
    assert "alone" in refusal(CHECKERS, made, level, level).sentence


def test_nothing_is_undone_in_a_rated_match_even_if_all_agree() -> None:
    table = rated_table()
    table.act(0, "take 1")
    assert table.refused(Propose(0, "undo")) == "RATED"
    table.do(Resign(1))
    assert table.refused(Propose(0, "undo")) == "RATED"


def test_nobody_takes_over_a_seat_and_who_leaves_gives_up() -> None:
    table = rated_table()
    assert table.refused(TakeOver(1, Player("novice", bot="novice"))) == "NO_TAKEOVER"
    table.do(Leave(1))
    assert table.match.result is not None
    assert table.match.result.payoffs == (1, -1)


def test_three_turns_missed_in_a_row_give_up_a_rated_match() -> None:
    for rated in (True, False):
        table = rated_table(rated=rated)
        kinds: list[type] = []
        for _ in range(3):
            table.act(0, "take 1")
            kinds += [type(fact) for fact in table.do(Tick(), after=LIMIT).facts]
        assert kinds == [TimedOut] * 3 + ([Left] if rated else [])
        assert (table.phase() == "over") is rated


def test_a_move_in_between_starts_the_count_again() -> None:
    table = rated_table()
    for missed in (True, True, False, True, True):
        table.act(0, "take 1")
        if missed:
            table.do(Tick(), after=LIMIT)
        else:
            table.act(1, "take 1")
    assert table.match.gone == ()


def test_a_draw_can_be_agreed_and_the_rematch_is_rated_again() -> None:
    table = rated_table()
    table.do(Propose(0, "draw"))
    table.do(Answer(1, "draw", agree=True))
    assert table.phase() == "over"
    assert setup_after(table.match, Reserved("n", "ab"), "CODE").rated


def test_records_say_that_a_match_was_rated_but_do_not_make_one() -> None:
    table = rated_table()
    table.do(Resign(1))
    text = write_record(record_of(table.match))
    record = read_record(text)
    assert record.rated
    assert not fold(STONES, facts_of(STONES, record, "copy", 1)).setup.rated
    casual = Table()
    casual.do(Resign(1))
    assert '"rated"' not in write_record(record_of(casual.match))
