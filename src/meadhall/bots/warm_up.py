"""Loads, or compiles, what a game's bots need, before a clock runs."""

import gc

from meadhall.bots.bot import Budget, Turn
from meadhall.bots.players.rollout_bot import RolloutBot
from meadhall.bots.players.search_bot import SearchBot
from meadhall.bots.search.end_tables import make_end_table
from meadhall.bots.search.lanes import lane_for, lane_of
from meadhall.bots.search.playout import playouts
from meadhall.core.game import AnyGame, speed, start, to_act
from meadhall.core.rng import Rng

_warm: set[str] = set()


def warm_up(game: AnyGame) -> None:
    """Makes the game's compiled code ready. Later calls for the same game do nothing."""
    if game.spec.slug in _warm:
        return
    _warm.add(game.spec.slug)
    rng, seats = Rng("warm up"), min(game.spec.players)
    state = start(game, game.types.options(), seats, rng)
    if speed(game).bulk_play is not None:
        playouts(game)(state, (), 1, rng)
    seat = to_act(game, state)[0]
    turn = Turn.of(game, state, seat, seats)
    lane = lane_for(game, state)
    if lane is not None:
        SearchBot({"depth": 2, "solve": 100}).choose(turn, Budget(), rng)
    if lane is not None and lane.kernels.alone is not None:
        # In a crowd a race is planned from the first move on.
        crowd = start(game, game.types.options(), max(game.spec.players), rng)
        full = Turn.of(game, crowd, to_act(game, crowd)[0], max(game.spec.players))
        SearchBot({"nodes": 100}).choose(full, Budget(), rng)
    if speed(game).rehearse is not None:
        RolloutBot({"worlds": 1, "plies": 1, "extra": 1}).choose(turn, Budget(), rng)
    # Compiled code and tables stay for good. Frozen, they are not scanned by every collection.
    gc.collect()
    gc.freeze()


def make_tables(game: AnyGame) -> None:
    """Makes the tables that the game's bots can use but do not need. It may take minutes."""
    lane = lane_of(game)
    if lane is not None:
        for _ in make_end_table(lane):
            pass
