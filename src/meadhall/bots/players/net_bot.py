"""Plays as a trained network says: `net:FILE`, without the library that trained it.

A file is what `numpy.savez` writes: the arrays `w0`, `b0`, `w1`, `b1`, … of a plain network with
`tanh` between its layers, and optionally `scale`, by which each number of an observation is
multiplied, and `compact`, which says that it chooses compact numbers. Its inputs are the numbers of
an observation and its outputs a score for each number of an action.
"""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from math import prod
from typing import Any
from zipfile import BadZipFile, ZipFile

from meadhall.bots.bot import Budget, Thought, Turn
from meadhall.core.capabilities import Learn, Level
from meadhall.core.game import AnyGame
from meadhall.core.refusal import Refused
from meadhall.core.rng import Rng

NET = "net:"
MOST_BYTES = 1 << 28
"""A file may hold a quarter of a gigabyte, unpacked."""
MOST_LAYERS = 32


@dataclass(frozen=True, slots=True)
class Layers:
    """The network: pairs of weights and biases, the scale of its inputs, which numbers it says."""

    pairs: tuple[tuple[Any, Any], ...]
    scale: Any
    is_compact: bool

    def scores(self, seen: tuple[int, ...]) -> Any:  # noqa: ANN401 - an array
        """A score for each number, from what is seen."""
        import numpy as np  # noqa: PLC0415 - only this bot needs it

        value = np.array(seen, np.float32) * self.scale
        for number, (weights, biases) in enumerate(self.pairs):
            value = (np.tanh(value) if number else value) @ weights + biases
        return value


class NetBot:
    """Takes the legal action with the highest score."""

    def __init__(self, file: str) -> None:
        self.layers = read_layers(file)

    def choose(self, turn: Turn, budget: Budget, rng: Rng) -> Thought:
        """The best action of the network; of equals, the first."""
        learn, options = _learn(turn.game), find_options(turn)
        seen = learn.observe(turn.view, turn.seat)
        count = _count(learn, options, turn.seats, compact=self.layers.is_compact)
        self._check(turn.game, len(seen), count)
        scores = self.layers.scores(seen)
        numbered = [
            (number, action)
            for action in turn.legal
            if (number := self._number(learn, options, turn, action)) is not None
        ]
        if not numbered:  # its numbers cannot say any of the actions
            return Thought(turn.legal[0])
        return Thought(max(numbered, key=lambda pair: float(scores[pair[0]]))[1])

    def _number(
        self, learn: Learn[Any, Any, Any], options: object, turn: Turn, action: object
    ) -> int | None:
        if self.layers.is_compact and learn.compact is not None:
            return learn.compact.index(turn.view, turn.seat, action)
        return None if learn.index is None else learn.index(options, turn.seats, action)

    def _check(self, game: AnyGame, inputs: int, outputs: int) -> None:
        first, last = self.layers.pairs[0][0], self.layers.pairs[-1][0]
        if (first.shape[0], last.shape[1]) != (inputs, outputs):
            raise _bad(
                f"The network has {first.shape[0]} inputs and {last.shape[1]} outputs; this match"
                f" of {game.spec.title} needs {inputs} and {outputs}."
            )


def net_level(name: str) -> Level:
    """The level of that name, which begins with `net:`; a file that is no network is refused."""
    read_layers(name.removeprefix(NET))
    return Level(name, "A trained network.", name)


def write_layers(
    file: str,
    pairs: Sequence[tuple[Any, Any]],
    scale: Any = 1.0,  # noqa: ANN401 - an array or a number
    *,
    compact: bool = False,
) -> None:
    """Write a network, as pairs of weights (inputs by outputs) and biases, to a `.npz` file."""
    import numpy as np  # noqa: PLC0415 - only this bot needs it

    arrays = {"scale": np.asarray(scale, np.float32), "compact": np.asarray(compact)}
    for number, (weights, biases) in enumerate(pairs):
        arrays |= {f"w{number}": np.asarray(weights, np.float32)}
        arrays |= {f"b{number}": np.asarray(biases, np.float32)}
    _layers(file, arrays)  # refuses what could not be read
    np.savez(file, allow_pickle=False, **arrays)


@cache
def read_layers(file: str) -> Layers:
    """The network in the file; refused if it is too large or anything else."""
    import numpy as np  # noqa: PLC0415 - as above

    try:
        with ZipFile(file) as packed:
            size = sum(part.file_size for part in packed.infolist())
        if size > MOST_BYTES:
            raise _bad(f"{file} holds {size:,} bytes; a network has at most {MOST_BYTES:,}.")
        # No pickles: they could run code.
        with np.load(file, allow_pickle=False) as parts:
            arrays = {name: parts[name] for name in parts.files}
    except (OSError, BadZipFile, ValueError, EOFError) as error:
        raise _bad(f"{file} cannot be read as a network: {error}.") from None
    return _layers(file, arrays)


def _layers(file: str, arrays: dict[str, Any]) -> Layers:
    import numpy as np  # noqa: PLC0415 - as above

    pairs: list[tuple[Any, Any]] = []
    while f"w{len(pairs)}" in arrays and len(pairs) < MOST_LAYERS:
        weights, biases = arrays[f"w{len(pairs)}"], arrays.get(f"b{len(pairs)}")
        shape = getattr(biases, "shape", None)
        if weights.ndim != 2 or shape != weights.shape[1:]:  # noqa: PLR2004 - rows and columns
            raise _bad(f"{file}: layer {len(pairs)} needs weights of two dimensions, and biases.")
        if pairs and pairs[-1][0].shape[1] != weights.shape[0]:
            raise _bad(f"{file}: layer {len(pairs)} does not fit the one before it.")
        pairs.append((weights, biases))
    scale = arrays.get("scale", np.float32(1))
    numbers = [scale, *(part for pair in pairs for part in pair)]
    if not pairs or any(part.dtype.kind != "f" or not np.isfinite(part).all() for part in numbers):
        raise _bad(f"{file}: a network has layers `w0`, `b0`, … of finite floating numbers.")
    if scale.shape not in ((), pairs[0][0].shape[:1]):
        raise _bad(f"{file}: `scale` needs one number for each input.")
    return Layers(tuple(pairs), scale, bool(prod(arrays.get("compact", np.zeros(())).ravel())))


def find_options(turn: Turn) -> object:
    """The options of the match, wherever the view holds them."""
    wanted, queue = turn.game.types.options, deque[object]([turn.view])
    while queue:
        value = queue.popleft()
        if isinstance(value, wanted):
            return value
        if is_dataclass(value):
            queue += [getattr(value, field.name) for field in fields(value)]
    return wanted()


def _learn(game: AnyGame) -> Learn[Any, Any, Any]:
    if game.learn is None:
        raise _bad(f"{game.spec.title} does not number its actions, so no network can play it.")
    return game.learn


def _count(learn: Learn[Any, Any, Any], options: object, seats: int, *, compact: bool) -> int:
    if compact:
        return 0 if learn.compact is None else learn.compact.count(options, seats)
    return 0 if learn.action_count is None else learn.action_count(options, seats)


def _bad(sentence: str) -> Refused:
    return Refused.because("BAD_NETWORK", sentence, "bot")
