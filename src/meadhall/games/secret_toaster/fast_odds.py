"""Kernels of the fast lane: luck, and the odds of battles.

Luck is the generator of `kit.luck`, inside the array. Odds are the sums of `odds.py` in machine
words; those that commanders ask for again and again are kept in a table that fills itself.
"""

from meadhall.games.secret_toaster.fast_tables import (
    COMMON,
    LEADS,
    MOST_BONUS,
    PLACES,
    RANDOM,
    ROUND_NUMBERS,
    SMALL,
    Numbers,
)
from meadhall.games.secret_toaster.listing import SAFE
from meadhall.games.secret_toaster.odds import SIXES, SURE, hits_of_36
from meadhall.kit.compiled import kernel
from meadhall.kit.luck import draw, random_step

advanced, drawn = kernel(random_step), kernel(draw)
HITS = tuple(hits_of_36(lead) for lead in range(1 - MOST_BONUS, MOST_BONUS))
SCALE = 1 << 38

# The table: lines of the odds of round armies, for each lead and garrison; then the fewest
# attackers for each lead, chance and garrison.
FEWEST = LEADS * ROUND_NUMBERS * ROUND_NUMBERS
GARRISONS = 4096
TABLE_LENGTH = FEWEST + 2 * LEADS * GARRISONS
UNKNOWN = -1


@kernel
def below(state: Numbers, bound: int) -> int:
    """A number below the bound from the array's own luck."""
    state[RANDOM] = advanced(state[RANDOM])
    return drawn(state[RANDOM], bound)


@kernel
def outwards(room: int, done: int, gain: int, loss: int, skip: int) -> int:
    """The sum of the binomial terms from the largest outwards, without it and the next few."""
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
    """The attacker's chance to win, of `SURE`: at least d hits in a + d - 1 exchanges."""
    if attackers <= 0:
        return 0
    if defenders <= 0:
        return SURE
    hits = HITS[lead + MOST_BONUS - 1]
    misses = SIXES - hits
    trials = attackers + defenders - 1
    peak = min(trials, (trials + 1) * hits // SIXES)
    up = outwards(trials - peak, peak, hits, misses, 0)
    total = SCALE + up + outwards(peak, trials - peak, misses, hits, 0)
    if peak < defenders:
        won = outwards(trials - peak, peak, hits, misses, defenders - peak - 1)
    else:
        won = total - outwards(peak, trials - peak, misses, hits, peak - defenders)
    return min(SURE - 1, won * SURE // total)


@kernel
def place_of(troops: int) -> int:
    """The place among the round numbers of the one below so many troops."""
    steps = 0
    while troops >= COMMON:
        troops >>= 1
        steps += SMALL // 2
    return int(PLACES[troops]) + steps


@kernel
def number_at(place: int) -> int:
    """The round number at that place."""
    shift = max(0, place // (SMALL // 2) - 1)
    return (place - shift * (SMALL // 2)) << shift


@kernel
def line_of(defenders: int, lead: int) -> int:
    """Where the table has the odds of those who attack so many, or about so many."""
    return ((lead + MOST_BONUS - 1) * ROUND_NUMBERS + place_of(defenders)) * ROUND_NUMBERS


@kernel
def odds_at(table: Numbers, at: int) -> int:
    """The chance at a place of the table, worked out when it is first asked for."""
    if table[at] == UNKNOWN:
        lines = at // ROUND_NUMBERS
        lead = lines // ROUND_NUMBERS - MOST_BONUS + 1
        attackers, defenders = number_at(at % ROUND_NUMBERS), number_at(lines % ROUND_NUMBERS)
        table[at] = win_chance(attackers, defenders, lead)
    return int(table[at])


@kernel
def bisected(defenders: int, lead: int, wanted: int) -> int:
    """The fewest attackers for that chance: between nobody and as many as it takes."""
    low, high = 1, 2 * defenders + 1
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
    """The fewest attackers whose chance is `EVEN`, or `SAFE`."""
    if defenders >= GARRISONS:
        return bisected(defenders, lead, wanted)
    at = FEWEST + ((lead + MOST_BONUS - 1) * 2 + (wanted == SAFE)) * GARRISONS + defenders
    if table[at] == UNKNOWN:
        table[at] = bisected(defenders, lead, wanted)
    return int(table[at])
