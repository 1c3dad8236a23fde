"""What a bot is: it is shown one seat's turn and answers with an action and what it thought."""

from collections.abc import Sequence
from dataclasses import dataclass
from threading import Event
from typing import Any, Protocol

from meadhall.core.game import AnyGame
from meadhall.core.rng import Rng
from meadhall.core.seats import Seat


@dataclass(frozen=True, slots=True)
class Turn:
    """All that a bot gets to know: the game, its seat, its view, its legal actions, how many play.

    Views and actions are the game's own types, which a generic bot cannot name.
    """

    game: AnyGame
    seat: Seat
    view: Any
    legal: Sequence[Any]
    seats: int

    @classmethod
    def of(cls, game: AnyGame, state: object, seat: Seat, seats: int) -> "Turn":
        """What the seat, one of so many, gets to know of the state."""
        return cls(game, seat, game.view(state, seat), game.legal_actions(state, seat), seats)


@dataclass(frozen=True, slots=True)
class Budget:
    """How long to think: nodes give the same answer every time, milliseconds keep a clock.

    Setting `cancel` from another thread ends the thinking early, with the best answer so far.
    """

    nodes: int | None = None
    milliseconds: int | None = None
    cancel: Event | None = None

    def part(self, parts: int) -> "Budget":
        """One of so many equal parts."""
        nodes, time = (
            None if n is None else max(1, n // parts) for n in (self.nodes, self.milliseconds)
        )
        return Budget(nodes, time, self.cancel)


@dataclass(frozen=True, slots=True)
class Thought:
    """The chosen action and, for people to watch, how the bot came to it.

    `chance` is the part of the victory that the bot expects after it, in thousandths.
    """

    action: Any
    score: int | None = None
    depth: int | None = None
    nodes: int | None = None
    line: tuple[str, ...] = ()
    note: str = ""
    chance: int | None = None


class Bot(Protocol):
    """Anything that can choose. Equal turns, node budgets and generators give equal thoughts."""

    def choose(self, turn: Turn, budget: Budget, rng: Rng) -> Thought:
        """One of the legal actions."""
        ...
