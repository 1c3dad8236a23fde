"""One turn of a battle on a row of integers: the rules once more, for playouts by the thousand.

The pure rules stay the truth. A property test plays both side by side.
"""

from meadhall.games.elemental_clash.cards import (
    DEFLECTION_REDUCTION,
    HAND_SIZE,
    WALL_DECAY,
    WALL_HP,
)
from meadhall.games.elemental_clash.fast.tables import (
    BLAST,
    BOTH_LOSE,
    CHOICE,
    CM,
    COST,
    COUNTDOWN,
    DM,
    DRAWN,
    ENERGY,
    EVERY,
    HAND,
    HAND_COUNT,
    HP,
    MINER,
    NONE,
    ONE,
    OPEN,
    PILE,
    PILE_COUNT,
    PM,
    RM,
    SHOT,
    SIDE,
    SIEGE,
    TURN,
    TWO,
    WALL,
    C,
    D,
    Numbers,
    P,
    W,
    compile_if_possible,
)
from meadhall.games.elemental_clash.types import (
    ENDLESS_TURNS,
    ENERGY_PER_TURN,
    MAX_ENERGY,
    SIEGE_TURNS,
)


@compile_if_possible
def _works(row: Numbers, side: int, card: int) -> bool:
    """Whether the place of the card is free. The miners come last among the codes."""
    if card == W:
        return row[side + WALL] == 0
    return card < DM or row[side + MINER] == NONE


@compile_if_possible
def legal(row: Numbers, side: int) -> int:
    """The places in the hand that may be chosen, as bits of an integer: no list to allocate."""
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


@compile_if_possible
def spend(row: Numbers, side: int, place: int, rules: int) -> int:
    """Pay for the card and remove it from the hand. Returns the card if it has an effect."""
    card = row[side + HAND + place]
    affordable = COST[card] <= row[side + ENERGY]
    # Unless the rules are strict, a card that cannot be paid stays in the hand.
    if not affordable and not rules & 1:
        return NONE
    for later in range(place, row[side + HAND_COUNT] - 1):
        row[side + HAND + later] = row[side + HAND + later + 1]
    row[side + HAND_COUNT] -= 1
    if not affordable:
        return NONE
    row[side + ENERGY] -= COST[card]
    if rules & 2:
        # There is room: hand and pile together never have more cards than the deck.
        row[side + PILE + row[side + PILE_COUNT]] = card
        row[side + PILE_COUNT] += 1
    return card if _works(row, side, card) else NONE


@compile_if_possible
def _place(row: Numbers, side: int, card: int) -> None:
    if card == W:
        row[side + WALL] = WALL_HP
    elif card >= DM:
        row[side + MINER] = card
        row[side + COUNTDOWN] = EVERY[card]


@compile_if_possible
def _blast(row: Numbers, side: int, dodging: bool) -> None:  # noqa: FBT001 - a kernel
    power = BLAST - DEFLECTION_REDUCTION if dodging else BLAST
    absorbed = min(power, row[side + WALL])
    row[side + WALL] -= absorbed
    if power > absorbed:
        row[side + HP] -= power - absorbed
        row[side + MINER] = NONE
        row[side + COUNTDOWN] = 0


@compile_if_possible
def _shot(row: Numbers, side: int, dodging: bool) -> bool:  # noqa: FBT001 - a kernel
    """Land the shot. Returns whether it used up a dodge."""
    if row[side + MINER] == DM:
        return False
    if dodging:
        return True
    row[side + HP] -= SHOT
    row[side + MINER] = NONE
    row[side + COUNTDOWN] = 0
    return False


@compile_if_possible
def _tick(row: Numbers, side: int) -> int:
    """Count down, and repair if that is due. Returns the miner if it acts now."""
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


@compile_if_possible
def refill(row: Numbers, side: int) -> None:
    """Refill the hand from the pile."""
    while row[side + HAND_COUNT] < HAND_SIZE and row[side + PILE_COUNT] > 0:
        row[side + HAND + row[side + HAND_COUNT]] = row[side + PILE]
        row[side + HAND_COUNT] += 1
        row[side + PILE_COUNT] -= 1
        for place in range(row[side + PILE_COUNT]):
            row[side + PILE + place] = row[side + PILE + place + 1]


@compile_if_possible
def _result(row: Numbers, rules: int) -> int:
    """The result of the battle after a turn; counts the turns of a siege."""
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


@compile_if_possible
def _land(row: Numbers, side: int, attack: int, dodging: bool) -> bool:  # noqa: FBT001 - a kernel
    if attack == C:
        _blast(row, side, dodging)
    elif attack == P:
        return _shot(row, side, dodging)
    return False


@compile_if_possible
def _pay(row: Numbers, side: int, miner: int, dodging: bool, used: bool) -> None:  # noqa: FBT001 - a kernel
    if miner == CM:
        _blast(row, side, dodging)
    elif miner == PM:
        _shot(row, side, dodging and not used)


@compile_if_possible
def turn(row: Numbers, first: int, second: int, rules: int) -> int:
    """Play one turn with the chosen places in hand, up to the next SELECTION. Returns the result.

    A bit of `rules` is set for strict (1) and for endless (2).
    """
    one = NONE if first == NONE else spend(row, 0, first, rules)
    two = NONE if second == NONE else spend(row, SIDE, second, rules)
    _place(row, 0, one)
    _place(row, SIDE, two)
    # From here on the order of the sides does not matter: an attack changes only the side it hits.
    used_one = _land(row, 0, two, one == D)
    used_two = _land(row, SIDE, one, two == D)
    # Both count down, and repair, before either attacks.
    paid_one, paid_two = _tick(row, 0), _tick(row, SIDE)
    _pay(row, 0, paid_two, one == D, used_one)
    _pay(row, SIDE, paid_one, two == D, used_two)
    row[WALL] = max(0, row[WALL] - WALL_DECAY)
    row[SIDE + WALL] = max(0, row[SIDE + WALL] - WALL_DECAY)
    row[CHOICE] = row[SIDE + CHOICE] = NONE
    result = _result(row, rules)
    if result == OPEN:
        refill(row, 0)
        refill(row, SIDE)
        row[TURN] += 1
        row[ENERGY] = min(MAX_ENERGY, row[ENERGY] + ENERGY_PER_TURN)
        row[SIDE + ENERGY] = min(MAX_ENERGY, row[SIDE + ENERGY] + ENERGY_PER_TURN)
    return result
