"""A game in numbers: the common core of all environments."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from math import prod
from operator import index
from typing import Any, Literal, SupportsIndex, TypeAlias

import numpy as np
from numpy.typing import NDArray
from typing_extensions import override

from meadhall import registry
from meadhall.core.capabilities import Learn
from meadhall.core.game import AnyGame, start, to_act
from meadhall.core.options import Value, parse_options
from meadhall.core.refusal import Refused
from meadhall.core.rng import Rng
from meadhall.core.seats import Seat, Viewer
from meadhall.core.status import Finished

Numbers = NDArray[np.signedinteger[Any]]
Mask = NDArray[np.int8]
Actions: TypeAlias = Literal["plain", "compact"]
"""Which numbers of a game are used; see `Learn`."""


@dataclass(frozen=True, slots=True)
class NumberedGame:
    """A game with its options and seats, played by the numbers that `learn` gives its actions.

    There are `size` actions, and an observation has the given `shape`. States are arguments and
    results; an observation is made from the seat's view and a mask from its legal actions alone.
    """

    game: AnyGame
    options: Any
    seats: int
    learn: Learn[Any, Any, Any]
    size: int
    shape: tuple[int, ...]
    is_compact: bool = False
    dtype: Any = np.int32

    @classmethod
    def of(
        cls,
        game: str | AnyGame,
        seats: int | None,
        options: Mapping[str, Value],
        actions: Actions | None = None,
    ) -> "NumberedGame":
        """The numbered game for a game or its slug, for `seats` or the fewest it allows.

        Without `actions` the plain numbers are taken where there are any.
        """
        chosen = registry.game(game) if isinstance(game, str) else game
        learn, count = chosen.learn, min(chosen.spec.players) if seats is None else seats
        if learn is None:
            raise Refused.because(
                "NO_ENCODING",
                f"{chosen.spec.title} does not number its actions, so nobody can learn it here:"
                " its index card has no `learn`.",
                "game",
            )
        chosen_options = parse_options(chosen.types.options, options)
        start(chosen, chosen_options, count, Rng("set-up"))  # refuses bad seats and options now
        kind = actions or ("compact" if learn.index is None else "plain")
        size = _size(chosen, learn, kind)(chosen_options, count)
        shape = learn.shape(chosen_options, count)
        dtype = _smallest_type(learn, chosen_options, count)
        return cls(chosen, chosen_options, count, learn, size, shape, kind == "compact", dtype)

    @override
    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the game as its slug: its functions cannot be pickled."""
        given = {each.name: getattr(self.options, each.name) for each in fields(self.options)}
        kind = "compact" if self.is_compact else "plain"
        return NumberedGame.of, (self.game.spec.slug, self.seats, given, kind)

    def start(self, seed: int) -> Any:
        """The first state of the match with that seed."""
        return start(self.game, self.options, self.seats, Rng(str(seed)))

    def to_act(self, state: object) -> tuple[Seat, ...]:
        """The seats the game waits for; none when it is over."""
        return to_act(self.game, state)

    def payoffs(self, state: object) -> tuple[float, ...]:
        """The payoff of each seat; zeros before the match is over."""
        status = self.game.status(state)
        won = status.payoffs if isinstance(status, Finished) else (0,) * self.seats
        return tuple(map(float, won))

    def observe(self, state: object, seat: Seat) -> Numbers:
        """What the seat sees, as numbers."""
        numbers = self.learn.observe(self.game.view(state, seat), seat)
        return np.array(numbers, self.dtype).reshape(self.shape)

    def bounds(self) -> tuple[Numbers, Numbers]:
        """The least and the greatest value of each number of an observation."""
        whole = np.iinfo(np.int32)
        low, high = (np.full(prod(self.shape), each) for each in (whole.min, whole.max))
        if self.learn.bounds is not None:
            low, high = map(np.array, self.learn.bounds(self.options, self.seats))
        return low.astype(self.dtype), high.astype(self.dtype)

    def legal(self, state: object, seat: Seat) -> list[int]:
        """The numbers that the seat can choose, in order; none if the game does not wait for it."""
        if seat not in self.to_act(state):
            return []
        view = self.game.view(state, seat) if self.is_compact else None
        numbers = (self.number(view, seat, each) for each in self.game.legal_actions(state, seat))
        # OpenSpiel requires legal actions in ascending order; games list them in any order.
        return sorted(number for number in numbers if number is not None)

    def number(self, view: object, seat: Seat, action: object) -> int | None:
        """The number of a legal action of the seat, which has this view; `None` if it has none."""
        if self.is_compact and self.learn.compact is not None:
            return self.learn.compact.index(view, seat, action)
        assert self.learn.index is not None  # noqa: S101 - `of` has refused a game without numbers
        return self.learn.index(self.options, self.seats, action)

    def mask(self, state: object, seat: Seat) -> Mask:
        """1 for every number that the seat can choose, 0 for the others."""
        mask = np.zeros(self.size, np.int8)
        mask[self.legal(state, seat)] = 1
        return mask

    def legal_action(self, state: object, seat: Seat, number: SupportsIndex) -> Any:
        """The action of that number; refused if the seat cannot take it now."""
        action = self.action(state, seat, number)
        refusal = self.game.refusal(state, seat, action)
        if refusal is not None:
            raise Refused(refusal)
        return action

    def play(self, state: object, seat: Seat, number: SupportsIndex) -> Any:
        """The state after the seat's action; an illegal one is refused with the game's reason."""
        return self.game.apply(state, seat, self.action(state, seat, number)).state

    def action(self, state: object, seat: Seat, number: SupportsIndex) -> Any:
        """The action of that number; refused if there is none or only the clock may play it."""
        if not 0 <= index(number) < self.size:
            raise Refused.because(
                "BAD_NUMBER",
                f"Actions have the numbers 0 to {self.size - 1}, not {number}.",
                "action",
            )
        action = self._action(state, seat, index(number))
        if action is None:
            raise Refused.because("NO_ACTION", f"Number {number} means nothing now.", "action")
        if isinstance(action, self.game.types.clock_only):
            raise Refused.because("CLOCK_ONLY", "Only a run-out clock may do that.", "action")
        return action

    def _action(self, state: object, seat: Seat, number: int) -> Any:
        if self.is_compact and self.learn.compact is not None:
            return self.learn.compact.action(self.game.view(state, seat), seat, number)
        assert self.learn.action is not None  # noqa: S101 - as in `number`
        return self.learn.action(self.options, self.seats, number)

    def diagram(self, state: object, viewer: Viewer) -> str:
        """The position as text, as the viewer sees it."""
        return self.game.notation.diagram(self.game.view(state, viewer))


def _smallest_type(learn: Learn[Any, Any, Any], options: object, seats: int) -> Any:
    """The smallest type of integers that holds all observations: they are moved about a lot."""
    if learn.bounds is None:
        return np.int32
    low, high = learn.bounds(options, seats)
    return np.promote_types(
        np.min_scalar_type(min(*low, -1)), np.min_scalar_type(-max(high) - 1)
    ).type


def _size(game: AnyGame, learn: Learn[Any, Any, Any], kind: str) -> Any:
    """The function that counts the game's numbers of that kind; refused if it has none."""
    counts = {"plain": learn.action_count, "compact": learn.compact and learn.compact.count}
    if counts.get(kind) is None:
        kinds = " and ".join(name for name, count in counts.items() if count)
        raise Refused.because(
            "NO_SUCH_NUMBERS",
            f"{game.spec.title} has {kinds} numbers, not {kind!r} ones.",
            "actions",
        )
    return counts[kind]
