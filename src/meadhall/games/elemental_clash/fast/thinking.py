"""One decision in a battle: guess what both sides may hold, and find their mixed strategies.

For every pair of guesses and every pair of choices one turn is played, then all turns without a
choice; the network says what the battle is worth then.
"""

from array import array
from typing import Final, TypeAlias

from meadhall.games.elemental_clash.cards import DECK_SIZE
from meadhall.games.elemental_clash.fast.equilibrium import TABLE, WIDE, Floats, find_mixes
from meadhall.games.elemental_clash.fast.guesses import guess_side, shuffle_pile
from meadhall.games.elemental_clash.fast.network import MOST_FACTS, SCALE, network_value
from meadhall.games.elemental_clash.fast.tables import (
    HAND_COUNT,
    NONE,
    ONE,
    OPEN,
    ROW,
    SIDE,
    TURN,
    TWO,
    Numbers,
    compile_if_possible,
)
from meadhall.games.elemental_clash.fast.turn import legal, turn

MOST_TYPES: Final = 32
Desk: TypeAlias = tuple[
    Numbers,  # the guesses of both sides
    Numbers,  # how many there are of each side
    Floats,  # the cells of all tables
    tuple[tuple[Floats, Floats, Floats], tuple[Floats, Floats, Floats]],  # mixes, regrets, sums
    tuple[Numbers, Numbers],  # the legal choices of each guess
    tuple[Floats, Floats],  # how likely each guess is
    tuple[Floats, Floats],  # room for the equilibrium
    tuple[Numbers, Numbers, Numbers],  # room for a row, a row and a deck
    tuple[Numbers, Numbers],  # room for facts and hidden sums
]
"""The room that one decision needs. Kernels cannot make arrays of their own without numpy."""
Public: TypeAlias = tuple[Numbers, Numbers, Numbers]
"""The wildcards on offer, the prior of the draft, and what both sides have shown."""


def new_desk(hidden: int, types: int = MOST_TYPES) -> Desk:
    """An empty desk for a network with that many hidden sums."""

    def numbers(count: int) -> Numbers:
        return array("q", bytes(8 * count))

    def floats(count: int) -> Floats:
        return array("d", bytes(8 * count))

    wide = types * WIDE
    return (
        numbers(2 * types * SIDE),
        numbers(2),
        floats(types * types * TABLE),
        ((floats(wide), floats(wide), floats(wide)), (floats(wide), floats(wide), floats(wide))),
        (numbers(types), numbers(types)),
        (floats(types), floats(types)),
        (floats(wide), floats(wide)),
        (numbers(ROW), numbers(ROW), numbers(DECK_SIZE)),
        (numbers(MOST_FACTS), numbers(hidden)),
    )


@compile_if_possible
def copy_part(source: Numbers, first: int, target: Numbers, at: int, count: int) -> None:  # noqa: PLR0917 - a kernel
    """Copy `count` numbers."""
    for place in range(count):
        target[at + place] = source[first + place]


@compile_if_possible
def only_choice(row: Numbers, side: int) -> int:
    """The side's only choice, `NONE` if it has no cards; -2 if it can choose."""
    if row[side + HAND_COUNT] == 0:
        return NONE
    bits = legal(row, side)
    if bits & (bits - 1):
        return -2
    place = 0
    while not bits >> place & 1:
        place += 1
    return place


@compile_if_possible
def value_after(
    row: Numbers, first: int, second: int, rules: int, weights: Numbers, work: tuple[Numbers, Numbers]
) -> int:
    """The value to the first side after a turn with these choices; the row is played on."""
    result = turn(row, first, second, rules)
    while result == OPEN:
        first, second = only_choice(row, 0), only_choice(row, SIDE)
        if first < NONE or second < NONE:
            return network_value(row, rules, weights, work[0], work[1])
        result = turn(row, first, second, rules)
    if result == ONE:
        return SCALE
    return -SCALE if result == TWO else 0


@compile_if_possible
def _fill_table(desk: Desk, start: Numbers, pair: tuple[int, int], rules: int, weights: Numbers) -> None:
    """Write the table of one pair of guesses; `start` is the battle with these cards."""
    _, sizes, cells, _, choices, _, _, (row, _, _), work = desk
    one, two = pair
    table = (one * sizes[1] + two) * TABLE
    for a in range(WIDE):
        for b in range(WIDE):
            value = 0
            if choices[0][one] >> a & 1 and choices[1][two] >> b & 1:
                copy_part(start, 0, row, 0, ROW)
                first = a if start[HAND_COUNT] else NONE
                second = b if start[SIDE + HAND_COUNT] else NONE
                value = value_after(row, first, second, rules, weights, work)
            cells[table + a * WIDE + b] = value


@compile_if_possible
def _note_choices(desk: Desk, row: Numbers, kind: int, side: int, count: int) -> None:
    """Write down the legal choices of a guess. A side without cards has one: nothing."""
    types, _, _, _, choices, likely, _, _, _ = desk
    copy_part(row, side * SIDE, types, (side * count + kind) * SIDE, SIDE)
    choices[side][kind] = legal(row, side * SIDE) or 1
    likely[side][kind] = 1.0 / count


@compile_if_possible
def think(
    desk: Desk,
    start: Numbers,
    public: Public,
    weights: Numbers,
    settings: tuple[int, int, int, int],
    seed: int,
) -> int:
    """Find the mixes of both sides. Returns the next seed.

    `settings`: the options, the number of guesses for each side, whose cards in `start` are true
    and count as the first guess (1: the first side's, 2: the second side's, 3: both), and rounds.
    """
    rules, count, known, rounds = settings
    types, sizes, cells, sides, choices, likely, room, (_, row, deck), _ = desk
    sizes[0] = sizes[1] = count
    for kind in range(count):
        for side in range(2):
            copy_part(start, 0, row, 0, ROW)
            if kind or not known >> side & 1:
                seed = guess_side(row, side * SIDE, public, (desk[7][0], deck), rules, seed)
            _note_choices(desk, row, kind, side, count)
    for one in range(count):
        for two in range(count):
            copy_part(start, TURN, row, TURN, ROW - TURN)
            copy_part(types, one * SIDE, row, 0, SIDE)
            copy_part(types, (count + two) * SIDE, row, SIDE, SIDE)
            seed = shuffle_pile(row, 0, rules, seed)
            seed = shuffle_pile(row, SIDE, rules, seed)
            _fill_table(desk, row, (one, two), rules, weights)
    find_mixes(cells, sizes, sides, choices, likely, room, rounds)
    return seed
