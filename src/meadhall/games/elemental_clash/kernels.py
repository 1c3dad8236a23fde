"""Battles as rows of integers, for playouts by the thousand: the same rules on another footing.

The kernels are plain loops over integers. Where Numba is installed they are compiled, where it is
not they run as they stand; both play the same battles. A property test holds them to the rules.

A row is two sides and the counters:

    hp energy wall miner countdown hand-size pile-size choice hand[4] pile[6]   (twice)
    turn siege

A card is its place in `SUBTYPES`, a miner too, and -1 is none. `choice` is a place in the hand that
has been sealed already. The pile is the deck with, in an endless game, the played cards under it.
"""

from array import array
from collections.abc import Callable
from typing import Final, TypeAlias, TypeVar

from meadhall.games.elemental_clash.cards import (
    DECK_SIZE,
    DEFLECTION_REDUCTION,
    HAND_SIZE,
    INTERVAL,
    KINDS,
    MINERS,
    OPTIONS_PER_ROUND,
    POWER,
    SUBTYPES,
    WALL_DECAY,
    WALL_HP,
)
from meadhall.games.elemental_clash.types import (
    BASE_HP,
    ENDLESS_TURNS,
    ENERGY_PER_TURN,
    MAX_ENERGY,
    SIEGE_TURNS,
    START_ENERGY,
)
from meadhall.kit.compiled import kernel

F = TypeVar("F", bound=Callable[..., object])
Numbers: TypeAlias = "array[int]"
Decks: TypeAlias = tuple[Numbers, Numbers, Numbers]
"""The wildcards, and the deck of either seat."""


def compiled(function: F) -> F:
    """The function as machine code where that can be had."""
    try:
        return kernel(function)
    except ImportError:
        return function


HP, ENERGY, WALL, MINER, COUNTDOWN, HAND_COUNT, PILE_COUNT, CHOICE = range(8)
HAND: Final = 8
PILE: Final = HAND + HAND_SIZE
SIDE: Final = PILE + DECK_SIZE
TURN: Final = 2 * SIDE
SIEGE: Final = TURN + 1
ROW: Final = TURN + 2

NONE: Final = -1
CODE: Final = {subtype: code for code, subtype in enumerate(SUBTYPES)}
W, D, C, P, DM, PM, CM, RM = (CODE[subtype] for subtype in SUBTYPES)
COST: Final = tuple(KINDS[subtype].cost for subtype in SUBTYPES)
EVERY: Final = tuple(INTERVAL[s] if s in MINERS else 0 for s in SUBTYPES)
BLAST: Final = POWER["continuous"]
SHOT: Final = POWER["projectile"]
FIXED: Final = 4  # the draft rounds that leave no choice of subtype

RECORD: Final = 7
"""How it ended, whether by a fallen base, turns, then bot and wildcard of either seat."""

OPEN, ONE, TWO, BOTH_LOSE, DRAWN = range(5)
"""How a battle stands: open, won by seat 1 or seat 2, lost by both, drawn."""


@compiled
def _draw(seed: int) -> int:
    """The next number of a small generator that fits into 64 bits everywhere."""
    return seed * 48271 % 2147483647


@compiled
def _works(row: Numbers, side: int, card: int) -> bool:
    if card == W:
        return row[side + WALL] == 0
    return card < DM or row[side + MINER] == NONE


@compiled
def legal(row: Numbers, side: int) -> int:
    """The places in the hand that may be chosen, as bits."""
    works = payable = 0
    cheapest = NONE
    for place in range(row[side + HAND_COUNT]):
        card = row[side + HAND + place]
        if COST[card] <= row[side + ENERGY]:
            payable |= 1 << place
            if _works(row, side, card):
                works |= 1 << place
        if cheapest == NONE or COST[card] < COST[row[side + HAND + cheapest]]:
            cheapest = place
    if works or payable:
        return works or payable
    return 0 if cheapest == NONE else 1 << cheapest


@compiled
def _pick_bit(bits: int, seed: int) -> int:
    """One of the set bits."""
    count = 0
    for place in range(HAND_SIZE):
        count += bits >> place & 1
    skip, place = seed % count, 0
    while skip > 0 or not bits >> place & 1:
        skip -= bits >> place & 1
        place += 1
    return place


@compiled
def _spend(row: Numbers, side: int, place: int, rules: int) -> int:
    """Pay for the card and take it out of the hand; the card if it has an effect, else none."""
    card = row[side + HAND + place]
    affordable = COST[card] <= row[side + ENERGY]
    if not affordable and not rules & 1:
        return NONE
    for later in range(place, row[side + HAND_COUNT] - 1):
        row[side + HAND + later] = row[side + HAND + later + 1]
    row[side + HAND_COUNT] -= 1
    if not affordable:
        return NONE
    row[side + ENERGY] -= COST[card]
    if rules & 2:
        row[side + PILE + row[side + PILE_COUNT]] = card
        row[side + PILE_COUNT] += 1
    return card if _works(row, side, card) else NONE


@compiled
def _place(row: Numbers, side: int, card: int) -> None:
    if card == W:
        row[side + WALL] = WALL_HP
    elif card >= DM:
        row[side + MINER] = card
        row[side + COUNTDOWN] = EVERY[card]


@compiled
def _blast(row: Numbers, side: int, dodging: bool) -> None:  # noqa: FBT001 - a kernel
    power = BLAST - DEFLECTION_REDUCTION if dodging else BLAST
    absorbed = min(power, row[side + WALL])
    row[side + WALL] -= absorbed
    if power > absorbed:
        row[side + HP] -= power - absorbed
        row[side + MINER] = NONE
        row[side + COUNTDOWN] = 0


@compiled
def _shot(row: Numbers, side: int, dodging: bool) -> bool:  # noqa: FBT001 - a kernel
    """Whether the dodge, if there was one, has been used up."""
    if row[side + MINER] == DM:
        return False
    if dodging:
        return True
    row[side + HP] -= SHOT
    row[side + MINER] = NONE
    row[side + COUNTDOWN] = 0
    return False


@compiled
def _tick(row: Numbers, side: int) -> int:
    """The miner that pays out now, or none."""
    miner = row[side + MINER]
    if miner == NONE or EVERY[miner] == 0:
        return NONE
    row[side + COUNTDOWN] -= 1
    if row[side + COUNTDOWN] > 0:
        return NONE
    row[side + COUNTDOWN] = EVERY[miner]
    if miner == RM and row[side + WALL] > 0:
        row[side + WALL] = WALL_HP
    return miner


@compiled
def _refill(row: Numbers, side: int) -> None:
    while row[side + HAND_COUNT] < HAND_SIZE and row[side + PILE_COUNT] > 0:
        row[side + HAND + row[side + HAND_COUNT]] = row[side + PILE]
        row[side + HAND_COUNT] += 1
        row[side + PILE_COUNT] -= 1
        for place in range(row[side + PILE_COUNT]):
            row[side + PILE + place] = row[side + PILE + place + 1]


@compiled
def _verdict(row: Numbers, rules: int) -> int:
    one, two = row[HP], row[SIDE + HP]
    if one <= 0 and two <= 0:
        return BOTH_LOSE
    if one > 0 and two > 0:
        cards = row[HAND_COUNT] + row[PILE_COUNT] + row[SIDE + HAND_COUNT] + row[SIDE + PILE_COUNT]
        if cards > 0 and not (rules & 2 and row[TURN] >= ENDLESS_TURNS):
            return OPEN
        hostile = row[MINER] in (PM, CM) or row[SIDE + MINER] in (PM, CM)
        if cards == 0 and hostile and row[SIEGE] < SIEGE_TURNS and not rules & 1:
            row[SIEGE] += 1
            return OPEN
    if one == two:
        return DRAWN
    return ONE if one > two else TWO


@compiled
def _land(row: Numbers, side: int, attack: int, dodging: bool) -> bool:  # noqa: FBT001 - a kernel
    if attack == C:
        _blast(row, side, dodging)
    elif attack == P:
        return _shot(row, side, dodging)
    return False


@compiled
def _pay(row: Numbers, side: int, miner: int, dodging: bool, used: bool) -> None:  # noqa: FBT001 - a kernel
    if miner == CM:
        _blast(row, side, dodging)
    elif miner == PM:
        _shot(row, side, dodging and not used)


@compiled
def turn(row: Numbers, first: int, second: int, rules: int) -> int:
    """One turn from the chosen places in hand to the next SELECTION, and how the battle stands."""
    one = NONE if first == NONE else _spend(row, 0, first, rules)
    two = NONE if second == NONE else _spend(row, SIDE, second, rules)
    _place(row, 0, one)
    _place(row, SIDE, two)
    used_one = _land(row, 0, two, one == D)
    used_two = _land(row, SIDE, one, two == D)
    paid_one, paid_two = _tick(row, 0), _tick(row, SIDE)
    _pay(row, 0, paid_two, one == D, used_one)
    _pay(row, SIDE, paid_one, two == D, used_two)
    row[WALL] = max(0, row[WALL] - WALL_DECAY)
    row[SIDE + WALL] = max(0, row[SIDE + WALL] - WALL_DECAY)
    row[CHOICE] = row[SIDE + CHOICE] = NONE
    stands = _verdict(row, rules)
    if stands == OPEN:
        _refill(row, 0)
        _refill(row, SIDE)
        row[TURN] += 1
        row[ENERGY] = min(MAX_ENERGY, row[ENERGY] + ENERGY_PER_TURN)
        row[SIDE + ENERGY] = min(MAX_ENERGY, row[SIDE + ENERGY] + ENERGY_PER_TURN)
    return stands


@compiled
def play_out(row: Numbers, rules: int, seed: int) -> tuple[int, int]:
    """Random play to the end: how the battle stands then, and the generator to go on with."""
    stands = OPEN
    while stands == OPEN:
        first, second = row[CHOICE], row[SIDE + CHOICE]
        if first == NONE and row[HAND_COUNT] > 0:
            seed = _draw(seed)
            first = _pick_bit(legal(row, 0), seed)
        if second == NONE and row[SIDE + HAND_COUNT] > 0:
            seed = _draw(seed)
            second = _pick_bit(legal(row, SIDE), seed)
        stands = turn(row, first, second, rules)
    return stands, seed


@compiled
def _copy(source: Numbers, target: Numbers) -> None:
    for place in range(ROW):
        target[place] = source[place]


@compiled
def play_outs(start: Numbers, row: Numbers, tally: Numbers, options: tuple[int, int, int]) -> None:
    """Many playouts of one battle: `options` are how many, the rules and the seed."""
    count, rules, seed = options
    for _ in range(count):
        _copy(start, row)
        stands, seed = play_out(row, rules, seed)
        tally[stands] += 1


@compiled
def _shuffle(row: Numbers, start: int, count: int, seed: int) -> int:
    for last in range(count - 1, 0, -1):
        seed = _draw(seed)
        pick = seed % (last + 1)
        row[start + last], row[start + pick] = row[start + pick], row[start + last]
    return seed


@compiled
def deal(row: Numbers, side: int, deck: Numbers, seed: int) -> int:
    """A fresh side with its deck shuffled and its hand dealt; the generator to go on with."""
    row[side + HP], row[side + ENERGY], row[side + WALL] = BASE_HP, START_ENERGY, 0
    row[side + MINER], row[side + COUNTDOWN], row[side + CHOICE] = NONE, 0, NONE
    row[side + HAND_COUNT], row[side + PILE_COUNT] = 0, DECK_SIZE
    for place in range(DECK_SIZE):
        row[side + PILE + place] = deck[place]
    seed = _shuffle(row, side + PILE, DECK_SIZE, seed)
    _refill(row, side)
    row[TURN], row[SIEGE] = 1, 0
    return seed


@compiled
def _finish_deck(deck: Numbers, picked: int, wild: Numbers, seed: int) -> int:
    """Random picks for the rounds still open: the fixed cards, a miner, one of the wildcards."""
    for card in range(picked, FIXED):
        deck[card] = card
    if picked <= FIXED:
        seed = _draw(seed)
        deck[FIXED] = DM + seed % len(MINERS)
    if picked <= FIXED + 1:
        seed = _draw(seed)
        deck[FIXED + 1] = wild[seed % OPTIONS_PER_ROUND]
    return seed


@compiled
def draft_play_outs(
    decks: Decks, row: Numbers, tally: Numbers, options: tuple[int, int, int, int, int]
) -> None:
    """Many playouts of a draft: `options` are how many, the rules, the seed, and the picks made."""
    count, rules, seed, picked_one, picked_two = options
    wild, one, two = decks
    for _ in range(count):
        seed = deal(row, 0, one, _finish_deck(one, picked_one, wild, seed))
        seed = deal(row, SIDE, two, _finish_deck(two, picked_two, wild, seed))
        stands, seed = play_out(row, rules, seed)
        tally[stands] += 1


@compiled
def battles(out: Numbers, row: Numbers, decks: Decks, options: tuple[int, int, int]) -> None:
    """Whole random matches, draft included, one record of `RECORD` numbers each."""
    count, rules, seed = options
    wild, one, two = decks
    for number in range(count):
        for card in range(len(wild)):
            wild[card] = card
        seed = _shuffle(wild, 0, len(wild), seed)
        seed = deal(row, 0, one, _finish_deck(one, 0, wild, seed))
        seed = deal(row, SIDE, two, _finish_deck(two, 0, wild, seed))
        stands, seed = play_out(row, rules, seed)
        record = number * RECORD
        out[record], out[record + 1] = stands, int(row[HP] <= 0 or row[SIDE + HP] <= 0)
        out[record + 2] = row[TURN]
        out[record + 3], out[record + 4] = one[FIXED], one[FIXED + 1]
        out[record + 5], out[record + 6] = two[FIXED], two[FIXED + 1]
