"""Tree searches find good moves, repeatably and in time, on fast lanes and on pure rules."""

from collections.abc import Callable
from dataclasses import replace
from threading import Event, Timer
from time import monotonic

import pytest
from changed import with_speed

from meadhall import registry
from meadhall.bots.bot import Bot, Budget, Turn
from meadhall.bots.chances import WHOLE
from meadhall.bots.players.ismcts_bot import IsMctsBot
from meadhall.bots.players.mcts_bot import MctsBot
from meadhall.bots.search.lanes import lane_of
from meadhall.cli.new_game.template import GAME as LAST_STONE
from meadhall.cli.new_game.template.types import State, Take
from meadhall.core.game import AnyGame, start
from meadhall.core.rng import Rng
from meadhall.core.status import ToAct

MAKERS: list[Callable[[], Bot]] = [MctsBot, IsMctsBot]


def turn_of(game: AnyGame, state: object, seats: int = 2) -> Turn:
    status = game.status(state)
    assert isinstance(status, ToAct)
    seat = status.seats[0]
    return Turn.of(game, state, seat, seats)


def first_turn(slug: str, seats: int) -> Turn:
    game = registry.game(slug)
    return turn_of(game, start(game, game.types.options(), seats, Rng("tree")), seats)


@pytest.mark.parametrize("make", MAKERS)
@pytest.mark.parametrize("stones", [5, 6, 7, 9, 10, 11])
def test_the_winning_move_of_a_solved_game_is_found(make: Callable[[], Bot], stones: int) -> None:
    thought = make().choose(turn_of(LAST_STONE, State(stones, 0)), Budget(nodes=600), Rng("a"))
    assert thought.action == Take(stones % 4)
    assert thought.score is not None
    assert thought.score > 0
    assert "visits" in thought.note
    assert thought.chance is not None
    assert thought.chance > WHOLE // 2


@pytest.mark.parametrize("make", MAKERS)
@pytest.mark.parametrize("slug", registry.slugs())
def test_equal_seeds_and_rounds_give_equal_thoughts(make: Callable[[], Bot], slug: str) -> None:
    turn = first_turn(slug, min(registry.game(slug).spec.players))
    one, two = (make().choose(turn, Budget(nodes=60), Rng("same")) for _ in range(2))
    assert one == two
    assert one.action in turn.legal
    assert one.nodes is None or one.nodes <= 60


@pytest.mark.parametrize("make", MAKERS)
def test_a_cancelled_search_still_has_an_answer(make: Callable[[], Bot]) -> None:
    turn, cancel = first_turn("chinese-checkers", 3), Event()
    make().choose(turn, Budget(nodes=1), Rng("warm"))  # compiles before the clock runs
    Timer(0.2, cancel.set).start()
    began = monotonic()
    thought = make().choose(turn, Budget(milliseconds=60_000, cancel=cancel), Rng("a"))
    assert thought.action in turn.legal
    assert monotonic() - began < 30, "a cancelled search went on"


def test_what_was_learned_is_kept_for_the_next_turn() -> None:
    bot, state = MctsBot(), State(12, 0)
    thought = bot.choose(turn_of(LAST_STONE, state), Budget(nodes=300), Rng("a"))
    state = LAST_STONE.apply(state, 0, thought.action).state
    state = LAST_STONE.apply(state, 1, Take(1)).state
    bot.choose(turn_of(LAST_STONE, state), Budget(nodes=1), Rng("b"))
    assert bot.last is not None
    assert bot.last.tree.visits[0] > 1


@pytest.mark.parametrize("lane", ["fast", "pure"])
def test_what_was_learned_is_found_again_after_several_opponents_have_moved(lane: str) -> None:
    turn, bot = first_turn("chinese-checkers", 3), MctsBot({"curiosity": 100})
    game = with_speed(turn.game, lane=None) if lane == "pure" else turn.game
    state = game.resample(turn.view, Rng("open"))
    bot.choose(turn_of(game, state), Budget(nodes=1500), Rng("a"))
    world, node = bot.last, 0
    assert world is not None
    for _ in range(3):
        node = world.favourite(node) or 0
        action = world.lane.action(state, int(world.tree.move[node]))
        state = game.apply(state, int(world.tree.seat[node]), action).state
    learned = int(world.tree.visits[node])
    bot.choose(turn_of(game, state), Budget(nodes=1), Rng("b"))
    assert learned > 1
    assert bot.last is not world
    assert bot.last is not None
    assert bot.last.tree.visits[0] == learned + 1


def test_several_worlds_are_searched_where_asked() -> None:
    turn = first_turn("jarls", 2)
    thought = MctsBot({"worlds": 3, "nodes": 90, "horizon": 2}).choose(turn, Budget(), Rng("a"))
    assert thought.action in turn.legal


@pytest.mark.parametrize("lane", ["fast", "pure"])
@pytest.mark.parametrize("seats", [2, 3, 6])
def test_the_visits_of_a_tree_add_up(seats: int, lane: str) -> None:
    turn, bot = first_turn("chinese-checkers", seats), MctsBot({"horizon": 3})
    if lane == "pure":
        turn = replace(turn, game=with_speed(turn.game, lane=None))
    bot.choose(turn, Budget(nodes=90), Rng("x"))
    assert bot.last is not None
    assert bot.last.compiled == (lane_of(turn.game) is not None)
    visits = bot.last.tree.visits
    assert visits[0] == 90
    assert sum(visits[child] for child in bot.last.children()) == 90
    for node in bot.last.children():
        below = sum(visits[child] for child in bot.last.children(node))
        assert below == max(0, visits[node] - 1)
