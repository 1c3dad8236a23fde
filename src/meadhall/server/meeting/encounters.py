"""Which seekers meet: a pure function of their seeks and the time."""

from collections.abc import Collection, Iterable, Sequence
from itertools import groupby

from meadhall.store.meeting.stored_seeks import Seek

STEP_MS = 5_000
"""The range of ratings widens in steps of this length."""
FIRST_REACH, WIDER = 150, 50
"""Points above and below the own rating at first, and what each step adds."""
ANYBODY_MS = 60_000
"""Who has waited for so long meets anybody."""
LOOKED_AT = 100
"""Of the seeks with the same terms, the longest ones are looked at in one round."""


def reach(seek: Seek, now: int) -> int | None:
    """How many points above and below the own rating others may be; `None`: any number.

    An uncertain rating reaches farther: half of its error counts.
    """
    waited = max(0, now - seek.since)
    if waited >= ANYBODY_MS:
        return None
    return FIRST_REACH + WIDER * (waited // STEP_MS) + seek.error // 2


def suit(one: Seek, other: Seek, now: int) -> bool:
    """Whether each is within the range of the other."""
    difference = abs(one.rating - other.rating)
    return all(most is None or difference <= most for most in (reach(one, now), reach(other, now)))


def encounters(
    seeks: Iterable[Seek], apart: Collection[tuple[str, str]], now: int
) -> list[tuple[Seek, ...]]:
    """Who meets now, each at most once; `apart` are pairs of people who avoid each other."""
    free = [one for one in seeks if not (one.encounter or one.trouble)]
    found: list[tuple[Seek, ...]] = []
    for _, alike in groupby(sorted(free, key=lambda one: one.terms), lambda one: one.terms):
        longest = sorted(alike, key=lambda one: (one.since, one.person))[:LOOKED_AT]
        found += _meet(longest, apart, now)
    return found


def _meet(
    seeks: Sequence[Seek], apart: Collection[tuple[str, str]], now: int
) -> list[tuple[Seek, ...]]:
    """Encounters of seekers who want the same match. Who has waited longest chooses first."""
    found: list[tuple[Seek, ...]] = []
    taken: set[str] = set()
    for first in seeks:
        if first.person in taken:
            continue
        others = [one for one in seeks if one.person not in taken and one is not first]
        group = _group(first, others, apart, now)
        if group is not None:
            found.append(group)
            taken.update(one.person for one in group)
    return found


def _group(
    first: Seek, others: Iterable[Seek], apart: Collection[tuple[str, str]], now: int
) -> tuple[Seek, ...] | None:
    """The seeker with those nearest in strength; `None` while there are too few."""
    group = [first]
    for other in sorted(others, key=lambda one: (abs(one.rating - first.rating), one.since)):
        if len(group) == first.seats:
            break
        pairs = ((one.person, other.person) for one in group)
        avoids = any(pair in apart or pair[::-1] in apart for pair in pairs)
        if not avoids and all(suit(one, other, now) for one in group):
            group.append(other)
    return tuple(group) if len(group) == first.seats else None
