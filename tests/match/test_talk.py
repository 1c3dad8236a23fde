from dataclasses import replace

from tests.match.duel import GAME as DUEL
from tests.match.tables import ANNA, BERT, CLEO, START, Table, setup

from meadhall.cli.template import GAME
from meadhall.match import talk
from meadhall.match.commands import Abandon, Resign, Say, Sit
from meadhall.match.facts import Said
from meadhall.match.judge import create, handle
from meadhall.match.match import Outcome, Rejected
from meadhall.match.talk import hears, opens

VIEWERS = (0, 1, 2, None)


def heard(table: Table, command: Say) -> list[int | None]:
    (said,) = table.do(command).facts
    assert isinstance(said, Said)
    return [viewer for viewer in VIEWERS if hears(table.match, said, viewer)]


def three() -> Table:
    return Table(ANNA, BERT, CLEO, game=DUEL)


def test_everyone_means_everyone() -> None:
    assert heard(three(), Say(0, "hail")) == [0, 1, 2, None]


def test_an_audience_of_the_game_is_who_was_in_it_when_it_was_said() -> None:
    table = three()
    assert heard(table, Say(0, "psst", "side")) == [0, 2]
    table.do(Resign(2))
    assert heard(table, Say(0, "psst", "side")) == [0]
    (first, _) = table.match.messages
    assert hears(table.match, first, 2)


def test_chosen_seats_and_the_writer_hear_and_nobody_else() -> None:
    assert heard(three(), Say(0, "you two", "seats", (1, 0, 1))) == [0, 1]


def test_spectators_talk_among_themselves_until_the_end() -> None:
    table = Table()
    command = Say(None, "she should take two", "spectators", name="Dora")
    (said,) = table.do(command).facts
    assert isinstance(said, Said)
    assert said.name == "Dora"
    assert not hears(table.match, said, 0)
    assert hears(table.match, said, None)
    table.do(Resign(0))
    assert hears(table.match, said, 0)


def test_letters_are_opened_after_the_end_only_where_an_option_says_so() -> None:
    table = Table()
    (said,) = table.do(Say(0, "psst", "seats", (1,))).facts
    assert isinstance(said, Said)
    asked = replace(table.match.setup, options=(("open_letters", True),))
    assert not hears(replace(table.match, setup=asked), said, None)
    table.do(Resign(0))
    assert not hears(table.match, said, None)
    assert hears(replace(table.match, setup=asked), said, None)


def test_the_end_opens_messages_however_it_comes_and_moves_do_not() -> None:
    for ending in (Resign(0), Abandon()):
        table = Table()
        before = table.match
        table.act(0, "take 1")
        assert not opens(before, table.match)
        before = table.match
        table.do(ending)
        assert opens(before, table.match)
        assert not opens(table.match, table.match)


def test_spectators_cannot_talk_to_players_nor_nameless() -> None:
    table = Table()
    assert table.refused(Say(None, "psst", "everyone", name="Dora")) == "NO_SUCH_AUDIENCE"
    for name in ("", "x" * 41, "\n"):
        assert table.refused(Say(None, "psst", "spectators", name=name)) == "BAD_NAME"


def test_messages_keep_the_question_they_were_sent_in_and_their_writers_name() -> None:
    table = Table()
    table.act(0, "take 1")
    (said,) = table.do(Say(1, "  oh  "), after=5).facts
    assert said == Said(START + 5, 1, "Bert", "everyone", (0, 1), "oh", 2)


def test_messages_are_not_empty_and_not_endless() -> None:
    table = Table()
    for text in ("", "  \n", "x" * 2001, "half a pair: \ud83c"):
        assert table.refused(Say(0, text)) == "BAD_TEXT"
    table.do(Say(0, "x" * 2000))


def test_there_is_an_end_to_talking() -> None:
    table = Table()
    for _ in range(3):
        table.do(Say(0, "la"))
    full = table.match.messages
    while len(full) < talk.MOST_MESSAGES:
        full = full.append(next(iter(full)))
    crowded = replace(table.match, messages=full)
    answer = handle(crowded, Say(0, "la"), START)
    assert isinstance(answer, Rejected)
    assert answer.code == "TOO_MANY_MESSAGES"
    assert isinstance(handle(crowded, Say(1, "at last"), START), Outcome)


def test_spectators_cannot_talk_players_into_silence() -> None:
    table = Table()
    chatter = Say(None, "la", "spectators", name="Dora")
    table.do(chatter)
    full = table.match.messages
    while len(full) < talk.MOST_MESSAGES:
        full = full.append(next(iter(full)))
    crowded = replace(table.match, messages=full)
    assert isinstance(handle(crowded, chatter, START), Rejected)
    assert isinstance(handle(crowded, Say(0, "peace?"), START), Outcome)


def test_nobody_talks_to_or_from_a_seat_that_is_not_there() -> None:
    table = three()
    assert table.refused(Say(9, "hello")) == "NOBODY_THERE"
    assert table.refused(Say(0, "hello", "seats", (0,))) == "NO_SUCH_SEAT"
    assert table.refused(Say(0, "hello", "seats", (7,))) == "NO_SUCH_SEAT"
    assert table.refused(Say(0, "hello", "side walk")) == "NO_SUCH_AUDIENCE"
    assert Table().refused(Say(0, "hello", "side")) == "NO_SUCH_AUDIENCE"


def test_people_talk_before_the_start() -> None:
    made = create(GAME, setup(), START)
    assert isinstance(made, Outcome)
    seated = handle(made.match, Sit(0, ANNA), START)
    assert isinstance(seated, Outcome)
    assert isinstance(handle(seated.match, Say(0, "anybody there?"), START), Outcome)
    lonely = handle(seated.match, Say(1, "hello"), START)
    assert isinstance(lonely, Rejected)
