"""One decision in a battle: guess what both sides may hold, and find their mixed strategies.

For every pair of guesses and every pair of choices one turn is played, then all turns without a
choice; the network says what the battle is worth then.
"""

from array import array
from typing import Final, TypeAlias

from meadhall.games.elemental_clash.cards import DECK_SIZE, MINERS
from meadhall.games.elemental_clash.fast.equilibrium import TABLE, WIDE, Floats, find_mixes
from meadhall.games.elemental_clash.fast.guesses import guess_side, shuffle_pile
from meadhall.games.elemental_clash.fast.network import MOST_FACTS, SCALE, network_value
from meadhall.games.elemental_clash.fast.tables import (
    BOTH_LOSE,
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
PAIR: Final = 2
Rows: TypeAlias = tuple[Numbers, Numbers, Numbers, Numbers, Numbers]
"""A row for each turn that is searched where there are few choices."""
Work: TypeAlias = tuple[Numbers, Numbers, Numbers]
"""Room for the network and the search: facts, hidden sums, frames."""
PROUD: Final = 4
"""A bit beside those of the options: the first side takes it for a loss that both lose."""
DEPTH: Final = 5
FRAME: Final = 1 + WIDE
Desk: TypeAlias = tuple[
    Numbers,  # the guesses of both sides
    Numbers,  # how many there are of each side
    Floats,  # the cells of all tables
    tuple[tuple[Floats, Floats, Floats], tuple[Floats, Floats, Floats]],  # mixes, regrets, sums
    tuple[Numbers, Numbers],  # the legal choices of each guess
    tuple[Floats, Floats],  # how likely each guess is
    tuple[Floats, Floats],  # room for the equilibrium
    tuple[Numbers, Numbers, Numbers],  # room for a row, a row and a deck
    Rows,  # room for the turns that are searched
    Work,
]
"""The room that one decision needs. Kernels cannot make arrays of their own without numpy."""
Public: TypeAlias = tuple[Numbers, Numbers, Numbers]
"""The wildcards on offer, the prior of the draft, and what both sides have shown."""


def new_desk(hidden: int, types: int = MOST_TYPES) -> Desk:
    """An empty desk for a network with that many hidden sums."""
    types = max(types, len(MINERS))  # the draft needs that many

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
        (numbers(ROW), numbers(ROW), numbers(ROW), numbers(ROW), numbers(ROW)),
        (numbers(MOST_FACTS), numbers(hidden), numbers(DEPTH * FRAME + 1)),
    )


@compile_if_possible
def copy_part(source: Numbers, first: int, target: Numbers, at: int, count: int) -> None:
    """Copy `count` numbers."""
    for place in range(count):
        target[at + place] = source[first + place]


@compile_if_possible
def result_value(result: int, rules: int = 0) -> int:
    """The value of a result to the first side. That both lose is as good as a draw, or a loss."""
    if result == ONE:
        return SCALE
    return -SCALE if result == TWO or (result == BOTH_LOSE and rules & PROUD) else 0


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
def count_bits(bits: int) -> int:
    """How many choices these bits are; no cards are one choice, nothing."""
    count = 0
    for place in range(WIDE):
        count += bits >> place & 1
    return max(count, 1)


@compile_if_possible
def is_narrow(row: Numbers) -> bool:
    """Whether one side at most can choose, or both have two choices only."""
    first, second = count_bits(legal(row, 0)), count_bits(legal(row, SIDE))
    return first == 1 or second == 1 or first * second == PAIR * PAIR


@compile_if_possible
def solve_pair(upper: tuple[int, int], lower: tuple[int, int]) -> int:
    """The value of a table of two rows and two columns to the side that chooses the row."""
    sure = max(min(upper[0], upper[1]), min(lower[0], lower[1]))
    if sure >= min(max(upper[0], lower[0]), max(upper[1], lower[1])):
        return sure
    spread = upper[0] + lower[1] - upper[1] - lower[0]
    return (upper[0] * lower[1] - upper[1] * lower[0]) // spread


@compile_if_possible
def _bit(bits: int, number: int) -> int:
    """The place of a set bit by its number; `NONE` if no bit is set."""
    if bits == 0:
        return NONE
    place = 0
    while number > 0 or not bits >> place & 1:
        number -= bits >> place & 1
        place += 1
    return place


@compile_if_possible
def _play_on(row: Numbers, choices: tuple[int, int], rules: int) -> int:
    """Play a turn, and all turns after it in which nobody can choose. Returns the result."""
    first, second = choices
    result = turn(row, first, second, rules)
    while result == OPEN:
        first, second = only_choice(row, 0), only_choice(row, SIDE)
        if first < NONE or second < NONE:
            return OPEN
        result = turn(row, first, second, rules)
    return result


@compile_if_possible
def _solve_cells(row: Numbers, cells: Numbers, at: int) -> int:
    """The value of a narrow table to the first side, as if all cards were open."""
    lines, columns = count_bits(legal(row, 0)), count_bits(legal(row, SIDE))
    if lines > 1 and columns > 1:
        return solve_pair((cells[at], cells[at + 1]), (cells[at + 2], cells[at + 3]))
    value = cells[at]
    for number in range(1, lines * columns):
        cell = cells[at + number]
        value = max(value, cell) if columns == 1 else min(value, cell)
    return value


@compile_if_possible
def _hand_up(rows: Rows, frames: Numbers, depth: int, value: int) -> int:
    """Note the value of a cell. Returns the depth of the next table that has cells left.

    If none has, it returns -1, and the value of all is the last number of the frames.
    """
    while depth > 0:
        depth -= 1
        frame, row = depth * FRAME, rows[depth]
        frames[frame] += 1
        frames[frame + frames[frame]] = value
        if frames[frame] < count_bits(legal(row, 0)) * count_bits(legal(row, SIDE)):
            return depth
        value = _solve_cells(row, frames, frame + 1)
    frames[-1] = value
    return -1


@compile_if_possible
def value_after(
    rows: Rows, choices: tuple[int, int], rules: int, weights: Numbers, work: Work
) -> int:
    """The value to the first side of `rows[0]` after a turn with these choices.

    Where there are few choices they are searched as if all cards were open, as deep as there are
    rows; elsewhere the network says what the battle is worth. Each depth has a frame: the number
    of cells that are done, and their values. Compiled functions that call themselves cannot be
    kept on disk, so this one does not.
    """
    facts, sums, frames = work
    depth = 0
    while True:
        row = rows[depth]
        result = _play_on(row, choices, rules)
        if result == OPEN and depth + 1 < len(rows) and is_narrow(row):
            frames[depth * FRAME] = 0
        else:
            value = result_value(result, rules)
            if result == OPEN:
                value = network_value(row, rules, weights, facts, sums)
            depth = _hand_up(rows, frames, depth, value)
            if depth < 0:
                return frames[-1]
        row, done = rows[depth], frames[depth * FRAME]
        columns = count_bits(legal(row, SIDE))
        first, second = _bit(legal(row, 0), done // columns), _bit(legal(row, SIDE), done % columns)
        choices = (first, second)
        copy_part(row, 0, rows[depth + 1], 0, ROW)
        depth += 1


@compile_if_possible
def _fill_table(
    desk: Desk, start: Numbers, pair: tuple[int, int], rules: int, weights: Numbers
) -> None:
    """Write the table of one pair of guesses; `start` is the battle with these cards."""
    _, sizes, cells, _, choices, _, _, _, rows, work = desk
    one, two = pair
    table = (one * sizes[1] + two) * TABLE
    for a in range(WIDE):
        for b in range(WIDE):
            value = 0
            if choices[0][one] >> a & 1 and choices[1][two] >> b & 1:
                copy_part(start, 0, rows[0], 0, ROW)
                first = a if start[HAND_COUNT] else NONE
                second = b if start[SIDE + HAND_COUNT] else NONE
                value = value_after(rows, (first, second), rules, weights, work)
            cells[table + a * WIDE + b] = value


@compile_if_possible
def _note_choices(desk: Desk, row: Numbers, kind: int, side: int, count: int) -> None:
    """Write down the legal choices of a guess. A side without cards has one: nothing."""
    types, _, _, _, choices, likely, _, _, _, _ = desk
    copy_part(row, side * SIDE, types, (side * count + kind) * SIDE, SIDE)
    choices[side][kind] = legal(row, side * SIDE) or 1
    likely[side][kind] = 1.0 / count


@compile_if_possible
def think(  # noqa: PLR0913, PLR0917 - a kernel
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
    types, sizes, cells, sides, choices, likely, room, (scratch, row, deck), _, _ = desk
    sizes[0] = sizes[1] = count
    for kind in range(count):
        for side in range(2):
            copy_part(start, 0, row, 0, ROW)
            if kind or not known >> side & 1:
                seed = guess_side(row, side * SIDE, public, (scratch, deck), rules, seed)
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
