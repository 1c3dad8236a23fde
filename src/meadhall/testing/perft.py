"""Perft: counts action sequences, which shows errors in a list of legal moves quickly."""

from meadhall.core.game import AnyGame
from meadhall.core.status import Finished


def perft(game: AnyGame, state: object, depth: int) -> int:
    """How many sequences of `depth` actions there are; none continue after the end."""
    if depth == 0:
        return 1
    status = game.status(state)
    if isinstance(status, Finished):
        return 0
    # Where several seats may act, only one order is counted.
    seat = status.seats[0]
    actions = game.legal_actions(state, seat)
    # Legal actions need not be applied to be counted: the last depth is nearly all of the work.
    if depth == 1:
        return len(actions)
    return sum(perft(game, game.apply(state, seat, action).state, depth - 1) for action in actions)
