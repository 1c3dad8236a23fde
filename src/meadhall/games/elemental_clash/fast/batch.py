"""Many matches at once, by the numbers of `encode`: the draft, the deal and the battle."""

from collections.abc import Callable
from functools import cache
from typing import cast

import numpy as np

from meadhall.core.fast_lane import NOBODY, BatchKernels, BatchLane
from meadhall.games.elemental_clash.cards import (
    DECK_SIZE,
    DRAFT_ROUNDS,
    FACES,
    HAND_SIZE,
    OPTIONS_PER_ROUND,
    SUBTYPES,
    WILDCARD_ROUND,
)
from meadhall.games.elemental_clash.fast import turn as turns
from meadhall.games.elemental_clash.fast.batch_tables import (
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
    RANDOM,
    RESULT,
    ROUND,
    RULES,
    SEALED,
    SHOWN,
    STAGE,
    SUBTYPE,
    WHOLE,
    WILD,
    Numbers,
)
from meadhall.games.elemental_clash.fast.batch_view import observe, unpack
from meadhall.games.elemental_clash.fast.lane import rule_bits
from meadhall.games.elemental_clash.fast.tables import (
    BOTH_LOSE,
    COST,
    DRAWN,
    ENERGY,
    HAND,
    HAND_COUNT,
    HP,
    MINER,
    NONE,
    ONE,
    OPEN,
    PILE,
    PILE_COUNT,
    SIDE,
    TURN,
)
from meadhall.games.elemental_clash.types import BASE_HP, SEATS, START_ENERGY, Options, State
from meadhall.kit.compiled import kernel
from meadhall.kit.luck import draw, random_step

KINDS = len(SUBTYPES)
next_random, draw_below = kernel(random_step), kernel(draw)
# Their rows are arrays without numpy; compiled, they take both.
legal_places = cast("Callable[[Numbers, int], int]", turns.legal)
turn = cast("Callable[[Numbers, int, int, int], int]", turns.turn)


@kernel
def to_act(state: Numbers) -> int:
    """The first seat that has still to pick or to choose."""
    for seat in range(2):
        if state[SEALED + seat] == NONE and (
            state[STAGE] == DRAFT
            or (state[STAGE] == BATTLE and state[seat * SIDE + HAND_COUNT] > 0)
        ):
            return seat
    return NOBODY


@kernel
def offer(state: Numbers, place: int) -> int:
    """A card on offer in this draft round."""
    if state[ROUND] == WILDCARD_ROUND:
        return int(FIRST_WILD + state[WILD + place])
    return int(OFFERED[state[ROUND] - 1, place])


@kernel
def legal(state: Numbers, seat: int, numbers: Numbers, memo: Numbers) -> int:
    """Writes the legal numbers of the seat to act; returns how many."""
    count = 0
    if state[STAGE] == DRAFT:
        for place in range(OPTIONS_PER_ROUND):
            numbers[place] = offer(state, place)
        return OPTIONS_PER_ROUND
    bits = legal_places(state, seat * SIDE)
    for place in range(HAND_SIZE):
        if bits >> place & 1:
            numbers[count] = CARD_COUNT + state[HELD + seat * HAND_SIZE + place]
            count += 1
    return count


@kernel
def draw_cards(state: Numbers, seat: int) -> None:
    """Lists the cards that the row has drawn into the hand; the first of the pile come first."""
    held, piled = HELD + seat * HAND_SIZE, PILED + seat * DECK_SIZE
    for place in range(HAND_SIZE):
        if place < state[seat * SIDE + HAND_COUNT] and state[held + place] == NONE:
            state[held + place] = state[piled]
            for later in range(DECK_SIZE - 1):
                state[piled + later] = state[piled + later + 1]
            state[IN_DECK + seat] = max(0, state[IN_DECK + seat] - 1)


@kernel
def deal(state: Numbers, seat: int) -> None:
    """Shuffles the picks into a pile and deals a hand."""
    side, piled = seat * SIDE, PILED + seat * DECK_SIZE
    for place in range(DECK_SIZE):
        state[piled + place] = state[PICKS + seat * DECK_SIZE + place]
    for last in range(DECK_SIZE - 1, 0, -1):
        state[RANDOM] = next_random(state[RANDOM])
        pick = draw_below(state[RANDOM], last + 1)
        state[piled + last], state[piled + pick] = state[piled + pick], state[piled + last]
    for place in range(DECK_SIZE):
        code = SUBTYPE[state[piled + place]]
        if place < HAND_SIZE:
            state[side + HAND + place] = code
        else:
            state[side + PILE + place - HAND_SIZE] = code
    state[side + HAND_COUNT], state[side + PILE_COUNT] = HAND_SIZE, DECK_SIZE - HAND_SIZE
    state[IN_DECK + seat] = DECK_SIZE
    draw_cards(state, seat)


@kernel
def close_round(state: Numbers) -> None:
    """Both seats have picked: the next round or, after the last, the battle."""
    for seat in range(2):
        state[PICKS + seat * DECK_SIZE + state[ROUND] - 1] = state[SEALED + seat]
        state[SEALED + seat] = NONE
    state[ROUND] += 1
    if state[ROUND] > DRAFT_ROUNDS:
        deal(state, 0)
        deal(state, 1)
        state[STAGE] = BATTLE


@kernel
def chosen_place(state: Numbers, seat: int) -> int:
    """The place in the hand of the card that the seat has chosen; NONE from an empty hand."""
    for place in range(state[seat * SIDE + HAND_COUNT]):
        if state[HELD + seat * HAND_SIZE + place] == state[SEALED + seat]:
            return place
    return NONE


@kernel
def reveal(state: Numbers, seat: int, place: int) -> None:
    """Notes the card that the seat shows, and takes it from the list of its hand if it goes."""
    if place == NONE:
        return
    card, held = state[SEALED + seat], HELD + seat * HAND_SIZE
    state[SHOWN + seat * KINDS + SUBTYPE[card]] += 1
    payable = COST[SUBTYPE[card]] <= state[seat * SIDE + ENERGY]
    if not payable and not state[RULES] & 1:
        return  # unless costs are strict, a card that cannot be paid stays in the hand
    for later in range(place, HAND_SIZE - 1):
        state[held + later] = state[held + later + 1]
    state[held + HAND_SIZE - 1] = NONE
    if payable and state[RULES] & 2:
        state[PILED + seat * DECK_SIZE + state[seat * SIDE + PILE_COUNT]] = card


@kernel
def play_turns(state: Numbers) -> None:
    """Plays the turn, and turns of a siege in which nobody holds cards."""
    while True:
        first, second = chosen_place(state, 0), chosen_place(state, 1)
        reveal(state, 0, first)
        reveal(state, 1, second)
        state[SEALED] = state[SEALED + 1] = NONE
        state[RESULT] = turn(state, first, second, state[RULES])
        if state[RESULT] != OPEN:
            state[STAGE] = GAME_OVER
            return
        draw_cards(state, 0)
        draw_cards(state, 1)
        if state[HAND_COUNT] or state[SIDE + HAND_COUNT]:
            return


@kernel
def step(state: Numbers, seat: int, number: int, memo: Numbers) -> None:
    """Seals the seat's pick or choice; the last one opens them."""
    state[SEALED + seat] = number % CARD_COUNT
    if to_act(state) != NOBODY:
        return
    if state[STAGE] == DRAFT:
        close_round(state)
    else:
        play_turns(state)


@kernel
def payoff(state: Numbers, seat: int) -> int:
    """What the finished match pays the seat."""
    result = state[RESULT]
    if result == DRAWN:
        return 0
    return 1 if result != BOTH_LOSE and (result == ONE) == (seat == 0) else -1


def pack(state: State) -> Numbers:
    """The first state of a match as an array."""
    array = np.zeros(WHOLE, np.int64)
    array[[RULES, ROUND, TURN]] = rule_bits(state.options), state.round, state.turn
    array[WILD : WILD + OPTIONS_PER_ROUND] = [FACES.index(face) for face in state.wildcards]
    array[PICKS:IN_DECK] = NONE
    for seat in SEATS:
        array[[seat * SIDE + HP, seat * SIDE + ENERGY]] = BASE_HP, START_ENERGY
        array[seat * SIDE + MINER] = NONE
    return array


_KERNELS = BatchKernels(to_act=to_act, legal=legal, step=step, observe=observe, payoff=payoff)


@cache
def batch(options: Options, seats: int, compact: bool) -> BatchLane[State] | None:  # noqa: FBT001 - as the contract has it
    """Matches with these options."""
    return BatchLane(
        kernels=_KERNELS,
        pack=pack,
        unpack=lambda array: unpack(array, options),
        most_legal=HAND_SIZE,
        luck=RANDOM,
    )
