"""Looks one action ahead and takes what the game's evaluation likes best."""

from meadhall.bots.bot import Budget, Thought, Turn
from meadhall.bots.chances import scored
from meadhall.bots.watch import Watch
from meadhall.core.rng import Rng
from meadhall.core.status import Finished

_DECIDED = 1_000_000_000


class GreedyBot:
    """One ply of search; ties are broken at random so that games differ."""

    def choose(self, turn: Turn, budget: Budget, rng: Rng) -> Thought:
        """The action after which the seat stands best, as far as there is time to look."""
        watch = Watch(budget)
        state = turn.game.resample(turn.view, rng.fork("resample"))
        scores: list[int] = []
        for action in turn.legal:
            scores.append(_score(turn, state, action))
            if watch.over:
                break
        best = max(scores)
        ties = [action for action, score in zip(turn.legal, scores, strict=False) if score == best]
        action, _ = rng.choice(ties)
        line = (turn.game.notation.write(action),)
        chance = scored(turn.game, best, turn.seats)
        return Thought(action, best, 1, len(scores), line, chance=chance)


def _score(turn: Turn, state: object, action: object) -> int:
    game = turn.game
    after = game.apply(state, turn.seat, action).state
    status = game.status(after)
    if isinstance(status, Finished):
        return _DECIDED * status.payoffs[turn.seat]
    return game.evaluate(after, turn.seat) if game.evaluate else 0
