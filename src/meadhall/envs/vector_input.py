"""What a vector environment is given, checked, and the arrays that it fills."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import prod
from typing import Any

import numpy as np
from gymnasium.error import Error, InvalidAction, ResetNeeded
from gymnasium.vector import AutoresetMode
from numpy.typing import ArrayLike, NDArray

from meadhall.core.seats import seat_name
from meadhall.envs.numbered import NumberedGame
from meadhall.envs.vector_loop import StepArrays


@dataclass(frozen=True, slots=True, kw_only=True)
class VectorSettings:
    """How a batch runs.

    `threads` share the matches. Matches are truncated after `max_plies` actions, by default as many
    as the game allows. `boards` is the number of first positions that compiled matches draw from.
    With `copy`, a step returns new arrays instead of the same ones every time.
    """

    threads: int = 1
    autoreset: AutoresetMode | str = AutoresetMode.NEXT_STEP
    max_plies: int | None = None
    boards: int = 256
    copy: bool = False
    render_mode: str | None = None

    def __post_init__(self) -> None:
        """Refuse what cannot be."""
        given = {"threads": self.threads, "boards": self.boards, "max_plies": self.max_plies or 1}
        for name, number in given.items():
            if number < 1:
                raise Error(f"`{name}` is at least 1, not {number}.")
        modes = [mode.value for mode in AutoresetMode]
        if not isinstance(self.autoreset, AutoresetMode) and self.autoreset not in modes:
            raise Error(f"`autoreset` is one of {', '.join(modes)}, not {self.autoreset!r}.")


def make_buffers(numbered: NumberedGame, count: int, most_legal: int, memo: Any) -> StepArrays:
    """The arrays that steps write into, for `count` matches."""
    if count < 1:
        raise Error(f"There is at least 1 match, not {count}.")
    size, seats = prod(numbered.shape), numbered.seats
    return StepArrays(
        seen=np.zeros((count, size), numbered.dtype),
        mask=np.zeros((count, numbered.size), np.int8),
        numbers=np.zeros((count, most_legal), np.int32),
        counts=np.zeros(count, np.int64),
        player=np.full(count, -1, np.int64),
        rewards=np.zeros(count, np.float32),
        seat_rewards=np.zeros((count, seats), np.float32),
        ended=np.zeros(count, np.bool_),
        truncated=np.zeros(count, np.bool_),
        last_seen=np.zeros((count, size), numbered.dtype),
        memo=memo,
    )


def make_spans(count: int, threads: int) -> list[tuple[int, int]]:
    """The matches in as many spans of equal size as there are threads."""
    edges = [count * part // threads for part in range(threads + 1)]
    return [(low, high) for low, high in pairwise(edges) if low < high]


def as_numbers(actions: ArrayLike, count: int) -> NDArray[np.int64]:
    """The numbers as an array of integers; an error if there is not one for each match."""
    numbers = np.asarray(actions)
    if numbers.shape != (count,):
        raise InvalidAction(
            f"There is one number for each of {count} matches, not {numbers.shape}."
        )
    if numbers.dtype.kind not in "iu":
        raise InvalidAction(f"Actions are whole numbers, not {numbers.dtype}.")
    return np.ascontiguousarray(numbers, np.int64)


def illegal_number(env: int, number: int, out: StepArrays, *, over: bool) -> Error:
    """The error for a number that cannot be played in that match."""
    if over:
        return ResetNeeded(f"Match {env} is over: reset it with `reset_mask` before the next step.")
    who, size = seat_name(int(out.player[env])), out.mask.shape[1]
    if not 0 <= number < size:
        return InvalidAction(
            f"Match {env}: actions have the numbers 0 to {size - 1}, not {number}."
        )
    return InvalidAction(f"Match {env}: {who} cannot choose {number}; its mask is 0 there.")


def read_seeds(count: int, seed: int | Sequence[int | None] | None) -> Sequence[int | None]:
    """A seed for each match, or `None` where it keeps its own sequence of matches."""
    if seed is None:
        return [None] * count
    if isinstance(seed, int | np.integer):
        return [int(seed) + env for env in range(count)]
    if len(seed) != count:
        raise Error(f"A list of seeds has one for each of {count} matches, not {len(seed)}.")
    return seed


def reset_mask(count: int, options: dict[str, Any] | None) -> NDArray[np.bool_]:
    """The matches to reset: all, or those that the options name."""
    mask = (options or {}).get("reset_mask")
    if mask is None:
        return np.ones(count, np.bool_)
    if not isinstance(mask, np.ndarray) or mask.shape != (count,) or mask.dtype != np.bool_:
        raise Error(f"`reset_mask` is an array of {count} booleans.")
    return mask
