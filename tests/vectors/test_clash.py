"""Elemental Clash against the vectors: turns, units of the rules document, and whole battles.

Where a vector was computed by other code that departs from the rules page, it says so with a tag.
`EXCLUDED` is all that is left out, and why.
"""

import gzip
import json
import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, cast

import pytest

from meadhall.core.refusal import Refused
from meadhall.core.rng import Rng
from meadhall.games.elemental_clash.cards import FACES, INTERVAL, POWER, Card, Face
from meadhall.games.elemental_clash.rules import combat, phases
from meadhall.games.elemental_clash.rules.apply import apply
from meadhall.games.elemental_clash.rules.ending import ANTI_WAR_MESSAGES
from meadhall.games.elemental_clash.rules.invariant import validate_selection
from meadhall.games.elemental_clash.rules.legal import legal_actions
from meadhall.games.elemental_clash.rules.selection import choices, substitute
from meadhall.games.elemental_clash.rules.transitions import (
    PHASES,
    next_phase,
    next_stage,
    next_turn_state,
)
from meadhall.games.elemental_clash.types import Miner, Options, Result, Side, State, Wall
from meadhall.kit.sealed import Sealed

EXCLUDED = {
    # kind, tag: what is not compared
    ("attack", "wall_at_zero_left_standing"): "the wall after the blow: W7 says it is gone",
    ("substitute", "auto_pick_is_wasted"): "that every card the code may hand out is legal here",
    ("substitute", "substitute_is_itself_wasted"): "the card: the code swaps one waste for another",
}
KINDS = {
    *("turn", "attack", "decay", "victory", "validate", "substitute"),
    *("phase", "turnstate", "turnphase", "battle"),
}
RULES = {"B6": Options(), "A": Options(strict=True)}

ROOT = Path(__file__).parents[2]
FOLDER = Path(os.environ.get("MEADHALL_VECTORS", ROOT.parent / "shared" / "vectors"))
FILE = FOLDER / "clash.jsonl.gz"
SEATS = ("p1", "p2")

pytestmark = pytest.mark.skipif(
    not FILE.exists(), reason=f"no vectors at {FILE}; set MEADHALL_VECTORS to their folder"
)


@cache
def all_vectors() -> tuple[dict[str, Any], ...]:
    with gzip.open(FILE, "rt", encoding="utf-8") as lines:
        return tuple(json.loads(line) for line in lines)


def vectors(kind: str) -> Iterator[dict[str, Any]]:
    found = [vector for vector in all_vectors() if vector["kind"] == kind]
    if not found:
        pytest.skip(f"no vectors of kind {kind} in {FILE}")
    return iter(found)


def test_no_line_is_passed_over() -> None:
    assert {vector["kind"] for vector in all_vectors()} <= KINDS
    assert {vector.get("rules", "B6") for vector in all_vectors()} <= RULES.keys()


def excluded(vector: dict[str, Any]) -> bool:
    return any((vector["kind"], tag) in EXCLUDED for tag in vector.get("departs") or ())


def face(subtype: str) -> Face:
    return next(face for face in FACES if face.subtype == subtype)


def wall(plain: dict[str, Any] | None) -> Wall | None:
    return None if plain is None else Wall(plain["hp"], "fire", plain["placed"])


def standing(hp: int | None) -> Wall | None:
    return None if hp is None else Wall(hp, "fire", 1)


def miner(plain: dict[str, Any] | None) -> Miner | None:
    if plain is None:
        return None
    countdown = plain["countdown"] if INTERVAL[plain["type"]] else 0
    return Miner(plain["type"], countdown, plain["placed"])


def side(plain: dict[str, Any], card: str | None) -> Side:
    hand = () if card is None else (Card(face(card), 1),)
    return Side(plain["hp"], plain["energy"], wall(plain["wall"]), miner(plain["miner"]), hand=hand)


def locked(turn: int, sides: tuple[Side, ...]) -> State:
    """A battle in which both have locked the only card they hold, if any."""
    spare = Card(face("deflection"), 2)  # so that a turn without cards is no exhaustion
    choice = tuple(side.hand[0] if side.hand else None for side in sides)
    return State(
        Options(),
        Rng("vector"),
        (),
        stage="battle",
        sealed=Sealed(choice),
        turn=turn,
        phase="selection",
        turn_state="locked",
        sides=tuple(replace(side, deck=(spare,)) for side in sides),
    )


def resolved(state: State) -> State:
    for phase in PHASES[2:]:
        state = phases.STEPS[phase](state).state
        if state.outcome is not None:
            break
    return state


def result(state: State) -> str | None:
    if state.outcome is None:
        return None
    named = {(1, -1): "p1", (-1, 1): "p2", (-1, -1): "double_loss", (0, 0): "draw"}
    return named[cast(tuple[int, int], state.outcome.payoffs)]


def seen(side: Side) -> dict[str, Any]:
    wall, miner = side.wall, side.miner
    return {
        "hp": side.hp,
        "energy": side.energy,
        "wall": wall and {"hp": wall.hp, "placed": wall.placed},
        "miner": miner
        and {"type": miner.type, "countdown": miner.countdown, "placed": miner.placed},
    }


@pytest.mark.parametrize("opinions", ["undisputed", "disputed"])
def test_turns(opinions: str) -> None:
    for vector in vectors("turn"):
        if vector["agree"] is not (opinions == "undisputed"):
            continue
        pairs = zip(SEATS, vector["cards"], strict=True)
        sides = tuple(side(vector["state"][name], card) for name, card in pairs)
        after = resolved(locked(vector["turn"], sides))
        told = {name: seen(after.sides[seat]) for seat, name in enumerate(SEATS)}
        assert {**told, "result": result(after)} == vector["spec"], vector["id"]


def test_attacks() -> None:
    for vector in vectors("attack"):
        kind = vector["miner"]
        plain_miner = kind and {"type": kind, "countdown": INTERVAL[kind], "placed": 1}
        defender = Side(
            vector["hp"],
            wall=standing(vector["wall"]),
            miner=miner(plain_miner),
            dodging=vector["defender_card"] == "deflection",
        )
        after, blow = combat.strike(defender, vector["attack"])
        expected = vector["result"]
        told = (blow.attack, POWER[blow.attack], blow.reduced, blow.absorbed, blow.damage)
        names = ("attackType", "baseDamage", "deflectionReduction", "wallAbsorbed", "damageToBase")
        assert told == tuple(expected[name] for name in names), vector["id"]
        assert blow.miner_killed == expected["minerKilled"] == vector["calc"]["minerDies"]
        assert after.hp == vector["after"]["hp"]
        assert (after.miner and after.miner.type) == vector["after"]["miner"]
        assert (blow.absorbed, blow.damage) == (vector["calc"]["toWall"], vector["calc"]["toBase"])
        if excluded(vector):
            assert after.wall is None
            assert blow.wall_destroyed
        else:
            assert (after.wall and after.wall.hp) == vector["after"]["wall"], vector["id"]
            assert blow.wall_destroyed == expected["wallDestroyed"]


def test_decay() -> None:
    for vector in vectors("decay"):
        after = combat.remove_dead(combat.decay(Side(wall=standing(vector["wall"]))))
        assert (after.wall and after.wall.hp) == vector["after"], vector["id"]


def test_victory() -> None:
    for vector in vectors("victory"):
        sides = tuple(Side(hp) for hp in vector["hp"])
        after = phases.victory_check(replace(locked(1, sides), phase="death_check")).state
        assert (after.outcome is not None) == vector["game_over"]
        winner = {"p1": "P1", "p2": "P2"}.get(result(after) or "")
        assert winner == vector["winner"], vector["id"]
        assert (result(after) == "double_loss") == vector["double_loss"]
        if after.outcome is not None and vector["message"] == "anti_war":
            assert after.outcome.message in ANTI_WAR_MESSAGES


def test_validation_of_selections() -> None:
    for vector in vectors("validate"):
        card, other = Card(face(vector["card"]), 1), Card(face("deflection"), 2)
        owner = Side(
            energy=vector["energy"],
            wall=Wall(12, "fire", 1) if vector["wall"] else None,
            miner=Miner("repair_miner", 2, 1) if vector["miner"] else None,
            hand=(card,) if vector["in_hand"] else (other,),
        )
        errors = validate_selection(owner, card)
        assert (not errors) == vector["valid"], vector["id"]
        assert len(errors) == vector["errors"], vector["id"]


def test_substitution_at_the_deadline() -> None:
    for vector in vectors("substitute"):
        hand = enumerate(vector["hand"])
        cards = {name: Card(face(name.rsplit("_", 1)[0]), number) for number, name in hand}
        owner = Side(
            energy=vector["energy"],
            wall=Wall(12, "fire", 1) if vector["wall"] else None,
            miner=Miner("repair_miner", 2, 1) if vector["miner"] else None,
            hand=tuple(cards.values()),
        )
        selected = cards.get(vector["selected"] or "")
        names = {card: name for name, card in cards.items()}
        drawn = {names[substitute(owner, selected, Rng(str(i)))] for i in range(64)}
        assert drawn <= {names[card] for card in choices(owner)}
        if not excluded(vector):
            assert drawn == set(vector["possible"]), vector["id"]


def test_game_phases() -> None:
    for vector in vectors("phase"):
        assert accepted(next_stage, vector["from"], vector["to"]) == vector["ok"], vector["id"]


def test_turn_state_machine() -> None:
    for vector in vectors("turnstate"):
        if vector["to"] == "error":
            assert not accepted(next_turn_state, vector["from"], vector["trigger"]), vector["id"]
        else:
            assert next_turn_state(vector["from"], vector["trigger"]) == vector["to"]


def test_turn_phases() -> None:
    for vector in vectors("turnphase"):
        assert accepted(next_phase, vector["from"], vector["to"]) == vector["ok"], vector["id"]


def accepted(step: Callable[[Any, Any], object], here: str, there: str) -> bool:
    try:
        step(here, there)
    except Refused:
        return False
    return True


def test_battles() -> None:
    for vector in vectors("battle"):
        replay(vector, RULES[vector["rules"]])


def replay(vector: dict[str, Any], options: Options) -> None:
    state = opened(vector, options)
    for turn in vector["turns"]:
        assert state.outcome is None, vector["id"]
        state = phases.selection(phases.energy(state).state).state
        energies = [side.energy for side in state.sides]
        state = resolved(phases.lock(sealed(state, turn), "BOTH_PLAYERS_LOCKED"))
        assert hows(state) == turn["how"], vector["id"]
        for seat, expected in enumerate(turn["after"]):
            told = {"energy_at_selection": energies[seat], **after_turn(state.sides[seat])}
            assert told == expected, vector["id"]
    assert state.outcome is not None
    assert result(state) == vector["result"], vector["id"]
    reason = "base" if state.outcome.reason == "doubleLoss" else state.outcome.reason
    assert reason == vector["reason"], vector["id"]
    assert played_through_apply(vector, options) == state.outcome, vector["id"]


def opened(vector: dict[str, Any], options: Options) -> State:
    decks = [[Card(face(name), i + 1) for i, name in enumerate(deck)] for deck in vector["decks"]]
    sides = tuple(Side(hand=tuple(deck[:4]), deck=tuple(deck[4:])) for deck in decks)
    return State(options, Rng("battle"), (), stage="battle", sides=sides)


def sealed(state: State, turn: dict[str, Any]) -> State:
    for seat, subtype in enumerate(turn["cards"]):
        legal = choices(state.sides[seat])
        assert sorted({card.subtype for card in legal}) == turn["options"][seat]
        if subtype is not None:
            card = next(card for card in legal if card.subtype == subtype)
            state = replace(state, sealed=state.sealed.put(seat, card))
    return state


def hows(state: State) -> list[str]:
    words = {"played": "played", "wasted": "played", "unaffordable": "invalid"}
    return [words[shown.verdict] if shown else "none" for shown in state.history[-1]]


def after_turn(side: Side) -> dict[str, Any]:
    return {
        "hp": side.hp,
        "energy": side.energy,
        "wall": side.wall and side.wall.hp,
        "miner": side.miner and [side.miner.type, side.miner.countdown],
        "hand": sorted(card.subtype for card in side.hand),
        "deck": len(side.deck),
    }


def played_through_apply(vector: dict[str, Any], options: Options) -> Result | None:
    state = phases.open_turn(opened(vector, options)).state
    for turn in vector["turns"]:
        for seat, subtype in enumerate(turn["cards"]):
            if subtype is not None:
                legal = legal_actions(state, seat)
                action = next(action for action in legal if action.card.subtype == subtype)
                state = apply(state, seat, action).state
    return state.outcome
