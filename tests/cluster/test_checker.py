"""The checker can fail: every kind of violation, made up, is found; a sound match has none."""

from dataclasses import replace

import pytest
from nemesis.checker import UNFAIR_SECONDS, charges, violations
from nemesis.player import Ply, Told

from meadhall.match.clock import Fischer
from meadhall.match.facts import (
    Acted,
    Created,
    Fact,
    Player,
    Said,
    Seated,
    Setup,
    TimedOut,
    Undone,
)

CLOCK = Fischer(600_000, 0)
SETUP = Setup(id="m", game="jarls", rules_version=1, seats=2, clock=CLOCK)
FACTS: tuple[Fact, ...] = (
    Created(0, SETUP),
    Seated(1, 0, Player("Ann", "ann")),
    Seated(1, 1, Player("Bot", bot="easy")),
    Acted(2, 0, "a1-a2", 1, "x-1", left=599_000),
    Acted(3, 1, "b1-b2", 2),
    Said(4, 0, "Ann", "seats", (1,), "letter 0 1 7", 3, "x-2"),
    Acted(5, 0, "a2-a3", 3, "x-3", left=598_000),
)


def told() -> Told:
    log = [Ply(1, 0, "a1-a2"), Ply(2, 1, "b1-b2"), Ply(3, 0, "a2-a3")]
    return Told(
        "m", 0, {"x-1": "a1-a2", "x-3": "a2-a3"}, {"x-2": "letter 0 1 7"}, ["x-4"], log, [*log],
        {"x-1": 0.9, "x-3": 1.2}, {"x-1": (10.0, 11.0), "x-3": (20.0, 22.0)}, {"letter 0 1 7"},
    )  # fmt: skip


def test_a_sound_match_has_no_violation() -> None:
    assert violations(FACTS, [told()]) == []
    assert charges(FACTS, [told()]) == pytest.approx({"x-1": 0.1, "x-3": -0.2})


@pytest.mark.parametrize(
    ("facts", "sentence"),
    [
        (FACTS[1:], "a match does not begin with its creation"),
        ((*FACTS, FACTS[3]), "x-1 is stored 2 times"),
        ((*FACTS, Undone(6, 0)), "a move was taken back, and nobody asked for it"),
        ((*FACTS, TimedOut(6, 1, "b2-b3", 4)), "a clock ran out, and nobody thought for long"),
        ((*FACTS, Acted(6, 1, "b1-b2", 2)), "the bot at seat 1 played turn 2 2 times"),
        ((*FACTS, Acted(1, 1, "b2-b3", 4)), "time ran backwards"),
    ],
)
def test_a_log_that_is_wrong_is_found(facts: tuple[Fact, ...], sentence: str) -> None:
    assert sentence in violations(facts, [])


def without(number: int) -> tuple[Fact, ...]:
    return (*FACTS[:number], *FACTS[number + 1 :])


@pytest.mark.parametrize(
    ("facts", "sentence"),
    [
        (without(3), "the acknowledged action x-1 is lost"),
        (without(5), "the acknowledged letter x-2 is lost"),
        (without(6), "it saw 'a2-a3' by seat 0 as ply 3"),
        (without(6), "another process has another log"),
        ((*FACTS, Acted(6, 0, "a1-a9", 5, "x-4")), "the refused action x-4 is stored"),
    ],
)
def test_what_a_player_knows_and_nobody_stored_is_found(
    facts: tuple[Fact, ...], sentence: str
) -> None:
    assert f"match m, seat 0: {sentence}" in violations(facts, [told()])


def test_a_step_that_was_played_by_another_seat_or_differently_is_found() -> None:
    other_seat = replace(told(), log=[Ply(1, 1, "a1-a2")])
    assert violations(FACTS, [other_seat]) == ["match m, seat 0: it saw 'a1-a2' by seat 1 as ply 1"]
    secret = replace(told(), log=[Ply(1, 0, "")], fresh=None)
    assert violations(FACTS, [secret]) == []


def test_a_letter_to_others_is_found() -> None:
    nosy = replace(told(), letters={"letter 1 2 3"})
    assert violations(FACTS, [nosy]) == [
        "match m, seat 0: it read a letter that is not its own: letter 1 2 3"
    ]


def test_time_that_was_charged_for_a_fault_is_found() -> None:
    late = Acted(5, 0, "a2-a3", 3, "x-3", left=598_000 - int(UNFAIR_SECONDS * 1000))
    assert violations((*FACTS[:6], late), [told()]) == []
    later = replace(late, left=597_000 - int(UNFAIR_SECONDS * 1000))
    assert violations((*FACTS[:6], later), [told()]) == [
        "x-3 was charged 5.3 s more than was thought"
    ]
    assert violations((*FACTS[:6], later), [told()], lambda span: span[0] / 50) == []


def test_what_a_player_notices_is_passed_on() -> None:
    surprised = replace(told(), violations=["ply 2 came after 7"])
    assert violations(FACTS, [surprised]) == ["match m, seat 0: ply 2 came after 7"]
