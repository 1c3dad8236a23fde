"""What a player is told of a card beforehand, compared with what the turn then brings."""

from collections import Counter
from dataclasses import replace

import pytest
from tests.games.elemental_clash.positions import (
    BLAST,
    DODGE,
    SHIELD,
    SHOT,
    SPARE,
    battle,
    draft_rounds,
    hand,
    match_positions,
    miner,
    new_match,
    wall,
    with_hand,
)

from meadhall.core.scene import Preview
from meadhall.games.elemental_clash import GAME
from meadhall.games.elemental_clash.cards import KINDS, Card
from meadhall.games.elemental_clash.look.preview import preview
from meadhall.games.elemental_clash.rules.events import Event, Paid, Struck, Ticked
from meadhall.games.elemental_clash.rules.turn_forecast import forecast_turn, possible_answers
from meadhall.games.elemental_clash.types import Options, Pick, Play, Side, SideView, State

RICH = Side(energy=5, deck=(SPARE,))


def told(mine: tuple[Card, ...], own: Side = RICH, other: Side = RICH, **options: bool) -> Preview:
    """What seat 1 is told of the first card of its hand."""
    state = battle(with_hand(mine, own), with_hand(DODGE, other), options=Options(**options))
    return preview(GAME.view(state, 0), Play(mine[0]))


def test_attacks_say_what_they_take_and_what_cuts_them_down() -> None:
    assert told(BLAST).text == (
        "Costs 5 of your 5 energy. Takes 8 HP off seat 2's base, which leaves 12."
        " Only 0 against a Shield and 6 against a Dodge."
    )
    assert told(SHOT).text == (
        "Costs 3 of your 5 energy. Takes 3 HP off seat 2's base, which leaves 17."
        " Only 0 against a Dodge or a Dodge Bot."
    )
    poor = told(SHOT, other=replace(RICH, energy=1))
    assert poor.text.endswith("Only 0 against a Dodge."), "a Dodge Bot costs 2"


def test_what_stands_on_the_table_counts() -> None:
    walled = told(BLAST, other=replace(RICH, wall=wall(8)))
    assert "Does not hurt seat 2's base. Breaks seat 2's shield." in walled.text
    worn = told(BLAST, other=replace(RICH, wall=wall(16)))
    assert "Wears down seat 2's shield." in worn.text
    bot = told(SHOT, other=replace(RICH, miner=miner("continuous_miner", 1)))
    assert "Destroys seat 2's Blast Bot. " in bot.text
    assert "Saves your base 8 HP from seat 2's bot." in bot.text, "it is gone before it fires"


def test_defences_say_what_they_help_against() -> None:
    assert told(SHIELD).text == (
        "Costs 2 of your 5 energy. Your shield will have 8 HP after this turn."
        " Saves your base 8 HP from a Blast. Does not help against a Shot."
    )
    assert told(DODGE).text.endswith("Saves your base 2 HP from a Blast and 3 HP from a Shot.")


def test_bots_say_what_they_do_and_what_destroys_them() -> None:
    assert told(hand("projectile_miner")).text.endswith(
        "A free shot every 2 turns. A Blast or a Shot would destroy it at once."
    )
    guard = told(hand("deflection_miner")).text
    assert guard.endswith("Saves your base 3 HP from a Shot. A Blast would destroy it at once.")
    doomed = told(hand("repair_miner"), other=replace(RICH, miner=miner("projectile_miner", 1)))
    assert doomed.text.endswith("Seat 2's bot destroys it at once.")


def test_the_end_is_told() -> None:
    assert told(BLAST, other=replace(RICH, hp=8)).text.endswith("You win if seat 2 has no answer.")
    low = replace(RICH, hp=3)
    assert told(SHIELD, own=low).warning == "A Shot would bring down your base."
    lost = told(SHIELD, own=low, other=replace(RICH, miner=miner("projectile_miner", 1)))
    assert lost.warning == "Your base falls in this turn, whatever seat 2 plays."


def test_cards_without_effect_are_a_warning() -> None:
    second = told(SHIELD, own=replace(RICH, wall=wall()))
    assert second == Preview(
        "Costs 2 of your 5 energy.",
        warning="Fire Shield would be wasted: you already have a shield.",
    )
    broke = replace(RICH, energy=1)
    assert told(BLAST, own=broke) == Preview(
        warning="Fire Blast costs 5 and you have 1 energy. It has no effect and stays in your hand."
    )
    assert told(BLAST, own=broke, strict=True).warning.endswith("It has no effect and is lost.")


def test_an_opponent_without_cards_has_no_answer() -> None:
    state = battle(with_hand(BLAST, RICH), RICH)
    assert possible_answers(GAME.view(state, 0), 1) == []
    assert preview(GAME.view(state, 0), Play(BLAST[0])).text.endswith("which leaves 12.")


def test_picks_say_what_the_card_is_good_for() -> None:
    state = draft_rounds(new_match(), 2)
    view = GAME.view(state, 1)
    (blast,) = {preview(view, action) for action in GAME.legal_actions(state, 1)}
    assert blast == Preview(
        "Costs 5 energy. Takes 8 HP off seat 1's base."
        " Only 0 against a Shield and 6 against a Dodge."
    )
    assert preview(GAME.view(state, None), Pick(BLAST[0])) == Preview()


def test_nothing_is_told_of_the_others_choice() -> None:
    mine = (*BLAST, *SHIELD)
    state = battle(with_hand(mine, RICH), with_hand((*DODGE, *SHOT), RICH))
    before = [preview(GAME.view(state, 0), Play(card)) for card in mine]
    for answer in (*DODGE, *SHOT):
        chosen = GAME.apply(state, 1, Play(answer)).state
        assert [preview(GAME.view(chosen, 0), Play(card)) for card in mine] == before


@pytest.mark.parametrize("options", [Options(), Options(strict=True), Options(endless=True)])
def test_forecasts_come_true_over_many_random_turns(options: Options) -> None:
    seen: Counter[str] = Counter()
    for seed in range(8):
        for state in match_positions(options, f"forecast {seed}"):
            if state.stage == "battle" and not any(state.sealed.have_chosen()):
                # Random players hardly hurt each other, so the bases are low from the start.
                low = tuple(replace(side, hp=min(side.hp, 6)) for side in state.sides)
                seen.update(_compare_turns(replace(state, sides=low)))
    for kind in ("turns", "hurt", "walls", "bots", "killed", "fatal"):
        assert seen[kind] > 0, (kind, seen)


def _compare_turns(state: State) -> list[str]:
    """Play every legal card of seat 1 against every one of seat 2, and compare what comes of it."""
    found, view = list[str](), GAME.view(state, 0)
    answers = possible_answers(view, 1)
    for mine in GAME.legal_actions(state, 0):
        shown, first = preview(view, mine), GAME.apply(state, 0, mine).state
        for theirs in GAME.legal_actions(first, 1):
            answer, step = theirs.card.subtype, GAME.apply(first, 1, theirs)
            if answer not in answers:
                continue  # it has no effect
            sides = forecast_turn(view, 0, mine.card.face, answer)
            found += ["turns", *_compare_sides(view.sides, sides, step.events)]
            is_fatal = sides[0].hp <= 0
            named = f"a {KINDS[answer].noun}".lower() in shown.warning.lower()
            assert is_fatal == (named or "Your base falls" in shown.warning)
            found += ["fatal"] if is_fatal else []
    return found


def _compare_sides(
    before: tuple[SideView, ...], after: tuple[Side, ...], events: tuple[Event, ...]
) -> list[str]:
    """What the events of this turn say of both sides is what was forecast."""
    turn = events[: next((i for i, e in enumerate(events) if e.kind == "turnBegan"), None)]
    found = []
    for seat in (0, 1):
        blows = [event for event in turn if isinstance(event, Struck) and event.seat == seat]
        hp = blows[-1].hp if blows else before[seat].hp
        assert after[seat].hp == hp
        found += ["hurt"] if hp < before[seat].hp else []
        paid = [e.energy for e in turn if isinstance(e, Paid) and e.seat == seat]
        assert after[seat].energy == (paid[-1] if paid else before[seat].energy)
        worn = [e.hp for e in turn if e.kind == "decayed" and e.seat == seat]
        wall = after[seat].wall
        assert (wall.hp if wall else 0) == (worn[-1] if worn else 0)
        found += ["walls"] if worn else []
        ticks = [e.countdown for e in turn if isinstance(e, Ticked) and e.seat == seat]
        bot = after[seat].miner
        killed = any(event.miner_killed for event in blows)
        assert (bot is None) or not killed
        if bot is not None and bot.type != "deflection_miner":
            assert [bot.countdown] == ticks
            found.append("bots")
        found += ["killed"] if killed else []
    return found
