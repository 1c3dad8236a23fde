"""Events as sentences."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TypeAlias

import pytest

from meadhall.core.status import Finished
from meadhall.games.secret_toaster.look.motions import motions
from meadhall.games.secret_toaster.look.words import ending, phrase, sentence
from meadhall.games.secret_toaster.notation import parse
from meadhall.games.secret_toaster.rules.events import (
    AskedToJoin,
    Crowned,
    Dropped,
    Ended,
    Event,
    Fortified,
    Fought,
    Marched,
    Planned,
    Promoted,
    Readied,
    Realigned,
    Returned,
    RoundEnded,
    Threatened,
    Voided,
)
from meadhall.games.secret_toaster.rules.names import knight_title, short_knight
from meadhall.games.secret_toaster.types import (
    NAMES,
    Alliance,
    State,
)

KAY, BEDIVERE = "Sir Kay of House Raven", "Sir Bedivere of House Raven"
Situate: TypeAlias = Callable[..., State]


def every_event() -> Iterator[tuple[Event, str]]:
    gold = Alliance(3, "Gold", (0,))
    battle = {"troops": (5, 3), "bonuses": (1, 1), "exchanges": 6, "trace": ()}
    yield Planned(0, 1), "Seat 1 has 1 order."
    yield Planned(0, 2), "Seat 1 has 2 orders."
    yield Readied(1, ready=True), "Seat 2 is ready."
    yield Readied(1, ready=False), "Seat 2 is no longer ready."
    yield AskedToJoin(1, "Gold"), "Seat 2 asks to join Gold."
    yield Realigned(0, gold, "founded"), "Seat 1 creates Gold."
    yield Realigned(0, None, "lost"), "Seat 1 is no longer in an alliance."
    yield (
        Marched(0, 1, "Sir Ann 0", 23, 24, 5),
        f"{KAY} goes from C4 to C5 with 5 troops.",
    )
    yield (
        Fortified(0, 1, "Sir Ann 0", 23, 300),
        f"{KAY} fortifies C4, now with 300 troops.",
    )
    yield Promoted(0, 1, "Sir Ann 1", 23), f"{BEDIVERE} is knighted at C4."
    yield Voided(0, 2, "KNIGHT_CAP"), "Seat 1's order 2 is void: there are already three knights."
    yield (
        Returned(0, "Sir Ann 1", 23),
        f"{BEDIVERE} was in reserve and appears at C4.",
    )
    yield Dropped(0, "out"), "Seat 1 is eliminated."
    yield Dropped(0, "left"), "Seat 1 gives up."
    yield Threatened("Gold", (0, 1)), "Gold (seat 1 and seat 2) threatens to win."
    yield Crowned("Gold", (0,), 2), "Gold has held the castle for 2 rounds in a row."
    yield RoundEnded(3), "Round 3 is over."
    yield Ended((0,), "crown", ()), "Seat 1 won: they held the castle for three rounds."
    yield Ended((), "nobodyLeft", ()), "Draw: nobody is left."
    taken = Fought(24, 0, None, left=(5, 0), owner=0, fallen=(), **battle)  # type: ignore[arg-type]  # spread
    yield taken, "Seat 1 takes C5."
    lost = replace(taken, owner=None, left=(0, 0), fallen=("Sir Ann 0",))
    text = "Battle for C5: seat 1 with 5 against nobody with 3. Nobody wins with 0 left."
    yield lost, f"{text} {KAY} fell."
    held = replace(taken, defender=1, owner=1, left=(0, 2), skirmish=True)
    yield held, "Skirmish for C5: seat 1 with 5 against seat 2 with 3. Seat 2 wins with 2 left."
    won = replace(held, owner=0, left=(2, 0), skirmish=False)
    yield won, "Battle for C5: seat 1 with 5 against seat 2 with 3. Seat 1 wins with 2 left."


@pytest.mark.parametrize(("event", "text"), list(every_event()))
def test_each_event_has_its_sentence(event: Event, text: str) -> None:
    assert sentence(event) == text
    assert all(motion.target for motion in motions(event))


def test_a_single_round_is_not_called_several() -> None:
    assert sentence(Crowned("Gold", (0,), 1)) == "Gold has held the castle for 1 round."


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("1 move Sir_Ann_0 52 53 60", "Sir Kay: move to F4 with 60 troops"),
        ("2 attack Sir_Ann_0 54 55 1", "Sir Kay: attack the castle with 1 troop"),
        ("1 fortify Sir_Bob_1 52", "Sir Hector: fortify F3"),
        ("1 promote Sir_Ann_6 52", "Sir Kay 2: raise a knight at F3"),
        ("ready", "ready"),
        ("unready", "not ready"),
        ("withdraw 2", "take back order 2"),
        ("ally leave", "leave the alliance"),
        ("ally accept Bob", "accept seat 2"),
        ("ally expel Cy", "expel seat 3"),
        ("ally ask Bob's Alliance 2", "ask to join seat 2's alliance 2"),
        ("ally join Gold", "join Gold"),
        ("ally create Gold", "create the alliance Gold"),
        ("ally rename Gold", "rename the alliance Gold"),
    ],
)
def test_actions_are_said_without_ids(line: str, words: str) -> None:
    assert phrase(parse(line)) == words


def test_a_result_says_who_won_and_why() -> None:
    ahead = "Seat 1 and seat 3 won: they were ahead after the last round."
    assert ending(Finished((1, -1, 1), "roundLimit")) == ahead
    assert ending(Finished((0, 0), "roundLimit")) == "Draw: the last round is over."


def test_no_two_knights_have_the_same_name() -> None:
    knights = [f"Sir {name} {number}" for name in NAMES for number in range(20)]
    assert len({short_knight(knight) for knight in knights}) == len(knights)
    assert knight_title("Sir Fox 7") == "Sir Pelleas 2 of House Lynx"
    assert short_knight("Lancelot") == knight_title("Lancelot") == "Lancelot"
