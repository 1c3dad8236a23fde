"""How likely an attack is to win, exactly.

The attacker wins when the defender's last troop falls before his own, that is, when among the
first a + d - 1 exchanges at least d go his way: the tail of a binomial distribution. Small armies
are summed exactly; for large ones the terms are followed outwards from the largest in whole numbers
with a bound on what rounding can have lost, and where that leaves a doubt the exact sum decides.
"""

from fractions import Fraction
from functools import lru_cache

from meadhall.games.secret_toaster.battle import exchange_winner

SIXES = 36
SURE = 10_000
"""Chances are whole hundredths of a percent, rounded down."""
_EXACT = 200  # exchanges up to which the exact sum is the quicker way
_SCALE = 1 << 96


def hits_of_36(lead: int) -> int:
    """In how many of the 36 throws the attacker wins an exchange."""
    faces = range(1, 7)
    return sum(exchange_winner(a, d, lead) == "attacker" for a in faces for d in faces)


_HITS = {lead: hits_of_36(lead) for lead in range(-6, 7)}


@lru_cache(maxsize=1 << 16)
def win_chance(attackers: int, defenders: int, lead: int) -> int:
    """The attacker's chance to win, of `SURE`."""
    if attackers <= 0:
        return 0
    if defenders <= 0:
        return SURE
    if attackers + defenders <= _EXACT:
        return _hundredths(exact_chance(attackers, defenders, lead))
    low, high = _bounds(attackers, defenders, _HITS[lead])
    if low == high:
        return low
    return _hundredths(exact_chance(attackers, defenders, lead))


def exact_chance(attackers: int, defenders: int, lead: int) -> Fraction:
    """The chance as a fraction: d hits before a misses, over the number of misses so far."""
    hits = _HITS[lead]
    misses, term, total = SIXES - hits, 1, 1
    for lost in range(1, attackers):
        # the denominators 36 ** lost are cleared as we go
        term = term * (defenders - 1 + lost) * misses // lost
        total = total * SIXES + term
    return Fraction(total * hits**defenders, SIXES ** (defenders + attackers - 1))


def fewest_for(defenders: int, lead: int, wanted: int, most: int) -> int | None:
    """The fewest attackers, up to `most`, whose chance is at least `wanted`."""
    fewest = _fewest(defenders, lead, wanted)
    return fewest if fewest <= most else None


@lru_cache(maxsize=1 << 14)
def _fewest(defenders: int, lead: int, wanted: int) -> int:
    """By bisection, between nobody and as many as it takes."""
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


def _hundredths(chance: Fraction) -> int:
    return chance.numerator * SURE // chance.denominator


def _bounds(attackers: int, defenders: int, hits: int) -> tuple[int, int]:
    """A lower and an upper bound of the chance; they are nearly always the same number."""
    trials = attackers + defenders - 1
    peak = min(trials, (trials + 1) * hits // SIXES)
    up = _terms(trials - peak, peak, hits, SIXES - hits)
    down = _terms(peak, trials - peak, SIXES - hits, hits)
    terms = [*reversed(down[1:]), *up]
    first = peak - len(down) + 1
    total, tail = sum(terms), sum(terms[max(0, defenders - first) :])
    lost = trials * (len(terms) + 2)
    high = min(SURE - 1, (tail + lost) * SURE // total)  # no battle is quite certain
    return tail * SURE // (total + lost), high


def _terms(room: int, done: int, gain: int, loss: int) -> list[int]:
    """The binomial terms from the largest one outwards until they vanish, each rounded down."""
    steps = range(room)
    ratios = ((room - step) * gain for step in steps), ((done + 1 + step) * loss for step in steps)
    terms = [_SCALE]
    for above, below in zip(*ratios, strict=True):
        term = terms[-1] * above // below
        if term == 0:
            break
        terms.append(term)
    return terms
