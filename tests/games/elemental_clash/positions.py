"""Positions for tests: a card by its subtype, a side, a turn in which both seats have chosen."""

from collections.abc import Iterator
from dataclasses import replace

from meadhall.core.codec import encode
from meadhall.core.game import start
from meadhall.core.rng import Rng
from meadhall.core.status import Finished
from meadhall.games.elemental_clash import GAME
from meadhall.games.elemental_clash.cards import FACES, INTERVAL, Card, MinerType, Subtype
from meadhall.games.elemental_clash.rules.phases import STEPS
from meadhall.games.elemental_clash.rules.transitions import PHASES
from meadhall.games.elemental_clash.types import Miner, Options, Phase, Side, State, Wall
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


def with_hand(cards: tuple[Card, ...], side: Side = RICH) -> Side:
    return replace(side, hand=cards)


DRAFTED = hand("wall", "deflection", "continuous", "projectile", "repair_miner", "repair_miner")
SPARE = card("repair_miner", 6)
"""A card for the deck, so that a side with an empty hand is not out of cards."""


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


def lock_first_cards(state: State) -> State:
    """The state in which both seats have chosen the first card of their hands, for good."""
    choices = tuple(side.hand[0] if side.hand else None for side in state.sides)
    return replace(state, sealed=Sealed(choices), turn_state="locked")


def turn(one: Side, two: Side, until: Phase = "advance", options: Options | None = None) -> State:
    """The battle after both seats have played the first card of their hands."""
    one, two = (replace(side, deck=side.deck or (SPARE,)) for side in (one, two))
    state = lock_first_cards(battle(one, two, options=options))
    for phase in PHASES[2 : PHASES.index(until) + 1]:
        state = STEPS[phase](state).state
        if state.outcome is not None:
            break
    return state


def match_positions(options: Options, seed: str) -> Iterator[State]:
    """Every position of a random match with this seed."""
    state, rng = start(GAME, options, 2, Rng(seed)), Rng(seed).fork("play")
    while not isinstance(status := GAME.status(state), Finished):
        yield state
        for seat in status.seats:
            action, rng = rng.choice(GAME.legal_actions(state, seat))
            state = GAME.apply(state, seat, action).state
            yield state
    yield state


def visible_bytes(state: State, viewer: int | None) -> bytes:
    """Everything that reaches the viewer: view, scene and diagram."""
    view = GAME.view(state, viewer)
    assert GAME.present is not None
    scene = GAME.present.scene(view)
    return encode(view) + encode(scene) + GAME.notation.diagram(view).encode()


def new_match(seed: str = "draft") -> State:
    return start(GAME, Options(), 2, Rng(seed))


def draft_rounds(state: State, rounds: int, place: int = 0) -> State:
    """The state after these rounds, in which both seats pick the offer at this place."""
    for _ in range(rounds):
        for seat in (0, 1):
            state = GAME.apply(state, seat, GAME.legal_actions(state, seat)[place]).state
    return state
