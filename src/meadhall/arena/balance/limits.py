"""Checks a report against what the designer promises about the game.

A promise counts as broken only where chance cannot explain the result: the whole 95 % interval of a
share must lie beyond the limit. So a short run rarely fails, and a long one is exact.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from meadhall.arena.balance.counts import Balance, BalanceReport
from meadhall.arena.contest.score import Score
from meadhall.core.seats import seat_name


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits in percent; those that are `None` are not checked."""

    seat_gap: float | None = None
    feature_gap: float | None = None
    draws: float | None = None
    comebacks: float | None = None
    ends: Mapping[str, float] = field(default_factory=dict)


def broken_promises(report: BalanceReport, limits: Limits) -> list[str]:
    """A sentence for each promise that the matches break."""
    return [
        f"{balance.setting.title}: {sentence}"
        for balance in report.balances
        for sentence in (
            *_seats(balance, limits.seat_gap),
            *_features(balance, limits.feature_gap),
            *_draws(balance, limits.draws),
            *_comebacks(balance, limits.comebacks),
            *_ends(balance, limits.ends),
        )
    ]


def unknown_ends(report: BalanceReport, limits: Limits) -> Iterator[str]:
    """A sentence for each limited reason that never occurred: it may be misspelt."""
    ends = dict.fromkeys(reason for balance in report.balances for reason, _ in balance.ends())
    for reason in limits.ends:
        if reason not in ends:
            yield f"No match ended by {reason!r}; they ended by {', '.join(ends)}."


def _seats(balance: Balance, gap: float | None) -> Iterator[str]:
    for seat, score in enumerate(balance.seats):
        yield from _apart(seat_name(seat), score, balance.fair_share, gap)


def _features(balance: Balance, gap: float | None) -> Iterator[str]:
    for name, values in balance.features.items():
        for value, score in values.items():
            yield from _apart(f"{name} {value}", score, balance.fair_share, gap)


def _apart(what: str, score: Score, fair: float, gap: float | None) -> Iterator[str]:
    low, high = score.interval
    if gap is not None and (low > fair + gap / 100 or high < fair - gap / 100):
        yield (
            f"{what} wins {score} of its decided matches,"
            f" more than {gap:g} points from the fair {100 * fair:.1f} %."
        )


def _draws(balance: Balance, most: float | None) -> Iterator[str]:
    if most is not None and balance.draws.interval[0] > most / 100:
        yield f"{balance.draws} are undecided, more than {most:g} %."


def _comebacks(balance: Balance, least: float | None) -> Iterator[str]:
    found = balance.comebacks
    if least is None:
        return
    if found is None:
        yield "how many are won from behind is not known: nobody won, or nobody judged positions."
    elif found.interval[1] < least / 100:
        yield f"{found} are won from behind, fewer than {least:g} %."


def _ends(balance: Balance, most: Mapping[str, float]) -> Iterator[str]:
    for reason, score in balance.ends():
        if reason in most and score.interval[0] > most[reason] / 100:
            yield f"{score} end by {reason}, more than {most[reason]:g} %."
