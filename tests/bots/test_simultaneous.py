"""Bots that choose at the same time: honest, repeatable, and no fools."""

from dataclasses import replace

import pennies_game
import pytest
from tests.games.elemental_clash.table import battle, hand, miner

from meadhall import registry
from meadhall.bots import roster
from meadhall.bots.bot import Bot, Budget, Turn
from meadhall.bots.playout import after, playouts
from meadhall.bots.regret import ONE
from meadhall.bots.simultaneous import Settings, SimultaneousBot
from meadhall.core.game import AnyGame, start
from meadhall.core.rng import Rng
from meadhall.core.seats import Seat
from meadhall.core.status import Finished
from meadhall.games.elemental_clash.types import Play, Side, State

CLASH = registry.game("elemental-clash")
LEVELS = [level.name for level in CLASH.levels]
PENNIES: AnyGame = pennies_game.GAME
MIXED = Settings(worlds=4, playouts=4, rounds=30, narrow=4)
EXPECTING = Settings(worlds=3)


def bot(name: str) -> Bot:
    return roster.make(roster.level(CLASH, name))


def turn(game: AnyGame, state: object, seat: Seat, seats: int = 2) -> Turn:
    return Turn.of(game, state, seat, seats)


def begun(seed: str) -> State:
    state, rng = start(CLASH, CLASH.types.options(), 2, Rng(seed)), Rng(seed)
    while state.stage == "draft" or state.turn < 3:
        status = CLASH.status(state)
        assert not isinstance(status, Finished)
        action, rng = rng.choice(CLASH.legal_actions(state, status.seats[0]))
        state = CLASH.apply(state, status.seats[0], action).state
    assert isinstance(state, State)
    return state


def test_the_levels_are_the_four_of_the_rules() -> None:
    assert LEVELS == ["easy", "medium", "hard", "expert"]


@pytest.mark.parametrize("name", LEVELS)
def test_states_that_differ_in_secrets_only_get_the_same_choice(name: str) -> None:
    for seed in range(3):
        true = begun(str(seed))
        other = CLASH.resample(CLASH.view(true, 1), Rng("other"))
        assert other.sides[0].hand != true.sides[0].hand or other.rng != true.rng
        chosen = [
            bot(name).choose(turn(CLASH, state, 1), Budget(), Rng("bot")).action
            for state in (true, other)
        ]
        assert chosen[0] == chosen[1]


@pytest.mark.parametrize("name", LEVELS[1:])
def test_every_level_but_the_easy_one_takes_a_sure_win(name: str) -> None:
    mine = Side(20, 10, hand=hand("wall", "deflection", "continuous", "projectile"))
    theirs = Side(3, 0, miner=miner("repair_miner"), hand=hand("continuous"))
    chosen = _known(battle(mine, theirs), name)
    assert chosen in ("continuous", "projectile")


def _known(state: State, name: str) -> str:
    """What the level plays when it imagines the true state and no other."""
    honest = replace(CLASH, resample=lambda _view, rng: replace(state, rng=rng))
    action = bot(name).choose(turn(honest, state, 0), Budget(), Rng("sure")).action
    assert isinstance(action, Play)
    return action.card.subtype


def test_the_expert_mixes_where_a_fixed_choice_could_be_read() -> None:
    """One shot is enough for either side, and one dodge stops it: do not always do the same."""
    mine = Side(3, 3, hand=hand("projectile", "deflection"))
    theirs = Side(3, 3, hand=hand("projectile", "deflection"))
    state = battle(mine, theirs)
    honest = replace(CLASH, resample=lambda _view, rng: replace(state, rng=rng))
    expert = SimultaneousBot(Settings(worlds=1, playouts=4, rounds=300, narrow=4))
    plan = expert.plan(turn(honest, state, 0), Budget(), Rng("mix"))
    assert plan.kinds == 1
    assert min(plan.mix) > ONE * 2 // 5


def test_who_is_careless_plays_any_of_its_best_actions() -> None:
    mine = Side(20, 10, hand=hand("wall", "deflection", "projectile"))
    state = battle(mine, Side(hand=hand("wall")))
    honest = replace(CLASH, resample=lambda _view, rng: replace(state, rng=rng))
    asked = turn(honest, state, 0)
    best = SimultaneousBot(EXPECTING).plan(asked, Budget(), Rng("c"))
    careless = SimultaneousBot(replace(EXPECTING, choice=2)).plan(asked, Budget(), Rng("c"))
    assert len(asked.legal) == 3
    assert [share for share in best.mix if share] == [ONE]
    assert [share for share in careless.mix if share] == [ONE // 2] * 2
    assert careless.mix[best.mix.index(ONE)]


def test_a_single_legal_action_needs_no_thought() -> None:
    state = battle(Side(energy=0, hand=hand("wall", "continuous")), Side(hand=hand("wall")))
    thought = SimultaneousBot(MIXED).choose(turn(CLASH, state, 0), Budget(), Rng("one"))
    assert thought.note == "the only action"


def test_budgets_are_kept_and_one_world_is_always_imagined() -> None:
    state = begun("budget")
    free = SimultaneousBot(MIXED).choose(turn(CLASH, state, 0), Budget(), Rng("b"))
    for budget in (Budget(nodes=1), Budget(milliseconds=0)):
        short = SimultaneousBot(MIXED).choose(turn(CLASH, state, 0), budget, Rng("b"))
        assert 0 < (short.nodes or 0) < (free.nodes or 0)


def test_equal_turns_and_generators_give_equal_thoughts() -> None:
    state = begun("equal")
    thoughts = [bot("expert").choose(turn(CLASH, state, 0), Budget(), Rng("e")) for _ in range(2)]
    assert thoughts[0] == thoughts[1]
    assert "%" in thoughts[0].note
    assert thoughts[0].line == (CLASH.notation.write(thoughts[0].action),)


@pytest.mark.parametrize("settings", [MIXED, EXPECTING, Settings(worlds=2, playouts=2, columns=2)])
@pytest.mark.parametrize("seats", PENNIES.spec.players)
def test_any_simultaneous_game_can_be_played(settings: Settings, seats: int) -> None:
    state, rng = start(PENNIES, PENNIES.types.options(), seats, Rng("pennies")), Rng("p")
    player = SimultaneousBot(settings)
    while not isinstance(status := PENNIES.status(state), Finished):
        seat = status.seats[-1]
        action = player.choose(turn(PENNIES, state, seat), Budget(), rng).action
        state = PENNIES.apply(state, seat, action).state
    assert len(status.payoffs) == seats


def test_playouts_without_a_simulator_follow_the_rules() -> None:
    state = start(PENNIES, PENNIES.types.options(), 2, Rng("out"))
    sums = playouts(PENNIES)(state, (), 5, Rng("out"))
    assert len(sums) == 2
    first = PENNIES.legal_actions(state, 0)[0]
    assert after(PENNIES, state, [(0, first)]) == PENNIES.apply(state, 0, first).state


def test_a_choice_that_can_still_be_changed_is_counted_on() -> None:
    """The other seat has locked a card: the bot still weighs all that it may hold."""
    state = begun("locked")
    locked = CLASH.apply(state, 0, CLASH.legal_actions(state, 0)[0]).state
    plan = SimultaneousBot(MIXED).plan(turn(CLASH, locked, 1), Budget(), Rng("l"))
    assert plan.nodes > MIXED.worlds * len(CLASH.legal_actions(locked, 1))
