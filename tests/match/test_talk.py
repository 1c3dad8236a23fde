"""Messages: who can write to whom, and who can read what."""

from dataclasses import replace

from tests.match.duel import GAME as DUEL
from tests.match.tables import ANNA, BERT, CLEO, START, Table, setup

from meadhall.cli.new_game.template import GAME
from meadhall.core.refusal import Refusal
from meadhall.match.commands import Abandon, Resign, Say, Sit
from meadhall.match.decide.handle import create, handle
from meadhall.match.decide.talk import hears, opens_messages
from meadhall.match.facts import Said
from meadhall.match.match import Outcome

VIEWERS = (0, 1, 2, None)


def readers(table: Table, command: Say) -> list[int | None]:
    (said,) = table.do(command).facts
    assert isinstance(said, Said)
    return [viewer for viewer in VIEWERS if hears(table.match, said, viewer)]


def table_of_three() -> Table:
    return Table(ANNA, BERT, CLEO, game=DUEL)


def test_everyone_reads_a_message_to_everyone() -> None:
    assert readers(table_of_three(), Say(0, "hail")) == [0, 1, 2, None]


def test_a_message_to_an_audience_is_for_the_seats_that_were_in_it() -> None:
    table = table_of_three()
    assert readers(table, Say(0, "psst", "side")) == [0, 2]
    table.do(Resign(2))
    assert readers(table, Say(0, "psst", "side")) == [0]
    (first, _) = table.match.messages
    assert hears(table.match, first, 2)


def test_a_message_keeps_the_label_and_the_seats_of_its_audience() -> None:
    table = table_of_three()
    for to, seats, label in (("side", (0, 2), "My side"), ("seats", (1,), "")):
        (said,) = table.do(Say(0, "psst", to, (1,))).facts
        assert isinstance(said, Said)
        assert (said.label, said.seats) == (label, seats)


def test_only_the_chosen_seats_and_the_writer_read_a_message() -> None:
    assert readers(table_of_three(), Say(0, "you two", "seats", (1, 0, 1))) == [0, 1]


def test_players_read_messages_of_spectators_after_the_end() -> None:
    table = Table()
    command = Say(None, "she should take two", "spectators", name="Dora")
    (said,) = table.do(command).facts
    assert isinstance(said, Said)
    assert said.name == "Dora"
    assert not hears(table.match, said, 0)
    assert hears(table.match, said, None)
    table.do(Resign(0))
    assert hears(table.match, said, 0)


def test_an_option_opens_private_messages_after_the_end() -> None:
    table = Table()
    (said,) = table.do(Say(0, "psst", "seats", (1,))).facts
    assert isinstance(said, Said)
    opening = replace(table.match.setup, options=(("open_letters", True),))
    assert not hears(replace(table.match, setup=opening), said, None)
    table.do(Resign(0))
    assert not hears(table.match, said, None)
    assert hears(replace(table.match, setup=opening), said, None)


def test_every_kind_of_end_opens_messages_and_moves_do_not() -> None:
    for ending in (Resign(0), Abandon()):
        table = Table()
        before = table.match
        table.act(0, "take 1")
        assert not opens_messages(before, table.match)
        before = table.match
        table.do(ending)
        assert opens_messages(before, table.match)
        assert not opens_messages(table.match, table.match)


def test_spectators_write_only_to_spectators_and_need_a_name() -> None:
    table = Table()
    assert table.refused(Say(None, "psst", "everyone", name="Dora")) == "NO_SUCH_AUDIENCE"
    for name in ("", "x" * 41, "\n"):
        assert table.refused(Say(None, "psst", "spectators", name=name)) == "BAD_NAME"
    for name in ("D", "x" * 40):
        table.do(Say(None, "psst", "spectators", name=name))


def test_a_message_has_its_turn_and_the_name_of_its_writer() -> None:
    table = Table()
    table.act(0, "take 1")
    (said,) = table.do(Say(1, "  oh  "), after=5).facts
    assert said == Said(START + 5, 1, "Bert", "everyone", (0, 1), "oh", 2)


def test_empty_and_overlong_messages_are_refused() -> None:
    table = Table()
    for text in ("", "  \n", "x" * 2001, "half a pair: \ud83c"):
        assert table.refused(Say(0, text)) == "BAD_TEXT"
    for text in ("x", "x" * 2000, f" {'x' * 2000}\n"):
        table.do(Say(0, text))


def test_a_player_can_send_only_a_limited_number_of_messages() -> None:
    table = Table()
    for _ in range(3):
        table.do(Say(0, "la"))
    full = table.match.messages
    while len(full) < 1999:
        full = full.append(next(iter(full)))
    assert isinstance(handle(replace(table.match, messages=full), Say(0, "la"), START), Outcome)
    crowded = replace(table.match, messages=full.append(next(iter(full))))
    answer = handle(crowded, Say(0, "la"), START)
    assert isinstance(answer, Refusal)
    assert answer.code == "TOO_MANY_MESSAGES"
    assert isinstance(handle(crowded, Say(1, "at last"), START), Outcome)


def test_messages_of_spectators_do_not_use_up_the_limit_of_players() -> None:
    table = Table()
    chatter = Say(None, "la", "spectators", name="Dora")
    table.do(chatter)
    full = table.match.messages
    while len(full) < 2000:
        full = full.append(next(iter(full)))
    crowded = replace(table.match, messages=full)
    assert isinstance(handle(crowded, chatter, START), Refusal)
    assert isinstance(handle(crowded, Say(0, "peace?"), START), Outcome)


def test_unknown_seats_and_audiences_are_refused() -> None:
    table = table_of_three()
    assert table.refused(Say(9, "hello")) == "NOBODY_THERE"
    assert table.refused(Say(0, "hello", "seats", (0,))) == "NO_SUCH_SEAT"
    assert table.refused(Say(0, "hello", "seats", (7,))) == "NO_SUCH_SEAT"
    assert table.refused(Say(0, "hello", "side walk")) == "NO_SUCH_AUDIENCE"
    assert Table().refused(Say(0, "hello", "side")) == "NO_SUCH_AUDIENCE"


def test_players_can_write_before_the_start() -> None:
    made = create(GAME, setup(), START)
    assert isinstance(made, Outcome)
    seated = handle(made.match, Sit(0, ANNA), START)
    assert isinstance(seated, Outcome)
    assert isinstance(handle(seated.match, Say(0, "anybody there?"), START), Outcome)
    lonely = handle(seated.match, Say(1, "hello"), START)
    assert isinstance(lonely, Refusal)
