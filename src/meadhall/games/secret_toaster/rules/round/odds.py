"""The exact odds of a battle.

The attacker wins if at least d of the first a + d - 1 exchanges go the attacker's way: the tail of
a binomial distribution. For small armies the sum is exact. For large ones its terms are computed
from the largest outwards in scaled integers, together with a bound on the rounding error. Where the
bound leaves two possible answers, the exact sum decides.
"""

from fractions import Fraction
from functools import lru_cache

from meadhall.games.secret_toaster.rules.round.battle import exchange_winner

SIXES = 36
SURE = 10_000
"""A certain win. Chances are whole hundredths of a percent, rounded down."""
_EXACT = 200  # up to this many troops the exact sum is faster
_SCALE = 1 << 96  # fine enough that the two bounds nearly always agree


def hits_of_36(lead: int) -> int:
    """In how many of the 36 throws the attacker wins an exchange."""
    faces = range(1, 7)
    return sum(exchange_winner(a, d, lead) == "attacker" for a in faces for d in faces)


# A bonus is the size of an alliance, 1 to 6, so every lead is in this range.
_HITS = {lead: hits_of_36(lead) for lead in range(-6, 7)}


@lru_cache(maxsize=1 << 16)
def win_chance(attackers: int, defenders: int, lead: int) -> int:
    """The attacker's chance to win, from 0 to `SURE`."""
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
    """The chance as a fraction: d hits before a misses, summed over the number of misses."""
    hits = _HITS[lead]
    misses, term, total = SIXES - hits, 1, 1
    for lost in range(1, attackers):
        # `term` is binomial(defenders - 1 + lost, lost) * misses**lost, so the division is exact.
        # Multiplying by 36 each time keeps everything in integers.
        term = term * (defenders - 1 + lost) * misses // lost
        total = total * SIXES + term
    return Fraction(total * hits**defenders, SIXES ** (defenders + attackers - 1))


def fewest_for(defenders: int, lead: int, wanted: int, most: int) -> int | None:
    """The fewest attackers, up to `most`, whose chance is at least `wanted`."""
    fewest = _fewest(defenders, lead, wanted)
    return fewest if fewest <= most else None


@lru_cache(maxsize=1 << 14)
def _fewest(defenders: int, lead: int, wanted: int) -> int:
    """The same without a limit, by bisection."""
    low, high = 1, 2 * defenders + 1
    # This ends, because some throw always hits: the worst lead in a match is -4.
    while win_chance(high, defenders, lead) < wanted:
        low, high = high + 1, 2 * high
    # Fewer than `low` are too few, and `high` are enough.
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
    """A lower and an upper bound of the chance; they are nearly always equal."""
    trials = attackers + defenders - 1
    peak = min(trials, (trials + 1) * hits // SIXES)
    # Terms are relative to the largest one, at `peak` hits; what they have in common cancels out.
    up = _terms(trials - peak, peak, hits, SIXES - hits)
    down = _terms(peak, trials - peak, SIXES - hits, hits)
    terms = [*reversed(down[1:]), *up]
    first = peak - len(down) + 1
    # `terms[0]` belongs to `first` hits, and the attacker needs `defenders` hits or more.
    total, tail = sum(terms), sum(terms[max(0, defenders - first) :])
    # Rounding down takes less than `trials` from each term; as much again at each end covers the
    # terms that were left out.
    lost = trials * (len(terms) + 2)
    high = min(SURE - 1, (tail + lost) * SURE // total)  # no battle is certain
    return tail * SURE // (total + lost), high


def _terms(room: int, done: int, gain: int, loss: int) -> list[int]:
    """The binomial terms from the largest one outwards until they vanish, each rounded down."""
    # From k to k + 1 hits of n, a term changes by (n - k) / (k + 1) * gain / loss.
    steps = range(room)
    ratios = ((room - step) * gain for step in steps), ((done + 1 + step) * loss for step in steps)
    terms = [_SCALE]
    for above, below in zip(*ratios, strict=True):
        term = terms[-1] * above // below
        if term == 0:
            break
        terms.append(term)
    return terms


def percent(chance: int) -> str:
    """The chance as text: `99.99 %`."""
    return f"{chance // 100}.{chance % 100:02} %"
