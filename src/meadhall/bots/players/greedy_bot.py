"""Looks one action ahead and takes the one that the game's evaluation rates best."""

from meadhall.bots.bot import Budget, Thought, Turn
from meadhall.bots.chances import score_chance
from meadhall.bots.deadline import Deadline
from meadhall.core.game import evaluation
from meadhall.core.rng import Rng
from meadhall.core.status import Finished

_PAYOFF_WEIGHT = 1_000_000_000  # a finished match outweighs every evaluation


class GreedyBot:
    """One ply of search. Ties are broken at random, so that matches differ."""

    def choose(self, turn: Turn, budget: Budget, rng: Rng) -> Thought:
        """The best of the actions that there was time to try; always at least one."""
        deadline = Deadline(budget)
        state = turn.game.resample(turn.view, rng.fork("resample"))
        scores: list[int] = []
        for action in turn.legal:
            scores.append(_score(turn, state, action))
            if deadline.has_passed:
                break
        best = max(scores)
        ties = [action for action, score in zip(turn.legal, scores, strict=False) if score == best]
        action, _ = rng.choice(ties)
        line = (turn.game.notation.write(action),)
        chance = score_chance(turn.game, best, turn.seats)
        return Thought(action, best, 1, len(scores), line, chance=chance)


def _score(turn: Turn, state: object, action: object) -> int:
    game = turn.game
    after = game.apply(state, turn.seat, action).state
    status = game.status(after)
    if isinstance(status, Finished):
        return _PAYOFF_WEIGHT * status.payoffs[turn.seat]
    return evaluation(game, after, turn.seat)
