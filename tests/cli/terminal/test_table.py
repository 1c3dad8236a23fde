"""The table: a match on one device, by the rules of a match, as a value."""

import pennies_game
import pytest
from pennies_game import Guess, Pass

from meadhall.cli.arguments import player
from meadhall.cli.new_game.template import GAME as STONES
from meadhall.cli.new_game.template.types import Options, Take
from meadhall.cli.terminal.table import LocalTable, new_table, table_from_record
from meadhall.core.game import AnyGame
from meadhall.core.record import read_record, verify, write_record
from meadhall.core.refusal import Refused
from meadhall.match.question import FIRST_LOOK

PENNIES: AnyGame = pennies_game.GAME


def stones(*words: str, heap: int = 6) -> LocalTable:
    seats = [player(STONES, word) for word in (words or ("human", "human"))]
    return new_table(STONES, Options(stones=heap), seats, "seed")


def pennies(*, timed: bool = False) -> LocalTable:
    seats = [player(PENNIES, "human"), player(PENNIES, "human:Anna")]
    return new_table(PENNIES, pennies_game.Options(), seats, "seed", timed=timed)


def test_playing_gives_a_new_table_and_leaves_the_old_one_alone() -> None:
    before = stones()
    after = before.play(0, Take(2), 0)
    assert (len(before.steps), len(after.steps)) == (1, 2)
    assert before.waiting_for == (0,)
    assert after.waiting_for == (1,)
    assert after.sentences(1, None) == ("Seat 1 takes 2; 4 left.",)


def test_a_refused_action_says_why() -> None:
    with pytest.raises(Refused) as error:
        stones().play(0, Take(9), 0)
    assert error.value.refusal.code == "BAD_COUNT"
    assert error.value.refusal.clause == "A turn"


def test_a_match_is_played_to_its_result_and_its_record_is_sound() -> None:
    table = stones().play(0, Take(3), 0).play(1, Take(3), 0)
    assert table.result is not None
    assert table.result.payoffs == (-1, 1)
    assert table.legal(0) == table.waiting_for == ()
    verify(STONES, read_record(write_record(table.record)))


def test_undo_goes_back_to_the_last_decision_of_a_person() -> None:
    table = stones("human", "greedy").play(0, Take(1), 0).play(1, Take(1), 0)
    back = table.undo(0, 0)
    assert len(back.steps) == 1
    assert back.record.plies == ()
    with pytest.raises(Refused, match="NOTHING_TO_UNDO"):
        back.undo(0, 0)


def test_at_hot_seat_everybody_is_on_one_device_and_may_take_back() -> None:
    table = stones().play(0, Take(1), 0).play(1, Take(1), 0)
    assert len(table.undo(0, 0).steps) == 2
    assert len(table.undo(0, 0).undo(0, 0).steps) == 1


def test_undo_never_throws_the_dice_again() -> None:
    table = pennies().play(0, Guess("heads"), 0)
    assert len(table.undo(0, 0).steps) == 1
    with pytest.raises(Refused, match=r"SECRET_SEEN|DICE_FELL"):
        table.play(1, Guess("heads"), 0).undo(1, 0)


def test_who_gives_up_has_lost() -> None:
    table = stones().leave(0, 0)
    assert table.result is not None
    assert (table.result.payoffs, table.result.reason) == ((-1, 1), "left")
    verify(STONES, table.record)


def test_a_resumed_table_stands_where_the_record_left_off() -> None:
    table = stones("human:Anna", "greedy").play(0, Take(1), 0)
    again = table_from_record(STONES, table.record, table.players)
    assert again.record == table.record
    assert again.steps == table.steps
    assert again.players == table.players
    assert again.humans == (0,)


def test_a_finished_record_resumes_as_finished() -> None:
    done = stones().leave(0, 0)
    assert table_from_record(STONES, done.record, done.players).result == done.result


def test_what_only_clocks_may_do_is_refused_to_people() -> None:
    with pytest.raises(Refused, match="CLOCK_ONLY"):
        pennies().play(0, Pass(), 0)


def test_clocks_run_only_where_they_are_wanted() -> None:
    assert pennies().time_left(0, 1000) is None
    assert pennies(timed=True).hand_over(0, 0).time_left(0, FIRST_LOOK + 100) == 200


def test_the_clock_starts_when_the_people_are_there() -> None:
    table = pennies(timed=True).start_clock(5000).hand_over(0, 5000)
    assert table.time_left(0, 5000 + FIRST_LOOK + 100) == 200
    assert pennies().start_clock(5000) == pennies()


def test_a_run_out_clock_plays_for_each_who_has_the_screen() -> None:
    table = pennies(timed=True).hand_over(0, 0).time_out(FIRST_LOOK + 300)
    assert [ply.action for ply in table.record.plies] == ["pass"]
    table = table.hand_over(1, FIRST_LOOK + 500).time_out(FIRST_LOOK + 800)
    assert [ply.action for ply in table.record.plies] == ["pass", "pass"]
    assert len(table.steps) == 3
    assert "The coin shows" in table.sentences(2, None)[-1]


def test_who_is_handed_the_screen_has_the_whole_time() -> None:
    begun = FIRST_LOOK
    table = pennies(timed=True).hand_over(0, 0).play(0, Guess("heads"), begun + 250)
    assert table.time_left(1, begun + 290) == 300
    assert table.hand_over(1, begun + 290).time_left(1, begun + 300) == 290
    assert pennies().hand_over(0, 5) == pennies()


def test_a_name_must_be_printable() -> None:
    with pytest.raises(Refused, match="BAD_NAME"):
        stones("human:\x1b[31m", "human")
