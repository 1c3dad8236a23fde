"""Before the first move: what a game's bots need is loaded, or compiled."""

import gc

from meadhall.bots.bot import Budget, Turn
from meadhall.bots.lanes import lane_for
from meadhall.bots.playout import playouts
from meadhall.bots.rollout import RolloutBot
from meadhall.bots.search import SearchBot
from meadhall.core.game import AnyGame, start, to_act
from meadhall.core.rng import Rng

_warm: set[str] = set()


def warm_up(game: AnyGame) -> None:
    """Loads, or compiles, once, all that thinking about the game needs, before a clock runs."""
    if game.spec.slug in _warm:
        return
    _warm.add(game.spec.slug)
    rng, seats = Rng("warm up"), min(game.spec.players)
    state = start(game, game.types.options(), seats, rng)
    if game.simulate is not None:
        playouts(game)(state, (), 1, rng)
    seat = to_act(game, state)[0]
    turn = Turn.of(game, state, seat, seats)
    if lane_for(game, state) is not None:
        SearchBot({"depth": 2}).choose(turn, Budget(), rng)
    if game.rehearse is not None:
        RolloutBot({"worlds": 1, "plies": 1, "extra": 1}).choose(turn, Budget(), rng)
    gc.collect()
    gc.freeze()  # what was loaded stays: no need to look through it for garbage again and again
