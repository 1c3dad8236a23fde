"""Plays whole matches between bots. Each bot sees its own seat's view and nothing else."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from time import monotonic_ns
from typing import Any

from meadhall.bots.bot import Bot, Budget, Fault, Turn
from meadhall.bots.briefing import Briefing, ShownPly, history_for
from meadhall.core.codec import to_plain
from meadhall.core.game import AnyGame, start
from meadhall.core.rng import Rng
from meadhall.core.seats import Seat
from meadhall.core.status import Finished

NO_BUDGET = Budget()


@dataclass(frozen=True, slots=True)
class PlyFault:
    """An answer that could not be played, at the ply with that number, counted from 0."""

    ply: int
    seat: Seat
    fault: Fault


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """A finished match: its last state, its result and its actions.

    `trail` has the state before each action, `choices` the number of legal actions there. `faults`
    are the answers that could not be played. `thinking` is the total time of each seat's bot in
    nanoseconds, `tokens` what it says it has used; comparisons ignore both.
    """

    state: object
    result: Finished
    actions: tuple[tuple[Seat, Any], ...]
    trail: tuple[object, ...]
    choices: tuple[int, ...]
    thinking: tuple[int, ...] = field(compare=False)
    faults: tuple[PlyFault, ...] = ()
    tokens: tuple[int, ...] = field(default=(), compare=False)

    @property
    def plies(self) -> int:
        """The number of actions."""
        return len(self.actions)


def play_match(
    game: AnyGame, options: object, bots: Sequence[Bot], rng: Rng, budget: Budget | None = None
) -> PlayedMatch:
    """Play one match. Equal bots, generators and node budgets give equal matches."""
    state: object = start(game, options, len(bots), game_rng(rng))
    return PlayTable(game, options, state, len(bots)).play_on(bots, rng, budget or NO_BUDGET)


class PlayTable:
    """A match while it is played, from any state on; `past` are the plies before it."""

    def __init__(
        self,
        game: AnyGame,
        options: object,
        state: object,
        seats: int,
        past: Sequence[ShownPly] = (),
    ) -> None:
        self.game, self.options, self.state, self.seats = game, options, state, seats
        self.actions: list[tuple[Seat, Any]] = []
        self.trail: list[object] = []
        self.choices: list[int] = []
        self.faults: list[PlyFault] = []
        self.thinking, self.tokens = [0] * seats, [0] * seats
        self._shown = list(past)

    def play_on(self, bots: Sequence[Bot], rng: Rng, budget: Budget = NO_BUDGET) -> PlayedMatch:
        """Play to the end.

        Where the game waits for several seats, a random one acts first. If it were always the
        first seat, that one would make all the alliances before the last one could act.
        """
        luck = [rng.fork(f"seat {seat}") for seat in range(self.seats)]
        asking = rng.fork("asking")
        while not isinstance(status := self.game.status(self.state), Finished):
            seat, asking = asking.choice(status.seats)
            # `luck` never advances. Each decision has its own fork, so the draws of one decision
            # do not depend on how many numbers the earlier ones used.
            self.let_play(bots[seat], seat, budget, luck[seat].fork(str(len(self.actions))))
        return PlayedMatch(
            self.state, status, tuple(self.actions), tuple(self.trail), tuple(self.choices),
            tuple(self.thinking), tuple(self.faults), tuple(self.tokens),
        )  # fmt: skip

    def let_play(self, bot: Bot, seat: Seat, budget: Budget, rng: Rng) -> None:
        """Ask the bot, and play its action."""
        game, state = self.game, self.state
        turn = Turn(
            game, seat, game.view(state, seat), game.legal_actions(state, seat), self.seats,
            lambda: self._brief(seat),
        )  # fmt: skip
        began = monotonic_ns()
        thought = bot.choose(turn, budget, rng)
        self.thinking[seat] += monotonic_ns() - began
        self.tokens[seat] += thought.tokens
        self.faults += (PlyFault(len(self.actions), seat, fault) for fault in thought.faults)
        step = self.game.apply(self.state, seat, thought.action)
        self.trail.append(self.state)
        self.choices.append(len(turn.legal))
        self.actions.append((seat, thought.action))
        self._shown.append(ShownPly(seat, thought.action, step.events))
        self.state = step.state

    def _brief(self, seat: Seat) -> Briefing:
        hidden = self.game.traits(self.options, self.seats).hidden
        options: Any = to_plain(self.options)
        return Briefing(options, history_for(self.game, self._shown, seat, hidden=hidden))


def game_rng(rng: Rng) -> Rng:
    """The generator for chance in the match; the bots draw from others."""
    return rng.fork("game")
