"""Random battles and whole random matches on rows of integers."""

from meadhall.games.elemental_clash.cards import DECK_SIZE, HAND_SIZE, MINERS, OPTIONS_PER_ROUND
from meadhall.games.elemental_clash.fast.tables import (
    CHOICE,
    COUNTDOWN,
    DM,
    ENERGY,
    FIXED,
    HAND_COUNT,
    HP,
    MINER,
    NONE,
    OPEN,
    PILE,
    PILE_COUNT,
    RECORD,
    ROW,
    SIDE,
    SIEGE,
    TURN,
    WALL,
    Decks,
    Numbers,
    compile_if_possible,
)
from meadhall.games.elemental_clash.fast.turn import legal, refill, turn
from meadhall.games.elemental_clash.types import BASE_HP, START_ENERGY


@compile_if_possible
def next_random(seed: int) -> int:
    """The next number of a Lehmer generator. Its products fit into 64 bits, as Numba needs."""
    return seed * 48271 % 2147483647


@compile_if_possible
def pick_bit(bits: int, seed: int) -> int:
    """The place of a random set bit."""
    count = 0
    for place in range(HAND_SIZE):
        count += bits >> place & 1
    # The remainder is fair enough: the generator's modulus is a prime, so low bits are random.
    skip, place = seed % count, 0
    while skip > 0 or not bits >> place & 1:
        skip -= bits >> place & 1
        place += 1
    return place


@compile_if_possible
def play_out(row: Numbers, rules: int, seed: int) -> tuple[int, int]:
    """Play at random to the end. Returns the result and the next seed."""
    result = OPEN
    while result == OPEN:
        # A side without cards chooses NONE. The turn is still played, because miners may act.
        first, second = row[CHOICE], row[SIDE + CHOICE]
        if first == NONE and row[HAND_COUNT] > 0:
            seed = next_random(seed)
            first = pick_bit(legal(row, 0), seed)
        if second == NONE and row[SIDE + HAND_COUNT] > 0:
            seed = next_random(seed)
            second = pick_bit(legal(row, SIDE), seed)
        result = turn(row, first, second, rules)
    return result, seed


@compile_if_possible
def _copy(source: Numbers, target: Numbers) -> None:
    for place in range(ROW):
        target[place] = source[place]


@compile_if_possible
def play_outs(start: Numbers, row: Numbers, tally: Numbers, options: tuple[int, int, int]) -> None:
    """Count many playouts of a battle by result; `options` are their number, rules and seed."""
    count, rules, seed = options
    for _ in range(count):
        _copy(start, row)
        result, seed = play_out(row, rules, seed)
        tally[result] += 1


@compile_if_possible
def shuffle(row: Numbers, start: int, count: int, seed: int) -> int:
    """Shuffle a part of the row. Returns the next seed."""
    for last in range(count - 1, 0, -1):
        seed = next_random(seed)
        pick = seed % (last + 1)
        row[start + last], row[start + pick] = row[start + pick], row[start + last]
    return seed


@compile_if_possible
def deal(row: Numbers, side: int, deck: Numbers, seed: int) -> int:
    """Set up a side with a shuffled deck and a hand. Returns the next seed."""
    row[side + HP], row[side + ENERGY], row[side + WALL] = BASE_HP, START_ENERGY, 0
    row[side + MINER], row[side + COUNTDOWN], row[side + CHOICE] = NONE, 0, NONE
    row[side + HAND_COUNT], row[side + PILE_COUNT] = 0, DECK_SIZE
    for place in range(DECK_SIZE):
        row[side + PILE + place] = deck[place]
    seed = shuffle(row, side + PILE, DECK_SIZE, seed)
    refill(row, side)
    row[TURN], row[SIEGE] = 1, 0
    return seed


@compile_if_possible
def _finish_deck(deck: Numbers, picked: int, wild: Numbers, seed: int) -> int:
    """Draft at random what is missing in the deck. Returns the next seed."""
    # Only places from `picked` on are written, so the same deck serves the next match.
    for card in range(picked, FIXED):
        deck[card] = card  # the code of the only subtype on offer is the number of the round
    if picked <= FIXED:
        seed = next_random(seed)
        deck[FIXED] = DM + seed % len(MINERS)
    if picked <= FIXED + 1:
        seed = next_random(seed)
        deck[FIXED + 1] = wild[seed % OPTIONS_PER_ROUND]
    return seed


@compile_if_possible
def draft_play_outs(
    decks: Decks, row: Numbers, tally: Numbers, options: tuple[int, int, int, int, int]
) -> None:
    """The same from a draft; `options` end with the number of picks that each seat has made."""
    count, rules, seed, picked_one, picked_two = options
    wild, one, two = decks
    for _ in range(count):
        seed = deal(row, 0, one, _finish_deck(one, picked_one, wild, seed))
        seed = deal(row, SIDE, two, _finish_deck(two, picked_two, wild, seed))
        result, seed = play_out(row, rules, seed)
        tally[result] += 1


@compile_if_possible
def battles(out: Numbers, row: Numbers, decks: Decks, options: tuple[int, int, int]) -> None:
    """Whole random matches with their drafts; each writes `RECORD` numbers to `out`."""
    count, rules, seed = options
    wild, one, two = decks
    for number in range(count):
        for card in range(len(wild)):
            wild[card] = card
        seed = shuffle(wild, 0, len(wild), seed)
        seed = deal(row, 0, one, _finish_deck(one, 0, wild, seed))
        seed = deal(row, SIDE, two, _finish_deck(two, 0, wild, seed))
        result, seed = play_out(row, rules, seed)
        record = number * RECORD
        out[record], out[record + 1] = result, int(row[HP] <= 0 or row[SIDE + HP] <= 0)
        out[record + 2] = row[TURN]
        out[record + 3], out[record + 4] = one[FIXED], one[FIXED + 1]
        out[record + 5], out[record + 6] = two[FIXED], two[FIXED + 1]
