"""Reviews decisions: how the seats stood, what the action lost, and which action was better.

A reviewer sees only what the seat saw. Where a solver can prove who wins, that counts. Else
the game's strongest bot proposes an action; then the proposal and the action played are compared,
in worlds that the proposal was not made from. Where all choose at once, the action played is
compared with a mixed strategy instead.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import isqrt
from typing import Any, Protocol

from meadhall.bots import roster
from meadhall.bots.bot import Budget, Thought
from meadhall.bots.chances import (
    WHOLE,
    Chances,
    proportions,
    share_rest,
    standing,
    sure_win,
)
from meadhall.bots.players.payoff_tables import SimultaneousSettings
from meadhall.bots.players.simultaneous_bot import SimultaneousBot
from meadhall.bots.review.compare_actions import (
    CompareActions,
    Decision,
    compare_by_playing_on,
    compare_by_search,
)
from meadhall.bots.review.forced import ForcedWin, ForcedWins, prove_decision
from meadhall.core.capabilities import Level
from meadhall.core.game import AnyGame, Traits, default_traits
from meadhall.core.rng import Rng
from meadhall.core.seats import Seat

_TOO_WEAK = ("random", "greedy")
_FOR_OPEN_GAMES = Level("searching", "Looks ahead, where everything is open.", "search")
_FOR_HIDDEN_GAMES = Level("guessing", "Samples worlds, where something is hidden.", "ismcts")
_PARTS = 4
"""The budget has equal parts: two for forced wins, one for a proposal, one to compare it."""


@dataclass(frozen=True, slots=True)
class Assessment:
    """The seats' chances with a good action, and what the action played lost of them.

    `loss` is `None` if the seat did not choose the action itself. `better` is `None` if nothing
    better than the action played was found. `forced` is about the position before the action, and
    `forced_after` about the one after it. `sees_all`: nothing was hidden from the seat.
    """

    chances: Chances
    loss: int | None = None
    better: Any | None = None
    line: tuple[str, ...] = ()
    forced: ForcedWin | None = None
    forced_after: ForcedWin | None = None
    sees_all: bool = False


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
        """Asks a solver first; what it leaves open is estimated."""
        part, turn = budget.part(_PARTS), decision.turn
        wins = prove_decision(decision, part, rng.fork("forced"))
        if wins.before is None:
            found = self._estimate(decision, wins, part, rng)
        elif wins.before.winner == turn.seat:
            found = self._missed_win(decision, wins, part, rng)
        else:
            found = Assessment((), 0 if self._is_rated(decision) else None)
        if wins.before is not None:
            chances = sure_win(wins.before.winner, turn.seats)
            found = replace(found, chances=chances, sees_all=True)
        return replace(found, forced=wins.before, forced_after=wins.after)

    def _is_rated(self, decision: Decision) -> bool:
        """Whether the seat chose the action, and it can be compared with others."""
        listed = decision.played in decision.turn.legal
        return listed or (self.unlisted and decision.played is not None)

    def _missed_win(
        self, decision: Decision, wins: ForcedWins, budget: Budget, rng: Rng
    ) -> Assessment:
        """What the action lost in a position that its seat could win by force."""
        turn, played = decision.turn, decision.played
        if not self._is_rated(decision):
            return Assessment(())
        keeps = wins.after is not None and wins.after.winner == turn.seat
        if keeps or not wins.line or played == wins.line[0]:
            return Assessment((), 0)
        line = tuple(map(turn.game.notation.write, wins.line))
        if wins.after is not None:
            return Assessment((), WHOLE, wins.line[0], line)
        worlds = self.compare(decision, [played], budget, rng.fork("weighing"))
        loss = WHOLE - _mean([world[0] for world in worlds])[turn.seat]
        return Assessment((), loss, wins.line[0], line) if loss else Assessment((), 0)

    def _estimate(
        self, decision: Decision, wins: ForcedWins, budget: Budget, rng: Rng
    ) -> Assessment:
        """The chances and the loss by a bot's proposal; a loss that is proved needs no estimate."""
        turn, played, rated = decision.turn, decision.played, self._is_rated(decision)
        thought = self._proposal(decision, wins, budget, rng.fork("proposal"))
        rivals = [played] if rated and played != thought.action and not wins.holding else []
        # The fork's name is part of the seed: another name would change every analysis.
        worlds = self.compare(decision, [thought.action, *rivals], budget, rng.fork("weighing"))
        sees_all = len(worlds) == 1 or not decision.traits.hidden
        loss = _certain_loss(worlds, turn.seat) if rivals else 0
        line = thought.line or (turn.game.notation.write(thought.action),)
        if not loss and not wins.holding:
            chances = _mean([world[-1] for world in worlds])
            return Assessment(chances, 0 if rated else None, sees_all=sees_all)
        chances = _mean([world[0] for world in worlds])
        lost = chances[turn.seat] if wins.holding else loss
        found = Assessment(chances, lost, sees_all=sees_all)
        return replace(found, better=thought.action, line=line) if lost else found

    def _proposal(self, decision: Decision, wins: ForcedWins, budget: Budget, rng: Rng) -> Thought:
        """What the bot would do; where the action played loses by force, one that holds."""
        turn = decision.turn
        bot = roster.make(self.level)  # a new one, because bots remember earlier turns
        return bot.choose(replace(turn, legal=wins.holding or turn.legal), budget, rng)


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
