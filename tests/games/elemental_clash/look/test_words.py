"""Every event and every ending has a sentence, and events have motions."""

from typing import Literal

import pytest
from tests.games.elemental_clash.positions import card, hand

from meadhall.core.status import Finished
from meadhall.games.elemental_clash.look.motions import motions
from meadhall.games.elemental_clash.look.words import (
    ending,
    offer_note,
    phrase,
    result_sentence,
    sentence,
)
from meadhall.games.elemental_clash.notation import parse
from meadhall.games.elemental_clash.rules.events import (
    CardsDrawn,
    Changed,
    Chosen,
    Decayed,
    Ended,
    Event,
    Judged,
    Offered,
    Paid,
    Picked,
    Placed,
    Repaired,
    Revealed,
    Struck,
    Ticked,
    TurnBegan,
    WallFell,
)
from meadhall.games.elemental_clash.types import (
    Result,
)

FULL = hand("wall", "deflection", "continuous", "projectile")


def make_struck(**given: object) -> Struck:
    usual: dict[str, object] = {
        "seat": 1,
        "attack": "continuous",
        "source": "card",
        "reduced": 0,
        "absorbed": 0,
        "damage": 0,
        "wall": None,
        "hp": 20,
        "wall_destroyed": False,
        "miner_killed": False,
        "stopped_by": "",
    }
    return Struck(**{**usual, **given})  # type: ignore[arg-type]  # fields by name


BLOW, LAST = "Seat 1's Blast hits seat 2:", "2 to the base, 0 HP left, the bot is destroyed"


@pytest.mark.parametrize(
    ("event", "words", "moves"),
    [
        (Picked(0, None, auto=True), "Seat 1 picks a card. AUTO-SELECTED!", ["say"]),
        (Offered(2), "Draft round 2: pick a Dodge.", []),
        (TurnBegan(3, (7, 9), 0), "Turn 3: energy 7 and 9.", ["say"]),
        (TurnBegan(9, (7, 9), 2), "Siege turn 2: energy 7 and 9.", ["say"]),
        (Revealed(1, FULL[0].face), "Seat 2 reveals Fire Shield.", ["flip"]),
        (Paid(0, 3, 4), "Seat 1 pays 3 energy and has 4 left.", ["say"]),
        (Decayed(0, 5), "Seat 1's shield wears down to 5 HP.", ["say"]),
        (WallFell(1), "Seat 2's shield is gone.", ["vanish"]),
        (
            Ended(Result((-1, 1), "base", "Seat 2 wins!")),
            "Seat 2 wins: the base of seat 1 has fallen.",
            ["fall", "say"],
        ),
        (Picked(0, FULL[0], auto=False), "Seat 1 picks Fire Shield.", ["vanish"]),
        (
            Chosen(0, None, auto=True),
            "Seat 1 chooses a card. AUTO-SELECTED!",
            ["appear", "say"],
        ),
        (Changed(0, FULL[0]), "Seat 1 switches to Fire Shield.", ["appear"]),
        (CardsDrawn(1, 1, None), "Seat 2 draws a card.", []),
        (CardsDrawn(1, 4, None), "Seat 2 draws 4 cards.", []),
        (CardsDrawn(0, 1, FULL[:1]), "Seat 1 draws Fire Shield.", ["appear"]),
        (
            Judged(0, FULL[0].face, "WALL_STANDS", lost=True),
            "Seat 1 wastes Fire Shield: their shield is still there.",
            ["shake"],
        ),
        (
            Judged(1, card("repair_miner").face, "MINER_STANDS", lost=True),
            "Seat 2 wastes Repair Bot: their bot is still there.",
            ["shake"],
        ),
        (
            Judged(0, FULL[2].face, "NOT_ENOUGH_ENERGY", lost=False),
            "Seat 1 cannot pay for Fire Blast and keeps it.",
            ["shake"],
        ),
        (
            Judged(0, FULL[2].face, "NOT_ENOUGH_ENERGY", lost=True),
            "Seat 1 cannot pay for Fire Blast and loses it.",
            ["shake"],
        ),
        (Placed(0, card("repair_miner").face), "Seat 1 puts up Repair Bot.", ["appear"]),
        (
            Ticked(0, "repair_miner", 1, paid=False),
            "Seat 1's Repair Bot repairs in 1 turn.",
            ["say"],
        ),
        (
            Ticked(1, "continuous_miner", 2, paid=False),
            "Seat 2's Blast Bot fires in 2 turns.",
            ["say"],
        ),
        (Ticked(1, "continuous_miner", 3, paid=True), "Seat 2's Blast Bot fires.", ["say"]),
        (Repaired(0, 12), "Seat 1's shield is back to 12 HP.", ["say"]),
        (Repaired(0, None), "Seat 1's Repair Bot has no shield to repair.", []),
        (
            make_struck(attack="projectile", reduced=3, stopped_by="deflection_miner"),
            "Seat 2's Dodge Bot stops seat 1's Shot.",
            ["slide", "say"],
        ),
        (
            make_struck(seat=0, attack="projectile", source="miner", damage=3, hp=17),
            "Seat 2's Shot Bot hits seat 1: 3 to the base, 17 HP left.",
            ["slide", "hit"],
        ),
        (
            make_struck(
                reduced=2, absorbed=4, damage=2, hp=-2, wall_destroyed=True, miner_killed=True
            ),
            f"{BLOW} 2 dodged, 4 absorbed by the shield, the shield breaks, {LAST}.",
            ["slide", "hit", "vanish", "hit", "vanish"],
        ),
    ],
)
def test_events_have_words_and_motions(event: Event, words: str, moves: list[str]) -> None:
    assert sentence(event) == words
    assert [motion.kind for motion in motions(event)] == moves


def test_an_unknown_event_has_no_sentence() -> None:
    with pytest.raises(TypeError, match="no sentence"):
        sentence("thunder")  # type: ignore[arg-type]  # that is the point


def test_damage_comes_beat_by_beat() -> None:
    event = make_struck(absorbed=4, damage=4, wall_destroyed=True, miner_killed=True)
    assert [(m.kind, m.beat) for m in motions(event)] == [
        ("slide", 0),
        ("hit", 1),
        ("vanish", 2),
        ("hit", 2),
        ("vanish", 3),
    ]


def test_what_strikes_leaps_at_the_shield_or_the_base_and_back() -> None:
    card_at_shield, *_ = motions(make_struck(absorbed=4))
    assert card_at_shield.target == "revealed-1"
    assert card_at_shield.path == ("table-1", "wall-2", "table-1")
    bot_at_base, *_ = motions(make_struck(seat=0, source="miner", damage=3))
    assert bot_at_base.target == "bot-token-2"
    assert bot_at_base.path == ("bot-2", "base-1", "bot-2")


@pytest.mark.parametrize(
    ("payoffs", "reason", "words"),
    [
        ((1, -1), "base", "Seat 1 wins: the base of seat 2 has fallen."),
        (
            (-1, 1),
            "exhaustion",
            "Seat 2 wins: all cards are played, and their base has more HP.",
        ),
        ((0, 0), "exhaustion", "Draw: all cards are played, and both bases have the same HP."),
        ((1, -1), "turnLimit", "Seat 1 wins: 40 turns are over, and their base has more HP."),
        ((0, 0), "turnLimit", "Draw: 40 turns are over, and both bases have the same HP."),
        ((-1, -1), "doubleLoss", "the message"),
        ((-1, 1), "left", "the message"),
    ],
)
def test_every_ending_has_a_sentence(
    payoffs: tuple[int, ...],
    reason: Literal["base", "doubleLoss", "exhaustion", "turnLimit", "left"],
    words: str,
) -> None:
    assert result_sentence(Result(payoffs, reason, "the message")) == words


def test_a_double_loss_is_explained_without_the_authors_message() -> None:
    text = "Nobody wins: both bases fell in the same turn."
    assert ending(Finished((-1, -1), "doubleLoss")) == text


def test_only_rounds_of_like_cards_say_that_looks_differ() -> None:
    assert [bool(offer_note(round_)) for round_ in range(1, 7)] == [True] * 4 + [False] * 2


def test_actions_are_said_without_ids() -> None:
    assert phrase(parse("pick fire-wall-1")) == "pick Fire Shield"
    assert phrase(parse("play fire-continuous_miner-5")) == "play Blast Bot"


def test_motions_name_no_seat_at_the_end() -> None:
    *_, won = motions(Ended(Result((-1, 1), "base", "Seat 2 wins!")))
    assert (won.target, won.text) == ("base-2", "Victory!")
    *_, drawn = motions(Ended(Result((0, 0), "exhaustion", "Nobody wins.")))
    assert (drawn.target, drawn.text) == ("base-1", "Nobody wins.")
