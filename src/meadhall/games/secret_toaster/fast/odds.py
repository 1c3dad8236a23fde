"""Kernels: luck, and the odds of battles.

Luck is the generator of `kit.luck`; its state is in the array. Odds are computed as in
`rules/round/odds.py`, but in machine words. Policies ask for the same odds again and again, so a
table keeps each answer when it is first computed.
"""

from meadhall.games.secret_toaster.fast.tables import (
    COMMON,
    LEADS,
    MOST_BONUS,
    PLACES,
    RANDOM,
    ROUND_NUMBERS,
    SMALL,
    Numbers,
)
from meadhall.games.secret_toaster.rules.planning.choices import SAFE
from meadhall.games.secret_toaster.rules.round.odds import SIXES, SURE, hits_of_36
from meadhall.kit.compiled import kernel
from meadhall.kit.luck import draw, random_step

next_random, draw_below = kernel(random_step), kernel(draw)
HITS = tuple(hits_of_36(lead) for lead in range(1 - MOST_BONUS, MOST_BONUS))
# With up to 2**21 trials nothing overflows 63 bits: beyond the peak `(room - step) * gain` is about
# 9 * trials at most, and all terms together, which SURE multiplies, are below 2000 * SCALE.
SCALE = 1 << 38

# The table: first the odds of rounded armies, one line for each lead and garrison; then the fewest
# attackers for each lead, wanted chance and garrison.
FEWEST = LEADS * ROUND_NUMBERS * ROUND_NUMBERS
GARRISONS = 4096
TABLE_LENGTH = FEWEST + 2 * LEADS * GARRISONS
UNKNOWN = -1


@kernel
def below(state: Numbers, bound: int) -> int:
    """A number below the bound from the array's own luck."""
    state[RANDOM] = next_random(state[RANDOM])
    return draw_below(state[RANDOM], bound)


@kernel
def sum_terms(room: int, done: int, gain: int, loss: int, skip: int) -> int:
    """The sum of the binomial terms beyond the largest, without the next `skip`."""
    term, total = SCALE, 0
    for step in range(room):
        term = term * ((room - step) * gain) // ((done + 1 + step) * loss)
        if term == 0:
            break
        if step >= skip:
            total += term
    return total


@kernel
def win_chance(attackers: int, defenders: int, lead: int) -> int:
    """The attacker's chance to win, up to `SURE`: at least d hits in a + d - 1 exchanges."""
    if attackers <= 0:
        return 0
    if defenders <= 0:
        return SURE
    hits = HITS[lead + MOST_BONUS - 1]
    misses = SIXES - hits
    trials = attackers + defenders - 1
    peak = min(trials, (trials + 1) * hits // SIXES)
    up = sum_terms(trials - peak, peak, hits, misses, 0)
    total = SCALE + up + sum_terms(peak, trials - peak, misses, hits, 0)
    # Upwards, step s is the term of peak + 1 + s hits; downwards, of peak - 1 - s hits. The
    # attacker wins with at least `defenders` hits. The tail without the peak is summed.
    if peak < defenders:
        won = sum_terms(trials - peak, peak, hits, misses, defenders - peak - 1)
    else:
        won = total - sum_terms(peak, trials - peak, misses, hits, peak - defenders)
    return min(SURE - 1, won * SURE // total)


@kernel
def place_of(troops: int) -> int:
    """The index of this number of troops, rounded down, among the round numbers."""
    steps = 0
    while troops >= COMMON:
        troops >>= 1
        steps += SMALL // 2
    return int(PLACES[troops]) + steps


# From SMALL on, each doubling holds SMALL / 2 round numbers.
@kernel
def number_at(place: int) -> int:
    """The round number at that index."""
    shift = max(0, place // (SMALL // 2) - 1)
    return (place - shift * (SMALL // 2)) << shift


@kernel
def line_of(defenders: int, lead: int) -> int:
    """Where the table's line for this garrison, rounded down, begins."""
    return ((lead + MOST_BONUS - 1) * ROUND_NUMBERS + place_of(defenders)) * ROUND_NUMBERS


@kernel
def odds_at(table: Numbers, at: int) -> int:
    """The chance at an index of the table, computed on first use."""
    if table[at] == UNKNOWN:
        lines = at // ROUND_NUMBERS
        lead = lines // ROUND_NUMBERS - MOST_BONUS + 1
        attackers, defenders = number_at(at % ROUND_NUMBERS), number_at(lines % ROUND_NUMBERS)
        table[at] = win_chance(attackers, defenders, lead)
    return int(table[at])


@kernel
def bisect_fewest(defenders: int, lead: int, wanted: int) -> int:
    """The fewest attackers with that chance, by bisection."""
    low, high = 1, 2 * defenders + 1
    # Double until the chance is reached; it grows with the number of attackers.
    while win_chance(high, defenders, lead) < wanted:
        low, high = high + 1, 2 * high
    while low < high:
        middle = (low + high) // 2
        if win_chance(middle, defenders, lead) >= wanted:
            high = middle
        else:
            low = middle + 1
    return low


@kernel
def fewest_for(table: Numbers, defenders: int, lead: int, wanted: int) -> int:
    """The fewest attackers whose chance is at least `EVEN` or `SAFE`, by the table."""
    if defenders >= GARRISONS:
        return bisect_fewest(defenders, lead, wanted)
    at = FEWEST + ((lead + MOST_BONUS - 1) * 2 + (wanted == SAFE)) * GARRISONS + defenders
    if table[at] == UNKNOWN:
        table[at] = bisect_fewest(defenders, lead, wanted)
    return int(table[at])
