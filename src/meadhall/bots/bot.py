"""The contract of a bot: it gets one seat's turn and answers with an action and its reasons."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from threading import Event
from typing import Any, Protocol

from meadhall.bots.briefing import Briefing, no_briefing
from meadhall.core.game import AnyGame
from meadhall.core.rng import Rng
from meadhall.core.seats import Seat


@dataclass(frozen=True, slots=True)
class Turn:
    """Everything a bot knows: the game, its seat, its view, its legal actions, the seat count.

    Views and actions have the game's own types, which a generic bot cannot name. `briefing` makes
    what only programs from outside ask for.
    """

    game: AnyGame
    seat: Seat
    view: Any
    legal: Sequence[Any]
    seats: int
    briefing: Callable[[], Briefing] = no_briefing

    @classmethod
    def of(cls, game: AnyGame, state: object, seat: Seat, seats: int) -> "Turn":
        """What the seat knows of the state, in a match of `seats` players."""
        return cls(game, seat, game.view(state, seat), game.legal_actions(state, seat), seats)


@dataclass(frozen=True, slots=True)
class Budget:
    """How long a bot may think. A node budget gives the same answer every time.

    Setting `cancel` from another thread ends the thinking early, with the best answer so far.
    """

    nodes: int | None = None
    milliseconds: int | None = None
    cancel: Event | None = None

    def part(self, parts: int) -> "Budget":
        """One of `parts` equal parts of this budget."""
        nodes, time = (
            None if n is None else max(1, n // parts) for n in (self.nodes, self.milliseconds)
        )
        return Budget(nodes, time, self.cancel)


@dataclass(frozen=True, slots=True)
class Fault:
    """An answer of a bot that could not be played, and why; empty where it gave none."""

    answer: str
    reason: str
    code: str


@dataclass(frozen=True, slots=True)
class Thought:
    """The chosen action and, for spectators, how the bot came to it.

    `line` is the play that the bot expects, in notation. `chance` is the share of the victory that
    it expects after the action, in thousandths. `faults` are the answers before this one that
    could not be played; `tokens` is what the bot says that it has used for the action.
    """

    action: Any
    score: int | None = None
    depth: int | None = None
    nodes: int | None = None
    line: tuple[str, ...] = ()
    note: str = ""
    chance: int | None = None
    faults: tuple[Fault, ...] = ()
    tokens: int = 0


class Bot(Protocol):
    """Chooses actions. Equal turns, node budgets and generators give equal thoughts."""

    def choose(self, turn: Turn, budget: Budget, rng: Rng) -> Thought:
        """One of the legal actions, with the reasons for it."""
        ...
