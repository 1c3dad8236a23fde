"""Matches to look for puzzles in: two bots of changing strength, after a random beginning."""

from collections.abc import Iterator

from meadhall.bots.bot import Budget, Turn
from meadhall.bots.players.search_bot import SearchBot
from meadhall.core.game import AnyGame, start, to_act
from meadhall.core.rng import Rng

STRENGTHS = ({"choice": 3}, {"choice": 2}, {"nodes": 300}, {"nodes": 1_500}, {"nodes": 5_000})
"""Settings of the search. Weaker ones blunder, which makes for more kinds of positions."""
RANDOM_PLIES = 8
"""At most so many plies of the beginning are played at random."""
LONGEST = 400
"""Plies after which a match is given up."""
SEATS = 2


def play_match(game: AnyGame, rng: Rng) -> Iterator[object]:
    """The positions of a match with default options, from the first to the last."""
    state = start(game, game.types.options(), SEATS, rng.fork("start"))
    bots = [SearchBot(rng.fork(f"strength {seat}").choice(STRENGTHS)[0]) for seat in range(SEATS)]
    opening, _ = rng.fork("opening").below(RANDOM_PLIES + 1)
    for ply in range(LONGEST):
        yield state
        seats = to_act(game, state)
        if not seats:
            return
        seat, luck = seats[0], rng.fork(f"ply {ply}")
        turn = Turn.of(game, state, seat, SEATS)
        if ply < opening:
            action, _ = luck.choice(turn.legal)
        else:
            action = bots[seat].choose(turn, Budget(), luck).action
        state = game.apply(state, seat, action).state
