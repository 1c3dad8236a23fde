"""The bot for simultaneous choices is fair, repeatable and hard to exploit."""

from dataclasses import replace

import pennies_game
import pytest
from tests.games.elemental_clash.positions import battle, hand, miner

from meadhall import registry
from meadhall.bots import roster
from meadhall.bots.bot import Bot, Budget, Turn
from meadhall.bots.players.payoff_tables import SCALE, SimultaneousSettings
from meadhall.bots.players.simultaneous_bot import SimultaneousBot
from meadhall.bots.search.playout import playouts, state_after
from meadhall.bots.search.regret_matching import ONE
from meadhall.core.game import AnyGame, start, strategy
from meadhall.core.rng import Rng
from meadhall.core.seats import Seat
from meadhall.core.status import Finished
from meadhall.games.elemental_clash.types import Play, Side, State

CLASH = registry.game("elemental-clash")
LEVELS = [level.name for level in strategy(CLASH).levels]
PENNIES: AnyGame = pennies_game.GAME
MIXED = SimultaneousSettings(worlds=4, playouts=4, rounds=30, narrow=4)
EXPECTING = SimultaneousSettings(worlds=3)
FEW_COLUMNS = SimultaneousSettings(worlds=2, playouts=2, columns=2)


def bot(name: str) -> Bot:
    return roster.make(roster.level(CLASH, name))


def turn(game: AnyGame, state: object, seat: Seat, seats: int = 2) -> Turn:
    return Turn.of(game, state, seat, seats)


def start_battle(seed: str) -> State:
    state, rng = start(CLASH, CLASH.types.options(), 2, Rng(seed)), Rng(seed)
    while state.stage == "draft" or state.turn < 3:
        status = CLASH.status(state)
        assert not isinstance(status, Finished)
        action, rng = rng.choice(CLASH.legal_actions(state, status.seats[0]))
        state = CLASH.apply(state, status.seats[0], action).state
    assert isinstance(state, State)
    return state


def test_there_are_six_levels_weakest_first() -> None:
    assert LEVELS == ["novice", "easy", "casual", "medium", "hard", "expert"]


@pytest.mark.parametrize("name", LEVELS)
def test_states_that_differ_in_secrets_only_get_the_same_choice(name: str) -> None:
    for seed in range(3):
        true = start_battle(str(seed))
        other = CLASH.resample(CLASH.view(true, 1), Rng("other"))
        assert other.sides[0].hand != true.sides[0].hand or other.rng != true.rng
        chosen = [
            bot(name).choose(turn(CLASH, state, 1), Budget(), Rng("bot")).action
            for state in (true, other)
        ]
        assert chosen[0] == chosen[1]


@pytest.mark.parametrize("name", LEVELS[3:])
def test_levels_that_have_learned_take_a_sure_win_against_any_hand(name: str) -> None:
    learned = SimultaneousBot(SimultaneousSettings.of(roster.level(CLASH, name).settings))
    for seed in range(6):
        state = start_battle(str(seed))
        mine = replace(state.sides[1], energy=10)
        theirs = replace(state.sides[0], hp=3, energy=0, wall=None, miner=None)
        state = replace(state, sides=(theirs, mine))
        asked = turn(CLASH, state, 1)
        plan = learned.plan(asked, Budget(), Rng("sure"))
        for action, row in zip(asked.legal, plan.rows, strict=True):
            assert row == SCALE or action.card.subtype not in ("continuous", "projectile")
        assert plan.value > SCALE - 10 or SCALE not in plan.rows


@pytest.mark.parametrize("name", LEVELS[1:3])
def test_every_level_that_plays_battles_out_takes_a_sure_win(name: str) -> None:
    mine = Side(20, 10, hand=hand("wall", "deflection", "continuous", "projectile"))
    theirs = Side(3, 0, miner=miner("repair_miner"), hand=hand("continuous"))
    chosen = _known(battle(mine, theirs), name)
    assert chosen in ("continuous", "projectile")


def _known(state: State, name: str) -> str:
    """What the level plays when it samples the true state and no other."""
    honest = replace(CLASH, resample=lambda _view, rng: replace(state, rng=rng))
    action = bot(name).choose(turn(honest, state, 0), Budget(), Rng("sure")).action
    assert isinstance(action, Play)
    return action.card.subtype


def test_the_expert_mixes_where_a_fixed_choice_could_be_exploited() -> None:
    """One shot wins for either side and one dodge stops it, so a mix is best."""
    mine = Side(3, 3, hand=hand("projectile", "deflection"))
    theirs = Side(3, 3, hand=hand("projectile", "deflection"))
    state = battle(mine, theirs)
    honest = replace(CLASH, resample=lambda _view, rng: replace(state, rng=rng))
    expert = SimultaneousBot(SimultaneousSettings(worlds=1, playouts=4, rounds=300, narrow=4))
    plan = expert.plan(turn(honest, state, 0), Budget(), Rng("mix"))
    assert plan.kinds == 1
    assert min(plan.mix) > ONE * 2 // 5


def test_a_careless_bot_plays_any_of_its_best_actions() -> None:
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


def test_budgets_are_kept_and_one_world_is_always_sampled() -> None:
    state = start_battle("budget")
    free = SimultaneousBot(MIXED).choose(turn(CLASH, state, 0), Budget(), Rng("b"))
    for budget in (Budget(nodes=1), Budget(milliseconds=0)):
        short = SimultaneousBot(MIXED).choose(turn(CLASH, state, 0), budget, Rng("b"))
        assert 0 < (short.nodes or 0) < (free.nodes or 0)


def test_equal_turns_and_generators_give_equal_thoughts() -> None:
    state = start_battle("equal")
    thoughts = [bot("expert").choose(turn(CLASH, state, 0), Budget(), Rng("e")) for _ in range(2)]
    assert thoughts[0] == thoughts[1]
    assert "%" in thoughts[0].note
    assert thoughts[0].line == (CLASH.notation.write(thoughts[0].action),)


@pytest.mark.parametrize("settings", [MIXED, EXPECTING, FEW_COLUMNS])
@pytest.mark.parametrize("seats", PENNIES.spec.players)
def test_any_simultaneous_game_can_be_played(settings: SimultaneousSettings, seats: int) -> None:
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
    assert state_after(PENNIES, state, [(0, first)]) == PENNIES.apply(state, 0, first).state


def test_a_sealed_choice_that_can_still_change_is_considered() -> None:
    """The other seat has locked a card: the bot still considers every card that it may hold."""
    state = start_battle("locked")
    locked = CLASH.apply(state, 0, CLASH.legal_actions(state, 0)[0]).state
    plan = SimultaneousBot(MIXED).plan(turn(CLASH, locked, 1), Budget(), Rng("l"))
    assert plan.nodes > MIXED.worlds * len(CLASH.legal_actions(locked, 1))


def test_guesses_need_a_game_that_can_solve_them() -> None:
    asking = SimultaneousBot(SimultaneousSettings(guesses=2, rounds=2))
    state = start(PENNIES, PENNIES.types.options(), 2, Rng("none"))
    with pytest.raises(ValueError, match="no solver"):
        asking.choose(turn(PENNIES, state, 0), Budget(), Rng("none"))
