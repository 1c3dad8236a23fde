"""The kernels that compiled loops are written against, before a game's own take their places.

A loop names these, and `bind` compiles it with the kernels of one game. `core.fast` says what each
of them does.
"""

from collections.abc import Callable
from typing import Any

from meadhall.core.fast import Array


def unbound(*_: object) -> Any:  # noqa: ANN401 - it stands for functions of every type
    """What the names mean until a game's kernels are bound to them."""
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
