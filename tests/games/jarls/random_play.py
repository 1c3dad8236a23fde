"""Random play in which much happens: players who like to push."""

from meadhall.core.rng import Rng
from meadhall.games.jarls import GAME
from meadhall.games.jarls.rules.previews import preview
from meadhall.games.jarls.types import Action, Move, State


def choose_pushing(state: State, seat: int, rng: Rng) -> tuple[Action, Rng]:
    """A push in three of four cases where there is one; otherwise anything legal."""
    legal = GAME.legal_actions(state, seat)
    known = GAME.view(state, seat).state
    moves = [preview(known, action) for action in legal if isinstance(action, Move)]
    pushes = [each.move for each in moves if each.combat and each.combat.outcome == "push"]
    is_calm, rng = rng.below(4)
    return rng.choice(legal if is_calm == 0 or not pushes else pushes)
