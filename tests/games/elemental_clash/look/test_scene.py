"""The scene shows everything that a player needs to know."""

from dataclasses import replace

from tests.games.elemental_clash.positions import battle, card, hand, miner, turn, wall

from meadhall.core.game import start
from meadhall.core.rng import Rng
from meadhall.core.scene import Scene
from meadhall.games.elemental_clash import GAME
from meadhall.games.elemental_clash.types import (
    Options,
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
    assert "you already have a shield" in cards["fire-wall-1"].detail
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
    assert gauges["countdown-1"].label == "Blast Bot of seat 1: turns until it fires"
    bot = next(token for token in scene(state, 0).tokens if token.kind == "bot")
    assert bot.label == "Blast Bot of seat 1, fires in 2 turns"
    assert gauges["hp-2"].value == 0
    assert "Low HP: seat 1 has 3 left." in scene(state, None).notes


def test_a_bot_on_guard_has_no_countdown() -> None:
    state = battle(Side(miner=miner("deflection_miner"), hand=FULL), Side())
    assert "countdown-1" not in {g.id for g in scene(state, 0).gauges}
    assert "on guard" in next(t.label for t in scene(state, 0).tokens if t.kind == "bot")


def test_the_headline_says_what_is_to_be_done() -> None:
    state = battle(Side(hand=FULL), Side(hand=FULL))
    assert scene(state, 0).headline == "Turn 2: choose a card"
    assert scene(state, None).headline == "Turn 2: both players choose in secret"
    chosen = GAME.apply(state, 0, Play(FULL[0])).state
    assert "face down" in scene(chosen, 0).headline
    assert "Seat 1 has chosen." in scene(chosen, 1).notes
    assert "no cards left" in scene(battle(Side(), Side(hand=FULL)), 0).headline
    draft = start(GAME, Options(), 2, Rng("x"))
    assert scene(draft, 0).headline == "Draft, round 1 of 6: pick a Shield"
    picked = GAME.apply(draft, 0, GAME.legal_actions(draft, 0)[0]).state
    assert scene(picked, 0).headline == "Draft, round 1 of 6: you have picked"
    assert scene(picked, 1).headline == "Draft, round 1 of 6: pick a Shield"
    assert GAME.leave is not None
    assert scene(GAME.leave(state, 0).state, 1).headline == "Seat 1 left; seat 2 wins."


def test_the_task_says_what_to_choose_and_that_both_choose() -> None:
    draft = start(GAME, Options(), 2, Rng("x"))
    looks = "All four do the same. Only their looks differ."
    assert scene(draft, 0).task == f"Pick a Shield for your deck. {looks}"
    fight = scene(battle(Side(hand=FULL), Side(hand=FULL)), 0).task
    assert fight == "Turn 2: choose a card to play face down. Both players reveal at once."


def test_the_length_of_the_match_is_told_and_what_decides_at_the_end() -> None:
    decides = "then the base with more HP wins"
    fight = battle(Side(hand=FULL), Side(hand=FULL[:2]))
    shown = [
        scene(state, None).gauges[0]
        for state in (
            start(GAME, Options(), 2, Rng("x")),
            fight,
            replace(fight, siege=2),
            replace(fight, options=Options(endless=True)),
        )
    ]
    assert [(gauge.label, gauge.value, gauge.most, gauge.then) for gauge in shown] == [
        ("Draft round", 1, 6, "then battle"),
        ("Cards played", 12 - len(FULL) - 2, 12, decides),
        ("Siege turn", 2, 6, decides),
        ("Turn", 2, 40, decides),
    ]


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
    assert "Seat 1 could not pay for Fire Blast." in notes
    assert "Seat 2 played Fire Shot." in notes
    assert "Siege, turn 2 of 6: only bots fight." in notes
    assert {t.id for t in scene(state, 0).tokens} >= {"revealed-1", "revealed-2"}
