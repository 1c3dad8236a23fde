"""Batches play by the pure rules, move for move, and show a seat no more than its view."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from learnable import slug

from meadhall import envs, registry
from meadhall.core.game import AnyGame
from meadhall.core.rng import Rng
from meadhall.envs.numbered import Actions, NumberedGame
from meadhall.envs.vector_env import MatchesEnv
from meadhall.envs.vector_input import VectorSettings
from meadhall.envs.vector_loop import HEADER, OVER
from meadhall.games.chinese_checkers.fast import tables as checkers
from meadhall.games.chinese_checkers.rules.board import MARBLES
from meadhall.games.chinese_checkers.rules.ending import REASONS
from meadhall.games.elemental_clash.fast import batch_tables as clash
from meadhall.games.jarls.fast import tables as jarls
from meadhall.games.secret_toaster.fast import odds
from meadhall.games.secret_toaster.fast import tables as toaster
from meadhall.games.secret_toaster.rules.round.resolve import resolve_round
from meadhall.games.secret_toaster.rules.table import waiting, with_player
from meadhall.games.secret_toaster.types import Ready
from meadhall.games.secret_toaster.types import State as Island
from meadhall.testing import playthroughs

GAMES = list(registry.games())
COMPACT = [game for game in GAMES if game.learn and game.learn.compact and game.learn.index]
KINDS: list[tuple[AnyGame, Actions | None]] = [
    *((game, None) for game in GAMES),
    *((game, "compact") for game in COMPACT),
]
CHECKERS, JARLS, TOASTER = map(registry.game, ("chinese-checkers", "jarls", "secret-toaster"))
LONG = {"jarls": {"ruleset": "shields", "starvation_rounds": 1, "starvation_repeat": 1}}


class Stream:
    """The array's luck, for the pure rules: one number after the other from the same generator."""

    def __init__(self, seed: int) -> None:
        self.array = np.zeros(toaster.LENGTH, np.int64)
        self.array[toaster.RANDOM] = seed

    def below(self, bound: int) -> int:
        return int(odds.below(self.array, bound))

    def dice(self, count: int) -> bytes:
        return bytes(1 + self.below(6) for _ in range(count))


def make_env(game: AnyGame, options: Any, seats: int, actions: Actions | None) -> MatchesEnv:
    """Two matches that begin alike; they wait for their reset when they are over."""
    given = {name: getattr(options, name) for name in options.__dataclass_fields__}
    numbered = NumberedGame.of(game, seats, given, actions)
    return MatchesEnv(numbered, 2, VectorSettings(boards=1, autoreset="Disabled"))


def after(env: MatchesEnv, row: int, state: Any, number: int) -> Any:
    """The pure state after the number, with the luck of the row before its step."""
    numbered, seat = env.numbered, int(env.current_player[row])
    action = numbered.action(state, seat, number)
    starts = isinstance(state, Island) and isinstance(action, Ready) and env.is_compiled
    if starts and waiting(state.table) == (seat,):
        player = replace(state.table.players[seat], ready=True)
        ready = replace(state, table=with_player(state.table, seat, player))
        return resolve_round(ready, Stream(int(env.state[row, HEADER + toaster.RANDOM]))).state
    return numbered.game.apply(state, seat, action).state


def with_deal(env: MatchesEnv, row: int, state: Any) -> Any:
    """The state; where a deck has just been shuffled, with the row's cards instead."""
    if getattr(state, "stage", "") != "battle" or state.history or any(state.sealed.choices):
        return state
    dealt = env._batch.state(env.state[row, HEADER:]).sides
    pairs = zip(state.sides, dealt, strict=True)
    return replace(state, sides=tuple(replace(a, hand=b.hand, deck=b.deck) for a, b in pairs))


def first_state(env: MatchesEnv, row: int) -> Any:
    """The pure first state of the row's match; on the pure rules, the row itself has it."""
    return env.numbered.start(0) if env.is_compiled else env._batch.state(env.state[row, HEADER:])


def played_beside(env: MatchesEnv, steps: int, seed: int) -> Iterator[list[Any]]:
    """The pure states of both matches, after each random step that both have made."""
    env.reset(seed=seed)
    env.np_random = np.random.default_rng(seed)
    pure = [first_state(env, row) for row in range(env.num_envs)]
    for _ in range(steps):
        yield pure
        numbers = env.sample()
        # In Secret Toaster random players would plan for ever.
        hasty = env.np_random.random(len(pure)) < 0.15
        ready = hasty & (env.numbered.game.spec.slug == "secret-toaster")
        numbers[ready] = 0
        pure = [after(env, row, state, int(numbers[row])) for row, state in enumerate(pure)]
        env.step(numbers)
        pure = [with_deal(env, row, state) for row, state in enumerate(pure)]
        over = env._out.ended.copy()
        yield pure
        if over.any():
            env.reset(options={"reset_mask": over})
            pure = [first_state(env, row) if over[row] else s for row, s in enumerate(pure)]


def check(env: MatchesEnv, steps: int, seed: int) -> int:
    """Compare every step with the pure rules; returns how many matches ended."""
    numbered, ended = env.numbered, 0
    for states in played_beside(env, steps, seed):
        for row, state in enumerate(states):
            asked = numbered.to_act(state)
            assert bool(env.state[row, OVER]) == (not asked)
            for seat in range(numbered.seats):
                seen = env.observe(seat)[row]
                assert np.array_equal(seen, numbered.observe(state, seat))
                assert seen in env.single_observation_space
            if asked:
                assert env.current_player[row] == asked[0]
                assert np.array_equal(env._out.mask[row], numbered.mask(state, asked[0]))
            else:
                ended += 1
                assert env._out.ended[row]
                assert tuple(env._out.seat_rewards[row]) == numbered.payoffs(state)
    return ended


@pytest.mark.untraced  # whole matches
@pytest.mark.parametrize(("game", "actions"), KINDS, ids=lambda kind: getattr(kind, "spec", kind))
def test_whole_matches_are_played_by_the_rules(game: AnyGame, actions: Actions | None) -> None:
    options = game.types.options(**LONG.get(game.spec.slug, {}))
    env = make_env(game, options, 2, actions)
    assert env.is_compiled
    assert check(env, 320, 1) > 1


@pytest.mark.untraced  # many matches
@pytest.mark.parametrize(("game", "actions"), KINDS, ids=lambda kind: getattr(kind, "spec", kind))
@given(data=st.data())
@settings(max_examples=12)
def test_any_options_and_seats_are_played_by_the_rules(
    game: AnyGame, actions: Actions | None, data: st.DataObject
) -> None:
    play = data.draw(playthroughs(game, most_plies=0))
    env = make_env(game, play.options, play.seats, actions)
    fogged = getattr(play.options, "fog", False) or getattr(play.options, "shield_draft", False)
    legacy = getattr(play.options, "ruleset", "") == "legacy"
    assert env.is_compiled or fogged or legacy or getattr(play.options, "board", None)
    check(env, 12, data.draw(st.integers(0, 99)))


def seal_another(row: Any, seat: int) -> None:
    """Change everything that the seat may not know about a match of Elemental Clash."""
    other = 1 - seat
    row[clash.RANDOM] += 1
    row[clash.HELD + other * 4 : clash.HELD + other * 4 + 4] = row[
        clash.HELD + other * 4 : clash.HELD + other * 4 + 4
    ][::-1].copy()
    if row[clash.SEALED + other] != -1:
        row[clash.SEALED + other] = (row[clash.SEALED + other] + 1) % clash.CARD_COUNT
    row[clash.PILED + seat * 6 : clash.PILED + seat * 6 + 2] = row[
        clash.PILED + seat * 6 : clash.PILED + seat * 6 + 2
    ][::-1].copy()


def plan_otherwise(row: Any, seat: int) -> None:
    """The same for Secret Toaster: other orders, other objectives, other dice."""
    row[toaster.RANDOM] += 1
    for other in range(int(row[toaster.SEATS])):
        if other != seat:
            row[toaster.OBJECTIVE + other] = 1 + row[toaster.OBJECTIVE + other] % 4
            first = toaster.PLAN + other * 3 * toaster.ORDER
            row[first : first + 3 * toaster.ORDER] = 1


def starve_another(row: Any, seat: int) -> None:
    """The same for Jarls in a famine: the sealed choices of the others."""
    if row[jarls.FAMINE]:
        for other in range(int(row[jarls.SEATS])):
            if other != seat:
                row[jarls.FAMINE] ^= 1 << (6 + jarls.CHOICE_BITS * other)


@pytest.mark.parametrize(
    ("name", "change", "options"),
    [
        ("elemental-clash", seal_another, {}),
        ("secret-toaster", plan_otherwise, {"seats": 4}),
        ("jarls", starve_another, {"seats": 3, **LONG["jarls"]}),
    ],
)
def test_what_a_seat_may_not_know_is_in_no_observation_and_no_mask(
    name: str, change: Callable[[Any, int], None], options: dict[str, Any]
) -> None:
    env, twin = (envs.vector(name, 2, boards=4, **options) for _ in range(2))
    env.reset(seed=1)
    twin.reset(seed=1)
    differing = 0
    for _ in range(60):
        for seat in range(env.numbered.seats):
            state = env.state.copy()
            for row in state:
                change(row[HEADER:], seat)
            differing += not np.array_equal(state, env.state)
            twin.restore(state)
            assert np.array_equal(env.observe(seat), twin.observe(seat))
            asked = env.current_player == seat
            assert np.array_equal(env._out.mask[asked], twin._out.mask[asked])
        env.step(env.sample())
    assert differing > 20


@pytest.mark.parametrize("game", GAMES, ids=slug)
def test_another_state_that_fits_the_view_gives_the_same_observation(game: AnyGame) -> None:
    env = make_env(game, game.types.options(), max(game.spec.players), None)
    for number, states in enumerate(played_beside(env, 20, 2)):
        for seat in range(env.numbered.seats):
            other = game.resample(game.view(states[0], seat), Rng(str(number)))
            assert np.array_equal(env.observe(seat)[0], env.numbered.observe(other, seat))


@pytest.mark.parametrize("game", GAMES, ids=slug)
def test_a_row_can_be_read_as_a_state(game: AnyGame) -> None:
    options = game.types.options(**LONG.get(game.spec.slug, {}))
    env = make_env(game, options, max(game.spec.players), None)
    numbered = env.numbered
    for states in played_beside(env, 30, 5):
        for row, state in enumerate(states):
            read = env._batch.state(env.state[row, HEADER:])
            for seat in range(numbered.seats):
                assert numbered.legal(read, seat) == numbered.legal(state, seat)


@pytest.mark.parametrize(
    ("winner", "result"),
    [
        (checkers.EMPTY, None),
        (checkers.STUCK, (0, 0)),
        (0, (1, -1)),
        (1, (-1, 1)),
    ],
)
def test_the_result_of_a_row_is_read(winner: int, result: tuple[int, ...] | None) -> None:
    env = make_env(CHECKERS, CHECKERS.types.options(), 2, None)
    env.reset(seed=1)
    row = env.state[0, HEADER:].copy()
    row[checkers.WINNER] = winner
    row[checkers.OWN + 1] = MARBLES  # seat 2 has filled its target
    found = env._batch.state(row).result
    assert (found and found.payoffs) == result
    if winner in (0, 1):
        assert found.reason == REASONS[0 if winner == 1 else -1]


@pytest.mark.parametrize(
    ("bits", "throne", "reason"),
    [(0b010, 0, "throne"), (0b100, jarls.EMPTY, "lastStanding"), (0b001, jarls.EMPTY, "quiet")],
)
def test_the_winners_of_a_board_are_read(bits: int, throne: int, reason: str) -> None:
    env = make_env(JARLS, JARLS.types.options(), 2, None)
    env.reset(seed=1)
    row = env.state[0, HEADER:].copy()
    row[jarls.RESULT], row[jarls.THRONE] = bits, throne
    result = env._batch.state(row).result
    assert result.winners == tuple(seat for seat in range(2) if bits >> (seat + 1) & 1)
    assert result.reason == reason


def test_the_winners_of_an_island_are_read() -> None:
    env = make_env(TOASTER, TOASTER.types.options(), 3, None)
    env.reset(seed=1)
    row = env.state[0, HEADER:].copy()
    row[toaster.RESULT] = 0b101
    assert env._batch.state(row).table.outcome.winners == (0, 2)


def test_what_only_the_pure_rules_play_has_no_batch() -> None:
    for game, options in ((JARLS, {"fog": True}), (TOASTER, {"ruleset": "legacy"})):
        assert not make_env(game, game.types.options(**options), 2, None).is_compiled


def test_a_number_of_an_order_that_nobody_can_give_means_nothing() -> None:
    code = TOASTER.learn.compact if TOASTER.learn else None
    assert code is not None
    options = TOASTER.types.options()
    state = TOASTER.initial(options, 3, Rng("first"))
    knights = [replace(knight, hex=1) for knight in state.table.knights]  # in a corner
    view = TOASTER.view(replace(state, table=replace(state.table, knights=tuple(knights))), 0)
    actions = [code.action(view, 0, number) for number in range(code.count(options, 3))]
    assert None in actions
    assert any(action is not None for action in actions)
