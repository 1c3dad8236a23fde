"""Rate limits: token buckets per address or socket. The time is an argument."""

from collections import OrderedDict
from dataclasses import dataclass, field
from typing import TypeVar

V = TypeVar("V")

MANY = 20_000
"""Addresses that are remembered; the one idle for longest is dropped first."""


@dataclass(slots=True)
class Bucket:
    """Gains `rate` tokens per second up to `burst`; every request takes its price."""

    rate: float
    burst: float
    level: float
    at: float

    def take(self, now: float, price: float = 1.0) -> float:
        """Take tokens: zero if there were enough, else the seconds until there are."""
        self.level = min(self.burst, self.level + (now - self.at) * self.rate)
        self.at = now
        if self.level >= price:
            self.level -= price
            return 0.0
        return (price - self.level) / self.rate


@dataclass(slots=True)
class Limiter:
    """One bucket per key, created when the key is first used."""

    rate: float
    burst: float
    buckets: OrderedDict[str, Bucket] = field(default_factory=OrderedDict)

    def take(self, key: str, now: float, price: float = 1.0) -> float:
        """Take tokens of the key: zero if there were enough, else the seconds to wait."""
        return self.bucket(key, now).take(now, price)

    def bucket(self, key: str, now: float) -> Bucket:
        """The bucket of the key."""
        bucket = self.buckets.get(key)
        if bucket is None:
            bucket = self.buckets[key] = Bucket(self.rate, self.burst, self.burst, now)
            if len(self.buckets) > MANY:
                self.buckets.popitem(last=False)
        else:
            self.buckets.move_to_end(key)
        return bucket


FREE_GUESSES = 5
LONGEST_DELAY = 60.0
"""Seconds. It bounds what a stranger who keeps guessing can do to the owner of an account."""
QUIET_SECONDS = 3600.0
"""After this time without a guess, earlier ones are forgotten."""


@dataclass(slots=True)
class GuessDelays:
    """Growing delays between guesses of one password, from however many addresses they come.

    After `FREE_GUESSES` the next ones wait 1, 2, 4, … seconds, up to `LONGEST_DELAY`. A guess that
    comes too early is refused and does not lengthen the delay. An address from which the right
    password came before has a count of its own, so a stranger cannot delay the owner there.
    """

    counts: OrderedDict[str, tuple[int, float]] = field(default_factory=OrderedDict)
    """For each key the guesses so far, and when the next one may come."""
    known: OrderedDict[str, None] = field(default_factory=OrderedDict)
    """The accounts with addresses from which the right password came."""

    def take(self, account: str, address: str, now: float) -> float:
        """Count a guess before it is checked: zero if it may be made, else the seconds to wait."""
        key = self._key(account, address)
        count, free_at = self.counts.get(key, (0, now))
        if now < free_at:
            return free_at - now
        count = 0 if now - free_at > QUIET_SECONDS else count
        delay = min(LONGEST_DELAY, 2.0 ** (count - FREE_GUESSES)) if count >= FREE_GUESSES else 0.0
        _remember(self.counts, key, (count + 1, now + delay))
        return 0.0

    def note_success(self, account: str, address: str) -> None:
        """The password was right: forget the guesses, and know the address from now on."""
        self.counts.pop(self._key(account, address), None)
        _remember(self.known, f"{account} {address}", None)

    def _key(self, account: str, address: str) -> str:
        known = f"{account} {address}"
        return known if known in self.known else account


def _remember(entries: OrderedDict[str, V], key: str, value: V) -> None:
    """Set the newest entry; beyond `MANY`, drop the oldest."""
    entries[key] = value
    entries.move_to_end(key)
    if len(entries) > MANY:
        entries.popitem(last=False)


@dataclass(slots=True)
class OpenCounter:
    """Counts what each key has open now, up to a limit."""

    limit: int
    counts: dict[str, int] = field(default_factory=dict)

    def enter(self, key: str) -> bool:
        """Count one more; false, without counting, if the limit is reached."""
        count = self.counts.get(key, 0)
        if count >= self.limit:
            return False
        self.counts[key] = count + 1
        return True

    def leave(self, key: str) -> None:
        """Count one less."""
        count = self.counts[key] - 1
        # No zeros: the dictionary would grow with every address that ever came.
        if count:
            self.counts[key] = count
        else:
            del self.counts[key]
