"""What a seat sees of an array, as numbers; and arrays as states again, to be drawn."""

from collections.abc import Iterable

from meadhall.core.rng import Rng
from meadhall.games.elemental_clash.cards import (
    DECK_SIZE,
    FACES,
    HAND_SIZE,
    MINERS,
    OPTIONS_PER_ROUND,
    SUBTYPES,
    WILDCARD_ROUND,
    Card,
)
from meadhall.games.elemental_clash.fast.batch_tables import (
    ALL_CARDS,
    BATTLE,
    CARD_COUNT,
    DRAFT,
    FIRST_WILD,
    GAME_OVER,
    HELD,
    IN_DECK,
    OFFERED,
    PICKS,
    PILED,
    RESULT,
    ROUND,
    SEALED,
    SHOWN,
    STAGE,
    WILD,
    Numbers,
)
from meadhall.games.elemental_clash.fast.lane import PAYOFFS
from meadhall.games.elemental_clash.fast.tables import (
    COUNTDOWN,
    DM,
    ENERGY,
    HAND_COUNT,
    HP,
    MINER,
    NONE,
    PILE_COUNT,
    SIDE,
    SIEGE,
    TURN,
    WALL,
)
from meadhall.games.elemental_clash.types import (
    SEATS,
    Miner,
    Options,
    Result,
    Side,
    Stage,
    State,
    Wall,
)
from meadhall.games.elemental_clash.types import Phase as TurnPhase
from meadhall.kit.compiled import kernel
from meadhall.kit.sealed import Sealed

KINDS, MINER_COUNT = len(SUBTYPES), len(MINERS)
SIDE_NUMBERS = 8 + MINER_COUNT
# Where the parts of an observation begin, as `encode` has them.
SIDES = 6
SHOWN_ROWS = SIDES + 2 * SIDE_NUMBERS
OFFERS = SHOWN_ROWS + 2 * KINDS
OWN_PICKS, OWN_HAND, UNSEEN, CHOICE = (OFFERS + group * CARD_COUNT for group in range(1, 5))
WILDCARDS = CHOICE + CARD_COUNT


@kernel
def observe_side(state: Numbers, seat: int, numbers: Numbers, at: int) -> None:
    """Writes what everybody sees of a side."""
    side = seat * SIDE
    numbers[at], numbers[at + 1] = state[side + HP], state[side + ENERGY]
    numbers[at + 2], numbers[at + 3] = state[side + WALL], state[side + COUNTDOWN]
    numbers[at + 4], numbers[at + 5] = state[side + HAND_COUNT], state[side + PILE_COUNT]
    numbers[at + 6] = state[SEALED + seat] != NONE
    if state[side + MINER] != NONE:
        numbers[at + 7] = 1
        numbers[at + 8 + state[side + MINER] - DM] = 1


@kernel
def observe_own(state: Numbers, seat: int, numbers: Numbers) -> None:
    """Writes the cards of the seat that nobody else sees."""
    for place in range(DECK_SIZE):
        card = state[PICKS + seat * DECK_SIZE + place]
        if card != NONE:
            numbers[OWN_PICKS + card] = 1
    for place in range(state[seat * SIDE + HAND_COUNT]):
        numbers[OWN_HAND + state[HELD + seat * HAND_SIZE + place]] = 1
    for place in range(state[IN_DECK + seat]):
        numbers[UNSEEN + state[PILED + seat * DECK_SIZE + place]] = 1
    if state[SEALED + seat] != NONE:
        numbers[CHOICE + state[SEALED + seat]] = 1


@kernel
def observe_offers(state: Numbers, numbers: Numbers) -> None:
    """Writes the cards on offer, and the wildcards once they are known."""
    late = state[ROUND] >= WILDCARD_ROUND
    for place in range(OPTIONS_PER_ROUND):
        if late:
            numbers[WILDCARDS + state[WILD + place]] = 1
        if state[STAGE] == DRAFT:
            wild = FIRST_WILD + state[WILD + place]
            numbers[OFFERS + (wild if late else OFFERED[state[ROUND] - 1, place])] = 1


@kernel
def observe(state: Numbers, seat: int, numbers: Numbers) -> None:
    """Writes what the seat sees, its own side first."""
    numbers[:] = 0
    numbers[state[STAGE]] = 1
    numbers[3], numbers[4], numbers[5] = state[ROUND], state[TURN], state[SIEGE]
    for part in range(2):
        whose = seat if part == 0 else 1 - seat
        observe_side(state, whose, numbers, SIDES + part * SIDE_NUMBERS)
        for kind in range(KINDS):
            numbers[SHOWN_ROWS + part * KINDS + kind] = state[SHOWN + whose * KINDS + kind]
    observe_own(state, seat, numbers)
    observe_offers(state, numbers)


def unpack(array: Numbers, options: Options) -> State:
    """The state; the array does not know what was shown, nor when a thing was placed."""
    stages: tuple[Stage, ...] = ("draft", "battle", "game_over")
    stage = stages[int(array[STAGE])]
    picks = tuple(_cards(array[PICKS + seat * DECK_SIZE :][:DECK_SIZE]) for seat in SEATS)
    chosen = tuple(next(iter(_cards([array[SEALED + seat]])), None) for seat in SEATS)
    phase: TurnPhase = "advance" if array[STAGE] == DRAFT else "selection"
    over = array[STAGE] == GAME_OVER
    payoffs = PAYOFFS[int(array[RESULT])] if over else None
    return State(
        options,
        Rng("unpacked"),
        tuple(FACES[int(face)] for face in array[WILD : WILD + OPTIONS_PER_ROUND]),
        stage,
        picks,
        Sealed(chosen),
        int(array[TURN]),
        phase,
        "waiting" if array[STAGE] == BATTLE else "complete",
        tuple(_side(array, seat, picks[seat]) for seat in SEATS),
        siege=int(array[SIEGE]),
        outcome=None if payoffs is None else Result(payoffs, "base", ""),
    )


def _cards(numbers: Iterable[int]) -> tuple[Card, ...]:
    return tuple(ALL_CARDS[int(number)] for number in numbers if number != NONE)


def _side(array: Numbers, seat: int, picks: tuple[Card, ...]) -> Side:
    at = seat * SIDE
    wall, miner = int(array[at + WALL]), int(array[at + MINER])
    held = array[HELD + seat * HAND_SIZE :][: int(array[at + HAND_COUNT])]
    pile = _cards(array[PILED + seat * DECK_SIZE :][: int(array[at + PILE_COUNT])])
    deck = int(array[IN_DECK + seat])
    return Side(
        hp=int(array[at + HP]),
        energy=int(array[at + ENERGY]),
        # The first pick of every draft is a shield.
        wall=Wall(wall, picks[0].face.element, 0) if wall else None,
        miner=Miner(MINERS[miner - DM], int(array[at + COUNTDOWN]), 0) if miner != NONE else None,
        hand=_cards(held),
        deck=pile[:deck],
        under=pile[deck:],
    )
