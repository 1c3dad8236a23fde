"""The scene shows all that a player needs, and every event has words."""

from dataclasses import replace

import pytest
from tests.games.elemental_clash.table import battle, card, hand, miner, turn, wall

from meadhall.core.game import start
from meadhall.core.record import Ply, Record, replay
from meadhall.core.refusal import Refused
from meadhall.core.rng import Rng
from meadhall.core.scene import Scene
from meadhall.games.elemental_clash import GAME
from meadhall.games.elemental_clash.events import (
    Changed,
    Chosen,
    Decayed,
    Drew,
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
from meadhall.games.elemental_clash.motions import motions, tell
from meadhall.games.elemental_clash.types import (
    NOTHING_SEALED,
    Options,
    Outcome,
    Pick,
    Play,
    Side,
    State,
)

FULL = hand("wall", "deflection", "continuous", "projectile")


def scene(state: State, viewer: int | None) -> Scene:
    assert GAME.present is not None
    return GAME.present.scene(GAME.view(state, viewer))


def test_dimmed_cards_say_why() -> None:
    owner = Side(energy=2, wall=wall(), hand=FULL)
    cards = {c.id: c for c in scene(battle(owner, Side()), 0).cards}
    assert not cards["air-deflection-2"].dimmed
    assert cards["fire-wall-1"].dimmed
    assert "shield still stands" in cards["fire-wall-1"].detail
    assert "costs 5 and you have 2 energy" in cards["fire-continuous-3"].detail


def test_others_see_backs_only() -> None:
    state = battle(Side(hand=FULL, deck=(card("repair_miner", 5),)), Side())
    backs = [c for c in scene(state, 1).cards if c.seat == 0]
    assert [(c.zone, c.kind) for c in backs] == [("hand", "")] * 4 + [("deck", "")]


def test_gauges_show_hp_energy_shield_and_countdown() -> None:
    state = battle(Side(3, 7, wall(8), miner("continuous_miner", 2), hand=FULL), Side(-2))
    gauges = {g.id: g for g in scene(state, 0).gauges}
    assert (gauges["hp-1"].value, gauges["hp-1"].most, gauges["hp-1"].kind) == (3, 20, "hp-low")
    assert (gauges["energy-1"].value, gauges["energy-1"].most) == (7, 10)
    assert (gauges["shield-1"].value, gauges["shield-1"].most) == (8, 12)
    assert (gauges["countdown-1"].value, gauges["countdown-1"].most) == (2, 3)
    assert gauges["hp-2"].value == 0
    assert "Low HP: seat 1 has 3 left." in scene(state, None).notes


def test_a_bot_on_guard_has_no_countdown() -> None:
    state = battle(Side(miner=miner("deflection_miner"), hand=FULL), Side())
    assert "countdown-1" not in {g.id for g in scene(state, 0).gauges}
    assert "on guard" in next(t.label for t in scene(state, 0).tokens if t.kind == "bot")


def test_the_headline_says_what_is_to_be_done() -> None:
    state = battle(Side(hand=FULL), Side(hand=FULL))
    assert scene(state, 0).headline == "Turn 2: choose a card"
    assert scene(state, None).headline == "Turn 2: both choose in secret"
    chosen = GAME.apply(state, 0, Play(FULL[0])).state
    assert "face down" in scene(chosen, 0).headline
    assert "Seat 1 has chosen." in scene(chosen, 1).notes
    assert "no cards left" in scene(battle(Side(), Side(hand=FULL)), 0).headline
    assert scene(start(GAME, Options(), 2, Rng("x")), 0).headline.endswith("take a Shield")
    assert GAME.leave is not None
    assert scene(GAME.leave(state, 0).state, 1).headline == "Seat 1 left; seat 2 wins."


def test_the_draft_shows_offers_and_six_slots() -> None:
    state = start(GAME, Options(), 2, Rng("slots"))
    zones = [c.zone for c in scene(state, 0).cards]
    assert (zones.count("offer"), zones.count("slots")) == (4, 6)
    assert scene(state, None).cards == ()
    picked = GAME.apply(state, 0, GAME.legal_actions(state, 0)[0]).state
    cards = scene(picked, 0).cards
    assert all(c.dimmed for c in cards if c.zone == "offer")
    assert [c.label for c in cards if c.zone == "slots"][:2] == ["Fire Shield", "slot 2, empty"]


def test_the_last_turn_is_summed_up() -> None:
    state = turn(Side(energy=0, hand=FULL[2:3]), Side(energy=10, hand=FULL[3:]))
    notes = scene(replace(state, siege=2), None).notes
    assert "Seat 1 showed Fire Blast, not paid." in notes
    assert "Seat 2 showed Fire Shot." in notes
    assert "Siege, turn 2 of 6: only bots fight on." in notes
    assert {t.id for t in scene(state, 0).tokens} >= {"revealed-1", "revealed-2"}


def struck(**given: object) -> Struck:
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


BLOW, LAST = "Blast from a card at seat 2:", "2 to the base, 0 HP left, the bot dies"


@pytest.mark.parametrize(
    ("event", "words", "moves"),
    [
        (Picked(0, None, auto=True), "Seat 1 takes a card. AUTO-SELECTED!", ["say"]),
        (Offered(2), "Draft round 2: deflection.", []),
        (TurnBegan(3, (7, 9), 0), "Turn 3: energy 7 and 9.", ["say"]),
        (TurnBegan(9, (7, 9), 2), "Siege turn 2: energy 7 and 9.", ["say"]),
        (Revealed(1, FULL[0].face), "Seat 2 reveals Fire Shield.", ["flip"]),
        (Paid(0, 3, 4), "Seat 1 pays 3; 4 energy left.", []),
        (Decayed(0, 5), "The shield of seat 1 wears down to 5.", ["say"]),
        (WallFell(1), "The shield of seat 2 is gone.", ["vanish"]),
        (Ended(Outcome((-1, 1), "base", "Seat 2 wins.")), "Seat 2 wins.", ["fall", "say"]),
        (Picked(0, FULL[0], auto=False), "Seat 1 takes Fire Shield.", ["vanish"]),
        (
            Chosen(0, None, auto=True),
            "Seat 1 lays a card face down. AUTO-SELECTED!",
            ["slide", "say"],
        ),
        (Changed(0, FULL[0]), "Seat 1 changes to Fire Shield.", ["slide"]),
        (Drew(1, 1, None), "Seat 2 draws a card.", []),
        (Drew(1, 4, None), "Seat 2 draws 4 cards.", []),
        (Drew(0, 1, FULL[:1]), "Seat 1 draws Fire Shield.", ["appear"]),
        (
            Judged(0, FULL[0].face, "WALL_STANDS", lost=True),
            "Fire Shield of seat 1 is wasted: a shield stands already.",
            ["shake"],
        ),
        (Placed(0, card("repair_miner").face), "Seat 1 puts up Repair Bot.", ["appear"]),
        (Ticked(0, "repair_miner", 1, paid=False), "Repair Bot of seat 1 pays in 1.", ["say"]),
        (Repaired(0, 12), "Seat 1's shield is back to 12.", ["say"]),
        (Repaired(0, None), "Seat 1's bot finds no shield to repair.", []),
        (
            struck(attack="projectile", reduced=3, stopped_by="deflection_miner"),
            "Shot from a card at seat 2: stopped by a bot.",
            ["slide", "say"],
        ),
        (
            struck(reduced=2, absorbed=4, damage=2, hp=-2, wall_destroyed=True, miner_killed=True),
            f"{BLOW} 2 dodged, 4 taken by the shield, the shield breaks, {LAST}.",
            ["slide", "hit", "vanish", "hit", "vanish"],
        ),
    ],
)
def test_events_have_words_and_motions(event: Event, words: str, moves: list[str]) -> None:
    assert tell(event) == words
    assert [motion.kind for motion in motions(event)] == moves


def test_an_event_nobody_knows_has_no_words() -> None:
    with pytest.raises(TypeError, match="no words"):
        tell("thunder")  # type: ignore[arg-type]  # that is the point


def test_damage_comes_beat_by_beat() -> None:
    event = struck(absorbed=4, damage=4, wall_destroyed=True, miner_killed=True)
    assert [(m.kind, m.beat) for m in motions(event)] == [
        ("slide", 0),
        ("hit", 1),
        ("vanish", 2),
        ("hit", 2),
        ("vanish", 3),
    ]


def test_what_strikes_leaps_at_the_shield_or_the_base_and_back() -> None:
    card_at_shield, *_ = motions(struck(absorbed=4))
    assert card_at_shield.target == "revealed-1"
    assert card_at_shield.path == ("table-1", "wall-2", "table-1")
    bot_at_base, *_ = motions(struck(seat=0, source="miner", damage=3))
    assert bot_at_base.target == "bot-token-2"
    assert bot_at_base.path == ("bot-2", "base-1", "bot-2")


def test_the_guided_match_plays_to_its_end() -> None:
    guide = GAME.guide
    assert guide is not None
    plies = tuple(Ply(seat, text) for step in guide.steps for seat, text in step.plies)
    record = Record("elemental-clash", 1, guide.seed, ("Learner", "Guide"), {}, plies)
    *_, last = replay(GAME, record)
    assert isinstance(last.state, State)
    assert last.state.outcome is not None
    assert last.state.outcome.payoffs == (1, -1)
    assert last.state.siege == 1
    assert len(set(guide.tips)) == len(guide.tips) > 5


def test_a_card_is_clicked_to_be_taken_or_played() -> None:
    present, drafting = GAME.present, start(GAME, Options(), 2, Rng("x"))
    assert present is not None
    assert present.reading is not None
    assert present.gesture(Play(FULL[0])) == (FULL[0].id,)
    clicks = (FULL[0].id,)
    assert present.reading(GAME.view(drafting, 0), clicks) == Pick(FULL[0])
    assert present.reading(GAME.view(battle(Side(), Side()), 0), clicks) == Play(FULL[0])
    assert present.reading(GAME.view(drafting, 0), ("base-1",)) is None


def test_notation_refuses_what_it_does_not_know() -> None:
    assert GAME.notation.parse("  PLAY fire wall 1 ") == Play(card("wall"))
    for text in ("", "play", "eat fire-wall-1", "play fire-wall-7", "play gold-wall-1"):
        with pytest.raises(Refused, match="BAD_NOTATION"):
            GAME.notation.parse(text)


def test_the_diagram_shows_the_table_and_ones_own_hand() -> None:
    state = turn(
        Side(20, 10, hand=FULL), Side(20, 10, wall(), miner("repair_miner"), hand=FULL[1:])
    )
    text = GAME.notation.diagram(GAME.view(replace(state, sealed=NOTHING_SEALED), 0))
    assert "seat 2: HP 20/20, energy 9/10, shield 8/12, repair_miner 1" in text
    assert "last Fire Shield (played)" in text
    assert "chosen: -" in text
    assert "no cards" in GAME.notation.diagram(GAME.view(battle(Side(), Side()), 0))
