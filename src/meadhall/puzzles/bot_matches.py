"""Matches to look for puzzles in: two bots of changing strength, after a random beginning."""

from meadhall.bots.bot import Budget, Turn
from meadhall.bots.players.search_bot import SearchBot
from meadhall.core.game import AnyGame, start, to_act
from meadhall.core.rng import Rng

STRENGTHS = ({"choice": 3}, {"choice": 2}, {"nodes": 300}, {"nodes": 1_500}, {"nodes": 5_000})
"""Settings of the search. Weaker ones blunder, which makes for more kinds of positions."""
RANDOM_PLIES = 8
"""At most this many plies at the beginning are played at random."""
LONGEST = 400
"""Plies after which a match is given up."""
SEATS = 2


def play_match(game: AnyGame, rng: Rng) -> list[object]:
    """The positions of a match with default options, from the first to the last."""
    state: object = start(game, game.types.options(), SEATS, rng.fork("start"))
    opening, _ = rng.fork("opening").below(RANDOM_PLIES + 1)
    states = [state]
    bots = [SearchBot(rng.fork(f"strength {seat}").choice(STRENGTHS)[0]) for seat in range(SEATS)]
    while (seats := to_act(game, state)) and len(states) <= LONGEST:
        seat, luck = seats[0], rng.fork(f"ply {len(states) - 1}")
        turn = Turn.of(game, state, seat, SEATS)
        if len(states) <= opening:
            action, _ = luck.choice(turn.legal)
        else:
            action = bots[seat].choose(turn, Budget(), luck).action
        state = game.apply(state, seat, action).state
        states.append(state)
    return states
