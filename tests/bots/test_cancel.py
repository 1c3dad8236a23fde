"""Every kind of bot can be cancelled: a search that would run for a week answers at once."""

from threading import Event

import pytest

from meadhall import registry
from meadhall.bots import roster
from meadhall.bots.bot import Budget, Turn
from meadhall.core.capabilities import Level
from meadhall.core.game import AnyGame, start, strategy, to_act
from meadhall.core.rng import Rng

A_WEEK = 7 * 24 * 3600 * 1000
ENDLESS = {
    "random": {},
    "greedy": {},
    "search": {},
    "mcts": {"horizon": 5},
    "ismcts": {"horizon": 5},
    "simultaneous": {"worlds": 1 << 40, "rounds": 10},
    "rollout": {"worlds": 1 << 40},
}
"""Settings with which a bot of this kind never ends by itself."""


def first_turn(game: AnyGame) -> Turn:
    seats = max(game.spec.players)
    state = start(game, game.types.options(), seats, Rng("cancel"))
    return Turn.of(game, state, to_act(game, state)[0], seats)


def test_every_kind_of_bot_is_tried_here() -> None:
    assert set(ENDLESS) == set(roster.BOTS)


@pytest.mark.parametrize("kind", list(ENDLESS))
@pytest.mark.parametrize("game", list(registry.games()), ids=lambda game: game.spec.slug)
def test_a_cancelled_bot_answers_with_what_it_has(game: AnyGame, kind: str) -> None:
    if kind == "rollout" and not strategy(game).policies:
        pytest.skip("this game has no policies")
    turn, cancel = first_turn(game), Event()
    cancel.set()
    bot = roster.make(Level(kind, "", kind, ENDLESS[kind]))
    thought = bot.choose(turn, Budget(milliseconds=A_WEEK, cancel=cancel), Rng("a"))
    assert thought.action in turn.legal


def test_greedy_leaves_the_rest_of_the_actions_when_cancelled() -> None:
    turn, cancel = first_turn(registry.game("jarls")), Event()
    cancel.set()
    bot = roster.make(Level("greedy", "", "greedy"))
    assert bot.choose(turn, Budget(cancel=cancel), Rng("a")).nodes == 1
    assert bot.choose(turn, Budget(), Rng("a")).nodes == len(turn.legal)
