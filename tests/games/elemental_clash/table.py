"""Positions for tests: a card by its subtype, a side, a turn in which both have locked a card."""

from dataclasses import replace

from meadhall.core.rng import Rng
from meadhall.games.elemental_clash.cards import FACES, INTERVAL, Card, MinerType, Subtype
from meadhall.games.elemental_clash.machines import PHASES, Phase
from meadhall.games.elemental_clash.phases import STEPS
from meadhall.games.elemental_clash.types import Miner, Options, Side, State, Wall
from meadhall.kit.sealed import Sealed


def card(subtype: Subtype, number: int = 1) -> Card:
    return Card(next(face for face in FACES if face.subtype == subtype), number)


def hand(*subtypes: Subtype) -> tuple[Card, ...]:
    return tuple(card(subtype, number) for number, subtype in enumerate(subtypes, 1))


def wall(hp: int = 12, placed: int = 1) -> Wall:
    return Wall(hp, "fire", placed)


def miner(type_: MinerType, countdown: int | None = None) -> Miner:
    return Miner(type_, INTERVAL[type_] if countdown is None else countdown, 1)


BLAST, SHOT, DODGE, SHIELD = (
    hand("continuous"),
    hand("projectile"),
    hand("deflection"),
    hand("wall"),
)
RICH = Side(energy=10)


def holding(cards: tuple[Card, ...], side: Side = RICH) -> Side:
    return replace(side, hand=cards)


DRAFTED = hand("wall", "deflection", "continuous", "projectile", "repair_miner", "repair_miner")
SPARE = card("repair_miner", 6)
"""Lies in the deck, so that a side without a hand is not out of cards."""


def battle(one: Side, two: Side, turn: int = 2, options: Options | None = None) -> State:
    """A battle in SELECTION."""
    return State(
        options or Options(),
        Rng("table"),
        (),
        stage="battle",
        picks=(DRAFTED, DRAFTED),
        turn=turn,
        phase="selection",
        turn_state="waiting",
        sides=(one, two),
    )


def locked(state: State) -> State:
    """The first card of each hand is chosen, and no choice can be changed any more."""
    choices = tuple(side.hand[0] if side.hand else None for side in state.sides)
    return replace(state, sealed=Sealed(choices), turn_state="locked")


def turn(one: Side, two: Side, until: Phase = "advance", options: Options | None = None) -> State:
    """The battle after both have played the first card of their hands."""
    one, two = (replace(side, deck=side.deck or (SPARE,)) for side in (one, two))
    state = locked(battle(one, two, options=options))
    for phase in PHASES[2 : PHASES.index(until) + 1]:
        state = STEPS[phase](state).state
        if state.outcome is not None:
            break
    return state
