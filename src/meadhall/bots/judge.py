"""Judges decisions: how the seats stood, what was lost by the move played, and the better one.

A judge sees what the seat saw. The strongest bot of the game proposes a move; then that move and
the one played are weighed side by side, in worlds that the proposal was not made from. Where all
choose at once, the move played is weighed against a mixed strategy instead.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isqrt
from typing import Any, Protocol

from meadhall.bots import roster
from meadhall.bots.bot import Budget
from meadhall.bots.chances import WHOLE, Chances, around, standing
from meadhall.bots.regret import normal
from meadhall.bots.simultaneous import Settings, SimultaneousBot
from meadhall.bots.weighing import Case, Weigh, by_playing_on, by_search
from meadhall.core.game import AnyGame, Level
from meadhall.core.rng import Rng
from meadhall.core.seats import Seat

_POOR = ("random", "greedy")
_SEARCHING = Level("searching", "Looks ahead, where everything is open.", "search")
_GUESSING = Level("guessing", "Imagines worlds, where something is not.", "ismcts")


@dataclass(frozen=True, slots=True)
class Judgement:
    """The seats' chances if the move is a good one, and what the move played lost of them.

    `loss` is `None` where there was no move of the seat's own to judge. `better` is `None` where
    nothing better than the move played was found.
    """

    chances: Chances
    loss: int | None = None
    better: Any | None = None
    line: tuple[str, ...] = ()


class Judge(Protocol):
    """Judges one decision. Equal cases, node budgets and generators give equal judgements."""

    def judge(self, case: Case, budget: Budget, rng: Rng) -> Judgement:
        """What is to be said of the decision."""
        ...


def judge_for(game: AnyGame) -> Judge:
    """A judge as good as the game's strongest bot; better where that would be a poor one."""
    level, spec = roster.levels(game)[-1], game.spec
    if level.bot in _POOR:
        level = _GUESSING if spec.simultaneous or spec.hidden or spec.chance else _SEARCHING
    if level.bot == "simultaneous":
        return Mixture(Settings.of(level.settings))
    if level.bot in ("search", "mcts"):
        return Comparison(level, by_search)
    return Comparison(level, by_playing_on, unlisted=True)


@dataclass(frozen=True, slots=True)
class Comparison:
    """A bot proposes, and proposal and move are weighed.

    `unlisted`: whether moves can be weighed that are legal and not among the listed ones.
    """

    level: Level
    weigh: Weigh
    unlisted: bool = False

    def judge(self, case: Case, budget: Budget, rng: Rng) -> Judgement:
        """Half of the budget goes into the proposal, half into the weighing."""
        half = budget.part(2)
        bot = roster.make(self.level)  # a new one: what it remembers is no part of the case
        thought = bot.choose(case.turn, half, rng.fork("proposal"))
        judged = case.played in case.turn.legal or (self.unlisted and case.played is not None)
        rivals = [case.played] if judged and case.played != thought.action else []
        worlds = self.weigh(case, [thought.action, *rivals], half, rng.fork("weighing"))
        loss = _certain_loss(worlds, case.turn.seat) if rivals else 0
        if loss:
            chances = _mean([proposed for proposed, _ in worlds])
            line = thought.line or (case.turn.game.notation.write(thought.action),)
            return Judgement(chances, loss, thought.action, line)
        return Judgement(_mean([world[-1] for world in worlds]), 0 if judged else None)


def _mean(worlds: Sequence[Chances]) -> Chances:
    return normal([sum(parts) for parts in zip(*worlds, strict=True)], WHOLE)


def _certain_loss(worlds: Sequence[Sequence[Chances]], seat: Seat) -> int:
    """What the first action surely has over the second: the average less twice its error."""
    lost = [first[seat] - second[seat] for first, second in worlds]
    count, mean = len(lost), sum(lost) // len(lost)
    spread = sum((one - mean) ** 2 for one in lost)
    error = isqrt(spread // (count * (count - 1))) if count > 1 else 0
    return max(0, mean - 2 * error)


@dataclass(frozen=True, slots=True)
class Mixture:
    """A mixed strategy is found, and the move is weighed against what that is worth."""

    settings: Settings

    def judge(self, case: Case, budget: Budget, rng: Rng) -> Judgement:
        """The regret of the move; better is what the strategy plays most."""
        turn = case.turn
        game, seat = turn.game, turn.seat
        plan = SimultaneousBot(self.settings).plan(turn, budget, rng.fork("worlds"))
        chance = self.settings.chance(turn, plan.worth)
        world = game.resample(turn.view, rng.fork("standing"))
        chances = around(chance, seat, standing(game, world, turn.seats))
        if case.played not in turn.legal:
            return Judgement(chances)
        loss = chance - self.settings.chance(turn, plan.rows[turn.legal.index(case.played)])
        better = turn.legal[plan.mix.index(max(plan.mix))]
        if loss <= 0 or better == case.played:
            return Judgement(chances, 0)
        return Judgement(chances, loss, better, (game.notation.write(better),))
