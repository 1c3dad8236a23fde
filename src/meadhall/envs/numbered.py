"""A game in numbers: the common core of all environments."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from operator import index
from typing import Any, SupportsIndex

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

Numbers = NDArray[np.int32]
Mask = NDArray[np.int8]


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

    @classmethod
    def of(
        cls, game: str | AnyGame, seats: int | None, options: Mapping[str, Value]
    ) -> "NumberedGame":
        """The numbered game for a game or its slug, for `seats` or the fewest it allows."""
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
        size, shape = learn.action_count(chosen_options, count), learn.shape(chosen_options, count)
        return cls(chosen, chosen_options, count, learn, size, shape)

    @override
    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the game as its slug: its functions cannot be pickled."""
        given = {each.name: getattr(self.options, each.name) for each in fields(self.options)}
        return NumberedGame.of, (self.game.spec.slug, self.seats, given)

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
        return np.array(numbers, np.int32).reshape(self.shape)

    def legal(self, state: object, seat: Seat) -> list[int]:
        """The numbers that the seat can choose, in order; none if the game does not wait for it."""
        if seat not in self.to_act(state):
            return []
        actions = self.game.legal_actions(state, seat)
        # OpenSpiel requires legal actions in ascending order; games list them in any order.
        return sorted(self.learn.index(self.options, self.seats, action) for action in actions)

    def mask(self, state: object, seat: Seat) -> Mask:
        """1 for every number that the seat can choose, 0 for the others."""
        mask = np.zeros(self.size, np.int8)
        mask[self.legal(state, seat)] = 1
        return mask

    def legal_action(self, state: object, seat: Seat, number: SupportsIndex) -> Any:
        """The action of that number; refused if the seat cannot take it now."""
        action = self.action(number)
        refusal = self.game.refusal(state, seat, action)
        if refusal is not None:
            raise Refused(refusal)
        return action

    def play(self, state: object, seat: Seat, number: SupportsIndex) -> Any:
        """The state after the seat's action; an illegal one is refused with the game's reason."""
        return self.game.apply(state, seat, self.action(number)).state

    def action(self, number: SupportsIndex) -> Any:
        """The action of that number; refused if there is none or only the clock may play it."""
        if not 0 <= index(number) < self.size:
            raise Refused.because(
                "BAD_NUMBER",
                f"Actions have the numbers 0 to {self.size - 1}, not {number}.",
                "action",
            )
        action = self.learn.action(self.options, self.seats, index(number))
        if isinstance(action, self.game.types.clock_only):
            raise Refused.because("CLOCK_ONLY", "Only a run-out clock may do that.", "action")
        return action

    def diagram(self, state: object, viewer: Viewer) -> str:
        """The position as text, as the viewer sees it."""
        return self.game.notation.diagram(self.game.view(state, viewer))
