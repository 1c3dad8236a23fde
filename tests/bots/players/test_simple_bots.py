"""Random, greedy and policy bots: fair, repeatable, and as strong as documented."""

from collections import Counter
from collections.abc import Sequence

import pytest
from changed import with_play

from meadhall.bots import roster
from meadhall.bots.bot import Bot, Budget, Turn
from meadhall.bots.players.greedy_bot import GreedyBot
from meadhall.bots.players.policy_bot import PolicyBot
from meadhall.bots.players.random_bot import RandomBot
from meadhall.cli.new_game.template import GAME
from meadhall.cli.new_game.template.types import State, Take
from meadhall.core.capabilities import Level
from meadhall.core.game import AnyGame
from meadhall.core.rng import Rng
from meadhall.core.seats import Seat
from meadhall.core.status import Finished


def turn(state: State, game: AnyGame = GAME) -> Turn:
    seat = state.turn
    return Turn.of(game, state, seat, 2)


def winner(bots: tuple[Bot, Bot], seed: str) -> Seat:
    state = State(21, 0)
    while not isinstance(status := GAME.status(state), Finished):
        rng = Rng(seed).fork(str(state))
        chosen = bots[state.turn].choose(turn(state), Budget(), rng).action
        state = GAME.apply(state, state.turn, chosen).state
    return status.payoffs.index(1)


def test_random_plays_every_legal_action_about_equally_often() -> None:
    bot = RandomBot()
    counts = Counter(
        bot.choose(turn(State(9, 0)), Budget(), Rng(str(i))).action for i in range(600)
    )
    assert set(counts) == {Take(1), Take(2), Take(3)}
    assert all(150 < count < 250 for count in counts.values())


def test_greedy_takes_what_the_evaluation_likes_and_says_how() -> None:
    thought = GreedyBot().choose(turn(State(7, 0)), Budget(), Rng("x"))
    assert thought.action == Take(3)
    assert (thought.score, thought.depth, thought.nodes) == (1, 1, 3)
    assert thought.line == ("take 3",)


def test_greedy_takes_a_win_over_any_evaluation() -> None:
    misled = with_play(GAME, evaluate=lambda *_: 999)
    thought = GreedyBot().choose(turn(State(2, 0), misled), Budget(), Rng("x"))
    assert thought.action == Take(2)


def test_greedy_without_an_evaluation_still_plays() -> None:
    blind = with_play(GAME, evaluate=None)
    thought = GreedyBot().choose(turn(State(9, 0), blind), Budget(), Rng("x"))
    assert thought.score == 0


def test_greedy_breaks_ties_at_random() -> None:
    choices = {
        GreedyBot().choose(turn(State(8, 0)), Budget(), Rng(str(i))).action for i in range(30)
    }
    assert choices == {Take(1), Take(2), Take(3)}


def test_greedy_beats_random_from_both_seats() -> None:
    greedy, random = GreedyBot(), RandomBot()
    wins = sum(winner((greedy, random), str(i)) == 0 for i in range(50))
    wins += sum(winner((random, greedy), str(i)) == 1 for i in range(50))
    assert wins >= 90


@pytest.mark.parametrize("bot", [RandomBot(), GreedyBot()])
def test_equal_turns_and_generators_give_equal_thoughts(bot: Bot) -> None:
    asked = [bot.choose(turn(State(8, 1)), Budget(nodes=10), Rng("same")) for _ in range(3)]
    assert asked[0] == asked[1] == asked[2]


def test_a_policy_is_asked_with_the_view_and_the_legal_actions() -> None:
    def second_of_an_odd_heap(view: State, _: Seat, legal: Sequence[Take], __: Rng) -> Take:
        return legal[view.stones % 2]

    cautious = with_play(GAME, policies={"cautious": second_of_an_odd_heap})
    thought = PolicyBot("cautious", {}).choose(turn(State(9, 0), cautious), Budget(), Rng("x"))
    assert thought.action == Take(2)
    assert thought.note == "policy cautious"


def test_a_policy_blunders_as_often_as_its_level_says() -> None:
    def least(_: State, __: Seat, legal: Sequence[Take], ___: Rng) -> Take:
        return legal[0]

    game = with_play(GAME, policies={"careful": least})
    for blunders, low, high in ((0, 0, 0), (30, 20, 40), (100, 100, 100)):
        bot = roster.make(Level("own", "", "policy:careful", {"blunders": blunders}))
        thoughts = [bot.choose(turn(State(9, 0), game), Budget(), Rng(str(i))) for i in range(100)]
        slips = [thought.action for thought in thoughts if thought.note == "a blunder"]
        assert low <= len(slips) <= high
        assert not slips or set(slips) == {Take(1), Take(2), Take(3)}
