"""A game in numbers: what every environment is made of, whichever library it is for."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from operator import index
from typing import Any, SupportsIndex

import numpy as np
from numpy.typing import NDArray
from typing_extensions import override

from meadhall import registry
from meadhall.core.game import AnyGame, Encoding, start, to_act
from meadhall.core.options import Value, parse_options
from meadhall.core.refusal import Refused
from meadhall.core.rng import Rng
from meadhall.core.seats import Seat, Viewer
from meadhall.core.status import Finished

Numbers = NDArray[np.int32]
Mask = NDArray[np.int8]


@dataclass(frozen=True, slots=True)
class Numbered:
    """A game with its options and seats, played by the numbers of its encoding.

    There are `size` actions, and an observation has the `shape`. States are handed in and out; what
    is made of them for a seat comes from that seat's view and its legal actions alone.
    """

    game: AnyGame
    options: Any
    seats: int
    code: Encoding[Any, Any, Any]
    size: int
    shape: tuple[int, ...]

    @classmethod
    def of(cls, game: str | AnyGame, seats: int | None, options: Mapping[str, Value]) -> "Numbered":
        """The game, by its slug or itself, for so many seats or the fewest it allows."""
        chosen = registry.game(game) if isinstance(game, str) else game
        code, count = chosen.encode, min(chosen.spec.players) if seats is None else seats
        if code is None:
            raise Refused.because(
                "NO_ENCODING",
                f"{chosen.spec.title} does not number its actions, so nobody can learn it here:"
                " its index card has no `encode`.",
                "game",
            )
        chosen_options = parse_options(chosen.types.options, options)
        start(chosen, chosen_options, count, Rng("set-up"))  # what is refused is refused now
        size, shape = code.action_count(chosen_options, count), code.shape(chosen_options, count)
        return cls(chosen, chosen_options, count, code, size, shape)

    @override
    def __reduce__(self) -> tuple[Any, ...]:
        """On paper a game is its slug: its functions cannot be written down."""
        given = {each.name: getattr(self.options, each.name) for each in fields(self.options)}
        return Numbered.of, (self.game.spec.slug, self.seats, given)

    def start(self, seed: int) -> Any:
        """The first state of the match with that seed."""
        return start(self.game, self.options, self.seats, Rng(str(seed)))

    def asked(self, state: object) -> tuple[Seat, ...]:
        """The seats the game waits for; none when it is over."""
        return to_act(self.game, state)

    def payoffs(self, state: object) -> tuple[float, ...]:
        """What the match has brought each seat: nothing before it is over."""
        status = self.game.status(state)
        won = status.payoffs if isinstance(status, Finished) else (0,) * self.seats
        return tuple(map(float, won))

    def observe(self, state: object, seat: Seat) -> Numbers:
        """What the seat sees."""
        seen = self.code.observe(self.game.view(state, seat))
        return np.array(seen, np.int32).reshape(self.shape)

    def legal(self, state: object, seat: Seat) -> list[int]:
        """The numbers that the seat can choose from, in order; none if it is not waited for."""
        if seat not in self.asked(state):
            return []
        actions = self.game.legal_actions(state, seat)
        return sorted(self.code.index(self.options, self.seats, action) for action in actions)

    def mask(self, state: object, seat: Seat) -> Mask:
        """1 for every number that the seat can choose, 0 for the others."""
        mask = np.zeros(self.size, np.int8)
        mask[self.legal(state, seat)] = 1
        return mask

    def judged(self, state: object, seat: Seat, number: SupportsIndex) -> Any:
        """The action of that number, which the seat can take now; any other is refused."""
        action = self.action(number)
        refusal = self.game.refusal(state, seat, action)
        if refusal is not None:
            raise Refused(refusal)
        return action

    def play(self, state: object, seat: Seat, number: SupportsIndex) -> Any:
        """The state after the seat's action; an illegal one is refused, with the game's reason."""
        return self.game.apply(state, seat, self.action(number)).state

    def action(self, number: SupportsIndex) -> Any:
        """The action of that number; what has no number, or is the clock's, is refused."""
        if not 0 <= index(number) < self.size:
            raise Refused.because(
                "BAD_NUMBER",
                f"Actions have the numbers 0 to {self.size - 1}, not {number}.",
                "action",
            )
        action = self.code.action(self.options, self.seats, index(number))
        if isinstance(action, self.game.types.clock_only):
            raise Refused.because("CLOCK_ONLY", "Only a run-out clock may do that.", "action")
        return action

    def diagram(self, state: object, viewer: Viewer) -> str:
        """The position as text, as the viewer sees it."""
        return self.game.notation.diagram(self.game.view(state, viewer))
