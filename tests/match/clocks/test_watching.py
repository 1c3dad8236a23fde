"""Clocks wait while players watch what has happened, and before the first question."""

from dataclasses import replace
from typing import Any

import pytest
from tests.match.duel import GAME as DUEL
from tests.match.tables import ANNA, ROBOT, START, Table

from meadhall import registry
from meadhall.cli.new_game.template import GAME as TEMPLATE
from meadhall.core.capabilities import Present
from meadhall.core.scene import MOST_PLAYING_MS, Motion, Scene
from meadhall.match.clock import Clock, Fischer, PerTurn, time_left
from meadhall.match.commands import Act, Propose, Tick
from meadhall.match.decide.play import due
from meadhall.match.facts import Acted
from meadhall.match.question import watching_time

FIRST_LOOK = 4_000

VANISHING = 260
"""How long the template's only motion takes."""


def time_shown(table: Table, seat: int) -> int | None:
    return time_left(table.match.clock_state, seat, table.now)


def started(clock: Clock) -> Table:
    """A table at which the first question has just begun to count."""
    table = Table(game=TEMPLATE, clock=clock)
    table.now += FIRST_LOOK
    return table


def test_there_is_time_to_look_before_the_first_question() -> None:
    table = Table(game=TEMPLATE, clock=PerTurn(1000))
    assert due(table.match) == START + FIRST_LOOK + 1000
    assert time_shown(table, 0) == 1000
    table.now += FIRST_LOOK + 400
    assert time_shown(table, 0) == 600


def test_the_time_to_choose_begins_when_the_motions_have_been_seen() -> None:
    table = started(PerTurn(1000))
    table.act(0, "take 1")
    assert due(table.match) == table.now + VANISHING + 1000
    assert table.do(Tick(), after=VANISHING + 999).facts == ()
    assert len(table.do(Tick(), after=1).facts) == 1


def test_a_quick_answer_is_watched_after_the_move_before_it() -> None:
    table = started(PerTurn(1000))
    table.act(0, "take 1")
    table.act(1, "take 1", after=100)
    assert due(table.match) == table.now - 100 + 2 * VANISHING + 1000


@pytest.mark.parametrize("answer", [0, 100, VANISHING])
def test_a_bank_does_not_run_while_the_motions_are_watched(answer: int) -> None:
    table = started(Fischer(10_000, 0))
    table.act(0, "take 1", after=500)
    outcome = table.act(1, "take 1", after=answer)
    assert isinstance(outcome.facts[0], Acted)
    assert outcome.facts[0].left == 10_000
    assert (time_shown(table, 0), time_shown(table, 1)) == (9500, 10_000)
    table.now += 2 * VANISHING - answer + 300
    assert time_shown(table, 0) == 9200


def test_an_undo_shows_a_position_at_once() -> None:
    table = Table(ANNA, ROBOT, game=TEMPLATE, clock=PerTurn(1000))
    table.act(0, "take 1", after=FIRST_LOOK)
    table.do(Propose(0, "undo"), after=VANISHING)
    assert due(table.match) == table.now + 1000


def test_no_game_stops_clocks_for_long() -> None:
    long_hops = tuple(Motion("hop", "stone", ("a", "b", "c", "d"), beat=beat) for beat in range(99))
    slow: Present[Any, Any, Any] = Present(
        scene=lambda _: Scene("A stone hops."),
        gesture=lambda _: (),
        motions=lambda events: [long_hops for _ in events],
        sentence=lambda _: "",
        marks=(),
        colours=(),
    )
    table = Table(game=replace(TEMPLATE, present=slow), clock=PerTurn(1000))
    table.now += FIRST_LOOK
    for seat in (0, 1, 0, 1):
        table.act(seat, "take 1")
        if table.phase() == "playing":
            assert due(table.match) == table.now + MOST_PLAYING_MS + 1000


def test_the_wait_depends_on_what_everybody_may_see() -> None:
    clash = registry.game("elemental-clash")
    table = Table(game=clash)
    outcomes = [
        table.do(Act(seat, clash.legal_actions(table.match.state, seat)[0], table.match.turn))
        for seat in (0, 1)
    ]
    for outcome in outcomes:
        hidden = [clash.view_event(event, None) for event in outcome.events]
        assert watching_time(clash, outcome.events) == watching_time(clash, hidden)


def test_where_nothing_is_drawn_nobody_waits() -> None:
    table = Table(game=DUEL, clock=PerTurn(1000))
    assert due(table.match) == START + 1000
