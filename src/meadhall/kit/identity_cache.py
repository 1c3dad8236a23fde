"""A cache by identity, for functions of immutable values that rarely change.

States share what an action leaves alone: `replace` keeps the other fields as they are. So a
function of one piece of a state (the land, the knights) has nothing to do while that piece stays
the same object, and its caller sees by identity that the result is the same too. Hashing the piece,
as `functools.lru_cache` does, would take longer than many of these functions.
"""

from collections.abc import Callable
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


def identity_cache(size: int) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Keep the last `size` results of a pure function, by the identity of its arguments.

    The arguments must be immutable, and are given by position.

    >>> @identity_cache(100)
    ... def total(troops: tuple[int, ...]) -> tuple[int]:
    ...     return (sum(troops),)
    >>> troops = (5, 7)
    >>> total(troops) is total(troops)
    True
    """

    def decorate(function: Callable[P, T]) -> Callable[P, T]:
        # With their arguments: while those are kept, no other object can have their ids.
        kept: dict[tuple[int, ...], tuple[object, T]] = {}

        def look_up(*args: P.args, **kwargs: P.kwargs) -> T:
            key = tuple(map(id, args))
            found = kept.get(key)
            if found is None:
                if len(kept) >= size:
                    del kept[next(iter(kept))]
                found = kept[key] = (args, function(*args, **kwargs))
            return found[1]

        return look_up

    return decorate
