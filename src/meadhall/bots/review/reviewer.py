"""Reviews decisions: how the seats stood, what the action lost, and which action was better.

A reviewer sees only what the seat saw. The game's strongest bot proposes an action; then the
proposal and the action played are compared, in worlds that the proposal was not made from. Where
all choose at once, the action played is compared with a mixed strategy instead.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isqrt
from typing import Any, Protocol

from meadhall.bots import roster
from meadhall.bots.bot import Budget
from meadhall.bots.chances import WHOLE, Chances, proportions, share_rest, standing
from meadhall.bots.players.payoff_tables import SimultaneousSettings
from meadhall.bots.players.simultaneous_bot import SimultaneousBot
from meadhall.bots.review.compare_actions import (
    CompareActions,
    Decision,
    compare_by_playing_on,
    compare_by_search,
)
from meadhall.core.capabilities import Level
from meadhall.core.game import AnyGame, Traits, default_traits
from meadhall.core.rng import Rng
from meadhall.core.seats import Seat

_TOO_WEAK = ("random", "greedy")
_FOR_OPEN_GAMES = Level("searching", "Looks ahead, where everything is open.", "search")
_FOR_HIDDEN_GAMES = Level("guessing", "Samples worlds, where something is hidden.", "ismcts")


@dataclass(frozen=True, slots=True)
class Assessment:
    """The seats' chances with a good action, and what the action played lost of them.

    `loss` is `None` if the seat did not choose the action itself. `better` is `None` if nothing
    better than the action played was found.
    """

    chances: Chances
    loss: int | None = None
    better: Any | None = None
    line: tuple[str, ...] = ()


class Reviewer(Protocol):
    """Reviews decisions. Equal decisions, node budgets and generators give equal assessments."""

    def review(self, decision: Decision, budget: Budget, rng: Rng) -> Assessment:
        """The assessment of one decision."""
        ...


def reviewer_for(game: AnyGame) -> Reviewer:
    """A reviewer made from the game's strongest level, or from a better bot if that is weak."""
    level, traits = roster.levels(game)[-1], default_traits(game)
    if level.bot in _TOO_WEAK:
        level = _FOR_OPEN_GAMES if traits == Traits() else _FOR_HIDDEN_GAMES
    if level.bot == "simultaneous":
        return MixedStrategyReviewer(SimultaneousSettings.of(level.settings))
    if level.bot in ("search", "mcts"):
        return ProposalReviewer(level, compare_by_search)
    return ProposalReviewer(level, compare_by_playing_on, unlisted=True)


@dataclass(frozen=True, slots=True)
class ProposalReviewer:
    """Lets a bot propose an action, and compares it with the action played.

    `unlisted`: whether it can compare actions that are legal but not in the list of legal actions.
    """

    level: Level
    compare: CompareActions
    unlisted: bool = False

    def review(self, decision: Decision, budget: Budget, rng: Rng) -> Assessment:
        """Spends half of the budget on the proposal and half on the comparison."""
        half, turn, played = budget.part(2), decision.turn, decision.played
        bot = roster.make(self.level)  # a new one, because bots remember earlier turns
        thought = bot.choose(turn, half, rng.fork("proposal"))
        comparable = played in turn.legal or (self.unlisted and played is not None)
        rivals = [played] if comparable and played != thought.action else []
        # The fork's name is part of the seed: another name would change every analysis.
        worlds = self.compare(decision, [thought.action, *rivals], half, rng.fork("weighing"))
        loss = _certain_loss(worlds, turn.seat) if rivals else 0
        if loss:
            chances = _mean([proposed for proposed, _ in worlds])
            line = thought.line or (turn.game.notation.write(thought.action),)
            return Assessment(chances, loss, thought.action, line)
        return Assessment(_mean([world[-1] for world in worlds]), 0 if comparable else None)


def _mean(worlds: Sequence[Chances]) -> Chances:
    return proportions([sum(parts) for parts in zip(*worlds, strict=True)], WHOLE)


def _certain_loss(worlds: Sequence[Sequence[Chances]], seat: Seat) -> int:
    """The first action's mean lead over the second, less twice the standard error."""
    leads = [first[seat] - second[seat] for first, second in worlds]
    count, mean = len(leads), sum(leads) // len(leads)
    squares = sum((lead - mean) ** 2 for lead in leads)
    error = isqrt(squares // (count * (count - 1))) if count > 1 else 0
    return max(0, mean - 2 * error)


@dataclass(frozen=True, slots=True)
class MixedStrategyReviewer:
    """Compares the action played with a mixed strategy."""

    settings: SimultaneousSettings

    def review(self, decision: Decision, budget: Budget, rng: Rng) -> Assessment:
        """The regret of the action; the better one is the strategy's most likely action."""
        turn, played = decision.turn, decision.played
        game, seat = turn.game, turn.seat
        plan = SimultaneousBot(self.settings).plan(turn, budget, rng.fork("worlds"))
        chance = self.settings.chance(turn, plan.value)
        world = game.resample(turn.view, rng.fork("standing"))
        chances = share_rest(chance, seat, standing(game, world, turn.seats))
        if played not in turn.legal:
            return Assessment(chances)
        loss = chance - self.settings.chance(turn, plan.rows[turn.legal.index(played)])
        better = turn.legal[plan.mix.index(max(plan.mix))]
        if loss <= 0 or better == played:
            return Assessment(chances, 0)
        return Assessment(chances, loss, better, (game.notation.write(better),))
