"""Placeholders for the kernels that generic loops call.

A loop imports these names. `bind` compiles a copy of it in which they are the kernels of one game.
`core.fast_lane` says what each of them does.
"""

from collections.abc import Callable
from typing import Any

from meadhall.core.fast_lane import Array


def unbound(*_: object) -> Any:  # noqa: ANN401 - it stands for functions of every type
    """Raises: the loop was called without a game's kernels."""
    raise TypeError("bind a game's kernels to this loop before it is called")


legal: Callable[[Array, Array], int] = unbound
make: Callable[[Array, int], int] = unbound
unmake: Callable[[Array, int, int], None] = unbound
to_move: Callable[[Array], int] = unbound
payoff: Callable[[Array, int], int] = unbound
evaluate: Callable[[Array, int], int] = unbound
key: Callable[[Array], int] = unbound
promise: Callable[[Array, int], int] = unbound
alone: Callable[[Array, int], bool] = unbound
hand: Callable[[Array, int], None] = unbound
end_index: Callable[[Array, int], int] = unbound
in_secret: Callable[[Array], bool] = unbound
