"""The outsiders play as they are meant to, and levels beat them.

`benchmarks/bots/outsiders.py` plays more matches.
"""

from dataclasses import replace

import pytest
from outsiders.learner import Learner, train
from outsiders.marcher import Marcher
from outsiders.match import SCRIPTED, Maker, meet, total, untimed
from outsiders.minimax import AuthorsMinimax, distance_left
from outsiders.planner import Planner
from outsiders.spiel_mcts import SpielMcts
from outsiders.walker import Walker, way

from meadhall.bots.bot import Bot, Budget, Turn
from meadhall.bots.players.greedy_bot import GreedyBot
from meadhall.bots.players.random_bot import RandomBot
from meadhall.cli.bench.level_steps import Effort
from meadhall.core.game import start
from meadhall.core.rng import Rng
from meadhall.games.chinese_checkers import GAME as CHECKERS
from meadhall.games.chinese_checkers.types import Options
from meadhall.games.jarls import GAME as JARLS
from meadhall.games.jarls.options import Options as JarlsOptions

pytestmark = pytest.mark.untraced  # whole matches


def test_the_walker_comes_nearer_with_every_move_and_beats_who_plays_anything() -> None:
    state = start(JARLS, JarlsOptions(), 2, Rng("walker"))
    before = way(state, 0)
    thought = Walker().choose(Turn.of(JARLS, state, 0, 2), Budget(), Rng("walker"))
    assert way(JARLS.apply(state, 0, thought.action).state, 0) < before
    assert total(meet("jarls", (Walker, RandomBot), Effort(6))).won == 6


def test_the_planner_needs_few_moves_alone() -> None:
    state, moves = start(CHECKERS, Options(), 3, Rng("planner")), 0
    while state.result is None:
        turn = Turn.of(CHECKERS, replace(state, turn=0), 0, 3)
        action = Planner(30).choose(turn, Budget(), Rng(str(moves))).action
        state = CHECKERS.apply(replace(state, turn=0), 0, action).state
        moves += 1
    assert moves <= 36


def test_the_author_s_minimax_takes_the_longest_hop_that_helps_nobody_else() -> None:
    state = start(CHECKERS, Options(), 2, Rng("author"))
    for ply in range(6):
        turn = Turn.of(CHECKERS, state, state.turn, 2)
        action = AuthorsMinimax().choose(turn, Budget(), Rng(str(ply))).action
        left = distance_left(state, turn.seat)
        state = CHECKERS.apply(state, turn.seat, action).state
        assert distance_left(state, turn.seat) < left


def test_openspiel_s_tree_search_takes_a_win_that_is_one_move_away() -> None:
    state = start(JARLS, JarlsOptions(), 2, Rng("spiel"))
    while way(state, state.turn.mover) > 2:
        turn = Turn.of(JARLS, state, state.turn.mover, 2)
        action = Walker().choose(turn, Budget(), Rng(str(state.turn.number))).action
        state = JARLS.apply(state, state.turn.mover, action).state
    turn = Turn.of(JARLS, state, state.turn.mover, 2)
    thought = SpielMcts(3 * len(turn.legal)).choose(turn, Budget(), Rng("spiel"))
    after = JARLS.apply(state, turn.seat, thought.action).state
    assert after.result is not None
    assert after.result.winners == (turn.seat,)


def test_a_learner_does_again_what_won() -> None:
    options, played = JarlsOptions(), list[int]()

    def is_enough(number: int) -> bool:
        played.append(number)
        return number == 4

    learner = train(JARLS, options, RandomBot, is_enough)
    assert played == [0, 1, 2, 3, 4]
    assert learner.likes, "four matches leave a trace"
    fresh, turn = Learner(), Turn.of(JARLS, start(JARLS, options, 2, Rng("l")), 0, 2)
    action = fresh.choose(turn, Budget(), Rng("l")).action
    fresh.learn(1)
    assert JARLS.learn is not None
    assert JARLS.learn.index is not None
    key = (0, JARLS.learn.index(options, 2, action))
    assert fresh.likes[key] == max(fresh.likes.values()) > 0


def quick_planner() -> Bot:
    """A planner with a narrow beam, for a quick test."""
    return Planner(20)


@pytest.mark.parametrize("outsider", [quick_planner, AuthorsMinimax, GreedyBot])
def test_medium_beats_outsiders_at_chinese_checkers_from_both_seats(outsider: Maker) -> None:
    scores = meet("chinese-checkers", (untimed("chinese-checkers", "medium"), outsider), Effort(4))
    assert total(scores).won == 4


def test_the_expert_beats_the_scripts_of_elemental_clash() -> None:
    expert = untimed("elemental-clash", "expert")
    for outsider in SCRIPTED["elemental-clash"].values():
        score = total(meet("elemental-clash", (expert, outsider), Effort(4)))
        assert score.won + score.drawn > score.lost


def test_medium_stops_the_marcher_before_its_third_round_in_the_castle() -> None:
    scores = meet("secret-toaster", (untimed("secret-toaster", "medium"), Marcher), Effort(20, 90))
    assert min(score.won for score in scores) >= 9


def test_medium_beats_the_walker_from_both_seats() -> None:
    scores = meet("jarls", (untimed("jarls", "medium"), Walker), Effort(6))
    assert total(scores).won >= 5
    assert min(score.won for score in scores) >= 2
