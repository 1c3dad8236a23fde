"""Counts action sequences: the quickest way to find a move generator wrong."""

from meadhall.core.game import AnyGame
from meadhall.core.status import Finished


def perft(game: AnyGame, state: object, depth: int) -> int:
    """How many sequences of `depth` actions there are; a finished game has none that go on."""
    if depth == 0:
        return 1
    status = game.status(state)
    if isinstance(status, Finished):
        return 0
    seat = status.seats[0]
    actions = game.legal_actions(state, seat)
    if depth == 1:
        return len(actions)
    return sum(perft(game, game.apply(state, seat, action).state, depth - 1) for action in actions)
