"""The integer kernels play the same battles as the rules, compiled or as plain Python."""

import sys
from array import array
from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from types import FunctionType, ModuleType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from meadhall.core.game import speed, start
from meadhall.core.rng import Rng
from meadhall.core.status import Finished
from meadhall.games import elemental_clash
from meadhall.games.elemental_clash import GAME
from meadhall.games.elemental_clash.fast import lane, playouts, tables
from meadhall.games.elemental_clash.fast.tables import Numbers
from meadhall.games.elemental_clash.rules.selection import choices
from meadhall.games.elemental_clash.types import Options, State

FAST = "meadhall.games.elemental_clash.fast"


@pytest.fixture(scope="module")
def plain() -> ModuleType:
    """A second copy of the lane, as it runs where Numba is not installed."""
    hidden = {name: sys.modules.pop(name) for name in [*sys.modules] if name.startswith(FAST)}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(elemental_clash, "fast", None)  # the import sets it, the patch restores it
        patch.setitem(sys.modules, "numba", None)  # makes the import of Numba fail
        copy = import_module(f"{FAST}.lane")
    sys.modules.update(hidden)
    assert isinstance(copy.playouts.battles, FunctionType)
    assert not isinstance(playouts.battles, FunctionType)
    return copy


def turns(options: Options, seed: str) -> Iterator[tuple[State, State]]:
    """Random turns: the state with all choices sealed, and the state that the rules lead to."""
    state, rng = start(GAME, options, 2, Rng(seed)), Rng(seed).fork("turns")
    while not isinstance(status := GAME.status(state), Finished):
        seat = status.seats[0]
        action, rng = rng.choice(GAME.legal_actions(state, seat))
        before, state = state, GAME.apply(state, seat, action).state
        if before.stage == "battle" and len(status.seats) == 1:
            yield replace(before, sealed=before.sealed.put(seat, action.card)), state


def check(module: ModuleType, options: Options, seed: str) -> None:
    """The kernels of this copy of the lane play as the rules do."""
    legal, turn, rules = module.playouts.legal, module.playouts.turn, lane.rule_bits(options)
    for before, after in turns(options, seed):
        row = lane.pack(before)
        for seat in (0, 1):
            bits = legal(row, seat * tables.SIDE)
            hand = before.sides[seat].hand
            marked = [hand[i] for i in range(len(hand)) if bits >> i & 1]
            assert marked == list(choices(before.sides[seat]))
        result = turn(row, row[tables.CHOICE], row[tables.SIDE + tables.CHOICE], rules)
        while (
            result == tables.OPEN
            and not row[tables.HAND_COUNT] + row[tables.SIDE + tables.HAND_COUNT]
        ):
            result = turn(row, tables.NONE, tables.NONE, rules)
        compare(row, result, after)


def compare(row: Numbers, result: int, after: State) -> None:
    if after.outcome is not None:
        assert lane.PAYOFFS[result] == after.outcome.payoffs
        assert [row[tables.HP], row[tables.SIDE + tables.HP]] == [s.hp for s in after.sides]
        return
    assert result == tables.OPEN
    expected = lane.pack(after)
    for seat in (0, 1):
        at = seat * tables.SIDE
        hand = at + tables.HAND + row[at + tables.HAND_COUNT]
        assert row[at:hand] == expected[at:hand]
        pile = at + tables.PILE
        end = pile + row[at + tables.PILE_COUNT]
        assert row[pile:end] == expected[pile:end]
    assert row[tables.TURN :] == expected[tables.TURN :]


@settings(max_examples=60, deadline=None)
@given(st.booleans(), st.booleans(), st.integers(0, 10**6))
def test_compiled_kernels_play_by_the_rules(strict: bool, endless: bool, seed: int) -> None:  # noqa: FBT001 - drawn
    check(lane, Options(strict, endless), str(seed))


@pytest.mark.parametrize(
    "options", [Options(), Options(strict=True), Options(endless=True)], ids=str
)
def test_plain_kernels_play_by_the_rules(plain: ModuleType, options: Options) -> None:
    for seed in range(25):
        check(plain, options, f"plain {seed}")


def zeros(count: int) -> Numbers:
    return array("q", bytes(8 * count))


@pytest.mark.parametrize("rules", range(4))
def test_compiled_and_plain_kernels_play_the_same_matches(plain: ModuleType, rules: int) -> None:
    records = []
    for module in (lane, plain):
        out, decks = zeros(200 * tables.RECORD), (zeros(8), zeros(6), zeros(6))
        module.playouts.battles(out, zeros(tables.ROW), decks, (200, rules, 4711))
        records.append(out)
    assert records[0] == records[1]


def test_playouts_agree_compiled_and_plain(plain: ModuleType) -> None:
    assert list(_playouts(plain)) == list(_playouts(lane))


def _playouts(module: ModuleType) -> Iterator[tuple[int, ...]]:
    simulator = module.ClashSimulator()
    state, rng = start(GAME, Options(), 2, Rng("outs")), Rng("outs")
    while not isinstance(status := GAME.status(state), Finished):
        seat = status.seats[0]
        action, rng = rng.choice(GAME.legal_actions(state, seat))
        yield simulator.playouts(state, [(seat, action)], 20, rng)
        state = GAME.apply(state, seat, action).state
    yield simulator.playouts(state, (), 7, rng)


def test_playouts_of_a_finished_match_are_its_payoffs() -> None:
    assert GAME.leave is not None
    state = GAME.leave(start(GAME, Options(), 2, Rng("left")), 0).state
    assert lane.ClashSimulator().playouts(state, (), 9, Rng("left")) == (-9, 9)


def test_playouts_come_near_to_random_play_by_the_rules() -> None:
    state = start(GAME, Options(), 2, Rng("near"))
    while state.stage == "draft":
        for seat in (0, 1):
            state = GAME.apply(state, seat, GAME.legal_actions(state, seat)[seat]).state
    slow = sum(_play_out(state, Rng(str(seed))) for seed in range(200)) / 200
    quick = lane.ClashSimulator().playouts(state, (), 20_000, Rng("near"))[0] / 20_000
    assert abs(slow - quick) < 0.2


def _play_out(state: State, rng: Rng) -> int:
    while not isinstance(status := GAME.status(state), Finished):
        seat = status.seats[0]
        action, rng = rng.choice(GAME.legal_actions(state, seat))
        state = GAME.apply(state, seat, action).state
    return status.payoffs[0]


@pytest.mark.parametrize(
    ("options", "undecided"), [(Options(), "exhaustion"), (Options(endless=True), "turnLimit")]
)
def test_random_matches_are_summed_up(options: Options, undecided: str) -> None:
    bulk_play = speed(GAME).bulk_play
    assert bulk_play is not None
    counted = bulk_play().matches(options, 3000, Rng("many"))
    assert sum(counted.values()) == 3000
    assert {summary.reason for summary in counted} - {"doubleLoss"} == {"base", undecided}
    assert {name for summary in counted for name, _ in summary.features[0]} == {"bot", "wildcard"}
