"""What can be undone, and what is refused even if everybody agrees."""

from dataclasses import replace

import pytest
from tests.match.duel import GAME as DUEL
from tests.match.duel import OPEN_GAME
from tests.match.tables import ANNA, BERT, ROBOT, Table

from meadhall import registry
from meadhall.cli.new_game.template import GAME as STONES
from meadhall.cli.new_game.template.types import Take
from meadhall.core.game import AnyGame, Traits
from meadhall.match.clock import PerTurn
from meadhall.match.commands import Act, Answer, Propose, Resign, Tick
from meadhall.match.facts import Player, Proposed, Undone

SECOND_SEAT_OF_ANNA = Player("Anna left", "anna")


def test_one_person_on_all_seats_needs_no_consent() -> None:
    table = Table(ANNA, SECOND_SEAT_OF_ANNA)
    table.act(0, "take 1")
    table.act(1, "take 2")
    first = table.match.state
    outcome = table.do(Propose(0, "undo"))
    assert outcome.facts == (Proposed(table.now, 0, "undo", 1), Undone(table.now, 1))
    assert len(table.match.plies) == 1
    table.act(1, "take 2")
    assert table.match.state == first


def test_against_bots_undo_goes_back_to_the_last_move_of_the_person() -> None:
    table = Table(ANNA, ROBOT)
    first = table.match.state
    table.act(0, "take 1")
    table.act(1, "take 2")
    table.do(Propose(0, "undo"))
    assert table.match.state == first
    assert table.match.asked == (0,)
    assert table.refused(Propose(0, "undo")) == "NOTHING_TO_UNDO"


def test_undo_works_after_a_win_too() -> None:
    table = Table(ANNA, ROBOT, options=(("stones", 4),))
    table.act(0, "take 2")
    table.act(1, "take 2")
    assert table.phase() == "over"
    table.do(Propose(0, "undo"))
    assert table.phase() == "playing"


def test_after_the_end_nothing_is_undone_where_secrets_are_open_now() -> None:
    game = replace(STONES, traits=lambda *_: Traits(hidden=True))
    table = Table(ANNA, ROBOT, game=game, options=(("stones", 4),))
    table.act(0, "take 2")
    table.act(1, "take 2")
    assert table.phase() == "over"
    assert table.refused(Propose(0, "undo")) == "SECRET_SEEN"


def test_another_person_must_agree() -> None:
    table = Table()
    table.act(0, "take 1")
    table.do(Propose(0, "undo"))
    assert len(table.match.plies) == 1
    table.do(Answer(1, "undo", agree=True))
    assert len(table.match.plies) == 0


def test_an_answer_to_a_question_from_before_an_undo_is_stale() -> None:
    table = Table(ANNA, SECOND_SEAT_OF_ANNA)
    turn = table.match.turn
    table.act(0, "take 1")
    table.do(Propose(0, "undo"))
    assert table.refused_act(0, "take 1", turn=turn) == "STALE_TURN"


def test_a_move_declines_an_undo() -> None:
    table = Table()
    table.act(0, "take 1")
    table.do(Propose(0, "undo"))
    table.act(1, "take 1")
    assert table.match.proposal is None


def test_a_move_that_another_person_answered_cannot_be_undone() -> None:
    table = Table()
    table.act(0, "take 1")
    table.act(1, "take 1")
    assert table.refused(Propose(0, "undo")) == "ANSWERED"


def test_leaving_cannot_be_undone() -> None:
    table = Table(ANNA, BERT, ROBOT, game=OPEN_GAME)
    table.act(0, "bid 1")
    table.do(Resign(1))
    assert table.refused(Propose(0, "undo")) == "ANSWERED"
    ended = Table()
    ended.act(0, "take 1")
    ended.do(Resign(1))
    assert ended.refused(Propose(0, "undo")) == "ENDED_AT_TABLE"


def test_a_sealed_choice_that_still_waits_can_be_undone() -> None:
    for game in (DUEL, OPEN_GAME):
        table = Table(ANNA, ROBOT, game=game)
        table.act(0, "bid 1")
        table.do(Propose(0, "undo"))
        assert table.match.asked == (0, 1)


def open_bids(table: Table, first: int, second: int) -> Table:
    table.act(first, "bid 1")
    table.act(second, "bid 1")
    return table


def test_a_sealed_choice_cannot_be_undone_once_all_are_open() -> None:
    for game in (DUEL, OPEN_GAME):
        for order in ((0, 1), (1, 0)):
            table = open_bids(Table(ANNA, ROBOT, game=game), *order)
            assert table.refused(Propose(0, "undo")) == "SECRET_SEEN"


def test_open_sealed_choices_of_one_person_cannot_be_undone() -> None:
    for game in (DUEL, OPEN_GAME):
        table = open_bids(Table(ANNA, SECOND_SEAT_OF_ANNA, game=game), 0, 1)
        assert table.refused(Propose(0, "undo")) == "SECRET_SEEN"


def test_a_sealed_choice_that_was_opened_alone_cannot_be_undone_while_something_is_hidden() -> None:
    sealed = replace(STONES.types, sealed={Take: lambda _: None})
    open_game = replace(STONES, types=sealed)
    secret_game = replace(
        open_game,
        traits=lambda *_: Traits(hidden=True),
        resample=lambda view, rng: replace(STONES.resample(view, rng), stones=99),
    )
    table = Table(ANNA, ROBOT, game=secret_game)
    table.act(0, "take 1")
    assert table.refused(Propose(0, "undo")) == "SECRET_SEEN"
    table = Table(ANNA, ROBOT, game=open_game)
    table.act(0, "take 1")
    table.do(Propose(0, "undo"))
    assert len(table.match.plies) == 0


def test_an_open_action_can_be_undone_only_while_nothing_is_hidden() -> None:
    table = Table(ANNA, SECOND_SEAT_OF_ANNA, game=DUEL)
    table.act(0, "wave")
    table.do(Propose(0, "undo"))
    table.act(1, "bid 1")
    table.act(0, "wave")
    assert table.refused(Propose(0, "undo")) == "SECRET_SEEN"


def table_after_a_roll(game: AnyGame) -> Table:
    table = open_bids(Table(ANNA, SECOND_SEAT_OF_ANNA, game=game), 0, 1)
    table.act(0, "call 1")
    return table


def test_dice_are_not_rolled_again() -> None:
    assert table_after_a_roll(OPEN_GAME).refused(Propose(0, "undo")) == "DICE_FELL"


def test_undo_takes_back_what_a_clock_played_for_a_bot() -> None:
    table = Table(ANNA, ROBOT, clock=PerTurn(1000))
    table.act(0, "take 1")
    table.do(Tick(), after=1000)
    table.do(Propose(0, "undo"))
    assert len(table.match.plies) == 0
    table.do(Tick(), after=1000)
    assert table.refused(Propose(0, "undo")) == "NOTHING_TO_UNDO"


def test_before_the_first_move_there_is_nothing_to_undo() -> None:
    assert Table().refused(Propose(0, "undo")) == "NOTHING_TO_UNDO"


@pytest.mark.parametrize("slug", ["chinese-checkers", "jarls"])
def test_a_move_in_an_open_game_can_be_undone(slug: str) -> None:
    table = Table(ANNA, ROBOT, game=registry.game(slug))
    first = table.match.state
    for seat in (0, 1):
        legal = table.game.legal_actions(table.match.state, seat)
        table.do(Act(seat, legal[0], table.match.turn))
    table.do(Propose(0, "undo"))
    assert table.match.state == first
