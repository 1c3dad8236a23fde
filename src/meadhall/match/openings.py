"""How a player opened a match, in the words of the game."""

from collections.abc import Iterator
from itertools import islice, takewhile

from meadhall.core.seats import Seat
from meadhall.match.evolve import first_state, step_of
from meadhall.match.facts import Acted
from meadhall.match.match import Match

MOST_ACTIONS = 30
"""How many actions of a seat belong to its opening at most."""


def opening_of(match: Match, seat: Seat) -> str:
    """How the seat opened; empty if the game has no words for it.

    A match that goes on from a position has no opening, nor has a seat whose first move was made by
    its clock.
    """
    game = match.game
    if game.present is None or game.present.opening is None or match.setup.origin is not None:
        return ""
    actions = [
        game.notation.parse(text) for text in islice(_own_actions(match, seat), MOST_ACTIONS)
    ]
    if not actions:
        return ""
    return game.present.opening(game.view(_state_before(match, seat), seat), actions)


def _own_actions(match: Match, seat: Seat) -> Iterator[str]:
    """The actions of the seat, up to the first one that its clock chose."""
    for ply in match.plies:
        if ply.seat == seat:
            if not isinstance(ply, Acted):
                return
            yield ply.action


def _state_before(match: Match, seat: Seat) -> object:
    """The state before the seat's first action."""
    state = first_state(match.game, match.setup)
    for ply in takewhile(lambda ply: ply.seat != seat, match.plies):
        state = step_of(match, state, ply).state
    return state
