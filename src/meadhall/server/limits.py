"""How much one may ask: token buckets by address or socket, on a clock that is passed in."""

from collections import OrderedDict
from dataclasses import dataclass, field

MANY = 20_000  # addresses remembered at most; the longest quiet one is forgotten first


@dataclass(slots=True)
class Bucket:
    """Fills at `rate` a second up to `burst`; every request takes one out."""

    rate: float
    burst: float
    level: float
    at: float

    def take(self, now: float) -> float:
        """Zero where there was one to take, else the seconds until there is."""
        self.level = min(self.burst, self.level + (now - self.at) * self.rate)
        self.at = now
        if self.level >= 1:
            self.level -= 1
            return 0.0
        return (1 - self.level) / self.rate


@dataclass(slots=True)
class Limiter:
    """One bucket per key, made when the key first asks."""

    rate: float
    burst: float
    buckets: OrderedDict[str, Bucket] = field(default_factory=OrderedDict)

    def take(self, key: str, now: float) -> float:
        """Zero, or the seconds that this key has to wait."""
        bucket = self.buckets.get(key)
        if bucket is None:
            bucket = self.buckets[key] = Bucket(self.rate, self.burst, self.burst, now)
            if len(self.buckets) > MANY:
                self.buckets.popitem(last=False)
        else:
            self.buckets.move_to_end(key)
        return bucket.take(now)


@dataclass(slots=True)
class Counter:
    """How many of something each key has open now, up to a limit."""

    limit: int
    counts: dict[str, int] = field(default_factory=dict)

    def enter(self, key: str) -> bool:
        """Count one in; false, and nothing counted, where the limit is reached."""
        count = self.counts.get(key, 0)
        if count >= self.limit:
            return False
        self.counts[key] = count + 1
        return True

    def leave(self, key: str) -> None:
        """Count one out."""
        count = self.counts[key] - 1
        if count:
            self.counts[key] = count
        else:
            del self.counts[key]
